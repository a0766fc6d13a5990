package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// placed is the order that puts the products at 1, 2, 3, …
func placed(ids ...int64) []catalog.Placement {
	order := make([]catalog.Placement, len(ids))
	for i, id := range ids {
		order[i] = catalog.Placement{ID: id, DisplayOrder: i + 1}
	}
	return order
}

func reorder(t *testing.T, s *store.Store, order []catalog.Placement) int64 {
	t.Helper()
	return must(s.ReorderProducts(t.Context(), "w", order))(t)
}

func idsOf(products []catalog.Product) []int64 {
	return column(products, func(p catalog.Product) int64 { return p.ID })
}

func slugOf(p catalog.Product) string { return p.Slug }

// A reorder is a permutation.
func TestReorderPermutation(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		importAll(t, s, importRows(40))
		start := readAll(t, s).Products
		rapid.Check(t, property(s, func(r *rapid.T) {
			ids := rapid.Permutation(idsOf(start)).Draw(r, "order")
			if rapid.Bool().Draw(r, "only some") {
				ids = ids[:rapid.IntRange(1, len(ids)).Draw(r, "how many")]
			}
			before := readAll(t, s).Products
			reorder(t, s, placed(ids...))
			after := readAll(t, s).Products
			for i, p := range after {
				want := before[i]
				if at := slices.Index(ids, p.ID); at >= 0 {
					want.DisplayOrder = at + 1
				}
				want.Version = p.Version
				if p.Version != before[i].Version && p.DisplayOrder == before[i].DisplayOrder {
					t.Errorf("product %d did not move and has a new version", p.ID)
				}
				same(t, "product", p, want)
			}
		}))
	})
}

func TestReorder(t *testing.T) {
	each(t, storeTests{
		"applies the new order, and the rest stays where it was": func(t *testing.T, s *store.Store) {
			one, two, three := create(t, s, draft("One")), create(t, s, draft("Two")), create(t, s, draft("Three"))
			version := reorder(t, s, placed(two.ID, one.ID))
			shot := readAll(t, s)
			same(t, "the version that is returned", version, shot.Version)
			same(t, "order", siteOrder(shot.Products), []string{"Three", "Two", "One"})
			one.DisplayOrder, one.Version, two.DisplayOrder, two.Version = 2, 2, 1, 2
			same(t, "only the place and the version move", shot.Products, []catalog.Product{one, two, three})
			changes := must(s.Changes(t.Context(), version-1))(t)
			same(t, "those that others hear of", idsOf(changes.Products), []int64{one.ID, two.ID})
		},
		"moves nothing if a product is not there": func(t *testing.T, s *store.Store) {
			one, two, gone := create(t, s, draft("One")), create(t, s, draft("Two")), create(t, s, draft("Gone"))
			remove(t, s, gone.ID)
			check := unchanged(t, s)
			for name, order := range map[string][]catalog.Placement{
				"unknown": placed(two.ID, one.ID, 999_999_999), "deleted": placed(two.ID, one.ID, gone.ID), "none": nil,
				"twice": placed(two.ID, one.ID, two.ID), "negative": placed(two.ID, -1), "zero": placed(0, two.ID),
			} {
				t.Run(name, func(t *testing.T) { wantInvalid(t, errOf(s.ReorderProducts(t.Context(), "w", order)), "updates") })
			}
			check()
		},
		"writes nothing if the order is the same": func(t *testing.T, s *store.Store) {
			one, two := create(t, s, draft("One")), create(t, s, draft("Two"))
			version := reorder(t, s, placed(two.ID, one.ID))
			check := unchanged(t, s)
			same(t, "the version that is returned", reorder(t, s, placed(two.ID, one.ID)), version)
			check()
		},
		"is one transaction and one line of the audit for thousands": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(4_500))
			ids := idsOf(readAll(t, s).Products)
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
			lines := len(auditLines(t, s))
			version := reorder(t, s, placed(ids...))
			same(t, "audit lines", len(auditLines(t, s)), lines+1)
			same(t, "version", readAll(t, s).Version, version)
			same(t, "order", idsOf(byDisplayOrder(t, s)), ids)
			unknown := append(placed(ids...), catalog.Placement{ID: 1 << 40})
			slices.Reverse(unknown)
			wantFault(t, errOf(s.ReorderProducts(t.Context(), "w", unknown)), fault.Invalid)
			same(t, "version", readAll(t, s).Version, version)
			moved := append(ids[len(ids)-1:], ids[:len(ids)-1]...)
			version = reorder(t, s, placed(moved...))
			last := auditLines(t, s)[lines+1]
			if len(*last.After) > 8*len(ids) {
				t.Errorf("one product was dragged to the top, and the audit keeps %d bytes", len(*last.After))
			}
			same(t, "undone", undo(t, s, version), len(ids))
		},
		"leaves one of two orders at once, whole": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(60))
			forth := idsOf(readAll(t, s).Products)
			back := slices.Clone(forth)
			slices.Reverse(back)
			reorder(t, s, placed(forth...))
			orders := [][]int64{forth, back}
			beside(t, len(orders), func(i int) (err error) {
				for range 8 {
					err = errors.Join(err, errOf(s.ReorderProducts(t.Context(), "w", placed(orders[i]...))))
				}
				return err
			}, func() {
				if ids := idsOf(byDisplayOrder(t, s)); !slices.Equal(ids, forth) && !slices.Equal(ids, back) {
					t.Errorf("a mixture of two orders is there: %v", ids)
				}
			})
		},
	})
}

