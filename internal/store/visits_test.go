package store_test

import (
	"sync"
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
	"vitrine/internal/visits"
)

func addVisits(t *testing.T, s *store.Store, counts ...visits.Count) {
	t.Helper()
	if err := s.AddVisits(t.Context(), counts); err != nil {
		t.Fatalf("add visits: %v", err)
	}
}

func tally(opens, visited int64) visits.Tally { return visits.Tally{Opens: opens, Visits: visited} }

// Visits add up by product and day.
func TestVisitTotals(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		addVisits(t, s, visits.Count{Product: 1, Day: 99, Tally: tally(1, 0)}, visits.Count{Product: 1, Day: 100, Tally: tally(5, 2)})
		addVisits(t, s, visits.Count{Product: 1, Day: 100, Tally: tally(1, 1)}, visits.Count{Product: 2, Day: 100, Tally: tally(0, 7)})
		products, err := s.VisitedProducts(t.Context(), 100)
		same(t, "products", products, []visits.ProductTotal{{Product: 1, Tally: tally(6, 3)}, {Product: 2, Tally: tally(0, 7)}})
		days, err2 := s.VisitedDays(t.Context(), 99)
		same(t, "days", days, []visits.DayTotal{{Day: 99, Tally: tally(1, 0)}, {Day: 100, Tally: tally(6, 10)}})
		one, err3 := s.ProductVisits(t.Context(), 1, 99, 100)
		same(t, "days of a product", one, []visits.DayTotal{{Day: 99, Tally: tally(1, 0)}, {Day: 100, Tally: tally(6, 3)}})
		all, err5 := s.VisitCounts(t.Context(), 99)
		same(t, "all", all, []visits.Count{{Product: 1, Day: 99, Tally: tally(1, 0)}, {Product: 1, Day: 100, Tally: tally(6, 3)}, {Product: 2, Day: 100, Tally: tally(0, 7)}})
		none, err4 := s.ProductVisits(t.Context(), 1, 101, 101+visits.RetentionDays)
		same(t, "days without a visit", none, []visits.DayTotal{})
		for _, err := range []error{err, err2, err3, err4, err5} {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Visits move no version, and are not in the audit.
func TestVisitVersion(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := create(t, s, draft("One"))
		before, lines := readAll(t, s).Version, len(auditLines(t, s))
		addVisits(t, s, visits.Count{Product: p.ID, Day: 100, Tally: tally(1, 1)})
		if err := s.PruneVisits(t.Context(), 101); err != nil {
			t.Fatal(err)
		}
		if readAll(t, s).Version != before || len(auditLines(t, s)) != lines {
			t.Error("counting changed the catalogue's version or its audit")
		}
	})
}

// Visits that two copies of the program count add up.
func TestVisitsOfTwoCopies(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		const rounds, products = 20, 1500 // more than one statement takes
		counts := make([]visits.Count, products)
		for i := range counts {
			counts[i] = visits.Count{Product: int64(i + 1), Day: 100, Tally: tally(1, 2)}
		}
		copies := []*store.Store{storetest.OpenAt(t, o), storetest.OpenAt(t, o)}
		var all sync.WaitGroup
		for _, s := range copies {
			all.Go(func() {
				for range rounds {
					if err := s.AddVisits(t.Context(), counts); err != nil {
						t.Errorf("add visits: %v", err)
					}
				}
			})
		}
		all.Wait()
		days, err := copies[0].VisitedDays(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		const each = 2 * rounds * products
		same(t, "total", days, []visits.DayTotal{{Day: 100, Tally: tally(each, 2*each)}})
	})
}

// Old visits are deleted, and those of a deleted product stay.
func TestVisitRetention(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		kept, deleted := create(t, s, draft("Kept")), create(t, s, draft("Deleted"))
		if err := s.DeleteProduct(t.Context(), "tester", deleted.ID); err != nil { // it can come back
			t.Fatal(err)
		}
		addVisits(t, s,
			visits.Count{Product: kept.ID, Day: 99, Tally: tally(1, 1)}, visits.Count{Product: kept.ID, Day: 100, Tally: tally(2, 2)},
			visits.Count{Product: deleted.ID, Day: 100, Tally: tally(3, 3)})
		if err := s.PruneVisits(t.Context(), 100); err != nil {
			t.Fatal(err)
		}
		left, err := s.VisitedProducts(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "what is left", left, []visits.ProductTotal{{Product: kept.ID, Tally: tally(2, 2)}, {Product: deleted.ID, Tally: tally(3, 3)}})
	})
}
