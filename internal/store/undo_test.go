package store_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// settled are products without what moves with each change.
func settled(products []catalog.Product) []catalog.Product {
	return column(products, func(p catalog.Product) catalog.Product {
		p.Version, p.UpdatedAt = 0, time.Time{}
		return p
	})
}

func undo(t *testing.T, s *store.Store, version int64) int {
	t.Helper()
	return must(s.Undo(t.Context(), "undoer", version, ""))(t).Restored
}

func remove(t *testing.T, s *store.Store, id int64) {
	t.Helper()
	noError(t, s.DeleteProduct(t.Context(), "remover", id))
}

// update updates whatever version of a product there is.
func update(t *testing.T, s *store.Store, id int64, d catalog.Draft) catalog.Product {
	t.Helper()
	return must(s.UpdateProduct(t.Context(), "w", id, 0, d))(t)
}

// restore restores a product from the trash, or with an entry of the audit its state after it.
func restore(t *testing.T, s *store.Store, id, entry int64) catalog.Product {
	t.Helper()
	return must(s.RestoreProduct(t.Context(), "restorer", id, entry, ""))(t)
}

// editor makes random changes.
type editor struct {
	t *testing.T
	s *store.Store
	r *rapid.T
}

// change does something and reports whether it did: there may be nothing to do it to.
func (e editor) change() bool {
	e.t.Helper()
	products, deleted := readAll(e.t, e.s).Products, trash(e.t, e.s)
	switch what := rapid.SampledFrom([]string{"create", "update", "delete", "reorder", "bulk", "bulk delete", "restore", "earlier"}).Draw(e.r, "what"); {
	case what == "create" && len(products) < 10:
		create(e.t, e.s, e.draft())
	case what == "restore" && len(deleted) > 0:
		restore(e.t, e.s, rapid.SampledFrom(deleted).Draw(e.r, "deleted").Product.ID, 0)
	case len(products) == 0:
		return false
	case what == "update":
		update(e.t, e.s, e.one(products), e.draft())
	case what == "delete":
		remove(e.t, e.s, e.one(products))
	case what == "reorder":
		reorder(e.t, e.s, placed(e.some(products)...))
	case what == "bulk":
		changeAll(e.t, e.s, catalog.BulkChange{
			Type: of(rapid.SampledFrom(catalog.Types()).Draw(e.r, "type")), AddCategories: []string{e.category()}}, e.some(products)...)
	case what == "bulk delete":
		changeAll(e.t, e.s, catalog.BulkChange{Delete: true}, e.some(products)...)
	case what == "earlier":
		id := e.one(products)
		lines := entries(e.t, e.s, audit.Query{Object: "products", ObjectID: strconv.FormatInt(id, 10)})
		restore(e.t, e.s, id, rapid.SampledFrom(lines).Draw(e.r, "entry").ID)
	default:
		return false
	}
	return true
}

func (e editor) one(products []catalog.Product) int64 {
	return rapid.SampledFrom(idsOf(products)).Draw(e.r, "product")
}

func (e editor) some(products []catalog.Product) []int64 {
	ids := rapid.Permutation(idsOf(products)).Draw(e.r, "products")
	return ids[:rapid.IntRange(1, len(ids)).Draw(e.r, "how many")]
}

func (e editor) category() string {
	return rapid.SampledFrom([]string{"Writing", "Vidéo", "Code", "'; DROP TABLE products; --"}).Draw(e.r, "category")
}

func (e editor) draft() catalog.Draft {
	d := draft(rapid.SampledFrom([]string{"Tool", "Töol", "Other"}).Draw(e.r, "name"), e.category(), e.category())
	d.Logo = rapid.SampledFrom([]string{"", "/uploads/a.jpg", "data:image/png;base64,AAAA", "data:image/png;base64,BBBB"}).Draw(e.r, "logo")
	d.DisplayOrder = rapid.IntRange(0, 3).Draw(e.r, "order")
	d.Slug = rapid.SampledFrom([]string{"", "", "", "slug-" + strconv.FormatInt(readAll(e.t, e.s).Version, 10)}).Draw(e.r, "slug")
	return d
}

