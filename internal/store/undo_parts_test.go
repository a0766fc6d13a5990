package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// many products for one entry of the history; one statement of the audit is not enough for them.
const group = 501

// A change of several products is one entry of the history, of one product its own.
func TestGroups(t *testing.T) {
	each(t, storeTests{
		"each kind of change is one entry": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(group))
			ids := idsOf(readAll(t, s).Products)
			names := `"names":["Tool 00000","Tool 00001","Tool 00002"]`
			var deleted int64
			for _, c := range []struct {
				change  func()
				entries []string
			}{
				{func() { changeAll(t, s, catalog.BulkChange{Section: of(catalog.OurProducts)}, ids...) },
					[]string{`update ` + fmt.Sprintf(`{"count":%d,%s,"fields":["section"],"to":"Our Products"}`, group, names)}},
				{func() { changeAll(t, s, catalog.BulkChange{HasDeal: of(true), Type: of(catalog.Premium)}, ids[:2]...) },
					[]string{`update {"count":2,"names":["Tool 00000","Tool 00001"],"fields":["type","hasDeal"]}`}},
				{func() { changeAll(t, s, catalog.BulkChange{AddCategories: []string{"New"}}, ids[:2]...) },
					[]string{`update {"count":2,"names":["Tool 00000","Tool 00001"],"fields":["categories"]}`, "create categories"}},
				{func() { changeAll(t, s, catalog.BulkChange{IsFeatured: of(true)}, ids[0]) }, []string{"update one"}},
				{func() { deleted, _ = changeAll(t, s, catalog.BulkChange{Delete: true}, ids...) },
					[]string{`delete ` + fmt.Sprintf(`{"count":%d,%s}`, group, names)}},
				{func() { noError(t, errOf(s.RestoreProducts(t.Context(), "w", ids[:2]))) },
					[]string{`restore {"count":2,"names":["Tool 00000","Tool 00001"]}`}},
				{func() { noError(t, errOf(s.Undo(t.Context(), "w", deleted, audit.Leave))) },
					[]string{`undo ` + fmt.Sprintf(`{"restored":%d,"of":{"action":"delete","count":%d}}`, group-2, group)}},
			} {
				last := entries(t, s, audit.Query{})[0].ID
				c.change()
				found := slices.DeleteFunc(entries(t, s, audit.Query{}), func(e audit.Entry) bool { return e.ID <= last })
				same(t, "entries", column(found, func(e audit.Entry) string {
					switch {
					case e.Object != "products":
						return e.Action + " " + e.Object
					case e.ObjectID != "":
						return e.Action + " one"
					}
					return e.Action + " " + string(e.After)
				}), c.entries)
				version := found[0].Version
				if all := entries(t, s, audit.Query{Version: version, Limit: 1}); len(all) != 1 || all[0].Version != version || all[0].ObjectID == "" {
					t.Errorf("the rows of the change are %+v", all)
				}
			}
		},
		"its rows are read in pages, and found by the names that the tools have": func(t *testing.T, s *store.Store) {
			one, two := create(t, s, draft("Émile")), create(t, s, draft("Two"))
			update(t, s, two.ID, draft("ガイド Emil"))
			version, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true), AddCategories: []string{"New"}}, one.ID, two.ID)
			for _, c := range []struct {
				search string
				before int
				want   []string
			}{
				{"", 0, []string{"categories 2", "products 2", "products 1"}}, {"emil", 0, []string{"products 2", "products 1"}},
				{"ガイド", 0, []string{"products 2"}}, {"カイト", 0, nil}, {"EMIL ガイド", 0, []string{"products 2"}}, {"émile", 1, nil}, {"%", 0, nil}, {"_", 0, nil},
			} {
				q := audit.Query{Version: version, Search: c.search}
				if c.before > 0 {
					q.Before = entries(t, s, q)[c.before-1].ID
				}
				same(t, c.search, column(entries(t, s, q), func(e audit.Entry) string { return e.Object + " " + e.ObjectID }), c.want)
			}
			first := entries(t, s, audit.Query{Version: version, Search: "emil", Limit: 1})
			next := entries(t, s, audit.Query{Version: version, Search: "emil", Limit: 1, Before: first[0].ID})
			same(t, "two pages", []string{first[0].ObjectID, next[0].ObjectID}, []string{"2", "1"})
		},
		"says whether it can be undone, and whether it is": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(3))
			ids := idsOf(readAll(t, s).Products)
			version, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, ids...)
			state := func() string {
				t.Helper()
				e := slices.DeleteFunc(entries(t, s, audit.Query{}), func(e audit.Entry) bool { return e.Version != version })[0]
				if e.Undone.Version == 0 {
					return fmt.Sprint(e.CanUndo)
				}
				return fmt.Sprintf("%t, undone in %d by %s, left %d", e.CanUndo, e.Undone.Version-version, e.Undone.Actor, e.Undone.Left)
			}
			same(t, "at first", state(), "true")
			first := undoIn(t, s, version, audit.Leave).Version
			same(t, "undone", state(), "false, undone in 1 by undoer, left 0")
			second := undoIn(t, s, first, "").Version
			same(t, "done again", state(), "true")
			third := undoIn(t, s, second, "").Version
			same(t, "undone once more", state(), "false, undone in 1 by undoer, left 0")
			undoIn(t, s, third, "")
			update(t, s, ids[1], draft("Changed"))
			undoIn(t, s, version, audit.Leave)
			same(t, "undone in part", state(), "true, undone in 6 by undoer, left 1")
			undoIn(t, s, version, audit.Revert)
			same(t, "undone in full", state(), "false, undone in 7 by undoer, left 0")
			for _, e := range entries(t, s, audit.Query{Version: version}) {
				same(t, "a row of it", e.CanUndo, false)
			}
			noError(t, s.Record(t.Context(), "w", audit.Event{Action: "login", Object: "users"}))
			same(t, "a sign-in", entries(t, s, audit.Query{})[0].CanUndo, false)
		},
	})
}