func TestMoveProduct(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		importAll(t, s, importRows(5)) // all of them at 0
		products := readAll(t, s).Products
		slices.SortFunc(products, func(a, b catalog.Product) int { return b.CreatedAt.Compare(a.CreatedAt) })
		ids := idsOf(products)
		gone := create(t, s, draft("Gone"))
		remove(t, s, gone.ID)
		order := func() []int64 {
			products := byDisplayOrder(t, s)
			for i, p := range products {
				same(t, fmt.Sprint("place of ", p.ID), p.DisplayOrder, i+1)
			}
			return idsOf(products)
		}
		move := func(t *testing.T, id, after int64) int64 {
			t.Helper()
			version := must(s.MoveProduct(t.Context(), "mover", id, catalog.MoveTarget{After: after}))(t)
			same(t, "version", version, readAll(t, s).Version)
			return version
		}
		a, b, c, d, e := ids[0], ids[1], ids[2], ids[3], ids[4]
		for _, step := range []struct {
			name      string
			id, after int64
			want      []int64
		}{
			{"numbers all products", d, a, []int64{a, d, b, c, e}},
			{"down", a, c, []int64{d, b, c, a, e}},
			{"to the end", b, e, []int64{d, c, a, e, b}},
			{"to the top", e, 0, []int64{e, d, c, a, b}},
		} {
			t.Run(step.name, func(t *testing.T) {
				move(t, step.id, step.after)
				same(t, "order", order(), step.want)
			})
		}
		t.Run("leaves those alone that it does not pass", func(t *testing.T) {
			before := readAll(t, s)
			version := move(t, d, c)
			changes := must(s.Changes(t.Context(), before.Version))(t)
			same(t, "changed", idsOf(changes.Products), slices.Sorted(slices.Values([]int64{c, d})))
			line := lastLine(t, s)
			same(t, "audit", line.Action+" "+line.ObjectID+" "+*line.After, fmt.Sprintf(`reorder  {"moved":1,"name":"Tool 00003","move":{"id":%d,"was":%d,"after":%d}}`, d, e, c))
			undone := undo(t, s, version)
			same(t, "undone", fmt.Sprint(undone, order()), fmt.Sprint(1, []int64{e, d, c, a, b}))
			undo(t, s, version+1)
			same(t, "undone again", order(), []int64{e, c, d, a, b})
		})
		t.Run("writes nothing where it stands there already", func(t *testing.T) {
			before := readAll(t, s)
			same(t, "version", move(t, c, e), before.Version)
			same(t, "catalogue", readAll(t, s), before)
		})
		t.Run("numbers all products anew where one has no number yet", func(t *testing.T) {
			added := create(t, s, draft("Added"))
			move(t, c, d)
			same(t, "order", order(), []int64{added.ID, e, d, c, a, b})
			move(t, c, e)
			remove(t, s, added.ID)
			move(t, b, e)
			same(t, "order without the first", order(), []int64{e, b, c, d, a})
			move(t, b, a)
		})
		t.Run("takes the product that it precedes, or a place", func(t *testing.T) {
			for _, c := range []struct {
				id   int64
				to   catalog.MoveTarget
				want []int64
			}{
				{b, catalog.MoveTarget{Before: e}, []int64{b, e, c, d, a}},
				{b, catalog.MoveTarget{Before: a}, []int64{e, c, d, b, a}},
				{a, catalog.MoveTarget{Place: 1}, []int64{a, e, c, d, b}},
				{a, catalog.MoveTarget{Place: 5}, []int64{e, c, d, b, a}},
				{b, catalog.MoveTarget{Place: 2}, []int64{e, b, c, d, a}},
			} {
				noError(t, errOf(s.MoveProduct(t.Context(), "w", c.id, c.to)))
				same(t, fmt.Sprint("order after ", c.to), order(), c.want)
			}
		})
		t.Run("refuses unknown products", func(t *testing.T) {
			check := unchanged(t, s)
			for _, c := range [][2]int64{{999, a}, {a, 999}, {gone.ID, a}, {a, gone.ID}, {a, a}, {0, a}, {-1, a}, {a, -1}} {
				wantFault(t, errOf(s.MoveProduct(t.Context(), "w", c[0], catalog.MoveTarget{After: c[1]})), fault.Invalid)
			}
			for _, to := range []catalog.MoveTarget{{Before: a}, {Before: 999}, {Before: gone.ID}, {Place: 6}} {
				wantFault(t, errOf(s.MoveProduct(t.Context(), "w", a, to)), fault.Invalid)
			}
			check()
		})
		t.Run("is not undone after another move of it", func(t *testing.T) {
			version := move(t, a, e)
			move(t, a, b)
			undoRefused(t, s, version)
		})
		t.Run("does not keep a change of what it passed from being undone", func(t *testing.T) {
			version, _ := changeAll(t, s, catalog.BulkChange{HasDeal: of(true)}, b, c)
			move(t, d, 0)
			want := order()
			same(t, "undone", undo(t, s, version), 2)
			same(t, "order", order(), want)
		})
	})
}

