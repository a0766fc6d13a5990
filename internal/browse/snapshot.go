// Package browse is the catalogue as a visitor sees it: an immutable snapshot in memory that answers lists, facets,
// similar products and search.
//
// Any number of goroutines may read a Snapshot without a lock. A change builds the next snapshot from the last one and
// copies only what it touches; Live holds the current one.
//
// # To change
//
//   - what can be filtered, sorted, counted, paged: query.go, list.go, facets.go; go test ./internal/browse, then "make
//     bench"
//   - what is popular: internal/visits
//   - the rows of the home page, and what is new: rows.go; -run Rows
//   - which alternatives a product has: alternatives.go
//   - collections, and when scheduled ones are published: collection.go; -run Collection
//   - what is a tag, and which have a page: tag.go; -run Tag
//   - what keeps a page from having enough to say of its own: substance.go and, beside other pages, repeats.go; -run "SharesText|Repeats"
//   - what is similar: similar.go, for the choice among it internal/similar; docs/search.md has the formula
package browse

import (
	"iter"
	"slices"
	"sort"
	"strconv"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/search"
	"github.com/vitrine-directory/vitrine/internal/similar"
)

// Snapshot is the whole catalogue at one version. It is immutable, so everything read from it is consistent. It is read by
// subject too: its Categories, Tags, Collections and Trash, what is Similar, and what stands on Home.
type Snapshot struct {
	version       int64
	items         []*Item // by slot; a product keeps its slot; nil: free slot
	membership    membership
	free          []uint32
	categories    []category        // by the index in membership
	listed        []uint32          // indexes of the existing categories, A–Z
	bySlug        map[string]uint32 // folded slug to index
	byFold        map[string]uint32 // folded name to index
	byOld         map[string]uint32 // former slugs and names, folded, to index
	tags          []*tag            // by slug; spellings of few products too
	oldSlugs      oldSlugs          // of products
	trash         *deletions
	alive         *set
	unpublished   map[int64]*Item // products that visitors don't see, by id; they have no slot
	kinds         map[catalog.Type]*set
	sections      map[catalog.Section]*set
	featured      *set
	deal          *set
	offer         *set      // with a deal or a promo text
	dated         *set      // whose dates matter (more.dated)
	dateChange    time.Time // when one of them comes; zero: none does
	inBulk        *set
	linkedTo      *set      // by affiliate links, or with bookings
	linkChange    time.Time // when one of them begins or ends; zero: none does
	sponsored     []placed  // whose bookings run, the first to begin first
	orders        [orderCount]order
	visits        map[int64]int64 // by product id; includes deleted products, which may be restored
	popularity    int64           // positive; increases when visits change
	counts        *facetCounts
	index         *search.Index
	synonyms      []catalog.Synonym      // that index has, by id
	similar       *similar.Lists         // nil: not chosen yet
	linked        bool                   // similar has every product
	specificities map[string]specificity // of terms, when similar was chosen
	words         *words                 // shared by all snapshots of one Live
	collections   []*Collection          // by id, drafts too
	published     []*Collection          // those that visitors see, the latest publication first
	publication   time.Time              // when the next scheduled collection is published; zero: none is scheduled
	generation    int64
	time          time.Time
	newSince      int64      // microseconds since 1970: products created since then are new
	rows          []Row      // of the home page
	views         *sync.Pool // of *view, shared by all snapshots of one Live
}

type category struct {
	catalog.Category
	start   string // of the JSON of its CategoryFacet, without the count
	members *set
}

// Version returns the catalogue version of the snapshot.
func (s *Snapshot) Version() int64 { return s.version }

// Generation returns a positive number of this process that increases with each version, when the similar products of one
// version have been chosen, when a scheduled collection is published, when an affiliate link or a deal begins or ends, and when time or visits have changed its rows or
// which products are new: with everything that visitors see, except the visit counts of lists sorted by them.
func (s *Snapshot) Generation() int64 { return s.generation }

// Popularity returns a positive number that changes with the visit counts, also within one version.
func (s *Snapshot) Popularity() int64 { return s.popularity }

// Len returns the number of products.
func (s *Snapshot) Len() int { return s.alive.count }

// All iterates over every product in the default order.
func (s *Snapshot) All() iter.Seq[*Item] {
	return func(yield func(*Item) bool) {
		for _, slot := range s.orders[byPosition].slots {
			if !yield(s.items[slot]) {
				return
			}
		}
	}
}

