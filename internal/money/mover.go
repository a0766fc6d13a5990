package money

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// checkMoves is how often a copy of the program looks for links to follow.
const checkMoves = 10 * time.Second

// Mover follows links while some are pending. What was interrupted stays pending, and whichever copy of the program is next goes on
// with it. It is safe for concurrent use.
type Mover struct {
	queries *Queries
	getter  *fetch.Reader
	log     *slog.Logger
	every   time.Duration // from one request to a host to the next
	woken   chan struct{} // capacity 1
	counted atomic.Pointer[likeLinks]
}

// likeLinks is how many websites of a version of the catalogue look like links.
type likeLinks struct {
	version int64
	count   int
}

// NewMover returns a Mover.
func NewMover(queries *Queries, getter *fetch.Reader, log *slog.Logger) *Mover {
	return &Mover{queries: queries, getter: getter, log: log, every: hostEvery, woken: make(chan struct{}, 1)}
}

// LikeLinks counts the websites of the catalogue in memory that look like links, once a version.
func (m *Mover) LikeLinks(s *browse.Snapshot) int {
	if last := m.counted.Load(); last != nil && last.version == s.Version() {
		return last.count
	}
	now := likeLinks{version: s.Version()}
	for it := range s.All() {
		if NetworkOf(it.Product().Website) != "" {
			now.count++
		}
	}
	m.counted.Store(&now)
	return now.count
}

// Wake makes Run look for links at once.
func (m *Mover) Wake() {
	select {
	case m.woken <- struct{}{}:
	default:
	}
}

// Run follows pending links until ctx ends. Of all processes that share the database, one does at a time.
func (m *Mover) Run(ctx context.Context) {
	ticker := time.NewTicker(checkMoves)
	defer ticker.Stop()
	for ctx.Err() == nil {
		if err := m.Do(ctx); err != nil && ctx.Err() == nil {
			m.log.ErrorContext(ctx, "following affiliate links failed", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		case <-m.woken:
		}
	}
}

// Do follows the links that are pending, unless another process does.
func (m *Mover) Do(ctx context.Context) error {
	if pending, err := m.queries.pendingMoves(ctx, 0); err != nil || len(pending) == 0 {
		return err
	}
	_, err := m.queries.WithLock(ctx, "affiliate-moves", func(ctx context.Context) error {
		f := &follower{getter: m.getter, every: m.every, next: map[string]time.Time{}}
		for last := int64(0); ; {
			pending, err := m.queries.pendingMoves(ctx, last)
			if err != nil || len(pending) == 0 {
				return err
			}
			last = pending[len(pending)-1].Product
			if err := m.follow(ctx, f, pending); err != nil {
				return err
			}
		}
	})
	return err
}

// follow follows links, some at once, and stores where each leads.
func (m *Mover) follow(ctx context.Context, f *follower, pending []Move) error {
	errs := make([]error, len(pending))
	atOnce(len(pending), func(i int) {
		move := pending[i]
		own, reason, err := f.own(ctx, move.Website)
		if err != nil {
			errs[i] = err
			return
		}
		move.Own, move.Reason, move.State = own, reason, moveFound
		if own == "" {
			move.State = moveNone
		}
		errs[i] = m.queries.saveMove(ctx, move)
	})
	return errors.Join(errs...)
}