func undoIn(t *testing.T, s *store.Store, version int64, since audit.ChangedSince) audit.UndoResult {
	t.Helper()
	return must(s.Undo(t.Context(), "undoer", version, since))(t)
}

func previewUndo(t *testing.T, s *store.Store, version, after int64) audit.UndoPreview {
	t.Helper()
	return must(s.PreviewUndo(t.Context(), version, after))(t)
}

// brief is a row of a preview in one line.
func brief(row audit.ChangedRow) string {
	return row.Name + ": " + string(row.Was) + " " + string(row.Now)
}

// importOf60 imports 60 tools, of which 30 are there. What becomes of six of them is up to the caller.
func importOf60(t *testing.T, s *store.Store) (version int64, before, after []catalog.Product) {
	t.Helper()
	rows := importRows(60)
	importAll(t, s, rows[:30])
	before = readAll(t, s).Products
	for i := range rows[:30] {
		rows[i].Draft.Description = "Imported"
	}
	importAll(t, s, rows)
	all := readAll(t, s)
	return all.Version, before, all.Products
}

func TestUndoInParts(t *testing.T) {
	each(t, storeTests{
		"one changed row does not keep the other 59 from being undone": func(t *testing.T, s *store.Store) {
			for _, since := range []audit.ChangedSince{audit.Leave, audit.Revert} {
				version, before, after := importOf60(t, s)
				d := draftOf(after[3])
				d.Description = "Edited"
				edited := update(t, s, after[3].ID, d)
				undoRefused(t, s, version)
				preview := previewUndo(t, s, version, 0)
				same(t, "rows", column(preview.Rows, brief), []string{`Tool 00003: {"description":"Imported"} {"description":"Edited"}`})
				preview.Rows = nil
				same(t, "counts", preview, audit.UndoPreview{Total: 60, Ready: 59, Changed: 1})
				done := undoIn(t, s, version, since)
				want := slices.Clone(before)
				if since == audit.Leave {
					want[3] = edited
				}
				same(t, "restored", done.Restored, 60-done.Left)
				same(t, "products", settled(readAll(t, s).Products), settled(want))
				undoIn(t, s, done.Version, "")
				now := slices.Clone(after)
				now[3] = edited
				same(t, "done again", settled(readAll(t, s).Products), settled(now))
				changeAll(t, s, catalog.BulkChange{Delete: true}, idsOf(now)...)
				exec(t, s, "UPDATE products SET slug = slug || '-' || id, website_key = '' WHERE deleted_at IS NOT NULL")
			}
		},
		"each way in which a product can have changed": func(t *testing.T, s *store.Store) {
			version, before, after := importOf60(t, s)
			remove(t, s, after[1].ID)  // imported over, now in the trash
			remove(t, s, after[31].ID) // added, now in the trash: as before
			d := draftOf(after[2])
			d.Description = before[2].Description
			update(t, s, after[2].ID, d)            // as before
			rename(t, s, "Everything", "All of it") // of all: no change of theirs
			update(t, s, after[32].ID, draft("Renamed"))
			remove(t, s, after[33].ID)
			exec(t, s, fmt.Sprintf("DELETE FROM product_categories WHERE product_id = %d", after[33].ID))
			exec(t, s, fmt.Sprintf("DELETE FROM products WHERE id = %d", after[33].ID))
			preview := previewUndo(t, s, version, 0)
			same(t, "the deleted one", brief(preview.Rows[0]), "Tool 00001: {} null")
			same(t, "the changed one", preview.Rows[1].Name, "Renamed")
			preview.Rows = nil
			same(t, "counts", preview, audit.UndoPreview{Total: 60, Ready: 55, Changed: 2, Reverted: 2, Purged: 1})
			done := undoIn(t, s, version, audit.Revert)
			same(t, "restored and left", []int{done.Restored, done.Left}, []int{57, 1})
			same(t, "products", len(readAll(t, s).Products), 30)
			wantFault(t, errOf(s.Undo(t.Context(), "w", version, audit.Revert)), fault.Conflict)
			wantFault(t, errOf(s.PreviewUndo(t.Context(), 1<<40, 0)), fault.NotFound)
		},
		"a preview has pages": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(45))
			ids := idsOf(readAll(t, s).Products)
			version, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, ids...)
			changeAll(t, s, catalog.BulkChange{IsFeatured: of(true)}, ids[:43]...)
			order := reorder(t, s, placed(ids...))
			slices.Reverse(ids)
			reorder(t, s, placed(ids...))
			for _, version := range []int64{version, order} {
				var names []string
				for after := int64(-1); after != 0; {
					page := previewUndo(t, s, version, max(after, 0))
					names = append(names, column(page.Rows, func(row audit.ChangedRow) string { return row.Name })...)
					after = page.Next
				}
				slices.Sort(names)
				if n := len(slices.Compact(names)); n != 43 && n != 44 { // the one in the middle of an order stays there
					t.Errorf("%d names", n)
				}
			}
		},
		"an order, a move and a merge": func(t *testing.T, s *store.Store) {
			var ids []int64
			for _, name := range []string{"A", "B", "C", "D"} {
				ids = append(ids, create(t, s, draft(name, "Video", name)).ID)
			}
			reorder(t, s, placed(ids...))
			order := reorder(t, s, placed(ids[3], ids[2], ids[1], ids[0]))
			reorder(t, s, []catalog.Placement{{ID: ids[0], DisplayOrder: 9}})
			same(t, "order", column(previewUndo(t, s, order, 0).Rows, brief), []string{`A: {"displayOrder":4} {"displayOrder":9}`})
			same(t, "without A", undoIn(t, s, order, audit.Leave).Left, 1)
			same(t, "order", names(t, s), "B C D A")
			undoIn(t, s, order, audit.Revert)
			same(t, "all of it", names(t, s), "A B C D")

			moved := must(s.MoveProduct(t.Context(), "w", ids[0], catalog.MoveTarget{After: ids[3]}))(t)
			noError(t, errOf(s.MoveProduct(t.Context(), "w", ids[0], catalog.MoveTarget{After: ids[1]})))
			same(t, "a move", column(previewUndo(t, s, moved, 0).Rows, brief), []string{`A: {"follows":"D"} {"follows":"B"}`})
			wantFault(t, errOf(s.Undo(t.Context(), "w", moved, audit.Leave)), fault.Conflict)
			undoIn(t, s, moved, audit.Revert)
			same(t, "moved back", names(t, s), "A B C D")

			merge(t, s, "A", "B")
			merged := readAll(t, s).Version
			changeAll(t, s, catalog.BulkChange{Categories: []string{"C"}}, ids[0])
			same(t, "a merge", column(previewUndo(t, s, merged, 0).Rows, brief), []string{`A: {"categories":["Video","B"]} {"categories":["C"]}`})
			undoIn(t, s, merged, audit.Revert)
			same(t, "categories", strings.Join(readAll(t, s).Products[0].Categories, " "), "Video A")
		},
	})
}

