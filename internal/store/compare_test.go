package store_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func verdicts(t *testing.T, s *store.Store) compare.Verdicts {
	t.Helper()
	found := settings(t, s)
	return compare.VerdictsIn(&found)
}

func TestVerdicts(t *testing.T) {
	eachWorld(t, worldTests{
		"are stored once for their products; the audit and the settings' version have each change": func(t *testing.T, s *store.Store, w *world) {
			start := settingsVersion(t, s)
			for i, text := range hostile {
				saved, first, err := verdictsOf(s).SaveVerdict(t.Context(), "w", "1,2", text)
				noError(t, err)
				same(t, "first", first, i == 0)
				same(t, "verdicts", verdicts(t, s), compare.Verdicts{saved})
				same(t, "text", saved.Text, text)
			}
			after := settingsVersion(t, s)
			last := verdicts(t, s)[0]
			w.now = w.now.Add(time.Minute)
			again, first, err := verdictsOf(s).SaveVerdict(t.Context(), "w", "1,2", last.Text)
			noError(t, err)
			same(t, "the same text", []any{again, first, settingsVersion(t, s)}, []any{last, false, after})
			other, _, err := verdictsOf(s).SaveVerdict(t.Context(), "w", "1,10", "Other")
			noError(t, err)
			same(t, "verdicts by products", verdicts(t, s), compare.Verdicts{other, last})
			noError(t, verdictsOf(s).DeleteVerdict(t.Context(), "w", "1,2"))
			wantFault(t, verdictsOf(s).DeleteVerdict(t.Context(), "w", "1,2"), fault.NotFound)
			same(t, "verdicts", verdicts(t, s), compare.Verdicts{other})
			same(t, "versions", settingsVersion(t, s)-start, int64(len(hostile)+2))
			made := actions(t, s)
			same(t, "actions", []string{made[0], made[1], made[len(made)-2], made[len(made)-1]}, []string{"create comparison_verdicts",
				"update comparison_verdicts", "create comparison_verdicts", "delete comparison_verdicts"})
		},
		"have a limit": func(t *testing.T, s *store.Store, _ *world) {
			exec(t, s, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "+
				"INSERT INTO comparison_verdicts (products, text, updated_at) SELECT i || ',2000', 't', 1 FROM n")
			wantFault(t, errOf(verdictsOf(s).SaveVerdict(t.Context(), "w", "1,2", "One more")), fault.Conflict)
			noError(t, errOf(verdictsOf(s).SaveVerdict(t.Context(), "w", "1,2000", "Another text")))
		},
		"stay while one of their products is in the trash, and go when that is purged": func(t *testing.T, s *store.Store, w *world) {
			one, two, three := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A")), create(t, s, draft("Three", "A"))
			for _, pair := range [][2]int64{{one.ID, two.ID}, {one.ID, three.ID}} {
				noError(t, errOf(verdictsOf(s).SaveVerdict(t.Context(), "w", compare.Key([]int64{pair[0], pair[1]}), "Text")))
			}
			remove(t, s, two.ID)
			same(t, "verdicts", len(verdicts(t, s)), 2)
			before := settingsVersion(t, s)
			w.now = w.now.Add(catalog.TrashRetention + time.Hour)
			same(t, "purged", purge(t, s), 1)
			same(t, "verdicts", len(verdicts(t, s)), 1)
			same(t, "its products", verdicts(t, s)[0].Products, compare.Key([]int64{one.ID, three.ID}))
			same(t, "version", settingsVersion(t, s), before+1)
		},
		"are reverted by an undo, unless changed since or without one of their tools": func(t *testing.T, s *store.Store, w *world) {
			one, two := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A"))
			key := compare.Key([]int64{one.ID, two.ID})
			changed := func(text string) int64 {
				t.Helper()
				return versionAfter(t, s, errOf(verdictsOf(s).SaveVerdict(t.Context(), "w", key, text)))
			}
			text := func() string {
				t.Helper()
				v, _ := verdicts(t, s).Of(key)
				return v.Text
			}
			created := changed("First")
			updated := changed("Second <b>")
			wantFault(t, errOf(s.Undo(t.Context(), "w", created, "")), fault.Conflict)
			before := settingsVersion(t, s)
			w.now = w.now.Add(time.Minute)
			same(t, "undone update", undo(t, s, updated), 1)
			same(t, "verdicts", verdicts(t, s), compare.Verdicts{{Products: key, Text: "First", UpdatedAt: w.now}})
			same(t, "version of the settings", settingsVersion(t, s), before+1)
			wantText(t, lastLine(t, s).said()+*lastLine(t, s).After, "undo comparison_verdicts "+key, `"name":"One vs Two"`)

			same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
			same(t, "text", text(), "Second <b>")
			deleted := versionAfter(t, s, verdictsOf(s).DeleteVerdict(t.Context(), "w", key))
			same(t, "undone deletion", undo(t, s, deleted), 1)
			same(t, "text", text(), "Second <b>")
			wantFault(t, errOf(s.Undo(t.Context(), "w", deleted, "")), fault.Conflict)
			same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
			same(t, "verdicts", verdicts(t, s), compare.Verdicts{})

			again := changed("Again")
			same(t, "undone creation", undo(t, s, again), 1)
			same(t, "verdicts", verdicts(t, s), compare.Verdicts{})
			changed("Purged")
			remove(t, s, two.ID)
			w.now = w.now.Add(catalog.TrashRetention + time.Hour)
			same(t, "purged", purge(t, s), 1)
			wantFault(t, errOf(s.Undo(t.Context(), "w", readAll(t, s).Version, "")), fault.Conflict)
			same(t, "verdicts", verdicts(t, s), compare.Verdicts{})
		},
	})
}

func verdictsOf(s *store.Store) *compare.Queries { return &compare.Queries{DB: s.DB} }

func init() { plans = append(plans, plan{reflect.TypeFor[*compare.Queries](), planCompare}) }

func planCompare(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	look("SaveVerdict")(verdictsOf(s).SaveVerdict(ctx, "w", "1,2", "Text"))
	look("DeleteVerdict")(verdictsOf(s).DeleteVerdict(ctx, "w", "1,2"))
}
