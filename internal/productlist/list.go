// Package productlist is the administrator's list of products at any size: its pages by filter and sort from memory, and its export.
//
// # To change
//
//   - what can be filtered: catalog.ListFilter, which bulk changes use too; what a product needs: needs.go
//   - the sorts, the pages and what the site's search finds: list.go
//   - the calls: api.go; then make generate
package productlist

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/search"
)

// Sort is an order of the list, by its value in a URL.
type Sort string

// The sorts; equal products are in the order of ByOrder.
const (
	ByOrder   Sort = "order" // as editors ordered them
	ByName    Sort = "name"
	ByNewest  Sort = "newest"
	ByChanged Sort = "changed" // the latest change first
	ByClicks  Sort = "clicks"  // most clicks in the last 30 days first
)

// Sorts returns all sorts.
func Sorts() []Sort { return []Sort{ByOrder, ByName, ByNewest, ByChanged, ByClicks} }

// Options are what a list is made of.
type Options struct {
	Catalogue *browse.Live
	MinText   func() int // characters that a description needs
	// Linked returns the products in a state of their website; nil: nothing checks websites.
	Linked func(ctx context.Context, state string) ([]int64, error)
}

// List is the administrator's list. What it keeps of a catalogue is made when it is asked for, and by Run; it takes 0.4 kB a product.
type List struct {
	Options
	mu  sync.Mutex
	now *index
}

// New returns a list.
func New(o Options) *List { return &List{Options: o} }

// maxAge is how long an index says what ends soon.
const maxAge = 10 * time.Minute

// index is what the list keeps of a snapshot.
type index struct {
	snapshot *browse.Snapshot
	at       time.Time // what dates say is of then
	minText  int       // Options.MinText of then
	rows     []row     // as editors ordered them; their items may have old visits
	byID     map[int64]int
	counts   Counts
	mu       sync.Mutex // guards what follows, which is made when it is asked for
	sorted   map[Sort][]int
	needing  map[catalog.Need]map[int64]bool
	drafts   *search.Index // of the products that visitors don't see
	draftAt  []int         // where each of its documents is in rows
}

type row struct {
	catalog.ListRow
	item  *browse.Item
	order int // what it says as its position; 0: new
}

// Run makes the list and follows the catalogue now and then, until ctx ends: nobody waits until all of it is made, and a snapshot that was
// replaced is not kept for long.
func (l *List) Run(ctx context.Context) {
	for {
		l.current()
		select {
		case <-ctx.Done():
			return
		case <-time.After(maxAge):
		}
	}
}

// current returns the index of the current snapshot.
func (l *List) current() *index {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch s, minText := l.Catalogue.Snapshot(), l.MinText(); {
	case l.now == nil || l.now.minText != minText || l.now.snapshot.Generation() != s.Generation():
		l.now = build(s, minText, l.now)
	case l.now.snapshot != s || time.Since(l.now.at) > maxAge:
		l.now = l.now.later(s)
	}
	return l.now
}

// later returns the index at the present time, with a snapshot that differs in its visits only. These are counted anew every few seconds.
func (ix *index) later(s *browse.Snapshot) *index {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	next := &index{snapshot: s, at: time.Now(), minText: ix.minText, rows: ix.rows, byID: ix.byID, counts: ix.counts,
		sorted: maps.Clone(ix.sorted), needing: maps.Clone(ix.needing), drafts: ix.drafts, draftAt: ix.draftAt}
	delete(next.sorted, ByClicks)
	next.findEnding()
	next.countNeeds()
	return next
}

// numbered is the number of products up to which the store numbers them without gaps (catalog.MoveTarget).
const numbered = 1_000

// build makes the index of a snapshot. It takes over what has not changed since the last one.
func build(s *browse.Snapshot, minText int, last *index) *index {
	items := slices.Collect(browse.AllStored(s))
	ix := &index{snapshot: s, at: time.Now(), minText: minText, rows: make([]row, len(items)), byID: make(map[int64]int, len(items)),
		sorted: map[Sort][]int{}, needing: map[catalog.Need]map[int64]bool{}}
	var parts sync.WaitGroup // somebody waits for the list
	for size, from := len(items)/runtime.GOMAXPROCS(0)+1, 0; from < len(items); from += size {
		parts.Go(func() {
			for at := from; at < min(from+size, len(items)); at++ {
				ix.rows[at] = last.row(items[at])
			}
		})
	}
	for at, item := range items {
		ix.byID[item.ID()] = at
	}
	parts.Wait()
	ordered := 0
	for at := range ix.rows {
		if r := &ix.rows[at]; r.order > 0 {
			if ordered++; len(items) > numbered {
				r.order = ordered
			}
		}
	}
	ix.count()
	return ix
}

// row returns the row of an item, as in this index if the item still says the same.
func (ix *index) row(item *browse.Item) row {
	r := row{item: item, order: browse.DisplayOrder(item)}
	if at, known := ix.find(item.ID()); known && browse.SameText(ix.rows[at].item, item) {
		r.ListRow = ix.rows[at].ListRow
	} else {
		r.ListRow = browse.ListRow(item)
	}
	return r
}

