package browse

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"vitrine/internal/catalog"
)

// Store reads the catalogue. Each call reads one transaction.
type Store interface {
	All(ctx context.Context) (catalog.All, error)
	Changes(ctx context.Context, since int64) (catalog.Changes, error)
}

// Live holds the current snapshot of a catalogue that changes.
type Live struct {
	store    Store
	snapshot atomic.Pointer[Snapshot]
	lock     chan struct{} // full while the snapshot is being replaced
	mu       sync.Mutex    // guards waiting
	waiting  *renewal      // has not begun to read; nil: none
}

// renewal is one reading of the store, shared by all callers that came before it began.
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

// Snapshot is the current snapshot, never nil. It does not block.
func (l *Live) Snapshot() *Snapshot { return l.snapshot.Load() }

// Renew updates the snapshot to everything that was committed before the call. Callers that come while another renewal
// reads wait for it and then share one reading. A reading continues when ctx ends, because others wait for it too; only
// the call returns. After an error the snapshot is unchanged.
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

// renewForAll waits for the lock and reads for all callers that have joined by then.
func (l *Live) renewForAll(ctx context.Context, r *renewal) {
	l.lock <- struct{}{}
	defer func() { <-l.lock }()
	l.mu.Lock()
	l.waiting = nil // a later caller may have written after this reading
	l.mu.Unlock()
	defer close(r.done)
	r.err = l.renew(ctx)
}

// SetVisits sets the numbers of visits by product; products that are not in the map have none. The caller must not use the
// map any more.
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

// most is how many changed products a snapshot is patched with: even all of them, as when they are reordered. With more,
// the whole catalogue is read again.
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
