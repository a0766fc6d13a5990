package browse

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// someVisits draws visits of some of these products; numbers collide often.
func someVisits(t *rapid.T, products []catalog.Product) map[int64]int64 {
	visits := map[int64]int64{}
	for _, p := range products {
		if n := rapid.Int64Range(0, 3).Draw(t, "visits"); n > 0 {
			visits[p.ID] = n
		}
	}
	return visits
}

// byVisitsOf are the ids of the query's matches, the most visited first.
func byVisitsOf(s *memoryStore, p *Snapshot, q Query, visits map[int64]int64) []int64 {
	q.Sort = SortManual
	list := newPlain(s, p, q).ids(q)
	slices.SortStableFunc(list, func(a, b int64) int { return cmp.Compare(visits[b], visits[a]) })
	return list
}

// The most visited come first, then the default order.
func TestPopularOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 30)
		visits := someVisits(t, s.sorted())
		p := s.snapshot().visited(visits)
		q := aQuery().Draw(t, "query")
		q.Sort, q.Limit = SortPopular, rapid.IntRange(1, 6).Draw(t, "limit")
		same(t, fmt.Sprint("by the visits ", visits), walk(t, p, q), byVisitsOf(s, p, q, visits))
	})
}

// Numbers of visits stay with their products through every change.
func TestPopularAfterChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 20)
		l := live(t, s)
		visits := someVisits(t, s.sorted())
		l.SetVisits(maps.Clone(visits))
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			s.scramble(t)
			if rapid.Bool().Draw(t, "rename a category") && len(s.categories) > 0 { // the whole catalogue is read again
				s.categories[0].Name += "!"
				for id, p := range s.products {
					p.Categories = []string{s.categories[0].Name}
					s.products[id] = p
				}
				s.put()
			}
			renew(t, l)
		}
		wantIDs(t, listed(t, l.Snapshot(), Query{Sort: SortPopular}).Items, byVisitsOf(s, l.Snapshot(), Query{}, visits)...)
	})
}

// Popularity moves with the numbers of visits, and the version does not.
func TestPopularityVersion(t *testing.T) {
	l := live(t, newStore(tool(1, "one"), tool(2, "two")))
	first := l.Snapshot()
	if first.Popularity() <= 0 {
		t.Fatal("popularity is zero, which stands for none")
	}
	l.SetVisits(map[int64]int64{1: 5, 99: 7})
	second := l.Snapshot()
	expect(t, second, Query{Sort: SortPopular}, 1, 2)
	expect(t, first, Query{Sort: SortPopular}, 2, 1)
	expect(t, second, Query{}, 2, 1)
	same(t, "the same version, with another popularity",
		[]bool{second.Version() == first.Version(), second.Popularity() != first.Popularity()}, []bool{true, true})
	l.SetVisits(map[int64]int64{1: 5})
	same(t, "the popularity with the same numbers", l.Snapshot().Popularity(), second.Popularity())
	l.SetVisits(nil)
	expect(t, l.Snapshot(), Query{Sort: SortPopular}, 2, 1)
}

// Reading the whole catalogue does not reset popularity.
func TestPopularityAfterReload(t *testing.T) {
	s := newStore(tool(1, "one"), tool(2, "two"))
	l := live(t, s)
	for n := range int64(5) {
		l.SetVisits(map[int64]int64{1: n + 1})
	}
	before := l.Snapshot().Popularity()
	s.categories[0].Name = "Prose"
	s.put(tool(1, "one", in("Prose")), tool(2, "two", in("Prose")))
	renew(t, l)
	if s.fullReads != 2 || l.Snapshot().Popularity() <= before {
		t.Errorf("%d snapshots; popularity %d after %d", s.fullReads, l.Snapshot().Popularity(), before)
	}
}

// Paging by visits goes on after the product shown last.
func TestPagingPopular(t *testing.T) {
	s := newStore(tool(1, "one"), tool(2, "two"), tool(3, "three"), tool(4, "four"))
	p := s.snapshot().visited(map[int64]int64{1: 40, 2: 30, 3: 20, 4: 10})
	first := listed(t, p, Query{Sort: SortPopular, Limit: 2})
	rest := Query{Sort: SortPopular, Limit: 2, Cursor: first.Next}
	expect(t, p.visited(map[int64]int64{1: 80, 2: 60, 3: 45, 4: 20}), rest, 3, 4) // all have grown
	s.remove(2)
	expect(t, s.snapshot().visited(map[int64]int64{1: 40, 3: 20, 4: 10}), rest, 3, 4)
}
