package logos

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Bounds of a run.
const (
	hostsAtOnce = 100              // hosts looked at, of which most wait for their next request
	toolsAtOnce = 200              // pending tools of a host read at a time
	checkEvery  = 10 * time.Second // how often a copy of the program looks for a run to do
	pauseEvery  = time.Second      // how often a run looks whether it was paused
	lockName    = "logos"
)

// Options configure a Job.
type Options struct {
	Store  *Queries
	Images *media.Library
	Getter *fetch.Reader
	Logger *slog.Logger

	interval time.Duration // tests only; default: the constant interval
}

// Job looks for logos while a run is active. It is safe for concurrent use.
type Job struct {
	options Options
	woken   chan struct{} // capacity 1
	looked  atomic.Int64  // tools that this process has looked at
}

// New returns a Job.
func New(o Options) *Job {
	if o.interval == 0 {
		o.interval = interval
	}
	return &Job{options: o, woken: make(chan struct{}, 1)}
}

// Looked returns how many websites of tools this process has looked at.
func (j *Job) Looked() int64 { return j.looked.Load() }

// Wake makes Follow look for an active run at once.
func (j *Job) Wake() {
	select {
	case j.woken <- struct{}{}:
	default:
	}
}

// Follow does active runs until ctx ends. Of all processes that share the database, one does a run; when that one ends,
// another one goes on with it within checkEvery.
func (j *Job) Follow(ctx context.Context) {
	ticker := time.NewTicker(checkEvery)
	defer ticker.Stop()
	for ctx.Err() == nil {
		if _, err := j.Do(ctx); err != nil && ctx.Err() == nil {
			j.options.Logger.ErrorContext(ctx, "the search for logos failed", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		case <-j.woken:
		}
	}
}

// Do does the active run, if there is one and no other process does it, and returns when it is finished or paused.
func (j *Job) Do(ctx context.Context) (did bool, err error) {
	active, err := j.options.Store.LogoSearchActive(ctx)
	if err != nil || !active {
		return false, err
	}
	return j.options.Store.WithLock(ctx, lockName, func(ctx context.Context) error {
		ctx, stop := context.WithCancelCause(ctx)
		defer stop(nil)
		var watching sync.WaitGroup
		defer watching.Wait()
		defer stop(nil)
		watching.Go(func() { j.stopWhenPaused(ctx, stop) })
		err := j.run(ctx)
		if errors.Is(context.Cause(ctx), errPaused) {
			return nil
		}
		return err
	})
}

var errPaused = errors.New("the run was paused")

// stopWhenPaused calls stop once the run is no longer active.
func (j *Job) stopWhenPaused(ctx context.Context, stop context.CancelCauseFunc) {
	ticker := time.NewTicker(pauseEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if active, err := j.options.Store.LogoSearchActive(ctx); err == nil && !active {
			stop(errPaused)
			return
		}
	}
}

// run looks at all pending tools, host by host, and ends the run. An error of this site ends it early: the tools stay pending.
func (j *Job) run(ctx context.Context) error {
	started, err := j.options.Store.latestRun(ctx)
	if err != nil {
		return err
	}
	if err := sleep(ctx, j.options.interval); err != nil { // a process that was killed may have asked a host just now
		return err
	}
	asked := newHosts(j.options.Getter, j.options.interval)
	for {
		count, err := j.searchHosts(ctx, asked, started.StartedBy)
		if err != nil {
			return err
		}
		if count > 0 {
			continue
		}
		if started.AcceptOwn {
			if _, _, err := j.options.Store.AcceptOwnLogos(ctx, started.StartedBy); err != nil {
				return err
			}
		}
		return j.options.Store.FinishLogos(ctx)
	}
}

// searchHosts looks at the hosts that have pending tools, and returns how many there were.
func (j *Job) searchHosts(ctx context.Context, asked *hosts, by string) (count int, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	defer all.Wait()
	room := make(chan struct{}, hostsAtOnce)
	for last := ""; ; {
		names, err := j.options.Store.PendingLogoHosts(ctx, last, hostsAtOnce)
		if err != nil || len(names) == 0 {
			all.Wait()
			return count, errors.Join(err, context.Cause(ctx))
		}
		for _, name := range names {
			select {
			case room <- struct{}{}:
			case <-ctx.Done():
				all.Wait()
				return count, context.Cause(ctx)
			}
			count++
			all.Go(func() {
				defer func() { <-room }()
				if err := j.host(ctx, newFinder(asked, j.options.Images, by), name); err != nil {
					stop(fmt.Errorf("look for logos at a host: %w", err))
				}
			})
		}
		last = names[len(names)-1]
	}
}

// host looks at the pending tools of a host, one after the other.
func (j *Job) host(ctx context.Context, f *finder, name string) error {
	for {
		tools, err := j.options.Store.PendingLogos(ctx, name, toolsAtOnce)
		if err != nil || len(tools) == 0 {
			return err
		}
		for _, tool := range tools {
			found, err := f.find(ctx, tool.Website)
			if err != nil {
				return err
			}
			ofHost, err := j.options.Store.SaveLogoFound(ctx, tool, found)
			if err != nil {
				return err
			}
			j.looked.Add(1)
			if ofHost {
				break // the others of the host are not pending any more
			}
		}
	}
}
