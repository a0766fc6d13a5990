package store_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"vitrine/internal/audit"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// settled are products without what moves with each change.
func settled(products []catalog.Product) []catalog.Product {
	products = slices.Clone(products)
	for i := range products {
		products[i].Version, products[i].UpdatedAt = 0, time.Time{}
	}
	return products
}

func undo(t *testing.T, s *store.Store, version int64) int {
	t.Helper()
	restored, err := s.Undo(t.Context(), "undoer", version)
	if err != nil {
		t.Fatalf("undo version %d: %v", version, err)
	}
	return restored
}

func remove(t *testing.T, s *store.Store, id int64) {
	t.Helper()
	if err := s.DeleteProduct(t.Context(), "remover", id); err != nil {
		t.Fatalf("delete %d: %v", id, err)
	}
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
	products := readAll(e.t, e.s).Products
	trash, err := e.s.Trash(e.t.Context())
	if err != nil {
		e.t.Fatal(err)
	}
	switch what := rapid.SampledFrom([]string{"create", "update", "delete", "reorder", "bulk", "bulk delete", "restore", "earlier"}).Draw(e.r, "what"); {
	case what == "create" && len(products) < 10:
		create(e.t, e.s, e.draft())
	case what == "restore" && len(trash) > 0:
		_, err = e.s.RestoreProduct(e.t.Context(), "w", rapid.SampledFrom(trash).Draw(e.r, "deleted").Product.ID, 0, "")
	case len(products) == 0:
		return false
	case what == "update":
		_, err = e.s.UpdateProduct(e.t.Context(), "w", e.one(products), 0, e.draft())
	case what == "delete":
		err = e.s.DeleteProduct(e.t.Context(), "w", e.one(products))
	case what == "reorder":
		_, err = e.s.ReorderProducts(e.t.Context(), "w", placed(e.some(products)...))
	case what == "bulk":
		_, _, err = e.s.ChangeProducts(e.t.Context(), "w", e.some(products), catalog.BulkChange{
			Type: of(rapid.SampledFrom(catalog.Types()).Draw(e.r, "type")), AddCategories: []string{e.category()}})
	case what == "bulk delete":
		_, _, err = e.s.ChangeProducts(e.t.Context(), "w", e.some(products), catalog.BulkChange{Delete: true})
	case what == "earlier":
		id := e.one(products)
		entries, failed := e.s.Audit(e.t.Context(), audit.Query{Object: "products", ObjectID: strconv.FormatInt(id, 10)})
		if failed != nil {
			e.t.Fatal(failed)
		}
		_, err = e.s.RestoreProduct(e.t.Context(), "w", id, rapid.SampledFrom(entries).Draw(e.r, "entry").ID, "")
	default:
		return false
	}
	if err != nil {
		e.t.Fatalf("change: %v", err)
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
		rapid.Check(t, func(r *rapid.T) {
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
		})
	})
}

// An undo can be undone.
func TestUndoOfUndo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one, two := create(t, s, draft("One")), create(t, s, draft("Two"))
		changes := []func() int64{
			func() int64 { return reorder(t, s, placed(two.ID, one.ID)) },
			func() int64 {
				version, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, one.ID, two.ID)
				return version
			},
			func() int64 { version, _ := changeAll(t, s, catalog.BulkChange{Delete: true}, one.ID); return version },
		}
		for i, change := range changes {
			before := settled(readAll(t, s).Products)
			version := change()
			after := settled(readAll(t, s).Products)
			undo(t, s, version)
			same(t, fmt.Sprint("undone ", i), settled(readAll(t, s).Products), before)
			undo(t, s, version+1)
			same(t, fmt.Sprint("done again ", i), settled(readAll(t, s).Products), after)
			undo(t, s, version+2)
			same(t, fmt.Sprint("undone again ", i), settled(readAll(t, s).Products), before)
		}
		for _, line := range auditLines(t, s) {
			if line.Action == "undo" && line.Actor != "undoer" {
				t.Errorf("undone by %q", line.Actor)
			}
		}
	})
}

