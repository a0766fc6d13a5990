// Package render runs the React bundle in an embedded JavaScript engine, within bounds.
//
// A Pool holds a fixed number of engines. Each has evaluated the script once, belongs to one goroutine, and may use so
// much memory and time and no more. An engine whose call failed is never asked again: another takes its place.
// One engine more answers what screens need, so that this short question does not stand in line with renderings.
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

// What can keep a rendering from being made. Other errors come from the script itself: see ScriptError.
var (
	ErrBusy    = errors.New("render: no engine is free")
	ErrTimeout = errors.New("render: the script took too long")
	ErrMemory  = errors.New("render: the script used too much memory")
	ErrClosed  = errors.New("render: the pool is closed")
	ErrNoFront = errors.New("render: there is no script, as the front end has not been built")
)

// Options are the bounds of a pool. Zero means the default.
type Options struct {
	Workers int           // engines that render, each one page at a time; default: one per core
	Memory  int64         // bytes that one engine may hold; default 64 MiB
	Timeout time.Duration // time that one call may run, on a machine that may be busy; default 3 s
	Wait    time.Duration // time that a call waits for a free engine, first come, first served; default 2.5 s
	Queue   int64         // bytes of input that waiting renderings may have in all, the rest are ErrBusy; default 8 MiB
	Recycle int           // calls after which an engine is replaced by a fresh one; default 10,000
	Logger  *slog.Logger  // logs each engine that failed; default: none
}

func (o Options) withDefaults() Options {
	o.Workers = or(o.Workers, runtime.GOMAXPROCS(0))
	o.Memory = or(o.Memory, 64<<20)
	o.Timeout = or(o.Timeout, 3*time.Second)
	o.Wait = or(o.Wait, 2500*time.Millisecond) // less than a visitor waits, so that what is rendered last still reaches somebody
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

// Pool answers calls with a fixed number of engines. It is safe for concurrent use.
type Pool struct {
	options Options
	program []byte // the script as bytecode: an engine loads it ten times faster than source
	lanes   [functions]lane
	stop    chan struct{}
	closing sync.Once
	workers sync.WaitGroup
}

// lane is where calls of one function wait for its engines.
type lane struct {
	jobs    chan job
	waiting atomic.Int64 // bytes of all that wait
	most    int64        // bytes that may wait
}

// waiterSize is about how many bytes a waiting call takes besides its input: a goroutine and its request.
const waiterSize = 8 << 10

// job is one call on its way to an engine.
type job struct {
	ctx      context.Context
	function function
	input    string
	reply    chan<- result // has room for the one answer
}

type result struct {
	output string
	err    error
}

// New compiles the script and starts the engines. It fails when the script cannot be evaluated within the bounds or
// does not set globalThis.vitrine with its two functions. An empty script is a front end that has not been built: the
// pool has no engine, and every call is ErrNoFront.
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

// Close stops all engines and waits until they are gone. Calls that run are interrupted and answer ErrClosed.
func (p *Pool) Close() {
	p.closing.Do(func() { close(p.stop) })
	p.workers.Wait()
}

// Waiting is how many renderings wait for a free engine now.
func (p *Pool) Waiting() int { return int(max(0, p.lanes[render].waiting.Load())) }

// Needs asks the script which API addresses the screen at path and search ("?a=b" or empty) needs.
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

// Render asks the script for the markup of a screen. The input is the JSON text that the script's render takes.
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

// hand gives the job to a free engine, waiting for one where not too much waits already. Those who wait are served in
// the order in which they came: that is how Go's channels wake their senders.
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
	patience := time.NewTimer(p.options.Wait)
	defer patience.Stop()
	select {
	case l.jobs <- j:
		return nil
	case <-patience.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	case <-p.stop:
		return ErrClosed
	}
}
