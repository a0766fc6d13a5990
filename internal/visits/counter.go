package visits

import (
	"cmp"
	"context"
	"hash/maphash"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/source"
)

// The pace of writing, and its bounds.
const (
	flushAfter  = time.Second
	flushWithin = 5 * time.Second // timeout of one flush
	maxWaiting  = 1 << 18         // unwritten products and days, about 20 MB; reached only while the database is unreachable
	maxPages    = 10_000          // different pages counted on a day
	pageShare   = 500             // of them that one client opens first: no person reads more, and no program uses up the others
)

// Store stores the counts. AddVisits adds all of the given counts to the stored ones, or none.
type Store interface {
	AddVisits(ctx context.Context, counts []Count) error
	VisitedProducts(ctx context.Context, since Day) ([]ProductTotal, error)
}

// Counter gathers counts in memory and writes them a second after the first, in one transaction. It loses the last second's counts
// when the process is killed, and none when it is stopped.
type Counter struct {
	store   Store
	logger  *slog.Logger
	begun   chan struct{} // counts wait
	mutex   sync.Mutex
	waiting map[counterKey]Tally
	recent  recent
	pages   map[Page]struct{} // counted on pageDay; at most maxPages
	openers map[uint64]int    // how many of them a client opened first, by its hash under pageKey
	pageKey maphash.Seed      // discarded with the day, so that nobody can read an address from openers
	pageDay Day
	dropped int64 // views of further pages
	lost    int64 // since the last flush, because too many were waiting
	away    bool  // the last flush failed; used only by flush
}

// counterKey identifies one count.
type counterKey struct {
	product int64
	day     Day   // 0 if it is of an issue
	issue   int64 // 0 if it is of a day
	page    Page  // zero if it is of a product
}

// NewCounter returns a counter that writes to the store.
func NewCounter(store Store, logger *slog.Logger) *Counter {
	return &Counter{store: store, logger: logger, begun: make(chan struct{}, 1), waiting: map[counterKey]Tally{}}
}

// Count counts an action on a product today: once an hour for each address (source.From), and every time if the request
// has no address. It reads the header only to recognize robots. It never waits for the database.
func (c *Counter) Count(r *http.Request, product int64, kind Kind) {
	tally := Tally{Views: 1}
	if kind == Visit {
		tally = Tally{Clicks: 1}
	}
	c.count(r, action{product: product, kind: kind}, counterKey{product: product, day: DayOf(time.Now())}, tally)
}

// CountFromIssue counts a visit that came from an issue of the newsletter, like Count, for the issue alone.
func (c *Counter) CountFromIssue(r *http.Request, product, issue int64) {
	c.count(r, action{product: product, kind: Visit, issue: issue}, counterKey{product: product, issue: issue}, Tally{Clicks: 1})
}

// CountPage counts a view of a page today, like Count. Of one day it counts at most maxPages different pages, of which one
// client opens at most pageShare first, and drops the views of others.
func (c *Counter) CountPage(r *http.Request, page Page) {
	c.count(r, action{kind: page.Kind, page: page.Key}, counterKey{day: DayOf(time.Now()), page: page}, Tally{Views: 1})
}

func (c *Counter) count(r *http.Request, a action, at counterKey, tally Tally) {
	if source.ByRobot(r.Header) {
		return
	}
	a.client = source.Of(source.From(r.Context()))
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if a.client.IsValid() && !c.recent.first(a, time.Now()) {
		return
	}
	if at.page != (Page{}) && !c.hasSpaceFor(at, a.client) {
		c.dropped++
		return
	}
	c.add(at, tally)
}

// hasSpaceFor reports whether a page is one of the maxPages of its day, or becomes one by this client. Clients without an address
// may be many. The caller holds the mutex.
func (c *Counter) hasSpaceFor(at counterKey, client netip.Addr) bool {
	if c.pages == nil || at.day != c.pageDay {
		c.pages, c.openers, c.pageKey, c.pageDay = map[Page]struct{}{}, map[uint64]int{}, maphash.MakeSeed(), at.day
	}
	if _, known := c.pages[at.page]; known {
		return true
	}
	opener := maphash.Comparable(c.pageKey, client)
	if len(c.pages) >= maxPages || client.IsValid() && c.openers[opener] >= pageShare {
		return false
	}
	c.pages[at.page] = struct{}{}
	c.openers[opener]++
	return true
}

// add adds to the waiting counts. The caller holds the mutex.
func (c *Counter) add(at counterKey, more Tally) {
	tally, known := c.waiting[at]
	if !known && len(c.waiting) >= maxWaiting {
		c.lost += more.Views + more.Clicks
		return
	}
	if len(c.waiting) == 0 {
		select {
		case c.begun <- struct{}{}:
		default: // it is known
		}
	}
	c.waiting[at] = tally.add(more)
}

// Start flushes in a goroutine, which sleeps while nothing is counted. stop flushes a last time, and returns when that is done.
func (c *Counter) Start() (stop func()) {
	stopped, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		var due <-chan time.Time
		for {
			select {
			case <-c.begun:
				due = time.After(flushAfter)
			case <-due:
				c.flush()
			case <-stopped:
				c.flush()
				return
			}
		}
	}()
	return func() { close(stopped); <-done }
}

// flush writes the waiting counts. After a failure they wait for the next flush. A visit is counted twice only if the
// response to a commit is lost.
func (c *Counter) flush() {
	counts, lost := c.takeCounts()
	if lost > 0 {
		c.logger.Error("clicks and views were not counted: too many are waiting for the database", "visits", lost)
	}
	if len(counts) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushWithin)
	defer cancel()
	err := c.store.AddVisits(ctx, counts)
	if err != nil {
		c.putBack(counts)
	}
	if away := err != nil; away != c.away {
		c.away = away
		c.logger.Warn("storing visits", "away", away, "error", err)
	}
}

// takeCounts removes the waiting counts and returns those of products, then those of pages, each by day, then those of issues,
// so that processes that write the same rows lock them in the same order.
func (c *Counter) takeCounts() (counts []Count, lost int64) {
	c.mutex.Lock()
	taken := c.waiting
	c.waiting, lost, c.lost = map[counterKey]Tally{}, c.lost, 0
	c.mutex.Unlock()
	counts = make([]Count, 0, len(taken))
	for at, tally := range taken {
		counts = append(counts, Count{at.product, at.day, at.issue, at.page, tally})
	}
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Issue, b.Issue), cmp.Compare(a.Page.Kind, b.Page.Kind), cmp.Compare(a.Day, b.Day),
			cmp.Compare(a.Product, b.Product), cmp.Compare(a.Page.Key, b.Page.Key))
	})
	return counts, lost
}

func (c *Counter) putBack(counts []Count) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, count := range counts {
		c.add(counterKey{count.Product, count.Day, count.Issue, count.Page}, count.Tally)
	}
}