// What was changed since is not undone.
func TestUndoConflict(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one, two := create(t, s, draft("One")), create(t, s, draft("Two"))
		bulk, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, one.ID, two.ID)
		order := reorder(t, s, placed(two.ID, one.ID))
		if _, err := s.UpdateProduct(t.Context(), "w", two.ID, 0, draft("Two, by somebody else")); err != nil {
			t.Fatal(err)
		}
		deleted, _ := changeAll(t, s, catalog.BulkChange{Delete: true}, one.ID)
		before, lines := readAll(t, s), len(auditLines(t, s))
		for name, version := range map[string]int64{"a changed product": bulk, "a deleted and a moved product": order} {
			_, err := s.Undo(t.Context(), "w", version)
			wantFault(t, err, fault.Conflict)
			same(t, name, readAll(t, s), before)
		}
		same(t, "audit lines", len(auditLines(t, s)), lines)
		undo(t, s, deleted)
		_, err := s.Undo(t.Context(), "w", deleted)
		wantFault(t, err, fault.Conflict)
	})
}

// Only changes of products are undone.
func TestUndoProductsOnly(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if err := s.Record(t.Context(), "w", audit.Event{Action: "login_failed", Object: "users"}); err != nil {
			t.Fatal(err)
		}
		for _, version := range []int64{0, -1, 99, 1 << 62} {
			_, err := s.Undo(t.Context(), "w", version)
			wantFault(t, err, fault.NotFound)
		}
	})
}

// A product comes back under another slug where its own is taken.
func TestUndoSlugTaken(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first, second := create(t, s, draft("Tool")), create(t, s, draft("Tool"))
		version, _ := changeAll(t, s, catalog.BulkChange{Delete: true}, first.ID, second.ID)
		third := create(t, s, draft("Tool"))
		undo(t, s, version)
		var slugs []string
		for _, p := range readAll(t, s).Products {
			slugs = append(slugs, fmt.Sprint(p.ID, " ", p.Slug))
		}
		same(t, "slugs", slugs, []string{fmt.Sprint(first.ID, " tool-3"), fmt.Sprint(second.ID, " tool-2"), fmt.Sprint(third.ID, " tool")})
	})
}

// Undoing a change finds categories by their present names.
func TestUndoRenamedCategories(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one := create(t, s, draft("One", "A", "B", "C"))
		version, _ := changeAll(t, s, catalog.BulkChange{Categories: []string{"C", "D"}}, one.ID)
		a, b, c := category(t, s, "A"), category(t, s, "B"), category(t, s, "C")
		if _, err := s.RenameCategory(t.Context(), "w", a.ID, "Alpha"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.MergeCategory(t.Context(), "w", c.ID, a.ID); err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteCategory(t.Context(), "w", b.ID); err != nil {
			t.Fatal(err)
		}
		same(t, "after the merge", readAll(t, s).Products[0].Categories, []string{"Alpha", "D"})
		undo(t, s, version)
		same(t, "after the undo", readAll(t, s).Products[0].Categories, []string{"Alpha", "B"})
		same(t, "the deleted one is made again, and noted", actions(t, s)[len(actions(t, s))-2:], []string{"undo products", "create categories"})
	})
}

// A logo that is a file comes back.
func TestUndoLogoFile(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := draft("One")
		d.Logo = "data:image/png;base64," + strings.Repeat("A", 90_000)
		one := create(t, s, d)
		d.Logo = "data:image/png;base64," + strings.Repeat("B", 90_000)
		changed, err := s.UpdateProduct(t.Context(), "w", one.ID, 0, d)
		if err != nil {
			t.Fatal(err)
		}
		undo(t, s, 2)
		same(t, "the first logo", readAll(t, s).Products[0].Logo, one.Logo)
		undo(t, s, 3)
		same(t, "the second logo", readAll(t, s).Products[0].Logo, changed.Logo)
		remove(t, s, one.ID)
		back, err := s.RestoreProduct(t.Context(), "w", one.ID, 0, "")
		if err != nil {
			t.Fatal(err)
		}
		same(t, "out of the trash", back.Logo, changed.Logo)
	})
}

