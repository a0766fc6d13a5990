package browse

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func featured(p *catalog.Product) { p.IsFeatured = true }
func deal(p *catalog.Product)     { p.HasDeal = true }

// createdDaysAgo is for a product created that many days before noon.
func createdDaysAgo(days int) func(*catalog.Product) {
	return func(p *catalog.Product) { p.CreatedAt = noon.AddDate(0, 0, -days) }
}

// clock is a time that a test moves.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

func liveAt(t *testing.T, c *clock, s Store) *Live {
	t.Helper()
	l, err := NewLive(t.Context(), s, c.now)
	noError(t, err)
	return l
}

func wantRows(t *testing.T, p *Snapshot, want map[RowKind][]int64) {
	t.Helper()
	got := map[RowKind][]int64{}
	for _, row := range p.Home().Rows() {
		got[row.Kind] = ids(row.Items)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("rows %v, want %v", got, want)
	}
}

func TestRows(t *testing.T) {
	old := createdDaysAgo(30)
	t.Run("a product is in the first row that it fits", func(t *testing.T) {
		s := newStore(slices.Concat(several(1, 5, featured, deal), several(11, 4, deal, old))...)
		s.put(several(21, 7)...)
		l := live(t, s)
		l.SetVisits(map[int64]int64{1: 100, 11: 9, 12: 8, 13: 8, 14: 7, 21: 90, 22: 1})
		wantRows(t, l.Snapshot(), map[RowKind][]int64{
			RowFeatured: {5, 4, 3, 2, 1},
			RowNew:      {27, 26, 25, 24, 23, 22},
			RowVisited:  {21, 11, 13, 12, 14},
		})
	})
	t.Run("fewer than four are no row, and free for others", func(t *testing.T) {
		s := newStore(slices.Concat(several(1, 3, featured, old), several(4, 4, deal, old), several(8, 3))...)
		l := live(t, s)
		l.SetVisits(map[int64]int64{1: 3, 2: 2, 8: 1})
		wantRows(t, l.Snapshot(), map[RowKind][]int64{RowDeals: {7, 6, 5, 4}})
		l = live(t, s)
		l.SetVisits(map[int64]int64{1: 3, 2: 2, 3: 2, 4: 1})
		wantRows(t, l.Snapshot(), map[RowKind][]int64{RowVisited: {1, 3, 2, 4}})
	})
	t.Run("an empty catalogue has none", func(t *testing.T) {
		wantRows(t, live(t, newStore()).Snapshot(), map[RowKind][]int64{})
	})
	t.Run("a change is in them at once", func(t *testing.T) {
		s := newStore(several(1, 4, old)...)
		l := live(t, s)
		s.put(several(1, 4, old, featured)...)
		renew(t, l)
		wantRows(t, l.Snapshot(), map[RowKind][]int64{RowFeatured: {4, 3, 2, 1}})
		s.remove(2)
		renew(t, l)
		wantRows(t, l.Snapshot(), map[RowKind][]int64{})
	})
}

// The home page shows the latest four collections that have products, and fewer are none.
func TestHomeCollections(t *testing.T) {
	s := newStore(tool(1, "one"), tool(2, "two"))
	for id := int64(1); id <= 6; id++ {
		s.collect(collection(id, 0, 1+id%2)) // each is published after the one before
	}
	l := live(t, s)
	slugs := func() (list []string) {
		for _, c := range l.Snapshot().Home().Collections() {
			list = append(list, c.Slug)
		}
		return list
	}
	same(t, "the latest", slugs(), []string{"c6", "c5", "c4", "c3"})
	s.collect(collection(5, 0))
	s.collect(collection(4, -1, 1))
	renew(t, l)
	same(t, "without an empty one and a draft", slugs(), []string{"c6", "c3", "c2", "c1"})
	s.remove(2) // c1, c3 and c5 are empty with it
	renew(t, l)
	same(t, "fewer than four", len(slugs()), 0)
}

// The home page shows eight categories at most, and fewer than four are none.
func TestHomeCategories(t *testing.T) {
	s := newStore(tool(1, "one", in("A", "B", "C")))
	l := live(t, s)
	same(t, "three", len(l.Snapshot().Home().Categories()), 0)
	s.put(tool(2, "two", in("D")))
	renew(t, l)
	same(t, "four", len(l.Snapshot().Home().Categories()), 4)
	s.put(tool(3, "three", in("E", "F", "G", "H", "I")))
	renew(t, l)
	same(t, "nine", len(l.Snapshot().Home().Categories()), 8)
}

