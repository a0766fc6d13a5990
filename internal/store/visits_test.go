package store_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

func addVisits(t *testing.T, s *store.Store, counts ...visits.Count) {
	t.Helper()
	noError(t, s.AddVisits(t.Context(), counts))
}

func tally(opens, visited int64) visits.Tally { return visits.Tally{Views: opens, Clicks: visited} }

func TestVisits(t *testing.T) {
	eachWorld(t, worldTests{
		"from issues add up by issue and product, and are none of a day": func(t *testing.T, s *store.Store, _ *world) {
			for range 2 {
				addVisits(t, s, visits.Count{Product: 1, Day: 100, Tally: tally(0, 1)}, visits.Count{Product: 1, Issue: 4, Tally: tally(0, 2)}, visits.Count{Product: 2, Issue: 5, Tally: tally(0, 3)})
			}
			var of4, of5 int64
			noError(t, s.ReadOne(t.Context(), "read", &of4, "SELECT visits FROM newsletter_visits WHERE issue = 4 AND product_id = 1"))
			noError(t, s.ReadOne(t.Context(), "read", &of5, "SELECT visits FROM newsletter_visits WHERE issue = 5 AND product_id = 2"))
			same(t, "visits from issues", []int64{of4, of5}, []int64{4, 6})
			same(t, "products", must(s.VisitedProducts(t.Context(), 0))(t), []visits.ProductTotal{{Product: 1, Tally: tally(0, 2)}})
		},
		"add up by product and day": func(t *testing.T, s *store.Store, _ *world) {
			addVisits(t, s, visits.Count{Product: 1, Day: 99, Tally: tally(1, 0)}, visits.Count{Product: 1, Day: 100, Tally: tally(5, 2)})
			addVisits(t, s, visits.Count{Product: 1, Day: 100, Tally: tally(1, 1)}, visits.Count{Product: 2, Day: 100, Tally: tally(0, 7)})
			products := must(s.VisitedProducts(t.Context(), 100))(t)
			same(t, "products", products, []visits.ProductTotal{{Product: 1, Tally: tally(6, 3)}, {Product: 2, Tally: tally(0, 7)}})
			days := must(s.VisitedDays(t.Context(), 99))(t)
			same(t, "days", days, []visits.DayTotal{{Day: 99, Tally: tally(1, 0)}, {Day: 100, Tally: tally(6, 10)}})
			one := must(s.ProductVisits(t.Context(), 1, 99, 100))(t)
			same(t, "days of a product", one, []visits.DayTotal{{Day: 99, Tally: tally(1, 0)}, {Day: 100, Tally: tally(6, 3)}})
			all := must(s.VisitCounts(t.Context(), 99))(t)
			same(t, "all", all, []visits.Count{{Product: 1, Day: 99, Tally: tally(1, 0)}, {Product: 1, Day: 100, Tally: tally(6, 3)}, {Product: 2, Day: 100, Tally: tally(0, 7)}})
			same(t, "days without a visit", must(s.ProductVisits(t.Context(), 1, 101, 101+visits.RetentionDays))(t), []visits.DayTotal{})
		},
		"of pages add up by day and page, apart from those to products, and old ones are deleted": func(t *testing.T, s *store.Store, _ *world) {
			count := func(kind visits.Kind, key string, day visits.Day, views int64) visits.Count {
				return visits.Count{Page: visits.Page{Kind: kind, Key: key}, Day: day, Tally: tally(views, 0)}
			}
			for range 2 {
				addVisits(t, s, visits.Count{Product: 1, Day: 100, Tally: tally(1, 1)}, count(visits.Alternatives, "1", 100, 2), count(visits.Collection, "1", 99, 3),
					count(visits.Collection, "1", 100, 4), count(visits.Comparison, "1,2", 100, 7), visits.Count{Product: 1, Issue: 4, Tally: tally(0, 1)})
			}
			views := func(kind visits.Kind, from visits.Day, keys ...string) map[string]int64 {
				t.Helper()
				return must(s.PageViews(t.Context(), kind, keys, from, 100))(t)
			}
			same(t, "two days", views(visits.Collection, 99, "1", "2"), map[string]int64{"1": 14})
			same(t, "a day", views(visits.Collection, 100, "1"), map[string]int64{"1": 8})
			same(t, "alternatives", views(visits.Alternatives, 1, "1", "1,2"), map[string]int64{"1": 4})
			same(t, "no pages", views(visits.Comparison, 1), map[string]int64{})
			same(t, "no days", views(visits.Comparison, 101, "1,2"), map[string]int64{})
			most := must(s.MostViewedPages(t.Context(), 99, 2))(t)
			same(t, "most viewed", most, []visits.PageTotal{{Page: visits.Page{Kind: visits.Collection, Key: "1"}, Views: 14}, {Page: visits.Page{Kind: visits.Comparison, Key: "1,2"}, Views: 14}})
			same(t, "products", must(s.VisitedProducts(t.Context(), 0))(t), []visits.ProductTotal{{Product: 1, Tally: tally(2, 2)}})
			noError(t, s.PruneVisits(t.Context(), 100))
			same(t, "after old ones are deleted", views(visits.Collection, 99, "1"), map[string]int64{"1": 8})
		},
		"move no version, and are not in the audit": func(t *testing.T, s *store.Store, _ *world) {
			p := create(t, s, draft("One"))
			check := unchanged(t, s)
			addVisits(t, s, visits.Count{Product: p.ID, Day: 100, Tally: tally(1, 1)})
			noError(t, s.PruneVisits(t.Context(), 101))
			check()
		},
		"are deleted when they are old; those of a deleted product stay": func(t *testing.T, s *store.Store, _ *world) {
			kept, deleted := create(t, s, draft("Kept")), create(t, s, draft("Deleted"))
			if err := s.DeleteProduct(t.Context(), "tester", deleted.ID); err != nil { // it can come back
				t.Fatal(err)
			}
			addVisits(t, s,
				visits.Count{Product: kept.ID, Day: 99, Tally: tally(1, 1)}, visits.Count{Product: kept.ID, Day: 100, Tally: tally(2, 2)},
				visits.Count{Product: deleted.ID, Day: 100, Tally: tally(3, 3)})
			noError(t, s.PruneVisits(t.Context(), 100))
			left := must(s.VisitedProducts(t.Context(), 0))(t)
			same(t, "what is left", left, []visits.ProductTotal{{Product: kept.ID, Tally: tally(2, 2)}, {Product: deleted.ID, Tally: tally(3, 3)}})
		},
		"that two copies of the program count add up": func(t *testing.T, s *store.Store, w *world) {
			copies := []*store.Store{s, w.another(t)}
			const rounds, products = 20, 1500 // more than one statement takes
			counts := make([]visits.Count, products)
			for i := range counts {
				counts[i] = visits.Count{Product: int64(i + 1), Day: 100, Tally: tally(1, 2)}
			}
			atOnce(t, 2, fault.Internal, func(i int) error {
				for range rounds {
					if err := copies[i].AddVisits(t.Context(), counts); err != nil {
						return err
					}
				}
				return nil
			})
			days := must(copies[0].VisitedDays(t.Context(), 100))(t)
			const opens = 2 * rounds * products
			same(t, "total", days, []visits.DayTotal{{Day: 100, Tally: tally(opens, 2*opens)}})
		},
	})
}
