package render

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// script has a needs function that answers with what it was asked, and a render function that does what its input says.
const script = `
let calls = 0;
const tricks = {
  echo: (input) => "<p>" + input.text + "</p>",
  count: () => String(++calls),
  loop: () => { for (;;); },
  allocate: () => { const kept = []; for (;;) kept.push(new Array(1000).fill(kept.length)); },
  recurse: () => tricks.recurse() + 1,
  throw: () => { throw new TypeError("no such tool"); },
  number: () => 42,
  nothing: () => undefined,
  later: () => { Promise.resolve().then(() => { calls += 100; }); return String(calls); },
  timers: () => { setTimeout(() => { calls = -1; }, 0); console.error("unheard"); queueMicrotask(() => {}); return "quiet"; },
};
globalThis.vitrine = {
  needs: (json) => { const { path, search } = JSON.parse(json); return path === "/garbage" ? "{" : JSON.stringify(["/api" + path, search]); },
  render: (json) => { const input = JSON.parse(json); return tricks[input.trick](input); },
};`

// pool is a pool that is patient in everything that the test says nothing of: the machine may be busy.
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

// do renders with a trick of the script.
func do(t *testing.T, p *Pool, trick string) (string, error) {
	t.Helper()
	return p.Render(t.Context(), fmt.Appendf(nil, `{"trick":%q}`, trick))
}

// eventually renders until an engine answers: one that failed is being replaced.
func eventually(t *testing.T, p *Pool, trick string) string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		output, err := do(t, p, trick)
		if err == nil {
			return output
		}
		if !errors.Is(err, ErrBusy) || time.Now().After(deadline) {
			t.Fatalf("%s: %v", trick, err)
		}
	}
}

// Text goes in and comes out unchanged.
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

// Needs names the addresses of a screen.
func TestNeeds(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	addresses, err := p.Needs(t.Context(), "/products/é", "?a=b")
	if err != nil || fmt.Sprint(addresses) != "[/api/products/é ?a=b]" {
		t.Errorf("got %q, %v", addresses, err)
	}
	if _, err := p.Needs(t.Context(), "/garbage", ""); err == nil {
		t.Error("an answer that is no list was taken")
	}
}

// An engine is used again for the next call.
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
		timeout time.Duration // zero: more than it takes
		is      error         // nil: a *ScriptError
		says    string
	}{
		{trick: "loop", timeout: 2 * time.Second, is: ErrTimeout},
		{trick: "allocate", is: ErrMemory},
		{trick: "recurse", says: "stack overflow"},
		{trick: "throw", says: "no such tool"},
		{trick: "number", says: "did not answer with a string"},
		{trick: "nothing", says: "did not answer with a string"},
		{trick: "unknown", says: "not a function"},
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
			case test.is == nil && (!errors.As(err, &thrown) || !strings.Contains(err.Error(), test.says)):
				t.Errorf("got %v, want an error of the script that says %q", err, test.says)
			}
			if output := eventually(t, p, "count"); output != "1" {
				t.Errorf("the failed engine went on counting: %s", output)
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
		t.Errorf("engines counted %s", got)
	}
}

// Of what a script leaves for later, promises are resolved and timers are dropped.
func TestEngineDeferredWork(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	for _, want := range []string{"0", "100", "200"} {
		if output := eventually(t, p, "later"); output != want {
			t.Errorf("got %s calls, want %s", output, want)
		}
	}
	if output := eventually(t, p, "timers"); output != "quiet" {
		t.Errorf("got %q", output)
	}
	if output := eventually(t, p, "count"); output != "301" {
		t.Errorf("a timer ran: %s", output)
	}
}

// Nobody waits longer than allowed.
func TestQueueTimeout(t *testing.T) {
	p := pool(t, Options{Workers: 1, Wait: 50 * time.Millisecond, Timeout: time.Hour})
	defer occupy(t, p)()
	if _, err := do(t, p, "count"); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
}

// What waits has a limit in bytes.
func TestQueueLimit(t *testing.T) {
	p := pool(t, Options{Workers: 1, Wait: time.Hour, Timeout: time.Hour, Queue: waiterSize + 100})
	leave := occupy(t, p)
	var other sync.WaitGroup
	other.Go(func() {
		if _, err := do(t, p, "count"); err != nil {
			t.Errorf("who waits first: %v", err)
		}
	})
	for p.lanes[render].waiting.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	if _, err := do(t, p, "count"); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	leave()
	other.Wait()
}

// Callers are served in the order in which they came.
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
				t.Errorf("%s was served as number %d", j.input, i)
			}
		}
		synctest.Wait()
		if left := p.lanes[render].waiting.Load(); left != 0 {
			t.Errorf("%d bytes are still counted as waiting", left)
		}
	})
}

// occupy gives an engine work without end, and returns when the engine has taken it. The work ends with leave.
func occupy(t *testing.T, p *Pool) (leave func()) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	p.lanes[render].jobs <- job{ctx: ctx, function: render, input: `{"trick":"loop"}`, reply: make(chan result, 1)}
	return leave
}

// A caller who leaves stops the work.
func TestCallCancelled(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	ctx, leave := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer leave()
	if _, err := p.Render(ctx, []byte(`{"trick":"loop"}`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if output := eventually(t, p, "count"); output != "1" {
		t.Errorf("got %s", output)
	}
	if _, err := p.Render(ctx, []byte(`{"trick":"count"}`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a caller who had left was served: %v", err)
	}
}

// What a screen needs is said while all engines render.
func TestNeedsWhileRendering(t *testing.T) {
	p := pool(t, Options{Workers: 1})
	defer occupy(t, p)()
	if _, err := p.Needs(t.Context(), "/", ""); err != nil {
		t.Error(err)
	}
}

// Without a script every call says so.
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

// A script that cannot start is refused.
func TestBrokenScript(t *testing.T) {
	for name, source := range map[string]string{
		"wrong":           "let = ;",
		"throwing":        "throw new Error('no')",
		"endless":         "for (;;);",
		"without vitrine": "1",
	} {
		p, err := New([]byte(source), Options{Workers: 2, Timeout: 100 * time.Millisecond})
		if err == nil {
			p.Close()
			t.Errorf("a script that is %s was taken", name)
		}
	}
}

// Nothing is left after Close.
func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	p, err := New([]byte(script), Options{Workers: 3, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := p.Render(context.Background(), []byte(`{"trick":"loop"}`))
		ended <- err
	}()
	time.Sleep(50 * time.Millisecond)
	p.Close()
	if err := <-ended; !errors.Is(err, ErrClosed) {
		t.Errorf("the interrupted call gave %v", err)
	}
	if _, err := p.Render(context.Background(), []byte(`{"trick":"count"}`)); !errors.Is(err, ErrClosed) {
		t.Errorf("a call after Close gave %v", err)
	}
	p.Close()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}

// A broken script does not keep the machine busy.
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
			if rested := time.Since(start); rested != want {
				t.Errorf("after %d failures the worker rested %v, want %v", failures, rested, want)
			}
		}
		if rest := restAfter(1000); rest != time.Second {
			t.Errorf("the longest rest is %v", rest)
		}
	})
}

// Many callers share few engines.
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

// BenchmarkStrings measures what it costs to hand 20 KB in and take 60 KB out.
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
