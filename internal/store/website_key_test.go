package store_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Keys that an earlier version made are made anew at the start.
func TestWebsiteKeyUpgrade(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		first := storetest.OpenAt(t, o)
		tagged := draft("Tagged")
		tagged.Website = "https://tagged.example/?_gl=1*abc"
		product, plain := create(t, first, tagged), create(t, first, draft("Plain"))
		waiting := submit(t, first, inbox.Submission{Draft: inbox.Draft{ProductName: "W", Website: "https://waiting.example/?_gl=2"}, Secret: "w"})
		other := submit(t, first, inbox.Submission{Draft: inbox.Draft{ProductName: "O", Website: "https://other.example/"}, Secret: "o"})
		twin := submit(t, first, inbox.Submission{Draft: inbox.Draft{ProductName: "T", Website: "https://twin.example/"}, Secret: "t"})
		for query, args := range map[string][]any{ // as they were made when _gl was not known
			"UPDATE products SET website_key = ? WHERE id = ?":                          {"tagged.example/?_gl=1*abc", product.ID},
			"UPDATE product_submissions SET website_hash = ? WHERE id = ?":              {"of an earlier version", waiting.ID},
			"UPDATE product_submissions SET website_hash = ?, website = ? WHERE id = ?": {"of an earlier one too", other.Website, twin.ID},
		} {
			noError(t, first.Exec(t.Context(), query, args...))
		}
		before := readAll(t, first)

		second := storetest.OpenAt(t, o)
		for website, want := range map[string]inbox.WebsiteState{
			"http://www.tagged.example": {ProductID: product.ID}, plain.Website: {ProductID: plain.ID},
			"https://waiting.example/": {Waiting: true}, "https://other.example": {Waiting: true}, "https://tagged.example/?x=1": {},
		} {
			if got, err := second.WebsiteState(t.Context(), website); err != nil || got != want {
				t.Errorf("%s: %+v, %v; want %+v", website, got, err, want)
			}
		}
		if found, _ := queueOf(t, second, inbox.Query{Status: inbox.Pending}); len(found) != 3 {
			t.Errorf("%d wait, want 3: also the two of one address", len(found))
		}
		same(t, "the catalogue", readAll(t, second), before)
	})
}
