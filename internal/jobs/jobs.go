// Package jobs runs background jobs on a schedule. Across all copies of the program, a job has at most one run at a time.
// Each copy reports the result of the last run.
//
// # To change
//
//   - what administrators see of jobs and start by hand: api.go; the screen is web/src/admin/jobs
//   - work that people start, pause and resume: run.go
//   - the schedule: here; the list of jobs: cmd/vitrine/work.go; which copy runs a job: lease.go,
//     internal/jobs/queries.go; go test ./internal/jobs
package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

const (
	firstCheck = time.Minute // delay from the start to the first check whether a job is due
	checkAgain = time.Minute // delay until the next check after a database error
)

// Job is a task that runs repeatedly.
type Job struct {
	Name  string
	Title string                                    // what administrators call it: "Empty the trash"
	Every time.Duration                             // pause between the end of a run and the next, in any copy of the program; 0: it runs by hand only
	Again time.Duration                             // pause after a failed run; 0, or longer than Every, means Every
	Limit time.Duration                             // timeout of a run
	Do    func(ctx context.Context) (string, error) // returns a short summary of what it did
}

// State is the status of a job.
type State struct {
	Name    string
	Title   string
	Every   time.Duration
	Running bool
	Began   time.Time // start of the last run; zero: the job never ran
	Took    time.Duration
	Result  string // summary of the last run; empty if it failed
	Failed  error  // why the last run, or the check whether the job is due, failed
	Step    string // what this copy's run is doing now, if the job reports it
}

// Clock runs jobs on their schedules.
type Clock struct {
	log     *slog.Logger
	workers []*worker // in the order passed to New
}

// New returns a Clock for these jobs. All copies of the program share the leases. No job runs before Run.
func New(log *slog.Logger, leases Leases, jobs ...Job) *Clock {
	c := &Clock{log: log}
	for _, job := range jobs {
		c.workers = append(c.workers, &worker{job: job, leases: leases, asked: make(chan chan error), state: State{Name: job.Name, Title: job.Title, Every: job.Every}})
	}
	return c
}

// Run runs the jobs until ctx ends. When it returns, no job is running.
func (c *Clock) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, w := range c.workers {
		all.Go(func() { w.work(ctx, c.log) })
	}
	all.Wait()
}

// States returns the state of each job, in the order passed to New.
func (c *Clock) States() []State {
	states := make([]State, len(c.workers))
	for i, w := range c.workers {
		states[i] = w.snapshot()
	}
	return states
}

// errRuns is the fault of a job that is to run while it does.
var errRuns = fault.New(fault.Conflict, "This job is running already.")

const noJob = "There is no such job."

// Start runs a job now, in this copy of the program, and returns once the run has begun. It is a Conflict if the job runs already, in any
// copy, and NotFound if there is no such job.
func (c *Clock) Start(ctx context.Context, name string) error {
	at := slices.IndexFunc(c.workers, func(w *worker) bool { return w.job.Name == name })
	if at < 0 {
		return fault.New(fault.NotFound, noJob)
	}
	begun := make(chan error, 1)
	select {
	case c.workers[at].asked <- begun:
	default: // nobody receives while it runs
		return errRuns
	}
	select {
	case err := <-begun:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

type stepKey struct{}

// Report says what the job's run of ctx is doing now; anywhere else it does nothing.
func Report(ctx context.Context, step string) {
	if report, ok := ctx.Value(stepKey{}).(func(string)); ok {
		report(step)
	}
}

// worker runs one job and holds its state.
type worker struct {
	job    Job
	leases Leases
	asked  chan chan error // who sends wants a run now, and gets whether it has begun

	mu     sync.Mutex
	state  State
	ownRun string // the last run that this copy started
}

func (w *worker) snapshot() State {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state
}

// work runs the job whenever it is due, until ctx ends.
func (w *worker) work(ctx context.Context, log *slog.Logger) {
	due := time.NewTimer(min(firstCheck, w.job.Every))
	defer due.Stop()
	if w.job.Every == 0 {
		due.Stop()
	}
	for {
		var wait time.Duration
		select {
		case <-ctx.Done():
			return
		case <-due.C:
			wait = w.runIfDue(ctx, log, nil)
		case begun := <-w.asked:
			wait = w.runIfDue(ctx, log, begun)
		}
		if w.job.Every > 0 {
			due.Reset(wait)
		}
	}
}

// runIfDue runs the job if this copy can take its lease, and returns the delay until the next check. Who asked for the run gets
// whether it has begun; then the job need not be due.
func (w *worker) runIfDue(ctx context.Context, log *slog.Logger, asked chan<- error) time.Duration {
	run := rand.Text()
	last, wait, err := w.takeLease(ctx, run, asked != nil)
	if asked != nil {
		if err == nil && wait > 0 {
			asked <- errRuns
		} else {
			asked <- err
		}
	}
	if err != nil {
		if ctx.Err() == nil {
			log.WarnContext(ctx, "job not started", "job", w.job.Name, "error", err)
		}
		w.update(func(s *State) { s.Failed = fmt.Errorf("check whether it is due: %w", err) })
		return min(checkAgain, w.job.Every)
	}
	if wait > 0 {
		w.showOther(last)
		return wait
	}
	return w.job.pause(w.run(ctx, log, run) != nil)
}

func (w *worker) update(change func(*State)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.state)
}

var errElsewhere = errors.New("it failed in another copy of the program or before this one started: see that copy's log")

// showOther sets the state from the last run, unless this copy started that run.
func (w *worker) showOther(last Lease) {
	w.update(func(s *State) {
		if last.Run == w.ownRun {
			return
		}
		*s = State{Name: s.Name, Title: s.Title, Every: s.Every, Began: last.Began}
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

// run runs the job once and stores the result. It does not log a failure caused by the program's shutdown.
func (w *worker) run(ctx context.Context, log *slog.Logger, run string) error {
	began := time.Now()
	w.update(func(s *State) {
		w.ownRun = run
		s.Running, s.Began = true, began
	})
	result, err := w.doWithHeartbeats(ctx, run)
	took := time.Since(began)
	err = errors.Join(err, w.end(ctx, run, result, err))
	switch {
	case err == nil:
		log.DebugContext(ctx, "job done", "job", w.job.Name, "took", took, "result", result)
	case ctx.Err() == nil:
		log.ErrorContext(ctx, "job failed", "job", w.job.Name, "took", took, "error", err)
	}
	w.update(func(s *State) { s.Running, s.Took, s.Result, s.Failed, s.Step = false, took, result, err, "" })
	return err
}

// doWithHeartbeats runs the job while heartbeats renew its lease. It cancels the job's context when the lease is lost.
func (w *worker) doWithHeartbeats(ctx context.Context, run string) (string, error) {
	ctx, giveUp := context.WithCancelCause(ctx)
	var heartbeats sync.WaitGroup
	defer heartbeats.Wait()
	defer giveUp(nil)
	heartbeats.Go(func() { w.heartbeat(ctx, run, giveUp) })
	result, err := w.do(ctx)
	if cause := context.Cause(ctx); err != nil && cause != nil && cause != ctx.Err() { //nolint:errorlint // the very one
		err = fmt.Errorf("%w: %w", cause, err)
	}
	return result, err
}

// do runs the job within its timeout. A panic fails only this run.
func (w *worker) do(ctx context.Context) (result string, err error) {
	ctx, stop := context.WithTimeout(ctx, w.job.Limit)
	ctx = context.WithValue(ctx, stepKey{}, func(step string) { w.update(func(s *State) { s.Step = step }) })
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