// Any changes, undone one after the other, give the earlier catalogue.
func TestUndo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rapid.Check(t, property(s, func(r *rapid.T) {
			e := editor{t, s, r}
			var before []catalog.All
			for range rapid.IntRange(1, 8).Draw(r, "changes") {
				shot := readAll(t, s)
				if e.change() && readAll(t, s).Version > shot.Version {
					before = append(before, shot)
				}
			}
			for _, shot := range slices.Backward(before) {
				undo(t, s, shot.Version+1)
				same(t, fmt.Sprint("after undoing ", shot.Version+1), settled(readAll(t, s).Products), settled(shot.Products))
			}
		}))
	})
}

// undoRefused fails the test unless the undo is a conflict that changes nothing. It returns the sentence.
func undoRefused(t *testing.T, s *store.Store, version int64) string {
	t.Helper()
	check := unchanged(t, s)
	err := errOf(s.Undo(t.Context(), "undoer", version, ""))
	wantFault(t, err, fault.Conflict)
	check()
	return fault.From(err).Message
}

func TestUndoImport(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := importRows(600)
		importAll(t, s, rows[:300])
		first := readAll(t, s)
		for i := range rows[:300] {
			rows[i].Draft.Description, rows[i].Draft.Categories = "Overwritten", []string{"Made by mistake"}
		}
		result := must(s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{File: "tools.csv"}))(t)
		same(t, "import", result, catalog.ImportResult{Created: 300, Updated: 300})
		second := readAll(t, s)
		t.Run("refuses and names what was changed since", func(t *testing.T) {
			changed, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, idsOf(second.Products[294:])[:6]...)
			same(t, "sentence", undoRefused(t, s, second.Version), "Changed since: “Tool 00294”, “Tool 00295”, “Tool 00296”, “Tool 00297”, “Tool 00298” and 1 more. Nothing was undone.")
			undo(t, s, changed)
		})
		t.Run("takes all of it back", func(t *testing.T) {
			same(t, "restored", undo(t, s, second.Version), 600)
			shot := readAll(t, s)
			same(t, "products", settled(shot.Products), settled(first.Products))
			same(t, "categories", shot.Categories, first.Categories)
			line := entries(t, s, audit.Query{})[0]
			same(t, "listed", line.Action+" "+line.Object+" "+string(line.After), `undo products {"restored":600,"of":{"action":"import","count":600,"fields":["description","categories"],"file":"tools.csv"}}`)
		})
		t.Run("can be undone itself", func(t *testing.T) {
			same(t, "restored", undo(t, s, readAll(t, s).Version), 600)
			same(t, "products", settled(readAll(t, s).Products), settled(second.Products))
		})
	})
}