// Product finds a product by its id in decimal digits or by its slug.
func (s *Snapshot) Product(idOrSlug string) (*Item, bool) {
	which, wanted := bySlug, &Item{slug: idOrSlug}
	if id, err := strconv.ParseInt(idOrSlug, 10, 64); err == nil {
		if strconv.FormatInt(id, 10) != idOrSlug {
			return nil, false
		}
		which, wanted = byID, &Item{id: id}
	}
	return s.find(which, wanted)
}

// ProductByAnySlug finds a product by its id or slug, or else by a slug that it had before, composed or not.
func (s *Snapshot) ProductByAnySlug(idOrSlug string) (*Item, bool) {
	for _, slug := range [...]string{idOrSlug, norm.NFC.String(idOrSlug), norm.NFD.String(idOrSlug)} {
		if it, ok := s.Product(slug); ok {
			return it, true
		}
		if at, ok := s.oldSlugs.find(slug); ok {
			if it, ok := s.find(byID, &Item{id: s.oldSlugs[at].ProductID}); ok {
				return it, true
			}
		}
	}
	return nil, false
}

// FindProduct is Snapshot.ProductByAnySlug for visitors: a product that there is not is NotFound.
func FindProduct(s *Snapshot, name string) (*Item, error) {
	item, found := s.ProductByAnySlug(name)
	if !found {
		return nil, fault.New(fault.NotFound, "The product you're looking for doesn't exist or has been removed.")
	}
	return item, nil
}

// SlugOf returns the slug of a product, or "" if there is no such product.
func (s *Snapshot) SlugOf(id int64) string {
	if it, ok := s.find(byID, &Item{id: id}); ok {
		return it.slug
	}
	return ""
}

// find returns the item that compares equal to wanted in an order, by binary search.
func (s *Snapshot) find(which int, wanted *Item) (*Item, bool) {
	slots := s.orders[which].slots
	at := sort.Search(len(slots), func(i int) bool { return compare(which, s.items[slots[i]], wanted) >= 0 })
	if at == len(slots) || compare(which, s.items[slots[at]], wanted) != 0 {
		return nil, false
	}
	return s.items[slots[at]], true
}

// Categories is a Snapshot read by its categories.
type Categories Snapshot

// Categories returns the snapshot to be read by its categories.
func (s *Snapshot) Categories() *Categories { return (*Categories)(s) }

// All returns all categories, A–Z, including empty ones. The caller may change the slice.
func (s *Categories) All() []catalog.Category {
	list := make([]catalog.Category, len(s.listed))
	for i, index := range s.listed {
		list[i] = s.categories[index].Category
	}
	return list
}

// CategoryGroup is the categories of a group, A–Z.
type CategoryGroup struct {
	Name       string
	Categories []CategoryCount
}

// Groups returns all categories by group, in display order.
func (s *Categories) Groups() []CategoryGroup {
	counts := s.Counts()
	slices.SortStableFunc(counts, func(a, b CategoryCount) int { return catalog.CompareGroups(a.Group, b.Group) })
	var groups []CategoryGroup
	for _, c := range counts {
		if len(groups) == 0 || groups[len(groups)-1].Name != c.Group {
			groups = append(groups, CategoryGroup{Name: c.Group})
		}
		last := &groups[len(groups)-1]
		last.Categories = append(last.Categories, c)
	}
	return groups
}

// Find finds a category by its slug or name, present or former, ignoring case and accents.
func (s *Categories) Find(slugOrName string) (catalog.Category, bool) {
	index, ok := s.indexOf(catalog.Fold(slugOrName))
	if !ok {
		return catalog.Category{}, false
	}
	return s.categories[index].Category, true
}

// Count returns the number of products in a category of this snapshot.
func (s *Categories) Count(c catalog.Category) int {
	return s.categories[s.bySlug[catalog.Fold(c.Slug)]].members.count
}

// indexOf returns the index of the category with this folded slug, or else name, or else former slug or name.
func (s *Categories) indexOf(folded string) (uint32, bool) {
	for _, words := range []map[string]uint32{s.bySlug, s.byFold, s.byOld} {
		if index, ok := words[folded]; ok {
			return index, true
		}
	}
	return 0, false
}

// Of returns the categories of an item of this snapshot, the main one first.
func (s *Categories) Of(it *Item) []catalog.Category {
	indexes := s.membership.of(it.slot)
	list := make([]catalog.Category, len(indexes))
	for i, index := range indexes {
		list[i] = s.categories[index].Category
	}
	return list
}
