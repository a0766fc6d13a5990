package assist_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A website suggests its name, description, images and categories.
func TestSuggest(t *testing.T) {
	page := fetch.Page{Title: "Lumen: audio", Description: "It lights rooms.", Image: "https://lumen.example/a.png", Icon: "https://lumen.example/b.png"}
	got, err := assist.New(assist.Options{Pages: site{&page}, Counts: &counts{}}).Suggest(t.Context(), "a", "https://lumen.example/", []string{"Audio", "Video"})
	storetest.NoError(t, err)
	storetest.Same(t, "suggestion", got, assist.Suggestion{Name: "Lumen", Description: "It lights rooms.", Image: page.Image, Icon: page.Icon, Categories: []string{"Audio"}})
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
