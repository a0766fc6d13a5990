// Package render runs the React bundle in an embedded JavaScript engine, within limits of time and memory.
//
// A Pool holds a fixed number of engines. Each has evaluated the script once, belongs to one goroutine, and has a memory
// limit and a time limit per call. The pool replaces an engine whose call failed. One extra engine serves Needs, so that
// these short calls do not queue behind renders.
//
// # To change
//
//   - what runs in the engine: web/src/entry-server.tsx, markup-cache.ts, cacheable.ts, decision 19; go test
//     ./internal/render, npx vitest run --project server in web
package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Reasons why the pool did not render. Other errors come from the script itself: see ScriptError.
var (
	ErrBusy    = errors.New("render: no engine is free")
	ErrTimeout = errors.New("render: the script took too long")
	ErrMemory  = errors.New("render: the script used too much memory")
	ErrClosed  = errors.New("render: the pool is closed")
	ErrNoFront = errors.New("render: there is no script, as the front end has not been built")
)

// Options are the limits of a pool. Zero means the default.
type Options struct {
	Workers int           // rendering engines, one page at a time each; default: one per core
	Memory  int64         // bytes per engine; default 64 MiB
	Start   time.Duration // time limit for evaluating the script in a new engine, long, as else a site on a busy machine does not start; default 1 min
	Timeout time.Duration // time limit per call, for a machine that may be busy; default 3 s
	Wait    time.Duration // how long a call waits for a free engine, first come, first served; default 2.5 s
	Queue   int64         // bytes of input that all waiting renders may hold, else ErrBusy; default 8 MiB
	Recycle int           // calls before a fresh engine replaces an engine; default 10,000
	Logger  *slog.Logger  // logs each failed engine; default: none
}

func (o Options) withDefaults() Options {
	o.Workers = or(o.Workers, runtime.GOMAXPROCS(0))
	o.Memory = or(o.Memory, 64<<20)
	o.Start = or(o.Start, time.Minute)
	o.Timeout = or(o.Timeout, 3*time.Second)
	o.Wait = or(o.Wait, 2500*time.Millisecond) // less than a visitor waits, so that the last in the queue still gets it
	o.Queue = or(o.Queue, 8<<20)
	o.Recycle = or(o.Recycle, 10_000)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

func or[T int | int64 | time.Duration](value, fallback T) T {
	if value > 0 {
		return value
	}
	return fallback
}

// Pool runs calls on a fixed number of engines. It is safe for concurrent use.
type Pool struct {
	options Options
	program []byte // the script as bytecode: an engine loads it ten times faster than source
	lanes   [functions]lane
	stop    chan struct{}
	closing sync.Once
	workers sync.WaitGroup
}

// lane is the queue of one function, with its own engines.
type lane struct {
	jobs    chan job
	waiting atomic.Int64 // bytes held by waiting calls
	most    int64        // limit for waiting
}

// waiterSize estimates the bytes that a waiting call takes besides its input: a goroutine and its request.
const waiterSize = 8 << 10

// job is a call queued for an engine.
type job struct {
	ctx      context.Context
	function function
	input    string
	reply    chan<- result // buffered for the one reply
}

type result struct {
	output string
	err    error
}

// New compiles the script and starts the engines. It fails if the script cannot be evaluated within the limits or does
// not set globalThis.vitrine with its two functions. An empty script means that the front end has not been built: the
// pool has no engine, and every call returns ErrNoFront.
func New(script []byte, options Options) (*Pool, error) {
	p := &Pool{options: options.withDefaults(), stop: make(chan struct{})}
	if len(script) == 0 {
		return p, nil
	}
	var err error
	if p.program, err = compile(script); err != nil {
		return nil, fmt.Errorf("compile the render script: %w", err)
	}
	if err := p.start(); err != nil {
		p.Close()
		return nil, fmt.Errorf("evaluate the render script: %w", err)
	}
	return p, nil
}

// start starts the engines of both lanes and waits until each has evaluated the script.
func (p *Pool) start() (err error) {
	started := make(chan error)
	engines := [functions]int{needs: 1, render: p.options.Workers}
	for f, count := range engines {
		p.lanes[f] = lane{jobs: make(chan job), most: p.options.Queue}
		for range count {
			p.workers.Go(func() { p.work(p.lanes[f].jobs, started) })
		}
	}
	for range engines[needs] + engines[render] {
		err = errors.Join(err, <-started)
	}
	return err
}

// Close stops all engines and waits for them to end. It interrupts running calls, which return ErrClosed.
func (p *Pool) Close() {
	p.closing.Do(func() { close(p.stop) })
	p.workers.Wait()
}

// Waiting returns how many renders are waiting for a free engine.
func (p *Pool) Waiting() int { return int(max(0, p.lanes[render].waiting.Load())) }

// Needs returns the API URLs that the screen at path and search ("?a=b" or empty) needs, from the script.
func (p *Pool) Needs(ctx context.Context, path, search string) ([]string, error) {
	input, err := json.Marshal(map[string]string{"path": path, "search": search})
	if err != nil {
		return nil, fmt.Errorf("encode an address: %w", err)
	}
	output, err := p.call(ctx, needs, string(input))
	if err != nil {
		return nil, err
	}
	var addresses []string
	if err := json.Unmarshal([]byte(output), &addresses); err != nil {
		return nil, fmt.Errorf("read what the screen needs: %w", err)
	}
	return addresses, nil
}

// Render returns the markup of a screen. The input is the JSON for the script's render function.
func (p *Pool) Render(ctx context.Context, input []byte) (string, error) {
	return p.call(ctx, render, string(input))
}

func (p *Pool) call(ctx context.Context, f function, input string) (string, error) {
	if p.program == nil {
		return "", ErrNoFront
	}
	reply := make(chan result, 1)
	if err := p.hand(ctx, job{ctx: ctx, function: f, input: input, reply: reply}); err != nil {
		return "", err
	}
	select {
	case r := <-reply:
		return r.output, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// hand sends the job to a free engine, or waits for one unless the queue is full. Waiting calls proceed in order of
// arrival, because Go's channels wake senders in that order.
func (p *Pool) hand(ctx context.Context, j job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l := &p.lanes[j.function]
	select {
	case <-p.stop:
		return ErrClosed
	case l.jobs <- j:
		return nil
	default:
	}
	size := int64(len(j.input)) + waiterSize
	defer l.waiting.Add(-size)
	if l.waiting.Add(size) > l.most {
		return ErrBusy
	}
	timer := time.NewTimer(p.options.Wait)
	defer timer.Stop()
	select {
	case l.jobs <- j:
		return nil
	case <-timer.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	case <-p.stop:
		return ErrClosed
	}
}