// A logo that was changed since is a change.
func TestUndoLogoConflict(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := draft("One")
		d.Logo = "data:image/png;base64,AAAA"
		one := create(t, s, d)
		bulk, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, one.ID)
		d.Logo, d.HasDeal = "data:image/png;base64,BBBB", true
		if _, err := s.UpdateProduct(t.Context(), "w", one.ID, 0, d); err != nil {
			t.Fatal(err)
		}
		_, err := s.Undo(t.Context(), "w", bulk)
		wantFault(t, err, fault.Conflict)
	})
}

// All changes of a product that came back under another slug can be undone.
func TestUndoRestoredSlug(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first := create(t, s, draft("Tool"))
		before := readAll(t, s)
		remove(t, s, first.ID)
		create(t, s, draft("Tool")) // takes the slug
		if back, err := s.RestoreProduct(t.Context(), "w", first.ID, 0, ""); err != nil || back.Slug != "tool-2" {
			t.Fatalf("came back as %q: %v", back.Slug, err)
		}
		for version := before.Version + 3; version > before.Version; version-- {
			undo(t, s, version)
		}
		same(t, "products", settled(readAll(t, s).Products), settled(before.Products))
	})
}

func TestUndoImport(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := importRows(600)
		importAll(t, s, rows[:300])
		first := readAll(t, s)
		for i := range rows[:300] {
			rows[i].Draft.Description, rows[i].Draft.Categories = "Overwritten", []string{"Made by mistake"}
		}
		same(t, "import", importAll(t, s, rows), catalog.ImportResult{Created: 300, Updated: 300})
		second := readAll(t, s)
		listed := func() []string {
			entries, err := s.Audit(t.Context(), audit.Query{})
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, e := range entries {
				said = append(said, e.Action+" "+e.Object+" "+string(e.After))
			}
			return said
		}
		t.Run("refuses and names what was changed since", func(t *testing.T) {
			changed, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, idsOf(second.Products[294:])[:6]...)
			before := readAll(t, s)
			_, err := s.Undo(t.Context(), "undoer", second.Version)
			wantFault(t, err, fault.Conflict)
			same(t, "sentence", fault.From(err).Message, "Changed since: “Tool 00294”, “Tool 00295”, “Tool 00296”, “Tool 00297”, “Tool 00298” and 1 more. Nothing was undone.")
			same(t, "catalogue", readAll(t, s), before)
			undo(t, s, changed)
		})
		t.Run("takes all of it back", func(t *testing.T) {
			same(t, "restored", undo(t, s, second.Version), 600)
			shot := readAll(t, s)
			same(t, "products", settled(shot.Products), settled(first.Products))
			same(t, "categories", shot.Categories, first.Categories)
			same(t, "listed", listed()[0], `undo products {"restored":600}`)
		})
		t.Run("can be undone itself", func(t *testing.T) {
			same(t, "restored", undo(t, s, readAll(t, s).Version), 600)
			same(t, "products", settled(readAll(t, s).Products), settled(second.Products))
		})
	})
}

// An import that an earlier version of the program audited as a sum cannot be undone.
func TestUndoImportOldAudit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		importAll(t, s, importRows(2))
		// Its one line was the sum.
		if _, err := s.Writer().ExecContext(t.Context(), "INSERT INTO audit (at, actor, action, object, object_id, version, after) "+
			"VALUES (0, 'import', 'import', 'products', '', 99, '{\"created\":2,\"updated\":0}')"); err != nil {
			t.Fatal(err)
		}
		_, err := s.Undo(t.Context(), "w", 99)
		wantFault(t, err, fault.Conflict)
	})
}
