package render

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// script has a needs function that returns its arguments, and a render function that runs one of the tricks.
const script = `
let calls = 0;
const tricks = {
  echo: (input) => "<p>" + input.text + "</p>",
  count: () => String(++calls),
  loop: () => { for (;;); },
  allocate: () => { const list = []; for (;;) list.push(new Array(1000).fill(list.length)); },
  recurse: () => tricks.recurse() + 1,
  throw: () => { throw new TypeError("no such tool"); },
  number: () => 42,
  nothing: () => undefined,
  later: () => { Promise.resolve().then(() => { calls += 100; }); return String(calls); },
  timers: () => { setTimeout(() => { calls = -1; }, 0); console.error("dropped"); queueMicrotask(() => {}); return "done"; },
};
globalThis.vitrine = {
  needs: (json) => { const { path, search } = JSON.parse(json); return path === "/garbage" ? "{" : JSON.stringify(["/api" + path, search]); },
  render: (json) => { const input = JSON.parse(json); return tricks[input.trick](input); },
};`

// pool returns a pool. Timeouts that the test does not set are long, because the machine may be busy.
func pool(t *testing.T, options Options) *Pool {
	t.Helper()
	options.Timeout, options.Wait = or(options.Timeout, time.Minute), or(options.Wait, time.Minute)
	p, err := New([]byte(script), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// do runs a trick of the script.
func do(t *testing.T, p *Pool, trick string) (string, error) {
	t.Helper()
	return p.Render(t.Context(), fmt.Appendf(nil, `{"trick":%q}`, trick))
}

// eventually runs a trick, again while the pool is busy or the machine too slow: a failed engine is being replaced.
func eventually(t *testing.T, p *Pool, trick string) string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		output, err := do(t, p, trick)
		if err == nil {
			return output
		}
		if !errors.Is(err, ErrBusy) && !errors.Is(err, ErrTimeout) || time.Now().After(deadline) {
			t.Fatalf("%s: %v", trick, err)
		}
	}
}

// Text is passed in and out unchanged.
func TestTextRoundTrip(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	for _, text := range []string{"", "tool", "é 漢字 \U0001F600", "</script><img>", "a\\u0000b\\u2028", strings.Repeat("x", 300_000)} {
		output, err := p.Render(t.Context(), []byte(`{"trick":"echo","text":"`+text+`"}`))
		want := "<p>" + strings.NewReplacer(`\u0000`, "\x00", `\u2028`, "\u2028").Replace(text) + "</p>"
		if err != nil || output != want {
			t.Errorf("%.40q gave %.40q, %v", text, output, err)
		}
	}
}

// Needs returns the URLs that a screen requests.
func TestNeeds(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	addresses, err := p.Needs(t.Context(), "/products/é", "?a=b")
	if err != nil || fmt.Sprint(addresses) != "[/api/products/é ?a=b]" {
		t.Errorf("got %q, %v", addresses, err)
	}
	if _, err := p.Needs(t.Context(), "/garbage", ""); err == nil {
		t.Error("a result that is not a list was accepted")
	}
}

// An engine is reused for the next call.
func TestEngineReuse(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	for want := 1; want <= 3; want++ {
		if output, err := do(t, p, "count"); err != nil || output != fmt.Sprint(want) {
			t.Errorf("call %d gave %q, %v", want, output, err)
		}
	}
}

