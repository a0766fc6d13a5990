// Package jobs is work on a clock: each job runs by itself, one run at a time in all copies of the program together, and
// says how its last run went.
//
// # To change
//
//   - the clock: here; the list of jobs: cmd/vitrine/work.go; that one of several copies does it: lease.go,
//     internal/store/lease.go; go test ./internal/jobs
package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"vitrine/internal/fault"
)

const (
	firstLook = time.Minute // how long after the start is looked for the first time whether a job is due
	lookAgain = time.Minute // how long after the database did not answer
)

// Job is work to be done again and again.
type Job struct {
	Name  string
	Every time.Duration                             // from the end of a run to the next, in whichever copy of the program
	Again time.Duration                             // the same after a run that failed; 0, or longer: Every
	Limit time.Duration                             // of a run; then its context ends
	Do    func(ctx context.Context) (string, error) // says in a few words what it did
}

// State is the status of the job.
type State struct {
	Name    string
	Every   time.Duration
	Running bool
	Began   time.Time // of the last run; zero when there was none
	Took    time.Duration
	Result  string // what the last run said; empty when it failed
	Failed  error  // why the last run failed, or the database could not be asked whether it is due
}

// Clock runs jobs.
type Clock struct {
	log     *slog.Logger
	workers []*worker // in the order given
}

// New makes a clock of these jobs, at which all copies of the program lease them from each other. Nothing runs before Run.
func New(log *slog.Logger, leases Leases, jobs ...Job) *Clock {
	c := &Clock{log: log}
	for _, job := range jobs {
		c.workers = append(c.workers, &worker{job: job, leases: leases, asked: make(chan struct{}, 1), state: State{Name: job.Name, Every: job.Every}})
	}
	return c
}

// Run keeps the jobs going until ctx ends. When it returns, none of them runs any more.
func (c *Clock) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, w := range c.workers {
		all.Go(func() { w.work(ctx, c.log) })
	}
	all.Wait()
}

// States returns the state of each job.
func (c *Clock) States() []State {
	states := make([]State, len(c.workers))
	for i, w := range c.workers {
		states[i] = w.now()
	}
	return states
}

// Start has a job run now instead of when it is due. It does not wait for it. A job that runs already, as far as this copy
// of the program knows, is a Conflict, an unknown name NotFound.
func (c *Clock) Start(name string) error {
	for _, w := range c.workers {
		if w.job.Name == name {
			return w.start()
		}
	}
	return fault.New(fault.NotFound, "There is no such job.")
}

// worker is a job with its state.
type worker struct {
	job    Job
	leases Leases
	asked  chan struct{} // holds one: to ask twice before it starts is to ask once

	mu    sync.Mutex
	state State
	ours  string // the last run that was this copy's
}

func (w *worker) now() State {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state
}

func (w *worker) start() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state.Running {
		return fault.New(fault.Conflict, "This job is already running.")
	}
	select {
	case w.asked <- struct{}{}:
	default:
	}
	return nil
}

// work waits for the clock or for somebody to ask, and runs the job when it is due, until ctx ends.
func (w *worker) work(ctx context.Context, log *slog.Logger) {
	due := time.NewTimer(min(firstLook, w.job.Every))
	defer due.Stop()
	for {
		byHand := false
		select {
		case <-ctx.Done():
			return
		case <-due.C:
		case <-w.asked:
			byHand = true
		}
		due.Reset(w.look(ctx, log, byHand))
	}
}

// look runs the job if this copy gets its lease, and says when to look again.
func (w *worker) look(ctx context.Context, log *slog.Logger, byHand bool) time.Duration {
	run := rand.Text()
	last, wait, err := w.take(ctx, run, byHand)
	if err != nil {
		if ctx.Err() == nil {
			log.WarnContext(ctx, "job not begun", "job", w.job.Name, "error", err)
		}
		w.change(func(s *State) { s.Failed = fmt.Errorf("look whether it is due: %w", err) })
		return min(lookAgain, w.job.Every)
	}
	if wait > 0 {
		w.showOther(last)
		return wait
	}
	return w.job.pause(w.run(ctx, log, run) != nil)
}

func (w *worker) change(how func(*State)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	how(&w.state)
}

var errElsewhere = errors.New("it failed in another copy of the program, or before this one was started: see the log of that")

// showOther takes over how the last run went, when that was not one of ours.
func (w *worker) showOther(last Lease) {
	w.change(func(s *State) {
		if last.Run == w.ours {
			return
		}
		*s = State{Name: s.Name, Every: s.Every, Began: last.Began}
		switch {
		case last.Ended.IsZero():
			s.Running, s.Result = true, "another copy of the program does it"
		case last.Failed:
			s.Failed = errElsewhere
		default:
			s.Result = "done by another copy of the program, or before this one was started"
		}
		if !last.Ended.IsZero() {
			s.Took = last.Ended.Sub(last.Began)
		}
	})
}

// run does the job once and keeps how it went. That it failed because the program stops is nobody's business.
func (w *worker) run(ctx context.Context, log *slog.Logger, run string) error {
	began := time.Now()
	w.change(func(s *State) {
		w.ours = run
		s.Running, s.Began = true, began
	})
	result, err := w.doAlive(ctx, run)
	took := time.Since(began)
	err = errors.Join(err, w.end(ctx, run, err != nil))
	switch {
	case err == nil:
		log.DebugContext(ctx, "job done", "job", w.job.Name, "took", took, "result", result)
	case ctx.Err() == nil:
		log.ErrorContext(ctx, "job failed", "job", w.job.Name, "took", took, "error", err)
	}
	w.change(func(s *State) { s.Running, s.Took, s.Result, s.Failed = false, took, result, err })
	return err
}

// doAlive does the job while heartbeats renew its lease. When it is not ours any more, its
// context ends.
func (w *worker) doAlive(ctx context.Context, run string) (string, error) {
	ctx, giveUp := context.WithCancelCause(ctx)
	var saying sync.WaitGroup
	defer saying.Wait()
	defer giveUp(nil)
	saying.Go(func() { w.heartbeat(ctx, run, giveUp) })
	result, err := w.do(ctx)
	if cause := context.Cause(ctx); err != nil && cause != nil && cause != ctx.Err() { //nolint:errorlint // the very one
		err = fmt.Errorf("%w: %w", cause, err)
	}
	return result, err
}

// do is one run within its limit. A panic is a failure of this job and of no other.
func (w *worker) do(ctx context.Context) (result string, err error) {
	ctx, stop := context.WithTimeout(ctx, w.job.Limit)
	defer stop()
	defer func() {
		if cause := recover(); cause != nil {
			result, err = "", fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	if result, err = w.job.Do(ctx); err != nil {
		return "", err
	}
	return result, nil
}