// Time alone takes products out of the row of new ones, and their badge off.
func TestRowsInTime(t *testing.T) {
	c := &clock{noon}
	l := liveAt(t, c, newStore(several(1, 5, createdDaysAgo(1))...))
	l.SetVisits(map[int64]int64{})
	all := map[RowKind][]int64{RowNew: {5, 4, 3, 2, 1}}
	wantRows(t, l.Snapshot(), all)
	first := l.Snapshot()
	tick := func(pass time.Duration) *Snapshot {
		c.Time = c.Add(pass)
		l.SetVisits(map[int64]int64{})
		return l.Snapshot()
	}
	if next := tick(time.Hour); next.Generation() != first.Generation() {
		t.Error("an hour in which nothing changed is a new generation")
	}
	week := tick(6*24*time.Hour - 30*time.Minute)
	wantRows(t, week, map[RowKind][]int64{})
	same(t, "another generation, of the same version", []bool{week.Generation() != first.Generation(), week.Version() == first.Version()},
		[]bool{true, true})
	it, _ := week.Product("1")
	isNew := func(s *Snapshot) bool { return bytes.Contains(s.AppendCard(nil, it), []byte(`"isNew":true`)) }
	if !isNew(week) {
		t.Error("a product of eight days has no badge")
	}
	if next := tick(7 * 24 * time.Hour); isNew(next) || next.Generation() == week.Generation() {
		t.Errorf("a product of 15 days: new %t, generation %d after %d", isNew(next), next.Generation(), week.Generation())
	}
}

// What came by a bulk import is not new, however young it is.
func TestInBulk(t *testing.T) {
	inBulk := func(p *catalog.Product) { p.InBulk = true }
	s := newStore(append(several(1, 5, createdDaysAgo(2)), several(6, 60, createdDaysAgo(1), inBulk)...)...)
	l := live(t, s)
	wantRows(t, l.Snapshot(), map[RowKind][]int64{RowNew: {5, 4, 3, 2, 1}})
	for id, want := range map[string]bool{"5": true, "6": false} {
		it, _ := l.Snapshot().Product(id)
		same(t, "the card of "+id, strings.Contains(string(l.Snapshot().AppendCard(nil, it)), fmt.Sprintf(`"isNew":%t`, want)), true)
	}
	page, _ := l.Snapshot().List(Query{Sort: SortLatest, InBulk: Without, Limit: 2})
	wantIDs(t, page.Items, 5, 4)
	s.remove(3)
	s.remove(4)
	renew(t, l)
	wantRows(t, l.Snapshot(), map[RowKind][]int64{})
}

// Visits change the row of the most visited once an hour: the first ones at once, and each number is of the same time.
func TestRowsOfVisits(t *testing.T) {
	c := &clock{noon}
	l := liveAt(t, c, newStore(several(1, 4, createdDaysAgo(30))...))
	before := l.Snapshot().Generation()
	l.SetVisits(map[int64]int64{1: 4, 2: 3, 3: 2, 4: 1})
	wantRows(t, l.Snapshot(), map[RowKind][]int64{RowVisited: {1, 2, 3, 4}})
	first := l.Snapshot().Generation()
	if first == before {
		t.Error("the first visits are no new generation")
	}
	l.SetVisits(map[int64]int64{1: 4, 2: 30, 3: 2, 4: 1})
	wantRows(t, l.Snapshot(), map[RowKind][]int64{RowVisited: {1, 2, 3, 4}})
	if row := l.Snapshot().Home().Rows()[0]; row.Items[1].visits != 3 || l.Snapshot().Generation() != first {
		t.Errorf("within the hour: %d visits, generation %d after %d", row.Items[1].visits, l.Snapshot().Generation(), first)
	}
	c.Time = c.Add(time.Hour)
	l.SetVisits(map[int64]int64{1: 4, 2: 31, 3: 2, 4: 1})
	wantRows(t, l.Snapshot(), map[RowKind][]int64{RowVisited: {2, 1, 3, 4}})
}

// Whatever the catalogue: no product is in two rows, and no row has fewer than four or more than six.
func TestRowsAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 40)
		l := live(t, s)
		l.SetVisits(someVisits(t, s.sorted()))
		seen := map[int64]bool{}
		for _, row := range l.Snapshot().Home().Rows() {
			if len(row.Items) < LeastRow || len(row.Items) > MaxRow {
				t.Fatalf("row %s has %d products", row.Kind, len(row.Items))
			}
			for _, it := range row.Items {
				if seen[it.id] {
					t.Fatalf("product %d is in two rows", it.id)
				}
				seen[it.id] = true
			}
		}
	})
}
