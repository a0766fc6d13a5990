package suggest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/suggest"
)

var categories = []string{"Audio", "Code Assistants", "Éducation", "Video", "Writing"}

// The suggested name is the one that the site uses for itself.
func TestName(t *testing.T) {
	for _, test := range []struct {
		page fetch.Page
		want string
	}{
		{fetch.Page{App: fetch.App{Name: "Lumen Studio"}, SiteName: "Lumen"}, "Lumen Studio"},
		{fetch.Page{SiteName: "Lumen", SocialTitle: "Lights – for rooms"}, "Lumen"},
		{fetch.Page{SocialTitle: "Lumen: lights for rooms", Title: "Home"}, "Lumen"},
		{fetch.Page{Title: "Lights for rooms | Lumen AI", Address: "https://www.lumen-ai.example/"}, "Lumen AI"},
		{fetch.Page{Title: "Lights for rooms | Lumen", Address: "https://other.example/"}, "Lights for rooms"},
		{fetch.Page{Title: "Éclair - gâteaux", Address: "https://eclair.example/"}, "Éclair"},
		{fetch.Page{Title: "Lumen"}, "Lumen"},
		{fetch.Page{}, ""},
		{fetch.Page{Title: strings.Repeat("é", 300)}, strings.Repeat("é", 200)},
	} {
		storetest.Same(t, fmt.Sprintf("%+v", test.page), suggest.Name(test.page), test.want)
	}
}

// The suggested categories are those that the page names, ordered by where: keywords, title, description, text.
func TestCategories(t *testing.T) {
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
		storetest.Same(t, fmt.Sprintf("%+v", test.page), suggest.Categories(test.page, categories), test.want)
	}
}
