package store_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/searches"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func init() {
	drawn = append(drawn, drawSynonyms)
	plans = append(plans, plan{reflect.TypeFor[*searches.Queries](), planSearches})
}

// drawSynonyms draws the site's own synonyms.
func drawSynonyms(t *rapid.T, c *archive.Content) {
	at := time.UnixMicro(1).UTC()
	var list []searches.Synonym
	for id := range int64(rapid.IntRange(0, 3).Draw(t, "synonyms")) {
		list = append(list, searches.Synonym{ID: id + 1, Says: fmt.Sprint("word ", id), Means: rapid.SampledFrom([]string{"pen", "pen, pencil"}).Draw(t, "means"), CreatedAt: at, UpdatedAt: at})
	}
	setList(c, "synonyms", list...)
}

func planSearches(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx, q := t.Context(), &searches.Queries{DB: s.DB}
	look("AddVain")(q.AddVain(ctx, []searches.Count{{Day: 20_000, Words: "zithers", Asked: 3}}))
	look("Vain")(q.Vain(ctx))
	look("DismissVain")(q.DismissVain(ctx, "key 7"))
	look("PruneVain")(q.PruneVain(ctx))
	look("Synonyms")(q.Synonyms(ctx))
	look("CreateSynonym")(q.CreateSynonym(ctx, "w", searches.SynonymInput{Says: "a", Means: "b"}))
	look("UpdateSynonym")(q.UpdateSynonym(ctx, "w", 1, searches.SynonymInput{Says: "a", Means: "c"}))
	look("DeleteSynonym")(q.DeleteSynonym(ctx, "w", 1))
}
