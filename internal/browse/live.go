package browse

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Store reads the catalogue. Each call runs in one transaction.
type Store interface {
	All(ctx context.Context) (catalog.All, error)
	Changes(ctx context.Context, since int64) (catalog.Changes, error)
}

// Live holds the current snapshot of a catalogue that changes.
type Live struct {
	store    Store
	now      func() time.Time
	snapshot atomic.Pointer[Snapshot]
	lock     chan struct{} // full while a goroutine replaces the snapshot
	mu       sync.Mutex    // guards waiting
	waiting  *renewal      // not started yet; nil: none
	unlinked chan struct{} // full if the snapshot has products without chosen similar ones

	scheduled chan struct{} // full if the snapshot has a change of its own that KeepTime may not know
}

// renewal is one read of the store, shared by all callers that arrived before it started.
type renewal struct {
	done chan struct{} // closed after err is set and the snapshot replaced
	err  error
}

// NewLive reads the whole catalogue and returns a Live with it. now is the clock that says what is new.
func NewLive(ctx context.Context, store Store, now func() time.Time) (*Live, error) {
	l := &Live{store: store, now: now, lock: make(chan struct{}, 1), unlinked: make(chan struct{}, 1), scheduled: make(chan struct{}, 1)}
	if err := l.readAll(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// Snapshot returns the current snapshot, never nil, without blocking.
func (l *Live) Snapshot() *Snapshot { return l.snapshot.Load() }

// Renew updates the snapshot to everything committed before the call. Callers that arrive during another renewal wait
// for it and then share one read. When ctx ends, only the call returns; the read continues for the other callers. An
// error leaves the snapshot unchanged.
func (l *Live) Renew(ctx context.Context) error {
	l.mu.Lock()
	r, first := l.waiting, l.waiting == nil
	if first {
		r = &renewal{done: make(chan struct{})}
		l.waiting = r
	}
	l.mu.Unlock()
	if first {
		go l.renewForAll(context.WithoutCancel(ctx), r)
	}
	select {
	case <-r.done:
		return r.err
	case <-ctx.Done():
		return fmt.Errorf("wait for the catalog: %w", ctx.Err())
	}
}

// renewForAll waits for the lock and reads for all callers that joined before that.
func (l *Live) renewForAll(ctx context.Context, r *renewal) {
	l.lock <- struct{}{}
	defer func() { <-l.lock }()
	l.mu.Lock()
	l.waiting = nil // a later caller may have committed after this read
	l.mu.Unlock()
	defer close(r.done)
	r.err = l.renew(ctx)
}

// SetVisits sets the visit counts by product id; a missing product has none. Once an hour, it also brings the home page's
// rows and what is new up to date. The caller must not use the map afterwards.
func (l *Live) SetVisits(visits map[int64]int64) {
	l.lock <- struct{}{}
	defer func() { <-l.lock }()
	last := l.Snapshot()
	l.snapshot.Store(hourly(last, last.visited(visits), l.now()))
}

func (l *Live) renew(ctx context.Context) error {
	last := l.Snapshot()
	changes, err := l.store.Changes(ctx, last.version)
	switch {
	case err != nil:
		return fmt.Errorf("read what changed in the catalog: %w", err)
	case changes.Version == last.version:
		return nil
	case changes.Version < last.version || !last.Categories().keepNames(changes) || len(changes.Products)+len(changes.Deleted) > mostChanged(last):
		return l.readAll(ctx)
	}
	next := last.patched(changes)
	next.Collections().publish(time.Now())
	l.show(next)
	return nil
}

// show makes the snapshot the current one, at the current time. It has LinkSimilar choose similar products if it lacks some,
// and wakes KeepTime if it will change by itself.
func (l *Live) show(next *Snapshot) {
	next = next.at(l.now())
	l.snapshot.Store(next)
	if !next.linked {
		signal(l.unlinked)
	}
	if !nextChange(next).IsZero() {
		signal(l.scheduled)
	}
}

// signal fills a channel of capacity 1.
func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// linkGCPercent makes up for the memory that the choice of similar products takes: with it the heap grows no larger than
// without the choice at the usual 100. The choice leaves little garbage, so collecting more often costs little time.
const linkGCPercent = 25

// LinkSimilar chooses the similar products of all products when that is needed, until ctx ends: after the start, and
// after changes of many. It runs beside the requests, which get what Similar returns without it until then. Several
// seconds pass at 100,000 products; what changes meanwhile is patched in at the end.
//
// The snapshot with the choice is a new generation of the same version, so that what was made from the one before is
// compared and, where it shows other similar products, made again.
func (l *Live) LinkSimilar(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.unlinked:
		}
		from := l.Snapshot()
		if from.linked {
			continue // asked for during the last choice
		}
		usual := debug.SetGCPercent(linkGCPercent)
		chosen, err := from.Linked(ctx)
		if err == nil {
			err = chosen.Similar().compare(ctx)
		}
		debug.SetGCPercent(usual)
		if err != nil {
			return // ctx has ended
		}
		l.lock <- struct{}{}
		l.show(l.Snapshot().linkedLike(from, chosen))
		<-l.lock
		debug.FreeOSMemory()
	}
}

// mostChanged is the maximum number of changed products to patch a snapshot with: all of them, as in a reordering, still count
// as a patch. Above it, Live reads the whole catalogue again.
func mostChanged(s *Snapshot) int { return max(1000, s.Len()) }

func (l *Live) readAll(ctx context.Context) error {
	content, err := l.store.All(ctx)
	if err != nil {
		return fmt.Errorf("read the catalog: %w", err)
	}
	next := newSnapshot(content, l.now())
	next.Collections().publish(time.Now())
	if last := l.Snapshot(); last != nil {
		next.popularity = last.popularity
		next = next.visited(last.visits)
		next.generation = last.generation + 1
	}
	l.show(next)
	debug.FreeOSMemory() // the read leaves more garbage than the snapshot's size; this halves resident memory
	return nil
}

// Revision returns the current revision of the catalogue and the settings. Read the data after calling it: data may be
// newer than its revision, never older.
func Revision(catalogue *Live, settings *site.Live) revision.Revision {
	version, snapshot := settings.Version(), catalogue.Snapshot()
	return revision.Revision{Catalogue: snapshot.Generation(), Settings: version, Popularity: snapshot.Popularity()}
}
