package render

import (
	"context"
	"errors"
	"time"
)

// work owns one engine: it answers a lane's jobs with it and replaces it when a call has failed or it has served long enough.
// Whether the first engine could be made goes to started.
func (p *Pool) work(jobs <-chan job, started chan<- error) {
	e, err := p.engine()
	started <- err
	if err != nil {
		return
	}
	defer func() { e.close() }()
	failures := 0 // in a row
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

// answer makes one call and replies to it. Closing the pool, or the end of the caller's context, interrupts it.
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

// replacement makes a new engine. The more calls have failed in a row, the longer it rests before (up to a second), so
// that a broken script does not keep the machine busy with engines. It is nil when the pool was closed meanwhile.
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

// restAfter is nothing after the first failure, then 20 ms, doubled with each more, at most a second.
func restAfter(failures int) time.Duration {
	if failures < 2 {
		return 0
	}
	return min(20*time.Millisecond<<min(failures-2, 10), time.Second)
}
