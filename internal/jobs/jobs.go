// Package jobs is work on a clock: each job runs by itself, one run at a time, and says how its last run went.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"vitrine/internal/fault"
)

// firstRun is how long after the start each job runs for the first time, so that one that is due each day runs in a
// process that is started each day too.
const firstRun = time.Minute

// Job is work to be done again and again.
type Job struct {
	Name  string
	Every time.Duration                             // from the end of a run to the next
	Limit time.Duration                             // of a run; then its context ends
	Do    func(ctx context.Context) (string, error) // says in a few words what it did
}

// State is how a job stands.
type State struct {
	Name    string
	Every   time.Duration
	Running bool
	Began   time.Time // of the last run; zero when there was none
	Took    time.Duration
	Result  string // what the last run said; empty when it failed
	Failed  error  // why the last run failed
}

// Clock runs jobs.
type Clock struct {
	log     *slog.Logger
	workers []*worker // in the order given
}

// New makes a clock of these jobs. Nothing runs before Run.
func New(log *slog.Logger, jobs ...Job) *Clock {
	c := &Clock{log: log}
	for _, job := range jobs {
		c.workers = append(c.workers, &worker{job: job, asked: make(chan struct{}, 1), state: State{Name: job.Name, Every: job.Every}})
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

// States tells how each job stands.
func (c *Clock) States() []State {
	states := make([]State, len(c.workers))
	for i, w := range c.workers {
		states[i] = w.now()
	}
	return states
}

// Start has a job run now instead of when it is due. It does not wait for it. A job that runs already is a Conflict,
// an unknown name NotFound.
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
	job   Job
	asked chan struct{} // holds one: to ask twice before it starts is to ask once

	mu    sync.Mutex
	state State
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
		return fault.New(fault.Conflict, "This job is running already.")
	}
	select {
	case w.asked <- struct{}{}:
	default:
	}
	return nil
}

// work waits for the clock or for somebody to ask, and runs the job, until ctx ends.
func (w *worker) work(ctx context.Context, log *slog.Logger) {
	due := time.NewTimer(min(firstRun, w.job.Every))
	defer due.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-due.C:
		case <-w.asked:
		}
		w.run(ctx, log)
		due.Reset(w.job.Every)
	}
}

// run does the job once and keeps how it went. That it failed because the program stops is nobody's business.
func (w *worker) run(ctx context.Context, log *slog.Logger) {
	began := time.Now()
	w.mu.Lock()
	w.state.Running, w.state.Began = true, began
	w.mu.Unlock()
	result, err := w.do(ctx)
	took := time.Since(began)
	switch {
	case err == nil:
		log.DebugContext(ctx, "job done", "job", w.job.Name, "took", took, "result", result)
	case ctx.Err() == nil:
		log.ErrorContext(ctx, "job failed", "job", w.job.Name, "took", took, "error", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state.Running, w.state.Took, w.state.Result, w.state.Failed = false, took, result, err
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
