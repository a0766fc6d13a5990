package browse

import (
	"math"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/search"
)

// Page is one page of a list.
type Page struct {
	Items []*Item
	Total int    // matches on all pages
	Next  string // cursor of the next page; empty on the last one
	// Relaxed is the words of the search that were kept if no product has all of it, else empty.
	Relaxed string
	// AlternativesTo is the product whose alternatives come first, as the search wants something in its place; nil: none.
	AlternativesTo *Item
}

// List returns the page of the query. The pages of one query neither repeat a product nor omit one that exists the
// whole time, whatever is added or removed between them; by relevance and by visits only if the change keeps the order
// of the other matches. Its only errors are an unknown sort and a bad cursor.
func (s *Snapshot) List(q Query) (Page, error) {
	v := newView(s, q)
	defer v.close()
	matches := v.narrow(v.narrow(v.common(), v.ofType()), v.category)
	return v.page(matches, q.before())
}

// view is the evaluation of one query on a snapshot, with its scratch memory.
type view struct {
	snapshot  *Snapshot
	query     Query
	order     int            // index of the snapshot's order for the query's sort
	category  *set           // of the chosen category; nil: all
	tag       *set           // of the chosen tag; nil: all
	found     search.Matches // of the query's search text
	insteadOf *Item          // whose alternatives come first in found
	sets      []*set         // scratch
	used      int
	keys      []uint64 // scratch
	counts    []int    // scratch
}

func newView(s *Snapshot, q Query) *view {
	v := s.views.Get().(*view)
	v.snapshot, v.query, v.used, v.category, v.insteadOf = s, q, 0, nil, nil
	v.query.Sort = q.sort()
	v.order = v.query.Sort.order()
	if q.Category != "" {
		v.category = &set{}
		if index, ok := s.Categories().indexOf(q.Category); ok {
			v.category = s.categories[index].members
		}
	}
	if q.Tag != "" {
		v.tag = v.scratch()
		v.tag.fillSlots(s.Tags().slots(q.Tag), len(s.alive.words))
	}
	return v
}

// close releases the view's memory for the next query and invalidates its sets.
func (v *view) close() {
	pool := v.snapshot.views
	v.snapshot, v.category, v.tag, v.insteadOf = nil, nil, nil, nil
	pool.Put(v)
}

func (v *view) scratch() *set {
	if v.used == len(v.sets) {
		v.sets = append(v.sets, &set{})
	}
	v.used++
	return v.sets[v.used-1]
}

// narrow returns the intersection of both sets; a nil other means all products.
func (v *view) narrow(s, other *set) *set {
	switch {
	case other == nil:
		return s
	case s == v.snapshot.alive:
		return other
	}
	both := v.scratch()
	both.intersect(s, other)
	return both
}

// common returns the matches of the query before the facets category and type.
func (v *view) common() *set {
	p, q := v.snapshot, v.query
	s := v.choose(p.alive, q.Featured, p.featured)
	s = v.choose(s, q.Deal, p.deal)
	s = v.choose(s, q.InBulk, p.inBulk)
	s = v.narrow(v.narrow(s, v.ofSection(q.Section)), v.tag)
	if q.Search == "" {
		return s
	}
	p.index.SearchInto(&v.found, q.Search)
	v.putAlternativesFirst()
	hits := v.scratch()
	hits.fillSlots(v.found.Docs, len(p.alive.words))
	return v.narrow(s, hits)
}

// choose filters s by whether products have the property whose products are members.
func (v *view) choose(s *set, choice Choice, members *set) *set {
	switch choice {
	case Only:
		return v.narrow(s, members)
	case Without:
		rest := v.scratch()
		rest.subtract(s, members)
		return rest
	}
	return s
}

// ofType returns the products of the query's type; nil: all.
func (v *view) ofType() *set {
	if v.query.Type == "" {
		return nil
	}
	return orNone(v.snapshot.kinds[v.query.Type])
}

func (v *view) ofSection(section catalog.Section) *set {
	if section == "" {
		return nil
	}
	return orNone(v.snapshot.sections[section])
}

func orNone(s *set) *set {
	if s == nil {
		return &set{}
	}
	return s
}

// isAllTools reports whether the query is for a page of the list of all tools from A to Z.
func (q Query) isAllTools() bool {
	return q == Query{Sort: SortName, Page: max(q.Page, 1), Limit: q.Limit}
}

// before returns how many matches come before the query's numbered page.
func (q Query) before() int { return max(q.Page-1, 0) * q.Limit }

// page returns the query's page of the matches, without the first few that skip counts.
func (v *view) page(matches *set, skip int) (Page, error) {
	if v.order < 0 {
		return Page{}, unknownSort()
	}
	page := Page{Total: matches.count, Relaxed: v.relaxedQuery(matches), AlternativesTo: v.alternativesTo(matches)}
	var from *position
	if v.query.Cursor != "" {
		at, err := readCursor(v.query.Cursor, v.query.Sort)
		if err != nil {
			return Page{}, err
		}
		from = &at
	}
	if matches.count == 0 {
		page.Items = []*Item{}
		return page, nil
	}
	want := v.query.Limit
	if want > 0 {
		want += skip + 1 // the extra product shows whether there is a next page
	}
	indexes, score := v.firstKeys(matches, from, want)
	skip = min(skip, len(indexes))
	indexes = indexes[skip:]
	if more := v.query.Limit > 0 && len(indexes) > v.query.Limit; more {
		indexes = indexes[:v.query.Limit]
		last := len(indexes) - 1
		page.Next = position{v.query.Sort, score(skip + last), v.item(indexes[last])}.cursor()
	}
	page.Items = v.appendItems(make([]*Item, 0, len(indexes)), indexes)
	return page, nil
}