// byDisplayOrder are all products by their display orders, which must be different ones from 1 on.
func byDisplayOrder(t *testing.T, s *store.Store) []catalog.Product {
	t.Helper()
	products := readAll(t, s).Products
	slices.SortFunc(products, func(a, b catalog.Product) int { return a.DisplayOrder - b.DisplayOrder })
	for i, p := range products {
		if p.DisplayOrder < 1 || p.DisplayOrder > catalog.MaxDisplayOrder || i > 0 && p.DisplayOrder == products[i-1].DisplayOrder {
			t.Fatalf("product %d, the %dth, is at %d", p.ID, i+1, p.DisplayOrder)
		}
	}
	return products
}

func TestMoveProductAmongMany(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		importAll(t, s, importRows(1_100)) // the import makes gaps
		products := readAll(t, s).Products
		draw := rand.New(rand.NewPCG(1, 2))
		for step := range 40 {
			if step%8 == 7 { // a new product is at 0 until the next move
				created := create(t, s, draft(fmt.Sprintf("New %d", step)))
				products = slices.Insert(products, 0, created)
			}
			want := idsOf(products)
			at := draw.IntN(len(want))
			id := want[at]
			want = slices.Delete(want, at, at+1)
			to := []int{0, 500, len(want), draw.IntN(len(want))}[step%4] // also often to the same place
			after := int64(0)
			if to > 0 {
				after = want[to-1]
			}
			want = slices.Insert(want, to, id)
			version := must(s.MoveProduct(t.Context(), "mover", id, catalog.MoveTarget{After: after}))(t)
			moved := byDisplayOrder(t, s)
			same(t, "order", idsOf(moved), want)
			if changed := differing(products, moved); changed > 20 {
				t.Errorf("%d products got another number", changed)
			}
			if step%5 == 4 {
				undo(t, s, version)
				moved = byDisplayOrder(t, s)
				same(t, "order after undo", idsOf(moved), idsOf(products))
			}
			products = moved
		}
	})
}

// A list without gaps, as a file that lacks some tools or an earlier version left it, gets them at the next start or by the
// clock: the first move does not number all products.
func TestMoveProductAfterStart(t *testing.T) {
	for name, place := range map[string]func(at int) int{
		"unplaced":                            func(int) int { return 0 },
		"placed from 1":                       func(at int) int { return at + 1 },
		"placed at the end, before some gaps": func(at int) int { return catalog.MaxDisplayOrder - 2_200 + at + max(0, at-1_080)*10 },
	} {
		t.Run(name, func(t *testing.T) {
			storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
				rows := placedRows(1_101, place)
				s := storetest.OpenAt(t, o)
				importAll(t, s, rows[1_100:])
				importAll(t, s, rows[:1_100])
				before := siteOrder(readAll(t, s).Products)
				same(t, "again", importAll(t, s, rows[:1_100]).Unchanged, 1_100)
				if name == "placed from 1" { // a site that is open does it by the clock
					noError(t, s.SpreadOrder(t.Context()))
				} else {
					s = storetest.OpenAt(t, o)
				}
				same(t, "order", siteOrder(byDisplayOrder(t, s)), before)
				moveOne(t, s)
				version := readAll(t, s).Version
				same(t, "version after another start", readAll(t, storetest.OpenAt(t, o)).Version, version)
			})
		})
	}
}