func TestUndoProducts(t *testing.T) {
	each(t, storeTests{
		"takes a slug back that another product had for a while, until that was undone, too": func(t *testing.T, s *store.Store) {
			one, two := create(t, s, withSlug("One", "tool")), create(t, s, draft("Two"))
			update(t, s, one.ID, withSlug("Uno", "tool"))
			remove(t, s, one.ID)
			update(t, s, two.ID, withSlug("Two", "tool"))
			for _, version := range []int64{5, 4, 3} {
				undo(t, s, version)
			}
			same(t, "one", settled(readAll(t, s).Products)[0], settled([]catalog.Product{one})[0])
			same(t, "redirects", redirects(t, s), "")
		},
		"can be undone itself": func(t *testing.T, s *store.Store) {
			one, two := create(t, s, draft("One")), create(t, s, draft("Two"))
			for i, change := range []func(){
				func() { reorder(t, s, placed(two.ID, one.ID)) },
				func() { changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, one.ID, two.ID) },
				func() { changeAll(t, s, catalog.BulkChange{Delete: true}, one.ID) },
			} {
				before := settled(readAll(t, s).Products)
				change()
				version := readAll(t, s).Version
				after := settled(readAll(t, s).Products)
				undo(t, s, version)
				same(t, fmt.Sprint("undone ", i), settled(readAll(t, s).Products), before)
				undo(t, s, version+1)
				same(t, fmt.Sprint("done again ", i), settled(readAll(t, s).Products), after)
				undo(t, s, version+2)
				same(t, fmt.Sprint("undone again ", i), settled(readAll(t, s).Products), before)
			}
			for _, line := range entries(t, s, audit.Query{Action: "undo"}) {
				same(t, "who undid it", line.Actor, "undoer")
			}
		},
		"is refused for what was changed since, and for what is undone already": func(t *testing.T, s *store.Store) {
			d := withLogo("Three", "data:image/png;base64,AAAA")
			one, two, three := create(t, s, draft("One")), create(t, s, draft("Two")), create(t, s, d)
			bulk, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, one.ID, two.ID)
			logo, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, three.ID)
			order := reorder(t, s, placed(two.ID, one.ID))
			update(t, s, two.ID, draft("Two, by somebody else"))
			d.Logo, d.HasDeal = "data:image/png;base64,BBBB", true
			update(t, s, three.ID, d)
			deleted, _ := changeAll(t, s, catalog.BulkChange{Delete: true}, one.ID)
			for name, version := range map[string]int64{"a changed product": bulk, "a changed logo": logo, "a deleted and a moved product": order} {
				t.Run(name, func(t *testing.T) { undoRefused(t, s, version) })
			}
			undo(t, s, deleted)
			undoRefused(t, s, deleted)
		},
		"is not found where nothing can be undone": func(t *testing.T, s *store.Store) {
			noError(t, s.Record(t.Context(), "w", audit.Event{Action: "login_failed", Object: "users"}))
			for _, version := range []int64{0, -1, 99, 1 << 62} {
				wantFault(t, errOf(s.Undo(t.Context(), "w", version, "")), fault.NotFound)
			}
		},
		"brings a product back under another slug where its own is taken": func(t *testing.T, s *store.Store) {
			first, second := create(t, s, draft("Tool")), create(t, s, draft("Tool"))
			version, _ := changeAll(t, s, catalog.BulkChange{Delete: true}, first.ID, second.ID)
			third := create(t, s, draft("Tool"))
			undo(t, s, version)
			same(t, "products", idsOf(readAll(t, s).Products), []int64{first.ID, second.ID, third.ID})
			same(t, "slugs", column(readAll(t, s).Products, slugOf), []string{"tool-3", "tool-2", "tool"})
		},
		"finds categories by their present names": func(t *testing.T, s *store.Store) {
			one := create(t, s, draft("One", "A", "B", "C"))
			version, _ := changeAll(t, s, catalog.BulkChange{Categories: []string{"C", "D"}}, one.ID)
			rename(t, s, "A", "Alpha")
			merge(t, s, "C", "Alpha")
			noError(t, s.DeleteCategory(t.Context(), "w", category(t, s, "B").ID))
			same(t, "after the merge", readAll(t, s).Products[0].Categories, []string{"Alpha", "D"})
			undo(t, s, version)
			same(t, "after the undo", readAll(t, s).Products[0].Categories, []string{"Alpha", "B"})
			same(t, "the deleted one is made again, and noted", actions(t, s)[len(actions(t, s))-2:], []string{"undo products", "create categories"})
		},
		"brings back a logo that is a file": func(t *testing.T, s *store.Store) {
			one := create(t, s, withLogo("One", "data:image/png;base64,"+strings.Repeat("A", 90_000)))
			changed := update(t, s, one.ID, withLogo("One", "data:image/png;base64,"+strings.Repeat("B", 90_000)))
			undo(t, s, 2)
			same(t, "the first logo", readAll(t, s).Products[0].Logo, one.Logo)
			undo(t, s, 3)
			same(t, "the second logo", readAll(t, s).Products[0].Logo, changed.Logo)
			remove(t, s, one.ID)
			same(t, "out of the trash", restore(t, s, one.ID, 0).Logo, changed.Logo)
		},
		"takes back all changes of a product that came back under another slug": func(t *testing.T, s *store.Store) {
			first := create(t, s, draft("Tool"))
			before := readAll(t, s)
			remove(t, s, first.ID)
			create(t, s, draft("Tool")) // takes the slug
			same(t, "slug", restore(t, s, first.ID, 0).Slug, "tool-2")
			for version := before.Version + 3; version > before.Version; version-- {
				undo(t, s, version)
			}
			same(t, "products", settled(readAll(t, s).Products), settled(before.Products))
		},
		"is refused for an import that an earlier version of the program audited as a sum": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(2))
			// Its one line was the sum.
			exec(t, s, "INSERT INTO audit (at, actor, action, object, object_id, version, after) "+
				"VALUES (0, 'import', 'import', 'products', '', 99, '{\"created\":2,\"updated\":0}')")
			undoRefused(t, s, 99)
		},
	})
}