// relaxedQuery returns the words that were kept of a search that no product has all words of.
func (v *view) relaxedQuery(matches *set) string {
	if v.query.Search == "" || matches.count == 0 {
		return ""
	}
	return v.found.Relaxed
}

// firstKeys returns the indexes of the first matches after the position, in the order of the query's sort, and a
// function that returns the score of each.
func (v *view) firstKeys(matches *set, from *position, want int) (indexes []uint64, score func(int) float32) {
	if v.query.Sort == SortRelevance {
		indexes = v.relevant(matches, from, want)
		return indexes, func(i int) float32 { return keyScore(indexes[i]) }
	}
	start := 0
	if from != nil {
		start = v.snapshot.orders[v.order].after(v.order, v.snapshot.items, v.shownLast(from.item))
	}
	return v.ordered(v.order, matches, start, want), func(int) float32 { return 0 }
}

// shownLast returns the item after which the next page begins. By visits that is the current version of the product, if
// it still exists: visit counts grow all the time, and mostly together.
func (v *view) shownLast(at *Item) *Item {
	if now, ok := v.snapshot.find(byID, at); ok && v.order == byVisits {
		return now
	}
	return at
}

// item returns the item of a key: the lower half of the key is the index in the order, the upper half the relevance.
func (v *view) item(key uint64) *Item {
	return v.snapshot.items[v.snapshot.orders[v.order].slots[uint32(key)]]
}

func (v *view) appendItems(items []*Item, keys []uint64) []*Item {
	for _, key := range keys {
		items = append(items, v.item(key))
	}
	return items
}

// ordered returns the indexes of the first matches from start on, at most want, or all for 0. It looks up and sorts few
// matches, and scans the order for many.
func (v *view) ordered(which int, matches *set, start, want int) []uint64 {
	order := v.snapshot.orders[which]
	if want == 0 || want > matches.count {
		want = matches.count
	}
	steps := len(order.slots) * want / max(matches.count, 1)
	v.keys = v.keys[:0]
	if matches.count*matches.count/16+len(matches.words) < steps {
		matches.each(func(slot uint32) {
			if index := order.positions[slot]; int(index) >= start {
				v.keys = append(v.keys, uint64(index))
			}
		})
		slices.Sort(v.keys)
		return v.keys[:min(want, len(v.keys))]
	}
	for index := start; index < len(order.slots) && len(v.keys) < want; index++ {
		if matches.has(order.slots[index]) {
			v.keys = append(v.keys, uint64(index))
		}
	}
	return v.keys
}

// relevant returns the keys of the most relevant matches after the position, at most want, or all for 0. A key sorts by
// descending score, then by the default order.
func (v *view) relevant(matches *set, from *position, want int) []uint64 {
	index := v.snapshot.orders[byPosition].positions
	least, most := v.firstKey(from), uint64(math.MaxUint64)
	v.keys = v.keys[:0]
	for i, slot := range v.found.Docs {
		half := scoreKey(v.found.Scores[i])
		if half > most>>32 || !matches.has(slot) {
			continue // most matches of a frequent word fail here
		}
		key := half<<32 | uint64(index[slot])
		if key < least || key >= most {
			continue
		}
		if want == 0 {
			v.keys = append(v.keys, key)
			continue
		}
		v.keys = insertAmong(v.keys, key, want)
		if len(v.keys) == want {
			most = v.keys[want-1]
		}
	}
	if want == 0 {
		slices.Sort(v.keys)
	}
	return v.keys
}

// insertAmong inserts the key into the sorted lowest keys and keeps want of them.
func insertAmong(lowest []uint64, key uint64, want int) []uint64 {
	at, _ := slices.BinarySearch(lowest, key)
	return slices.Insert(lowest[:min(len(lowest), want-1)], at, key)
}

// firstKey returns the smallest key after the position. If the last product of the previous page still matches, its
// current score counts, because any change of the catalogue shifts all scores a little; otherwise the cursor's score
// counts.
func (v *view) firstKey(from *position) uint64 {
	if from == nil {
		return 0
	}
	p := v.snapshot
	if last, ok := p.find(byID, from.item); ok {
		if at, ok := slices.BinarySearch(v.found.Docs, last.slot); ok {
			return relevanceKey(v.found.Scores[at], p.orders[byPosition].positions[last.slot]) + 1
		}
	}
	return relevanceKey(max(from.score, 0), uint32(p.orders[byPosition].after(byPosition, p.items, from.item)))
}

func relevanceKey(score float32, index uint32) uint64 { return scoreKey(score)<<32 | uint64(index) }

// scoreKey maps scores, which are not negative, to keys that sort the highest score first.
func scoreKey(score float32) uint64 { return uint64(^math.Float32bits(score)) }

func keyScore(key uint64) float32 { return math.Float32frombits(^uint32(key >> 32)) }

// comparedNames is how many products that a search for a name finds are compared with it.
const comparedNames = 20

// Namesakes returns products of a snapshot with a name, however it is spelled (catalog.NameKey).
func Namesakes(s *Snapshot, name string) (items []*Item) {
	found, err := s.List(Query{Search: name, Limit: comparedNames})
	if err != nil {
		return nil // a name that cannot be searched for
	}
	for _, it := range found.Items {
		if catalog.NameKey(it.Name()) == catalog.NameKey(name) {
			items = append(items, it)
		}
	}
	return items
}
