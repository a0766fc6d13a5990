package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

const (
	runEvery    = 10 * time.Second // how often a copy of the program looks for a run to do
	pausedEvery = time.Second      // how often a run looks whether it was paused
	hostsAtOnce = 100              // of EachHost
)

// Run is long work that people start, pause and resume. Its state is in the database, so it goes on after a restart: of all
// processes that share the database one does it, and when that one ends, another goes on within runEvery. It is safe for concurrent use.
type Run struct {
	Name   string                                  // of its lock, and in the log
	DB     *db.DB                                  // of the lock
	Active func(ctx context.Context) (bool, error) // reports whether it is to be done now
	Work   func(ctx context.Context) error         // does what is left of it
	Logger *slog.Logger

	woken chan struct{} // capacity 1
}

// NewRun returns a run.
func NewRun(r Run) *Run {
	r.woken = make(chan struct{}, 1)
	return &r
}

// Wake makes Follow look at once whether the run is active.
func (r *Run) Wake() {
	select {
	case r.woken <- struct{}{}:
	default:
	}
}

// Follow does the run whenever it is active, until ctx ends.
func (r *Run) Follow(ctx context.Context) {
	ticker := time.NewTicker(runEvery)
	defer ticker.Stop()
	for ctx.Err() == nil {
		if _, err := r.Do(ctx); err != nil && ctx.Err() == nil {
			r.Logger.ErrorContext(ctx, "run failed", "run", r.Name, "error", err)
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		case <-r.woken:
		}
	}
}

// Do does the run if it is active and no other process does it, and returns when it is finished or paused.
func (r *Run) Do(ctx context.Context) (did bool, err error) {
	active, err := r.Active(ctx)
	if err != nil || !active {
		return false, err
	}
	return r.DB.WithLock(ctx, r.Name, func(ctx context.Context) error {
		ctx, stop := context.WithCancelCause(ctx)
		var watching sync.WaitGroup
		defer watching.Wait()
		defer stop(nil)
		watching.Go(func() { r.stopWhenPaused(ctx, stop) })
		err := r.Work(ctx)
		if errors.Is(context.Cause(ctx), errPaused) {
			return nil
		}
		return err
	})
}

var errPaused = errors.New("the run was paused")

// stopWhenPaused calls stop once the run is no longer active.
func (r *Run) stopWhenPaused(ctx context.Context, stop context.CancelCauseFunc) {
	ticker := time.NewTicker(pausedEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if active, err := r.Active(ctx); err == nil && !active {
			stop(errPaused)
			return
		}
	}
}

// EachHost calls do for each host, many at once, and returns how many there were. list returns the next hosts in their order that
// follow one. The first error ends it.
func EachHost(ctx context.Context, list func(ctx context.Context, after string, most int) ([]string, error), do func(ctx context.Context, host string) error) (count int, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	defer all.Wait()
	room := make(chan struct{}, hostsAtOnce)
	for last := ""; ; {
		hosts, err := list(ctx, last, hostsAtOnce)
		if err != nil || len(hosts) == 0 {
			all.Wait()
			return count, errors.Join(err, context.Cause(ctx))
		}
		for _, host := range hosts {
			select {
			case room <- struct{}{}:
			case <-ctx.Done():
				all.Wait()
				return count, context.Cause(ctx)
			}
			count++
			all.Go(func() {
				defer func() { <-room }()
				if err := do(ctx, host); err != nil {
					stop(err)
				}
			})
		}
		last = hosts[len(hosts)-1]
	}
}
