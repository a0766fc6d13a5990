package browse

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/mark"
)

// Limits of the home page's rows.
const (
	MaxRow         = 8
	LeastRow       = 4
	homeCategories = 8
	// leastForRows is how many products a site has before there are rows of them: the first screen shows fewer ones whole.
	leastForRows   = 4 * DefaultLimit
	maxCollections = 3
	leastPopular   = 20                  // visits in 30 days of a popular product
	choiceOfDay    = 30                  // of how many products one is on display each day
	wellDescribed  = 120                 // code points of a description that is more than a line
	newAmong       = 10                  // at most one product in so many is new
	newInRow       = 7 * 24 * time.Hour  // how long a product is in the row of new ones
	newOnCard      = 14 * 24 * time.Hour // how long it has a badge
	rowsEvery      = time.Hour           // how often time and visits alone change them
)

// RowKind is what the products of a row have in common.
type RowKind string

// The rows, in the order in which they choose their products.
const (
	RowPopular RowKind = "popular" // most visits in the last 30 days, at least leastPopular
	RowWorth   RowKind = "worth"   // one well described product with a price of each of the largest categories, where none is popular
	RowNew     RowKind = "new"     // created in the last seven days, by no bulk import
	RowToday   RowKind = "today"   // one well described product with a price, another one each day
)

// Row is one row of the home page, with LeastRow to MaxRow products; that of today with one.
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

// Collections returns the latest maxCollections that have products.
func (s *Home) Collections() []CollectionSummary {
	list := make([]CollectionSummary, 0, maxCollections)
	for _, c := range s.published {
		if len(list) == maxCollections {
			break
		}
		if summary := (*Snapshot)(s).Collections().Summary(c); summary.Count > 0 {
			list = append(list, summary)
		}
	}
	return list
}

// Largest returns the largest categories with their products.
func (s *Home) Largest() []CategorySummary {
	return (*Snapshot)(s).Categories().Largest(homeCategories)
}

// Categories is Largest, or none if there are fewer than LeastRow.
func (s *Home) Categories() []CategorySummary {
	if largest := s.Largest(); len(largest) >= LeastRow {
		return largest
	}
	return nil
}