// A failed engine is replaced.
func TestEngineFailure(t *testing.T) {
	tests := []struct {
		trick   string
		timeout time.Duration // zero: a long one
		is      error         // nil: a *ScriptError
		message string
	}{
		{trick: "loop", timeout: 200 * time.Millisecond, is: ErrTimeout},
		{trick: "allocate", is: ErrMemory},
		{trick: "recurse", message: "stack overflow"},
		{trick: "throw", message: "no such tool"},
		{trick: "number", message: "did not answer with a string"},
		{trick: "nothing", message: "did not answer with a string"},
		{trick: "unknown", message: "not a function"},
	}
	for _, test := range tests {
		t.Run(test.trick, func(t *testing.T) {
			p := pool(t, Options{Workers: 1, Timeout: test.timeout, Memory: 16 << 20})
			eventually(t, p, "count")
			_, err := do(t, p, test.trick)
			var thrown *ScriptError
			switch {
			case test.is != nil && !errors.Is(err, test.is):
				t.Errorf("got %v, want %v", err, test.is)
			case test.is == nil && (!errors.As(err, &thrown) || !strings.Contains(err.Error(), test.message)):
				t.Errorf("got %v, want a script error with %q", err, test.message)
			}
			if output := eventually(t, p, "count"); output != "1" {
				t.Errorf("the failed engine was used again: %s", output)
			}
		})
	}
}

// An engine is replaced after a number of calls.
func TestEngineRecycling(t *testing.T) {
	p := pool(t, Options{Workers: 1, Recycle: 3})
	var counted []string
	for range 7 {
		counted = append(counted, eventually(t, p, "count"))
	}
	if got := strings.Join(counted, " "); got != "1 2 3 1 2 3 1" {
		t.Errorf("the engines counted %s", got)
	}
}

// Pending promises are resolved after a call, and timers are dropped.
func TestEngineDeferredWork(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	for _, want := range []string{"0", "100", "200"} {
		if output := eventually(t, p, "later"); output != want {
			t.Errorf("got %s calls, want %s", output, want)
		}
	}
	if output := eventually(t, p, "timers"); output != "done" {
		t.Errorf("got %q", output)
	}
	if output := eventually(t, p, "count"); output != "301" {
		t.Errorf("a timer ran: %s", output)
	}
}

// A call waits for an engine no longer than Options.Wait.
func TestQueueTimeout(t *testing.T) {
	p := pool(t, Options{Workers: 1, Wait: 50 * time.Millisecond, Timeout: time.Hour})
	defer occupy(t, p)()
	if _, err := do(t, p, "count"); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
}

// The queue has a limit in bytes.
func TestQueueLimit(t *testing.T) {
	p := pool(t, Options{Workers: 1, Wait: time.Hour, Timeout: time.Hour, Queue: waiterSize + 100})
	leave := occupy(t, p)
	var waiter sync.WaitGroup
	waiter.Go(func() {
		if _, err := do(t, p, "count"); err != nil {
			t.Errorf("the waiting call: %v", err)
		}
	})
	testwait.Until(t, "it waits", func() bool { return p.lanes[render].waiting.Load() > 0 })
	if _, err := do(t, p, "count"); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	leave()
	waiter.Wait()
}

// Callers are served in the order of their calls.
func TestQueueOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &Pool{options: Options{}.withDefaults(), stop: make(chan struct{})}
		jobs := make(chan job)
		p.lanes[render] = lane{jobs: jobs, most: p.options.Queue}
		for i := range 20 {
			go func() {
				if err := p.hand(t.Context(), job{function: render, input: fmt.Sprint(i)}); err != nil {
					t.Errorf("caller %d: %v", i, err)
				}
			}()
			synctest.Wait()
		}
		for i := range 20 {
			if j := <-jobs; j.input != fmt.Sprint(i) {
				t.Errorf("caller %s was served as number %d", j.input, i)
			}
		}
		synctest.Wait()
		if left := p.lanes[render].waiting.Load(); left != 0 {
			t.Errorf("%d bytes are still counted as waiting", left)
		}
	})
}

// occupy makes an engine run an endless loop, and returns once the engine has started it. Calling leave ends the loop.
func occupy(t *testing.T, p *Pool) (leave func()) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	p.lanes[render].jobs <- job{ctx: ctx, function: render, input: `{"trick":"loop"}`, reply: make(chan result, 1)}
	return leave
}

