package assist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

var categories = []string{"Audio", "Code Assistants", "Éducation", "Video", "Writing"}

func suggestion(t *testing.T, page fetch.Page) assist.Suggestion {
	t.Helper()
	got, err := assist.New(assist.Options{Pages: site{&page}, Counts: &counts{}}).Suggest(t.Context(), "a", "https://lumen.example/", categories)
	storetest.NoError(t, err)
	return got
}

// The suggested name is the one that the site uses for itself.
func TestSuggestName(t *testing.T) {
	for _, test := range []struct {
		page fetch.Page
		want string
	}{
		{fetch.Page{SiteName: "Lumen", SocialTitle: "Lights – for rooms"}, "Lumen"},
		{fetch.Page{SocialTitle: "Lumen: lights for rooms", Title: "Home"}, "Lumen"},
		{fetch.Page{Title: "Lights for rooms | Lumen AI", Address: "https://www.lumen-ai.example/"}, "Lumen AI"},
		{fetch.Page{Title: "Lights for rooms | Lumen", Address: "https://other.example/"}, "Lights for rooms"},
		{fetch.Page{Title: "Éclair - gâteaux", Address: "https://eclair.example/"}, "Éclair"},
		{fetch.Page{Title: "Lumen"}, "Lumen"},
		{fetch.Page{}, ""},
		{fetch.Page{Title: strings.Repeat("é", 300)}, strings.Repeat("é", 200)},
	} {
		storetest.Same(t, fmt.Sprintf("%+v", test.page), suggestion(t, test.page).Name, test.want)
	}
}

// The suggested categories are those that the page names, ordered by where: keywords, title, description, text.
func TestSuggestCategories(t *testing.T) {
	for _, test := range []struct {
		page fetch.Page
		want []string
	}{
		{fetch.Page{Keywords: []string{"videos", "audio"}, Title: "Audio and more"}, []string{"Audio", "Video"}},
		{fetch.Page{Title: "A code assistant", Text: "video"}, []string{"Code Assistants"}},
		{fetch.Page{Description: "Education for all", Text: "writing writing"}, []string{"Éducation", "Writing"}},
		{fetch.Page{Text: "code, assistants, rewriting, videography"}, []string{}},
		{fetch.Page{}, []string{}},
	} {
		storetest.Same(t, fmt.Sprintf("%+v", test.page), suggestion(t, test.page).Categories, test.want)
	}
}

// An unreadable website always gives the same error, and counts towards the limit.
func TestSuggestUnreadableWebsite(t *testing.T) {
	a := assist.New(assist.Options{Pages: site{}, Counts: &counts{}})
	for range 10 {
		_, err := a.Suggest(t.Context(), "a", "https://lumen.example/", nil)
		if got := fault.From(err); got.Kind != fault.Invalid || got.Message != "Couldn't read this website. Please check its URL" || got.Fields[0].Field != "url" {
			t.Fatalf("got %v", err)
		}
	}
	// The eleventh within a minute, and one of another administrator.
	storetest.WantFault(t, storetest.ErrorOf(a.Suggest(t.Context(), "a", "https://lumen.example/", nil)), fault.TooMany)
	storetest.WantFault(t, storetest.ErrorOf(a.Suggest(t.Context(), "b", "https://lumen.example/", nil)), fault.Invalid)
}
