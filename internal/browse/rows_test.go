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

func liveAt(t *testing.T, c *clock, s Store) *Live { return liveBy(t, c.now, s) }

// liveBy is live by another clock.
func liveBy(t *testing.T, now func() time.Time, s Store) *Live {
	t.Helper()
	l, err := NewLive(t.Context(), s, now)
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

// others are enough further products that the home page has rows: old, and of a bulk import.
func others() []catalog.Product {
	return several(1000, leastForRows, createdDaysAgo(40), func(p *catalog.Product) { p.InBulk, p.DisplayOrder = true, 9 })
}

func TestRows(t *testing.T) {
	old := createdDaysAgo(30)
	t.Run("a product is in the first row that it fits", func(t *testing.T) {
		s := newStore(slices.Concat(others(), several(11, 3, old), several(21, 5))...)
		l := live(t, s)
		l.SetVisits(map[int64]int64{11: 90, 12: 28, 13: 28, 21: 100, 22: leastPopular - 1})
		wantRows(t, l.Snapshot(), map[RowKind][]int64{RowPopular: {21, 11, 13, 12}, RowNew: {25, 24, 23, 22}})
	})
	t.Run("fewer than four are no row, and free for others", func(t *testing.T) {
		s := newStore(slices.Concat(others(), several(11, 2, old), several(21, 4))...)
		l := live(t, s)
		l.SetVisits(map[int64]int64{11: 90, 12: 28, 21: 100})
		wantRows(t, l.Snapshot(), map[RowKind][]int64{RowNew: {24, 23, 22, 21}})
		s.remove(22)
		renew(t, l)
		wantRows(t, l.Snapshot(), map[RowKind][]int64{})
	})
	t.Run("a site that shows its products on the first screen has none", func(t *testing.T) {
		l := live(t, newStore(several(1, leastForRows-1)...))
		visits := map[int64]int64{}
		for id := range int64(leastForRows) {
			visits[id] = 1000
		}
		l.SetVisits(visits)
		wantRows(t, l.Snapshot(), map[RowKind][]int64{})
	})
	t.Run("an empty catalogue has none", func(t *testing.T) {
		wantRows(t, live(t, newStore()).Snapshot(), map[RowKind][]int64{})
	})
}

// One product a day is on display: described, with a price, in no other row and not on the first screen. A new one that is not described changes nothing.
func TestOnDisplay(t *testing.T) {
	long := func(p *catalog.Product) { p.Description = strings.Repeat("A", wellDescribed) }
	priced := func(p *catalog.Product) { p.Type = catalog.Free }
	unpriced := func(p *catalog.Product) { p.Type = catalog.Unknown }
	old := createdDaysAgo(30)
	s := newStore(slices.Concat(others(), several(1, 4, old), several(401, DefaultLimit, long, priced, old, at(0, 0)), several(11, 2*choiceOfDay, long, priced, old, at(1, 0)), several(201, 9, long, unpriced, old))...)
	c := &clock{noon}
	l := liveAt(t, c, s)
	l.SetVisits(map[int64]int64{1: 90, 2: 90, 3: 90, 11: 90})
	today := func() int64 {
		t.Helper()
		rows := l.Snapshot().Home().Rows()
		last := rows[len(rows)-1]
		same(t, "the row", last.Kind, RowToday)
		return ids(last.Items)[0]
	}
	first, shown := today(), map[int64]bool{}
	s.put(several(301, 1, unpriced, old)[0])
	renew(t, l)
	same(t, "the tool of the day after a change", today(), first)
	for range 30 {
		c.Time = c.AddDate(0, 0, 1)
		l.SetVisits(map[int64]int64{1: 90, 2: 90, 3: 90, 11: 90})
		shown[today()] = true
	}
	if len(shown) < 10 {
		t.Errorf("%d tools in 30 days", len(shown))
	}
	for id := range shown {
		if id <= 11 || id > 10+2*choiceOfDay {
			t.Errorf("%d is on display", id)
		}
	}
}

// Where nothing is popular, the home page shows a well described product with a price of each of the largest categories,
// and none that stands on its first screen anyway.
func TestWorthALook(t *testing.T) {
	long := func(p *catalog.Product) { p.Description = strings.Repeat("A", wellDescribed) }
	priced := func(p *catalog.Product) { p.Type = catalog.Free }
	unpriced := func(p *catalog.Product) { p.Type = catalog.Unknown }
	const old = 30 * 24 * time.Hour
	s := newStore(slices.Concat(others(),
		several(1, DefaultLimit, long, priced, in("A"), at(1, old)), // the first screen
		several(21, 1, priced, in("A"), at(2, old)),                 // a short description
		several(22, 1, long, unpriced, in("A"), at(2, old)),         // no price
		several(23, 1, long, priced, in("B", "A"), at(2, old)),      // A comes second
		several(24, 9, long, priced, in("A"), at(3, old)),
		several(41, 6, long, priced, in("B"), at(3, old)),
		several(51, 5, long, priced, in("C"), at(3, old)),
		several(61, 4, long, priced, in("D"), at(3, old)),
		several(71, 3, unpriced, long, in("E"), at(3, old)),
	)...)
	l := live(t, s)
	l.SetVisits(map[int64]int64{1: leastPopular - 1, 2: 3, 3: 3, 4: 3})
	row := l.Snapshot().Home().Rows()[0]
	same(t, "the row", row.Kind, RowWorth)
	same(t, "its products", ids(row.Items), []int64{32, 23, 55, 64})
	categories := []string{}
	for _, it := range row.Items {
		categories = append(categories, it.firstCategory())
	}
	same(t, "their categories", categories, []string{"A", "B", "C", "D"})
}

// At most one product in ten is new, whatever the time says; a bulk import counts for nothing.
func TestNewIsOneInTen(t *testing.T) {
	s := newStore(slices.Concat(several(1, 20, createdDaysAgo(2)), several(101, 20, createdDaysAgo(1), func(p *catalog.Product) { p.InBulk = true }))...)
	for id, days := range map[int64]int{1: 1, 2: 0, 3: 1} {
		s.put(several(id, 1, createdDaysAgo(days))...)
	}
	snapshot, fresh := live(t, s).Snapshot(), []int64{}
	for it := range snapshot.All() {
		if bytes.Contains(snapshot.AppendCard(nil, it), []byte(`"isNew":true`)) {
			fresh = append(fresh, it.id)
		}
	}
	slices.Sort(fresh)
	same(t, "the new products of 40", fresh, []int64{1, 2, 3})
}

// The home page shows the latest three collections that have products.
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
	same(t, "the latest", slugs(), []string{"c6", "c5", "c4"})
	s.collect(collection(5, 0))
	s.collect(collection(4, -1, 1))
	renew(t, l)
	same(t, "without an empty one and a draft", slugs(), []string{"c6", "c3", "c2"})
	s.remove(2) // c1, c3 and c5 are empty with it
	renew(t, l)
	same(t, "two are enough", slugs(), []string{"c6", "c2"})
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
	l := liveAt(t, c, newStore(append(others(), several(1, 5, createdDaysAgo(1))...)...))
	l.SetVisits(map[int64]int64{})
	all := map[RowKind][]int64{RowNew: {5, 4, 3, 2}}
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
	wantRows(t, l.Snapshot(), map[RowKind][]int64{RowNew: {5, 4, 3, 2}})
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
	l := liveAt(t, c, newStore(append(others(), several(1, 4, createdDaysAgo(30))...)...))
	before := l.Snapshot().Generation()
	l.SetVisits(map[int64]int64{1: 24, 2: 23, 3: 22, 4: 21})
	wantRows(t, l.Snapshot(), map[RowKind][]int64{RowPopular: {1, 2, 3, 4}})
	first := l.Snapshot().Generation()
	if first == before {
		t.Error("the first visits are no new generation")
	}
	l.SetVisits(map[int64]int64{1: 24, 2: 30, 3: 22, 4: 21})
	wantRows(t, l.Snapshot(), map[RowKind][]int64{RowPopular: {1, 2, 3, 4}})
	if row := l.Snapshot().Home().Rows()[0]; row.Items[1].visits != 23 || l.Snapshot().Generation() != first {
		t.Errorf("within the hour: %d visits, generation %d after %d", row.Items[1].visits, l.Snapshot().Generation(), first)
	}
	c.Time = c.Add(time.Hour)
	l.SetVisits(map[int64]int64{1: 24, 2: 31, 3: 22, 4: 21})
	wantRows(t, l.Snapshot(), map[RowKind][]int64{RowPopular: {2, 1, 3, 4}})
}

// Whatever the catalogue: no product is in two rows, and no row has fewer than four or more than eight.
func TestRowsAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 80)
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
