package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

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
		importAll(t, s, importRows(1_100)) // all of them at 0
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
			version := must(s.MoveProduct(t.Context(), "mover", id, after))(t)
			moved := byDisplayOrder(t, s)
			same(t, "order", idsOf(moved), want)
			if changed := differing(products, moved); step > 0 && changed > 20 {
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