// Canceling the context interrupts the call.
func TestCallCanceled(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	ctx, leave := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer leave()
	if _, err := p.Render(ctx, []byte(`{"trick":"loop"}`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if output := eventually(t, p, "count"); output != "1" {
		t.Errorf("the interrupted engine was used again: %s", output)
	}
	if _, err := p.Render(ctx, []byte(`{"trick":"count"}`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a call with a canceled context: %v", err)
	}
}

// Needs does not wait for engines that render.
func TestNeedsWhileRendering(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	defer occupy(t, p)()
	if _, err := p.Needs(t.Context(), "/", ""); err != nil {
		t.Error(err)
	}
}

// Without a script every call returns ErrNoFront.
func TestMissingScript(t *testing.T) {
	p, err := New(nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := p.Needs(t.Context(), "/", ""); !errors.Is(err, ErrNoFront) {
		t.Errorf("needs: %v", err)
	}
	if _, err := do(t, p, "count"); !errors.Is(err, ErrNoFront) {
		t.Errorf("render: %v", err)
	}
}

// New returns an error for a script that cannot be started.
func TestBrokenScript(t *testing.T) {
	for name, source := range map[string]string{
		"invalid":         "let = ;",
		"throwing":        "throw new Error('no')",
		"endless":         "for (;;);",
		"without vitrine": "1",
	} {
		p, err := New([]byte(source), Options{Workers: 2, Start: 100 * time.Millisecond})
		if err == nil {
			p.Close()
			t.Errorf("the script %q was accepted", name)
		}
	}
}

// The script may take longer to evaluate than a call may take.
func TestSlowStart(t *testing.T) {
	p, err := New([]byte("for (let i = 0; i < 1e6; i++);"+script), Options{Workers: 1, Timeout: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
}

// Close interrupts running calls and stops all goroutines: else the bubble would not end.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := New([]byte(script), Options{Workers: 3, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		running := make(chan result, 1)
		p.lanes[render].jobs <- job{ctx: t.Context(), function: render, input: `{"trick":"loop"}`, reply: running}
		p.Close()
		if interrupted := <-running; !errors.Is(interrupted.err, ErrClosed) {
			t.Errorf("the interrupted call gave %v", interrupted.err)
		}
		if _, err := p.Render(context.Background(), []byte(`{"trick":"count"}`)); !errors.Is(err, ErrClosed) {
			t.Errorf("a call after Close gave %v", err)
		}
		p.Close()
	})
}

// After repeated failures the engine is replaced with increasing delays.
func TestRestartBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &Pool{stop: make(chan struct{})}
		var err error
		if p.program, err = compile([]byte(script)); err != nil {
			t.Fatal(err)
		}
		p.options = Options{}.withDefaults()
		for failures, want := range []time.Duration{0, 0, 20 * time.Millisecond, 40 * time.Millisecond, 80 * time.Millisecond} {
			start := time.Now()
			p.replacement(failures).close()
			if waited := time.Since(start); waited != want {
				t.Errorf("after %d failures the worker waited %v, want %v", failures, waited, want)
			}
		}
		if longest := restAfter(1000); longest != time.Second {
			t.Errorf("the longest delay is %v, want 1s", longest)
		}
	})
}

// Concurrent callers share the engines and get their own results.
func TestConcurrentCalls(t *testing.T) {
	p := pool(t, Options{Workers: 2})
	var callers sync.WaitGroup
	for i := range 200 {
		callers.Go(func() {
			text := fmt.Sprint("tool ", i)
			output, err := p.Render(t.Context(), fmt.Appendf(nil, `{"trick":"echo","text":%q}`, text))
			if err != nil || output != "<p>"+text+"</p>" {
				t.Errorf("%s gave %q, %v", text, output, err)
			}
		})
	}
	callers.Wait()
}

// BenchmarkStrings measures passing 20 KB to a script and 60 KB back.
func BenchmarkStrings(b *testing.B) {
	p, err := New([]byte(`const out = "<b>".repeat(20480); globalThis.vitrine = { needs: () => "[]", render: () => out };`), Options{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	input := []byte(`"` + strings.Repeat("x", 20<<10) + `"`)
	for b.Loop() {
		if _, err := p.Render(b.Context(), input); err != nil {
			b.Fatal(err)
		}
	}
}