func names(t *testing.T, s *store.Store) string {
	t.Helper()
	return strings.Join(siteOrder(readAll(t, s).Products), " ")
}

// draftOf is a draft that changes nothing of a product.
func draftOf(p catalog.Product) catalog.Draft {
	return catalog.Draft{ProductFields: p.ProductFields, Slug: p.Slug}
}

func TestRestoreProducts(t *testing.T) {
	each(t, storeTests{
		"brings many back as one change": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(group))
			before := readAll(t, s)
			ids := idsOf(before.Products)
			changeAll(t, s, catalog.BulkChange{Delete: true}, ids[:300]...)
			remove(t, s, ids[300])
			version := must(s.RestoreProducts(t.Context(), "restorer", ids[:301]))(t)
			same(t, "products", settled(readAll(t, s).Products), settled(before.Products))
			undoIn(t, s, version, "")
			same(t, "in the trash again", len(trash(t, s)), 301)
		},
		"all or none": func(t *testing.T, s *store.Store) {
			one, two := create(t, s, draft("One")), create(t, s, draft("Two"))
			remove(t, s, one.ID)
			check := unchanged(t, s)
			for _, c := range []struct {
				ids  []int64
				kind fault.Kind
			}{{[]int64{one.ID, two.ID}, fault.NotFound}, {[]int64{one.ID, 99}, fault.NotFound}, {[]int64{-1}, fault.NotFound}, {nil, fault.Invalid},
				{[]int64{one.ID, one.ID}, fault.Invalid}, {make([]int64, catalog.MaxBulk+1), fault.Invalid}} {
				wantFault(t, errOf(s.RestoreProducts(t.Context(), "w", c.ids)), c.kind)
			}
			check()
		},
	})
}
