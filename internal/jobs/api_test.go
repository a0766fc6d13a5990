package jobs

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// A result for people is one line without the folders of the server's disk.
func TestForPeople(t *testing.T) {
	for result, want := range map[string]string{
		"3 images removed":                       "3 images removed",
		"write a backup: open /data/x/y.zip: no": "write a backup: open y.zip: no",
		`rename "/a/b" (/c/d)`:                   `rename "b" (d)`,
		`open C:\\data\\x.db: denied`:            "open x.db: denied",
		"panic: over\ngoroutine 1":               "panic: over",
		"ask https://tools.example/a: refused":   "ask https://tools.example/a: refused",
		strings.Repeat("é", 501):                 strings.Repeat("é", 499) + "…",
	} {
		if got := forPeople(result); got != want {
			t.Errorf("%q is %q, not %q", result, got, want)
		}
	}
}

// A job runs by hand though it is not due, once at a time in all copies, and then when it is due after that.
func TestStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := &counted{takes: time.Minute}
		job := Job{Name: "count", Every: time.Hour, Limit: time.Hour, Do: work.do}
		clocks, stop := copies(t, &board{}, 0, job, job)
		defer stop()
		start := func(at int, want fault.Kind) {
			t.Helper()
			if err := clocks[at].Start(t.Context(), "count"); (err == nil) != (want == 0) || err != nil && !fault.Is(err, want) {
				t.Errorf("it started with %v", err)
			}
			synctest.Wait()
		}
		synctest.Wait()
		start(0, 0)
		start(0, fault.Conflict)
		start(1, fault.Conflict)
		pass(2 * time.Minute)
		start(0, 0)
		if seen := work.seen(); seen.runs != 2 || seen.most != 1 {
			t.Errorf("ran %d times, %d at once", seen.runs, seen.most)
		}
		pass(time.Minute + 50*time.Minute)
		if seen := work.seen(); seen.runs != 2 {
			t.Errorf("ran %d times before it was due", seen.runs)
		}
		if err := clocks[0].Start(t.Context(), "other"); !fault.Is(err, fault.NotFound) {
			t.Errorf("another: %v", err)
		}
	})
}

// A job without a schedule runs by hand only, and says what it is doing.
func TestByHandOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leave, runs := make(chan struct{}), 0
		clock, stop := running(t, Job{Name: "once", Limit: time.Hour, Do: func(ctx context.Context) (string, error) {
			runs++
			Report(ctx, "half of it")
			<-leave
			return "all of it", nil
		}})
		defer stop()
		pass(48 * time.Hour)
		if runs != 0 {
			t.Errorf("it ran %d times by itself", runs)
		}
		if err := clock.Start(t.Context(), "once"); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if state := clock.States()[0]; state.Step != "half of it" || !state.Running {
			t.Errorf("the state is %+v", state)
		}
		close(leave)
		pass(48 * time.Hour)
		if state := clock.States()[0]; runs != 1 || state.Step != "" || state.Result != "all of it" {
			t.Errorf("it ran %d times, the state is %+v", runs, state)
		}
	})
}
