package browse

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"vitrine/internal/catalog"
)

// Store is where the catalogue comes from. Each call reads one transaction.
type Store interface {
	All(ctx context.Context) (catalog.All, error)
	Changes(ctx context.Context, since int64) (catalog.Changes, error)
}

// Live holds the current snapshot of a catalogue that changes.
type Live struct {
	store    Store
	snapshot atomic.Pointer[Snapshot]
	lock     chan struct{} // full while a renewal reads and swaps
	mu       sync.Mutex    // guards waiting
	waiting  *renewal      // the one that has not begun to read; nil: none
}

// renewal is one reading of the store, shared by all who asked before it began.
type renewal struct {
	done chan struct{} // closed when err is set and the snapshot swapped
	err  error
}

// NewLive reads the whole catalogue.
func NewLive(ctx context.Context, store Store) (*Live, error) {
	l := &Live{store: store, lock: make(chan struct{}, 1)}
	if err := l.readAll(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// Snapshot is the current snapshot; never nil, never waited for.
func (l *Live) Snapshot() *Snapshot { return l.snapshot.Load() }

// Renew makes the snapshot show everything that was committed before the call. Callers who come while another renewal is
// reading wait for it and then share one reading. Once begun, it ends even when ctx does, as others wait for it too; the
// caller goes when its ctx ends. After an error the snapshot stays as it was.
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
		return fmt.Errorf("wait for the catalogue: %w", ctx.Err())
	}
}

// renewForAll waits for the lock and does the reading for all who have joined until then.
func (l *Live) renewForAll(ctx context.Context, r *renewal) {
	l.lock <- struct{}{}
	defer func() { <-l.lock }()
	l.mu.Lock()
	l.waiting = nil // who comes from here on may have written after what is read now
	l.mu.Unlock()
	defer close(r.done)
	r.err = l.renew(ctx)
}

// SetVisits makes the snapshot go by these numbers of visits, by product; products that are not in it have none. The map
// is no longer the caller's.
func (l *Live) SetVisits(visits map[int64]int64) {
	l.lock <- struct{}{}
	defer func() { <-l.lock }()
	l.snapshot.Store(l.Snapshot().visited(visits))
}

func (l *Live) renew(ctx context.Context) error {
	last := l.Snapshot()
	changes, err := l.store.Changes(ctx, last.version)
	switch {
	case err != nil:
		return fmt.Errorf("read what changed in the catalogue: %w", err)
	case changes.Version == last.version:
		return nil
	case !last.fits(changes) || len(changes.Products)+len(changes.Deleted) > last.most():
		return l.readAll(ctx)
	}
	l.snapshot.Store(last.patched(changes))
	return nil
}

// most is how many changed products are put on a snapshot: even all of them, as when they are put in another order.
// A catalogue that mostly comes anew is made anew.
func (s *Snapshot) most() int { return max(1000, s.Len()) }

func (l *Live) readAll(ctx context.Context) error {
	content, err := l.store.All(ctx)
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}
	next := newSnapshot(content)
	if last := l.Snapshot(); last != nil {
		next.popularity = last.popularity
		next = next.visited(last.visits)
	}
	l.snapshot.Store(next)
	debug.FreeOSMemory() // reading left more garbage than the snapshot is large; this halves what stays resident
	return nil
}