// at returns the snapshot at a time: with the rows of then, and the products that are new then.
func (s *Snapshot) at(now time.Time) *Snapshot {
	next := *s
	next = *withDates(&next, now)
	useLinks(&next, now)
	next.time, next.newSince = now, next.Home().newestSince(now.Add(-newOnCard).UnixMicro())
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

// countSince returns the number of products that visitors see since a time or after it, in microseconds since 1970.
func (s *Home) countSince(begin int64) int {
	latest := s.orders[byAge].slots
	return sort.Search(len(latest), func(i int) bool { return s.items[latest[i]].since < begin })
}

// newestSince returns from when on products are new: a time in microseconds since 1970, or later where more than one product
// in newAmong were created since then. Those of a bulk import don't count.
func (s *Home) newestSince(begin int64) int64 {
	left := (s.alive.count + newAmong - 1) / newAmong
	for _, slot := range s.orders[byAge].slots[:s.countSince(begin)] {
		if s.inBulk.has(slot) {
			continue
		}
		if left--; left < 0 {
			return s.items[slot].since + 1
		}
	}
	return begin
}

// chooseRows returns the rows at a time. It takes some milliseconds at most at 100,000 products: one pass where few are described.
func (s *Home) chooseRows(now time.Time) (rows []Row) {
	if s.alive.count < leastForRows {
		return nil
	}
	popular := Row{Kind: RowPopular}
	for _, slot := range s.orders[byVisits].slots {
		if s.items[slot].visits < leastPopular || len(popular.Items) == MaxRow {
			break
		}
		popular.Items = append(popular.Items, s.items[slot])
	}
	if len(popular.Items) < LeastRow {
		popular = Row{Kind: RowWorth, Items: s.worthALook()}
	}
	latest := Row{Kind: RowNew}
	for _, slot := range s.orders[byAge].slots[:s.countSince(max(s.newSince, now.Add(-newInRow).UnixMicro()))] {
		if len(latest.Items) == MaxRow {
			break
		}
		if !s.inBulk.has(slot) && !slices.Contains(popular.Items, s.items[slot]) {
			latest.Items = append(latest.Items, s.items[slot])
		}
	}
	for _, row := range []Row{popular, latest} {
		if len(row.Items) >= LeastRow {
			row.Items = row.Items[:len(row.Items)&^1] // there are two columns
			rows = append(rows, row)
		}
	}
	if len(rows) > 0 {
		if it := s.onDisplay(now, rows); it != nil {
			rows = append(rows, Row{Kind: RowToday, Items: []*Item{it}})
		}
	}
	return rows
}

// onDisplay returns the product of the day (in UTC) among the first choiceOfDay that are worth a look and in no row. A product
// that is added later does not change it, unless it is the new one.
func (s *Home) onDisplay(now time.Time, rows []Row) (today *Item) {
	left, first := choiceOfDay, uint64(0)
	for it := range s.worth() {
		if slices.ContainsFunc(rows, func(row Row) bool { return slices.Contains(row.Items, it) }) {
			continue
		}
		hash := fnv.New64a()
		_, _ = fmt.Fprint(hash, now.Unix()/(24*60*60), " ", it.id) // a hash never fails to write
		if sum := hash.Sum64(); today == nil || sum < first {
			today, first = it, sum
		}
		if left--; left == 0 {
			break
		}
	}
	return today
}

// worthALook returns a product of each of the largest categories: the first that is worth a look and names the category first.
// No two that are alike stand side by side.
func (s *Home) worthALook() []*Item {
	largest := s.Largest()
	found, missing := make([]*Item, len(largest)), len(largest)
	for it := range s.worth() {
		if missing == 0 {
			break
		}
		category := it.firstCategory()
		at := slices.IndexFunc(largest, func(c CategorySummary) bool { return c.Name == category })
		if at >= 0 && found[at] == nil {
			found[at] = it
			missing--
		}
	}
	found = slices.DeleteFunc(found, func(it *Item) bool { return it == nil })
	mark.Apart(found, (*Item).mark)
	return found
}

// worth iterates over the products that are well described, have a price and are not on the first screen of their section anyway,
// in the default order.
func (s *Home) worth() iter.Seq[*Item] {
	return func(yield func(*Item) bool) {
		ahead := map[catalog.Section]int{}
		for _, slot := range s.orders[byPosition].slots {
			it, section := s.items[slot], catalog.RecommendedProducts
			if orNone(s.sections[catalog.OurProducts]).has(slot) {
				section = catalog.OurProducts
			}
			ahead[section]++
			isDescribed := it.length >= wellDescribed && !orNone(s.kinds[catalog.Unknown]).has(slot)
			if ahead[section] > DefaultLimit && isDescribed && !yield(it) {
				return
			}
		}
	}
}

// firstCategory returns the category that the product names first; empty for none.
func (it *Item) firstCategory() string {
	var names []string
	if err := json.Unmarshal([]byte(it.part("categories")[len(`,"categories":`):]), &names); err != nil || len(names) == 0 {
		return "" // a product without one; the program has written the JSON itself
	}
	return names[0]
}

// AppendRowTool appends the product as a row shows it: id, slug, name, the beginning of the description, type, website, logo, logoColor,
// createdAt, categories, its visits, and what VisitLink has.
func (it *Item) AppendRowTool(dst []byte) []byte {
	dst = append(append(dst, it.part("id")...), it.part("slug")...)
	dst = it.appendShort(append(dst, it.part("name")...))
	for _, key := range []string{"type", "website", "logo", "logoColor", "createdAt", "categories"} {
		dst = append(dst, it.part(key)...)
	}
	dst = strconv.AppendInt(append(dst, `,"clicks":`...), it.visits, 10)
	return append(it.appendPaid(dst), '}')
}
