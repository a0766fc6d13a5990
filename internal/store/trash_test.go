package store_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func trash(t *testing.T, s *store.Store) []catalog.Deleted {
	t.Helper()
	return must(s.Trash(t.Context()))(t)
}

func idOfDeleted(d catalog.Deleted) int64 { return d.Product.ID }

func purge(t *testing.T, s *store.Store) int {
	t.Helper()
	return must(s.PurgeTrash(t.Context(), "clock"))(t)
}

func TestRestore(t *testing.T) {
	each(t, storeTests{
		"takes a product back to an earlier state": func(t *testing.T, s *store.Store) {
			states := []catalog.Product{create(t, s, draft("One", "A"))}
			id := states[0].ID
			for _, name := range []string{"Two", "Three"} {
				d := draft(name, "B", name)
				d.Slug = "slug-" + catalog.Slug(name)
				states = append(states, update(t, s, id, d))
			}
			remove(t, s, id)
			lines := entries(t, s, audit.Query{Object: "products", ObjectID: strconv.FormatInt(id, 10)})
			for _, c := range []struct{ entry, state int }{{0, 2}, {3, 0}, {1, 2}, {2, 1}} { // the entries come newest first
				back := restore(t, s, id, lines[c.entry].ID)
				same(t, "the state", settled([]catalog.Product{back}), settled(states[c.state:c.state+1]))
			}
			before := readAll(t, s)
			same(t, "what is so already", restore(t, s, id, lines[2].ID), before.Products[0])
			same(t, "catalogue", readAll(t, s), before)
		},
		"takes the state before or after a change": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(1))
			imported := readAll(t, s).Products[0]
			restore := func(action string, state audit.State) (catalog.Product, error) {
				lines := entries(t, s, audit.Query{Object: "products", ObjectID: strconv.FormatInt(imported.ID, 10), Action: action})
				return s.RestoreProduct(t.Context(), "w", imported.ID, lines[0].ID, state)
			}
			wantState := func(t *testing.T, action string, state audit.State, want catalog.Product) {
				t.Helper()
				got := must(restore(action, state))(t)
				same(t, "state", settled([]catalog.Product{got}), settled([]catalog.Product{want}))
				same(t, "catalogue", settled(readAll(t, s).Products), settled([]catalog.Product{want}))
			}
			updated := update(t, s, imported.ID, draft("Renamed"))
			t.Run("before the first change of an imported product", func(t *testing.T) { wantState(t, "update", audit.Before, imported) })
			t.Run("after it", func(t *testing.T) { wantState(t, "update", audit.After, updated) })
			t.Run("before a deletion", func(t *testing.T) {
				remove(t, s, imported.ID)
				wantState(t, "delete", audit.Before, updated)
			})
			t.Run("refuses a state without the product", func(t *testing.T) {
				check := unchanged(t, s)
				wantFault(t, errOf(restore("delete", audit.After)), fault.NotFound)
				check()
			})
		},
	})
}

