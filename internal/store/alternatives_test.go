package store_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func pick(t *testing.T, s *store.Store, id int64, picks catalog.Picks) (version int64) {
	t.Helper()
	return must(alternativesOf(s).SetAlternativePicks(t.Context(), "picker", id, 0, picks))(t)
}

func picksOf(t *testing.T, s *store.Store, id int64) catalog.Picks {
	t.Helper()
	picks, _, err := alternativesOf(s).AlternativePicks(t.Context(), id)
	noError(t, err)
	return picks
}

func TestAlternativePicks(t *testing.T) {
	eachWorld(t, worldTests{
		"are stored in their order, as a change of the product that others read as such": func(t *testing.T, s *store.Store, w *world) {
			one, two, three := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A")), create(t, s, draft("Three", "A"))
			same(t, "picks before", picksOf(t, s, one.ID), catalog.Picks{Pinned: []int64{}, Hidden: []int64{}})
			before := readAll(t, s).Version
			w.now = w.now.Add(time.Minute)
			want := catalog.Picks{Pinned: []int64{three.ID, two.ID}}
			same(t, "version", pick(t, s, one.ID, want), int64(2))
			changes := must(s.Changes(t.Context(), before))(t)
			same(t, "changed picks", changes.Picks, map[int64]catalog.Picks{one.ID: want})
			one.Version, one.UpdatedAt = 2, w.now
			same(t, "changed products", changes.Products, []catalog.Product{one})
			same(t, "all picks", readAll(t, s).Picks, map[int64]catalog.Picks{one.ID: want})

			check := unchanged(t, s)
			same(t, "version of the same picks", pick(t, s, one.ID, want), int64(2))
			check()
			wantFault(t, errOf(alternativesOf(s).SetAlternativePicks(t.Context(), "w", one.ID, 1, catalog.Picks{})), fault.Conflict)
			wantFault(t, errOf(alternativesOf(s).SetAlternativePicks(t.Context(), "w", 99, 0, catalog.Picks{})), fault.NotFound)
			wantInvalid(t, errOf(alternativesOf(s).SetAlternativePicks(t.Context(), "w", one.ID, 0, catalog.Picks{Hidden: []int64{99}})), "hidden")
			wantFault(t, errOf(alternativesOf(s).AlternativePicks(t.Context(), 99)), fault.NotFound)
			check()

			remove(t, s, two.ID)
			same(t, "picks with one in the trash", picksOf(t, s, one.ID).Pinned, want.Pinned)
			pick(t, s, one.ID, catalog.Picks{Pinned: []int64{two.ID}, Hidden: []int64{three.ID}})
			w.now = w.now.Add(catalog.TrashRetention)
			noError(t, errOf(s.PurgeTrash(t.Context(), "w")))
			same(t, "picks after a purge", picksOf(t, s, one.ID), catalog.Picks{Pinned: []int64{}, Hidden: []int64{three.ID}})
		},
		"are brought back by an undo, unless they have changed since": func(t *testing.T, s *store.Store, _ *world) {
			one, two, three := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A")), create(t, s, draft("Three", "A"))
			first := catalog.Picks{Pinned: []int64{three.ID, two.ID}, Hidden: []int64{}}
			pick(t, s, one.ID, first)
			pick(t, s, one.ID, catalog.Picks{Hidden: []int64{two.ID}})
			version := readAll(t, s).Version
			update(t, s, one.ID, draft("Once", "B"))
			same(t, "undone", undo(t, s, version), 1)
			same(t, "picks after the undo", picksOf(t, s, one.ID), first)
			same(t, "line", lastLine(t, s).Action, "undo")
			same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
			wantFault(t, errOf(s.Undo(t.Context(), "w", version-1, "")), fault.Conflict)
			remove(t, s, one.ID)
			wantFault(t, errOf(s.Undo(t.Context(), "w", version, "")), fault.Conflict)
		},
	})
}

func alternativesOf(s *store.Store) *alternatives.Queries { return &alternatives.Queries{DB: s.DB} }

func init() { plans = append(plans, plan{reflect.TypeFor[*alternatives.Queries](), planAlternatives}) }

func planAlternatives(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	look("AlternativePicks")(alternativesOf(s).AlternativePicks(ctx, 77))
	look("SetAlternativePicks")(alternativesOf(s).SetAlternativePicks(ctx, "w", 77, 0, catalog.Picks{Pinned: []int64{78, 79}, Hidden: []int64{80}}))
}
