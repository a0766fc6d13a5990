package browse

import (
	"slices"
	"sort"
	"strconv"
	"time"
)

// Limits of the home page's rows.
const (
	MaxRow         = 6
	LeastRow       = 4
	homeCategories = 8
	newInRow       = 7 * 24 * time.Hour  // how long a product is in the row of new ones
	newOnCard      = 14 * 24 * time.Hour // how long it has a badge
	rowsEvery      = time.Hour           // how often time and visits alone change them
)

// RowKind is what the products of a row have in common.
type RowKind string

// The rows, in the order in which they choose their products.
const (
	RowFeatured RowKind = "featured"
	RowNew      RowKind = "new"     // created in the last seven days, by no bulk import
	RowVisited  RowKind = "visited" // most visits in the last 30 days
	RowDeals    RowKind = "deals"
)

// Row is one row of the home page, with LeastRow to MaxRow products.
type Row struct {
	Kind  RowKind
	Items []*Item // as they were when the rows were made, so that their visits are in order
}

// Home is a Snapshot as the home page shows it.
type Home Snapshot

// Home returns the snapshot as the home page shows it.
func (s *Snapshot) Home() *Home { return (*Home)(s) }

// Rows returns the rows of the home page. A product is in one of them only.
func (s *Home) Rows() []Row { return s.rows }

// Collections returns the latest LeastRow that have products, or none if there
// are fewer.
func (s *Home) Collections() []CollectionSummary {
	list := make([]CollectionSummary, 0, LeastRow)
	for _, c := range s.published {
		if summary := (*Snapshot)(s).Collections().Summary(c); summary.Count > 0 {
			list = append(list, summary)
		}
		if len(list) == LeastRow {
			return list
		}
	}
	return nil
}

// Categories returns the largest categories with their products, or none if there are
// fewer than LeastRow.
func (s *Home) Categories() []CategorySummary {
	if largest := (*Snapshot)(s).Categories().Largest(homeCategories); len(largest) >= LeastRow {
		return largest
	}
	return nil
}

// at returns the snapshot at a time: with the rows of then, and the products that are new then.
func (s *Snapshot) at(now time.Time) *Snapshot {
	next := *s
	next.time, next.newSince = now, now.Add(-newOnCard).UnixMicro()
	next.rows = next.Home().chooseRows(now)
	return &next
}

// hourly returns a snapshot at a time, as a new generation if that shows: more than an hour after its last time, and
// with its first visits.
func hourly(last, s *Snapshot, now time.Time) *Snapshot {
	if last.visits != nil && now.Sub(last.time) < rowsEvery {
		return s
	}
	next := s.at(now)
	if !slices.EqualFunc(next.rows, last.rows, sameRow) || next.Home().countSince(next.newSince) != last.Home().countSince(last.newSince) {
		next.generation++
	}
	return next
}

func sameRow(a, b Row) bool {
	return a.Kind == b.Kind && slices.EqualFunc(a.Items, b.Items, func(a, b *Item) bool { return a.id == b.id && a.visits == b.visits })
}

// countSince returns the number of products created at a time or after it, in microseconds since 1970.
func (s *Home) countSince(begin int64) int {
	latest := s.orders[byAge].slots
	return sort.Search(len(latest), func(i int) bool { return s.items[latest[i]].created < begin })
}

// countVisited returns the number of products that have visits.
func (s *Home) countVisited() int {
	visited := s.orders[byVisits].slots
	return sort.Search(len(visited), func(i int) bool { return s.items[visited[i]].visits == 0 })
}

// chooseRows returns the rows at a time. It takes less than a millisecond at 100,000 products: where the products of a row
// come last in their order, one pass.
func (s *Home) chooseRows(now time.Time) (rows []Row) {
	every := func(uint32) bool { return true }
	isSingle := func(slot uint32) bool { return !s.inBulk.has(slot) }
	week := now.Add(-newInRow).UnixMicro()
	taken := map[uint32]bool{}
	// count is how many products fit, so that nothing looks for more.
	add := func(kind RowKind, slots []uint32, count int, fits func(slot uint32) bool) {
		row := Row{Kind: kind}
		for _, slot := range slots {
			if count == 0 || len(row.Items) == MaxRow {
				break
			}
			if fits(slot) {
				count--
				if !taken[slot] {
					row.Items = append(row.Items, s.items[slot])
				}
			}
		}
		if len(row.Items) < LeastRow {
			return
		}
		for _, it := range row.Items {
			taken[it.slot] = true
		}
		rows = append(rows, row)
	}
	placed, ofWeek := s.orders[byPosition].slots, s.orders[byAge].slots[:s.countSince(week)]
	add(RowFeatured, placed, s.featured.count, s.featured.has)
	add(RowNew, ofWeek, len(ofWeek), isSingle)
	add(RowVisited, s.orders[byVisits].slots, s.countVisited(), every)
	add(RowDeals, placed, s.deal.count, s.deal.has)
	return rows
}

// AppendRowTool appends the product as a row shows it: slug, name, the beginning of the description, type, logo, logoColor,
// createdAt and its visits.
func (it *Item) AppendRowTool(dst []byte) []byte {
	dst = append(append(dst, '{'), it.part("slug")[1:]...)
	dst = it.appendShort(append(dst, it.part("name")...))
	for _, key := range []string{"type", "logo", "logoColor", "createdAt"} {
		dst = append(dst, it.part(key)...)
	}
	dst = strconv.AppendInt(append(dst, `,"visits":`...), it.visits, 10)
	return append(dst, '}')
}