// find returns where a product is in rows.
func (ix *index) find(id int64) (at int, known bool) {
	if ix == nil {
		return 0, false
	}
	at, known = ix.byID[id]
	return at, known
}

// order returns the places in rows in a sort.
func (ix *index) order(by Sort) []int {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if places, made := ix.sorted[by]; made {
		return places
	}
	places := make([]int, len(ix.rows))
	for i := range places {
		places[i] = i
	}
	if by != ByOrder {
		items := slices.Collect(browse.AllStored(ix.snapshot)) // with the visits of now
		slices.SortFunc(places, func(i, j int) int { return cmp.Or(compare(by, items[i], items[j]), i-j) })
	}
	ix.sorted[by] = places
	return places
}

func compare(by Sort, a, b *browse.Item) int {
	switch by {
	case ByName:
		return browse.CompareListed(browse.SortName, a, b)
	case ByNewest:
		return browse.CompareListed(browse.SortLatest, a, b)
	case ByClicks:
		return browse.CompareListed(browse.SortPopular, a, b)
	default: // ByChanged
		return cmp.Or(b.UpdatedAt().Compare(a.UpdatedAt()), cmp.Compare(b.ID(), a.ID()))
	}
}

// Query says what is listed.
type Query struct {
	catalog.ListFilter
	Sort   Sort
	Cursor string // Page.Next of the page before
	Skip   int    // products before the page, without a cursor
	Limit  int
}

// mostFound is how many products the site's search lists at most where none has all words.
const mostFound = 100

// found is what a query lists.
type found struct {
	*index
	places   []int // in rows
	isRanked bool  // by relevance, as no product has all words of the search
}

// find returns what a query lists.
func (l *List) find(ctx context.Context, q Query) (found, error) {
	filter, err := q.Check()
	if err != nil {
		return found{}, err
	}
	f := found{index: l.current()}
	needed, err := l.needing(ctx, f.index, filter.Needs)
	if err != nil {
		return found{}, err
	}
	list := func(filter catalog.ListFilter, places []int) []int {
		allows, listed := filter.Matcher(), make([]int, 0, min(len(places), 256))
		for _, at := range places {
			if r := &f.rows[at]; allows(&r.ListRow) && (needed == nil || needed[r.ID]) {
				listed = append(listed, at)
			}
		}
		return listed
	}
	f.places = list(filter, f.order(q.Sort))
	if len(f.places) == 0 && strings.TrimSpace(filter.Search) != "" {
		words := filter.Search
		filter.Search = ""
		f.isRanked = true
		f.places = list(filter, f.searched(words))
		f.places = f.places[:min(len(f.places), mostFound)]
	}
	return f, nil
}

// searched returns the places of what the site's search finds, also among what visitors don't see, the most relevant first.
func (ix *index) searched(words string) []int {
	published, err := ix.snapshot.List(browse.Query{Search: words})
	if err != nil { // it has no cursor, and no sort of its own
		return nil
	}
	var places []int
	for _, item := range published.Items {
		if at, known := ix.find(item.ID()); known {
			places = append(places, at)
		}
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.drafts == nil {
		var documents []*search.Document
		for at := range ix.rows {
			if item := ix.rows[at].item; ix.rows[at].Status != catalog.Published {
				ix.draftAt, documents = append(ix.draftAt, at), append(documents, browse.Document(item.Product()))
			}
		}
		ix.drafts = search.Build(documents)
	}
	matches := ix.drafts.Search(words)
	best := make([]int, len(matches.Docs))
	for i := range best {
		best[i] = i
	}
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(matches.Scores[j], matches.Scores[i]) })
	// Scores of two indexes can't be compared, and the few that wait for an editor are more often meant.
	drafts := make([]int, len(best))
	for i, match := range best {
		drafts[i] = ix.draftAt[matches.Docs[match]]
	}
	return append(drafts, places...)
}

// page returns where the query's page begins and ends, and the cursor of the next one. A page begins after the last product of the one
// before; if that is no longer listed, where it was.
func (f *found) page(q Query) (from, to int, next string, err error) {
	if q.Cursor != "" {
		place, id, ok := strings.Cut(q.Cursor, ".")
		from, err = strconv.Atoi(place)
		last, badID := strconv.ParseInt(id, 10, 64)
		if !ok || err != nil || badID != nil || from < 1 {
			return 0, 0, "", fault.New(fault.BadRequest, "This cursor does not belong to this list. Please take it from the page before, or leave it out to start again.")
		}
		if at, known := f.index.find(last); known {
			if now := slices.Index(f.places, at); now >= 0 {
				from = now + 1
			}
		}
	}
	from = min(max(from, q.Skip), len(f.places))
	to = min(from+q.Limit, len(f.places))
	if to < len(f.places) {
		next = strconv.Itoa(to) + "." + strconv.FormatInt(f.rows[f.places[to-1]].ID, 10)
	}
	return from, to, next, nil
}
