package render

import (
	"context"
	"errors"
	"time"
)

// work owns one engine: it runs a lane's jobs on it, and replaces it after a failed call or after Options.Recycle
// calls. It sends the outcome of creating the first engine to started.
func (p *Pool) work(jobs <-chan job, started chan<- error) {
	e, err := p.engine()
	started <- err
	if err != nil {
		return
	}
	defer func() { e.close() }()
	failures := 0 // consecutive
	for calls := 1; ; calls++ {
		select {
		case <-p.stop:
			return
		case j := <-jobs:
			err = p.answer(e, j)
		}
		if err == nil && calls < p.options.Recycle {
			failures = 0
			continue
		}
		if err != nil {
			failures++
			p.options.Logger.Warn("a rendering engine failed and is replaced", "error", err, "failures", failures)
		}
		e.close()
		if e = p.replacement(failures); e == nil {
			return
		}
		calls = 0
	}
}

// answer runs one call and sends its reply. It interrupts the call when the pool closes or the caller's context ends.
func (p *Pool) answer(e *engine, j job) error {
	done := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-p.stop:
			e.vm.Interrupt()
		case <-j.ctx.Done():
			e.vm.Interrupt()
		case <-done:
		}
	}()
	output, err := e.call(j.function, j.input)
	close(done)
	<-watched
	if err != nil {
		err = p.reason(j.ctx, err)
	}
	j.reply <- result{output, err}
	return err
}

// reason distinguishes an interruption by the pool or the caller from the script's own timeout.
func (p *Pool) reason(ctx context.Context, err error) error {
	if !errors.Is(err, ErrTimeout) {
		return err
	}
	select {
	case <-p.stop:
		return ErrClosed
	default:
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// replacement creates a new engine. It waits longer the more calls have failed in a row (up to a second), so that a
// broken script does not keep the CPU busy creating engines. It returns nil if the pool closes while it waits.
func (p *Pool) replacement(failures int) *engine {
	for {
		rest := time.NewTimer(restAfter(failures))
		select {
		case <-p.stop:
			rest.Stop()
			return nil
		case <-rest.C:
		}
		if e, err := p.engine(); err == nil {
			return e
		}
		failures++
	}
}

// restAfter returns 0 after the first failure, then 20 ms, doubled with each further one, at most a second.
func restAfter(failures int) time.Duration {
	if failures < 2 {
		return 0
	}
	return min(20*time.Millisecond<<min(failures-2, 10), time.Second)
}