// A file that says the place of each of many tools makes gaps too. Where their order is there already it changes nothing, and
// what it changes can be undone.
func TestMoveProductAfterImport(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := placedRows(1_100, func(at int) int { return at + 1 })
		for _, half := range [][]catalog.ImportRow{rows[550:], rows} {
			importAll(t, s, half)
		}
		first := moveOne(t, s)
		for i := range rows {
			rows[i].Draft.DisplayOrder = len(rows) - i
		}
		importAll(t, s, rows)
		reordered := readAll(t, s)
		same(t, "again", importAll(t, s, rows).Unchanged, len(rows))
		undo(t, s, reordered.Version)
		same(t, "order after undo", idsOf(byDisplayOrder(t, s)), first)
	})
}

// placedRows returns rows that say their places.
func placedRows(count int, place func(at int) int) []catalog.ImportRow {
	rows := importRows(count)
	for i := range rows {
		rows[i].Draft.DisplayOrder = place(i)
		rows[i].Sets |= catalog.FieldsNamed("displayOrder")
	}
	return rows
}

// moveOne moves a product, which must find a free number, and returns the order.
func moveOne(t *testing.T, s *store.Store) []int64 {
	t.Helper()
	before := byDisplayOrder(t, s)
	must(s.MoveProduct(t.Context(), "mover", before[900].ID, catalog.MoveTarget{After: before[2].ID}))(t)
	after := byDisplayOrder(t, s)
	if changed := differing(before, after); changed != 1 {
		t.Errorf("%d products got another number", changed)
	}
	return idsOf(after)
}

// A move in a list that has become dense since the start makes gaps and moves, and so does its undo.
func TestMoveProductWithoutRoom(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := placedRows(2_301, func(at int) int { return at + 1 })
		importAll(t, s, rows[2_300:])
		importAll(t, s, rows[:2_300])
		before := idsOf(byDisplayOrder(t, s))
		values := 0
		s.OnQuery(func(_ string, args []any) { values = max(values, len(args)) })
		version := must(s.MoveProduct(t.Context(), "mover", before[2_200], catalog.MoveTarget{After: before[4]}))(t)
		s.OnQuery(nil)
		if values > 20 {
			t.Errorf("a statement has %d values: it names each product", values)
		}
		moved := byDisplayOrder(t, s)
		same(t, "order", idsOf(moved), slices.Insert(slices.Delete(slices.Clone(before), 2_200, 2_201), 5, before[2_200]))
		undo(t, s, version)
		undone := byDisplayOrder(t, s)
		same(t, "order after undo", idsOf(undone), before)
		if changed := differing(moved, undone); changed != 1 {
			t.Errorf("the undo gave %d products another number", changed)
		}
	})
}

// differing is how many products have another number than before.
func differing(before, after []catalog.Product) (count int) {
	orders := map[int64]int{}
	for _, p := range before {
		orders[p.ID] = p.DisplayOrder
	}
	for _, p := range after {
		if orders[p.ID] != p.DisplayOrder {
			count++
		}
	}
	return count
}

// The order is read from an index: sorting tens of thousands of products takes longer than all else that a move does.
func TestMoveProductIndex(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		sqlTx := must(s.Reader().BeginTx(t.Context(), nil))(t)
		defer func() { _ = sqlTx.Rollback() }()
		explain, columns := "EXPLAIN QUERY PLAN ", []any{new(any), new(any), new(any)}
		if s.Postgres() {
			explain, columns = "EXPLAIN ", nil
			if _, err := sqlTx.ExecContext(t.Context(), "SET LOCAL enable_seqscan = off"); err != nil { // it is best for few rows
				t.Fatal(err)
			}
		}
		rows := must(sqlTx.QueryContext(t.Context(), explain+store.OrderQuery))(t)
		defer rows.Close()
		var plan, step string
		for rows.Next() {
			noError(t, rows.Scan(append(columns, &step)...))
			plan += step + "\n"
		}
		noError(t, rows.Err())
		if !strings.Contains(plan, "products_order") || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") {
			t.Errorf("the products are sorted:\n%s", plan)
		}
	})
}