func TestTrash(t *testing.T) {
	eachWorld(t, worldTests{
		"says what was deleted, when and by whom, the latest first": func(t *testing.T, s *store.Store, w *world) {
			same(t, "the empty trash", trash(t, s), []catalog.Deleted{})
			one, two := create(t, s, draft("One", "B", "A")), create(t, s, draft("Two"))
			create(t, s, draft("Three"))
			remove(t, s, two.ID)
			first := w.now
			w.now = w.now.Add(time.Hour)
			changeAll(t, s, catalog.BulkChange{Delete: true}, one.ID)
			undo(t, s, 3) // which made the third
			found := column(trash(t, s), func(d catalog.Deleted) string {
				return d.Product.Name + " by " + d.DeletedBy + " at " + d.DeletedAt.Format(time.TimeOnly)
			})
			same(t, "trash", found, []string{"Three by undoer at " + w.now.Format(time.TimeOnly), "One by w at " + w.now.Format(time.TimeOnly),
				"Two by remover at " + first.Format(time.TimeOnly)})
			deleted := trash(t, s)[1].Product
			same(t, "its categories", deleted.Categories, []string{"B", "A"})
			same(t, "the product", settled([]catalog.Product{deleted}), settled([]catalog.Product{one}))
		},
		"is known to all copies: the newest, the oldest first, and none whose time is over": func(t *testing.T, s *store.Store, w *world) {
			for _, name := range []string{"One", "Two", "Three"} {
				create(t, s, draft(name, "B", "A"))
			}
			listed := func(d catalog.Deleted) string {
				return d.Product.Name + " " + strings.Join(d.Product.Categories, "") + " " + d.DeletedAt.Format(time.TimeOnly)
			}
			remove(t, s, 2)
			w.now = w.now.Add(time.Hour)
			version := readAll(t, s).Version
			remove(t, s, 1)
			same(t, "all", column(readAll(t, s).Trash, listed), []string{"Two BA 05:06:07", "One BA 06:06:07"})
			same(t, "changes", column(must(s.Changes(t.Context(), version))(t).Trash, listed), []string{"One BA 06:06:07"})
			w.now = w.now.Add(catalog.TrashRetention - time.Minute)
			same(t, "later", column(readAll(t, s).Trash, listed), []string{"One BA 06:06:07"})
			restore(t, s, 1, 0)
			same(t, "restored", len(readAll(t, s).Trash), 0)
		},
		"gives a product back as it was": func(t *testing.T, s *store.Store, _ *world) {
			one := create(t, s, draft("One", "B", "A"))
			for round := range 3 {
				before := readAll(t, s).Products[0]
				remove(t, s, one.ID)
				back := restore(t, s, one.ID, 0)
				same(t, "the product", settled([]catalog.Product{back}), settled([]catalog.Product{before}))
				same(t, "the version goes on", back.Version, int64(3+2*round))
				same(t, "catalogue", readAll(t, s).Products, []catalog.Product{back})
				same(t, "trash", trash(t, s), []catalog.Deleted{})
			}
			last := lastLine(t, s)
			same(t, "the audit", []any{last.said(), last.Before == nil, last.After != nil}, []any{"restorer restore products 1", true, true})
			changes := must(s.Changes(t.Context(), readAll(t, s).Version-1))(t)
			same(t, "what others hear of", []int{len(changes.Products), len(changes.Deleted)}, []int{1, 0})
		},
		"gives back only what is in it": func(t *testing.T, s *store.Store, _ *world) {
			one, two := create(t, s, draft("One")), create(t, s, draft("Two"))
			check := unchanged(t, s)
			for name, c := range map[string][2]int64{"a product that is there": {one.ID, 0}, "an unknown one": {999, 0}, "an unknown one's entry": {999, 1},
				"an unknown entry": {one.ID, 999}, "another product's entry": {two.ID, 1}, "a category's entry": {one.ID, 2}, "no number": {-1, -1}} {
				t.Run(name, func(t *testing.T) {
					wantFault(t, errOf(s.RestoreProduct(t.Context(), "w", c[0], c[1], "")), fault.NotFound)
				})
			}
			check()
		},
		"loses what is in it after thirty days": func(t *testing.T, s *store.Store, w *world) {
			one, two, kept := create(t, s, draft("One", "A")), create(t, s, draft("Two", "B")), create(t, s, draft("Kept"))
			remove(t, s, one.ID)
			w.now = w.now.Add(24 * time.Hour)
			remove(t, s, two.ID)
			w.now = w.now.Add(29*24*time.Hour - time.Microsecond)
			check := unchanged(t, s)
			same(t, "purged a moment too early", purge(t, s), 0)
			check()
			w.now = w.now.Add(time.Microsecond)
			same(t, "what can come back no more is not shown", column(trash(t, s), idOfDeleted), []int64{two.ID})
			same(t, "purged after 30 days", purge(t, s), 1)
			wantFault(t, errOf(s.RestoreProduct(t.Context(), "w", one.ID, 0, "")), fault.NotFound)
			undoRefused(t, s, 4)
			same(t, "trash", column(trash(t, s), idOfDeleted), []int64{two.ID})
			same(t, "catalogue", readAll(t, s).Products, []catalog.Product{kept})
			same(t, "places in categories", count(t, s, "product_categories"), 2)
			same(t, "the audit", lastLine(t, s).said(), fmt.Sprint("clock purge products ", one.ID))
		},
		"is emptied to the end, however much is in it": func(t *testing.T, s *store.Store, w *world) {
			importAll(t, s, importRows(1_100))
			ids := idsOf(readAll(t, s).Products)
			changeAll(t, s, catalog.BulkChange{Delete: true}, ids...)
			same(t, "shown", len(trash(t, s)), catalog.MaxTrash)
			w.now = w.now.Add(catalog.TrashRetention)
			same(t, "purged", purge(t, s), len(ids))
		},
	})
}
