package visits

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"vitrine/internal/source"
)

// The pace of writing, and its bounds.
const (
	flushEvery  = time.Second
	flushWithin = 5 * time.Second // then a flush has failed
	maxWaiting  = 1 << 18         // products and days that wait to be written: about 20 MB; more only while the database is away
)

// Store is where counts are kept. AddVisits adds all of them to what is there, or none.
type Store interface {
	AddVisits(ctx context.Context, counts []Count) error
}

// Counter gathers counts in memory and writes them once a second, each second's in one transaction. What was counted in
// the last second is lost when the process is killed; nothing is when it is stopped.
type Counter struct {
	store   Store
	logger  *slog.Logger
	mutex   sync.Mutex
	waiting map[counterKey]Tally
	recent  recent
	lost    int64 // since the last flush, as too many waited
	away    bool  // the last flush failed; only touched by flush
}

// counterKey is what is counted together.
type counterKey struct {
	product int64
	day     Day
}

// NewCounter makes a counter that writes to the keeper.
func NewCounter(store Store, logger *slog.Logger) *Counter {
	return &Counter{store: store, logger: logger, waiting: map[counterKey]Tally{}}
}

// Count counts what a request did with a product, today: of one address (source.From) once an hour, of a request without
// one each time. Of the header it reads only whether a robot sent it. It never waits for the database.
func (c *Counter) Count(r *http.Request, product int64, kind Kind) {
	if ByRobot(r.Header) {
		return
	}
	client := source.Of(source.From(r.Context()))
	tally := Tally{Opens: 1}
	if kind == Visit {
		tally = Tally{Visits: 1}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	now := time.Now()
	if client.IsValid() && !c.recent.first(action{client, product, kind}, now) {
		return
	}
	c.add(counterKey{product, DayOf(now)}, tally)
}

// add adds to what waits. The caller holds the mutex.
func (c *Counter) add(at counterKey, more Tally) {
	tally, known := c.waiting[at]
	if !known && len(c.waiting) >= maxWaiting {
		c.lost += more.Opens + more.Visits
		return
	}
	c.waiting[at] = tally.add(more)
}

// Start flushes each second, until the function it gives is called: it flushes for the last time and then comes back.
func (c *Counter) Start() (stop func()) {
	stopped, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(flushEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				c.flush()
			case <-stopped:
				c.flush()
				return
			}
		}
	}()
	return func() { close(stopped); <-done }
}

// flush writes what waits. What cannot be written waits for the next flush. Only when the answer to a commit is lost can
// something be counted twice.
func (c *Counter) flush() {
	counts, lost := c.take()
	if lost > 0 {
		c.logger.Error("visits were not counted: too many wait for the database", "visits", lost)
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
		c.logger.Warn("write visits", "away", away, "error", err)
	}
}

// take gives what waits, by day and product: when several processes write the same rows, they meet them in one order.
func (c *Counter) take() (counts []Count, lost int64) {
	c.mutex.Lock()
	taken := c.waiting
	c.waiting, lost, c.lost = map[counterKey]Tally{}, c.lost, 0
	c.mutex.Unlock()
	counts = make([]Count, 0, len(taken))
	for at, tally := range taken {
		counts = append(counts, Count{at.product, at.day, tally})
	}
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Product, b.Product))
	})
	return counts, lost
}

func (c *Counter) putBack(counts []Count) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, count := range counts {
		c.add(counterKey{count.Product, count.Day}, count.Tally)
	}
}
