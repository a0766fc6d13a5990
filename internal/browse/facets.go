package browse

import (
	"slices"
	"sort"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Catalog is the answer for the home screen: a page of each section, and the number of products for each choice. The
// counts of a facet ignore the choice in that facet.
type Catalog struct {
	Total int
	Pages int // numbered pages with all matches; 0 unless the query has a Page
	// CorrectedQuery is the search with its typos corrected if nothing matches it as typed, else empty.
	CorrectedQuery string
	// RelaxedQuery is the words of the search that were kept if no product has all of it, else empty.
	RelaxedQuery string
	// AlternativesTo is the product whose alternatives come first, as the search wants something in its place; nil: none.
	AlternativesTo *Item
	Tag            string          // name of the chosen tag, if it has a page
	Sections       []SectionPage   // those with a match, in the order of catalog.Sections; only the chosen one, if any; in the list of all tools one without a name
	Categories     []CategoryCount // those with a match, and always the chosen one; A–Z
	AllCategories  int
	Pricing        []PricingCount // one for each of catalog.AllTypes
	AllPricing     int
	Letters        []Letter // of the list of all tools, else none
}

// Letter is where the names with a first letter begin in the numbered list of all tools.
type Letter struct {
	Letter string `json:"letter" doc:"A to Z, or # for all others"`
	Page   int    `json:"page"`
}

// SectionPage is one page of a section.
type SectionPage struct {
	Section catalog.Section
	Page
}

// CategoryCount is a category and the number of matches in it.
type CategoryCount struct {
	catalog.Category
	Count int
	start string // of its JSON
}

// AppendJSON appends the category with its count, as the field "count".
func (c CategoryCount) AppendJSON(dst []byte) []byte {
	dst = strconv.AppendInt(append(append(dst, c.start...), `,"count":`...), int64(c.Count), 10)
	return append(dst, '}')
}

// AppendRow appends the category as a CategoryRow.
func (c CategoryCount) AppendRow(dst []byte) []byte {
	dst = c.AppendJSON(dst)
	return append(append(append(dst[:len(dst)-1], `,"group":`...), encode(c.Group)...), '}')
}

// PricingCount is a type and its number of matches.
type PricingCount struct {
	Value catalog.Type `json:"value"`
	Count int          `json:"count"`
}

// Catalog returns one page of each section with all facets. Its only errors are an unknown sort, a bad cursor, and a
// cursor without a section, because a cursor belongs to one list.
func (s *Snapshot) Catalog(q Query) (Catalog, error) {
	if q.Cursor != "" && q.Section == "" {
		return Catalog{}, fault.New(fault.BadRequest,
			"A cursor goes with a section: please say which, "+list(catalog.Sections())+".")
	}
	if q.Limit == 0 {
		q.Limit = DefaultLimit
	}
	v := newView(s, q)
	defer v.close()
	common := v.common()
	ofType := v.narrow(common, v.ofType())
	ofCategory := v.narrow(common, v.category)
	matches := v.narrow(ofType, v.category)
	letters := v.letters()
	sections, err := v.sections(matches)
	if err != nil {
		return Catalog{}, err
	}
	pages := 0
	if q.Page > 0 {
		pages = (matches.count + q.Limit - 1) / q.Limit
	}
	tagged, _ := s.Tags().Find(q.Tag)
	return Catalog{
		Total:          matches.count,
		Pages:          pages,
		CorrectedQuery: v.correctedQuery(matches),
		RelaxedQuery:   v.relaxedQuery(matches),
		AlternativesTo: v.alternativesTo(matches),
		Tag:            tagged.Name,
		Sections:       sections,
		Categories:     v.categoryCounts(ofType),
		AllCategories:  ofType.count,
		Pricing:        pricingCounts(s.kinds, ofCategory),
		AllPricing:     ofCategory.count,
		Letters:        letters,
	}, nil
}

// letters returns where each letter begins in the list of all tools.
func (v *view) letters() []Letter {
	if !v.query.isAllTools() {
		return nil
	}
	var letters []Letter
	known, fromA := map[string]bool{}, v.fromA()
	for i := range v.snapshot.alive.count {
		if letter := fromA(i).Letter(); !known[letter] {
			known[letter] = true
			letters = append(letters, Letter{letter, i/v.query.Limit + 1})
		}
	}
	return letters
}

// fromA returns the item at each index of the list from A to Z. It begins with A: the names that begin with none of these letters
// come last.
func (v *view) fromA() func(int) *Item {
	s := v.snapshot
	slots := s.orders[byName].slots
	first := sort.Search(len(slots), func(i int) bool { return s.items[slots[i]].nameKey >= keyOfA() })
	return func(i int) *Item { return s.items[slots[(first+i)%len(slots)]] }
}

// keyOfA is where the letters begin in the collation: after signs and digits, before all other scripts.
var keyOfA = sync.OnceValue(func() string { return newCollation().key("a") })

// Letter returns the letter that a product is under in a list from A to Z, without accents; "#" for a name that begins with
// none of A to Z. The front end has the same rule (all-tools.tsx).
func (it *Item) Letter() string {
	first, _ := utf8.DecodeRuneInString(it.name)
	if first >= utf8.RuneSelf { // most names need no folding
		if folded := catalog.Fold(string(first)); folded != "" {
			first = rune(folded[0])
		}
	}
	switch {
	case 'a' <= first && first <= 'z':
		return string(first - 'a' + 'A')
	case 'A' <= first && first <= 'Z':
		return string(first)
	default:
		return "#"
	}
}

// correctedQuery returns the search as corrected for the most relevant match, whatever the sort.
func (v *view) correctedQuery(matches *set) string {
	if v.query.Search == "" || !v.found.Corrected {
		return ""
	}
	p := v.snapshot
	best := v.relevant(matches, nil, 1)
	if len(best) == 0 {
		return ""
	}
	return p.index.CorrectedQuery(v.query.Search, p.orders[byPosition].slots[uint32(best[0])])
}

func (v *view) sections(matches *set) ([]SectionPage, error) {
	pages, skip := make([]SectionPage, 0, 2), v.query.before()
	if v.query.isAllTools() {
		all, fromA := SectionPage{Page: Page{Total: matches.count}}, v.fromA()
		for i := skip; i < min(skip+v.query.Limit, matches.count); i++ {
			all.Items = append(all.Items, fromA(i))
		}
		if len(all.Items) > 0 {
			pages = append(pages, all)
		}
		return pages, nil
	}
	for _, section := range catalog.Sections() {
		if v.query.Section != "" && v.query.Section != section {
			continue
		}
		page, err := v.page(v.narrow(matches, v.ofSection(section)), skip)
		if err != nil {
			return nil, err
		}
		if v.query.Page > 0 {
			page.Next = ""
			skip = max(skip-page.Total, 0)
			v.query.Limit -= len(page.Items)
		}
		if page.Total > 0 && (v.query.Page == 0 || len(page.Items) > 0) {
			pages = append(pages, SectionPage{section, page})
		}
		if v.query.Limit == 0 {
			break // a numbered page is full
		}
	}
	return pages, nil
}

func (v *view) categoryCounts(s *set) []CategoryCount {
	p := v.snapshot
	counts := v.countsByCategory(s)
	some := 1 // the chosen one may have no product
	for _, count := range counts {
		some += min(count, 1)
	}
	list := make([]CategoryCount, 0, some)
	for _, index := range p.listed {
		category := p.categories[index]
		if count := counts[index]; count > 0 || category.members == v.category {
			list = append(list, CategoryCount{category.Category, count, category.start})
		}
	}
	return list
}

// facetCounts caches the number of products in each category, by index, for queries without a search and a tag. There
// are few such queries: a snapshot counts each once.
type facetCounts struct {
	mutex sync.RWMutex
	all   map[facetKey][]int
}

// facetKey is such a query without its category.
type facetKey struct {
	kind           catalog.Type
	section        catalog.Section
	featured, deal Choice
}

// countsByCategory counts the products of the set in each category. The set holds the query's matches in all
// categories.
func (v *view) countsByCategory(s *set) []int {
	q := v.query
	if q.Search != "" || q.Tag != "" {
		return v.count(s)
	}
	cache, key := v.snapshot.counts, facetKey{q.Type, q.Section, q.Featured, q.Deal}
	cache.mutex.RLock()
	counts, ok := cache.all[key]
	cache.mutex.RUnlock()
	if !ok {
		counts = slices.Clone(v.count(s))
		cache.mutex.Lock()
		cache.all[key] = counts
		cache.mutex.Unlock()
	}
	return counts
}

// count counts the set's products in each category in the faster of two ways: it reads the categories of each product,
// or intersects the products of each category with the set.
func (v *view) count(s *set) []int {
	p := v.snapshot
	v.counts = append(v.counts[:0], make([]int, len(p.categories))...)
	switch {
	case s == p.alive:
		for index, category := range p.categories {
			v.counts[index] = category.members.count
		}
	case s.count*itemCost < len(p.categories)*len(s.words):
		s.each(func(slot uint32) {
			for _, index := range p.membership.of(slot) {
				v.counts[index]++
			}
		})
	default:
		for index, category := range p.categories {
			v.counts[index] = countCommon(s, category.members)
		}
	}
	return v.counts
}

// itemCost is how many words of a bitset count can process in the time that the categories of one product take.
const itemCost = 16

func pricingCounts(kinds map[catalog.Type]*set, matches *set) []PricingCount {
	counts := make([]PricingCount, 0, 4)
	for _, kind := range catalog.AllTypes() {
		counts = append(counts, PricingCount{kind, countCommon(matches, orNone(kinds[kind]))})
	}
	return counts
}
