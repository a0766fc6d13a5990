package jobs

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// counted is a job that takes a while and counts its runs, and how many there were at once.
type counted struct {
	takes time.Duration
	mu    sync.Mutex
	counts
}

type counts struct{ runs, now, most, ends, interrupts int }

func (c *counted) seen() counts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts
}

func (c *counted) do(ctx context.Context) (string, error) {
	c.mu.Lock()
	c.runs++
	c.now++
	c.most = max(c.most, c.now)
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.now--
		c.ends++
		c.mu.Unlock()
	}()
	select {
	case <-time.After(c.takes):
		return "counted", nil
	case <-ctx.Done():
		c.mu.Lock()
		c.interrupts++
		c.mu.Unlock()
		return "", ctx.Err()
	}
}

// running starts a clock of one job in a bubble and gives what ends it.
func running(t *testing.T, job Job) (clock *Clock, stop func()) {
	t.Helper()
	clocks, stop := copies(t, &board{}, 0, job)
	return clocks[0], stop
}

// pass lets time pass, and waits until everything that is due has begun or ended.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// A job runs a minute after the start, and then each time it is due.
func TestSchedule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := &counted{takes: time.Second}
		clock, stop := running(t, Job{Name: "count", Every: time.Hour, Limit: time.Minute, Do: work.do})
		defer stop()
		pass(firstCheck - time.Second)
		if seen := work.seen(); seen.runs != 0 {
			t.Errorf("ran %d times before its time", seen.runs)
		}
		pass(3 * time.Hour)
		if seen := work.seen(); seen.runs != 3 || seen.most != 1 {
			t.Errorf("ran %d times, %d at once", seen.runs, seen.most)
		}
		state := clock.States()[0]
		if state.Name != "count" || state.Every != time.Hour || state.Running || state.Took != time.Second || state.Result != "counted" || state.Failed != nil {
			t.Errorf("the state is %+v", state)
		}
	})
}

// A run that takes too long is cut off, and the next one comes.
func TestRunTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := &counted{takes: time.Hour}
		clock, stop := running(t, Job{Name: "count", Every: 10 * time.Minute, Limit: time.Minute, Do: work.do})
		defer stop()
		pass(30 * time.Minute)
		state := clock.States()[0]
		if seen := work.seen(); seen.runs != 3 || seen.interrupts != 3 || !errors.Is(state.Failed, context.DeadlineExceeded) || state.Result != "" {
			t.Errorf("ran %d times, was cut off %d times, the state is %+v", seen.runs, seen.interrupts, state)
		}
	})
}

// A panic is a failure of that run only.
func TestRunPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		clock, stop := running(t, Job{Name: "fall", Every: time.Minute, Limit: time.Minute, Do: func(context.Context) (string, error) {
			runs++
			panic("over")
		}})
		defer stop()
		pass(5*time.Minute + time.Second)
		if state := clock.States()[0]; runs != 5 || state.Failed == nil || !strings.Contains(state.Failed.Error(), "over") {
			t.Errorf("ran %d times, the state is %+v", runs, state)
		}
	})
}

// When the clock has ended, nothing runs.
func TestClockStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := &counted{takes: 30 * time.Second}
		_, stop := running(t, Job{Name: "count", Every: time.Hour, Limit: time.Minute, Do: work.do})
		pass(firstCheck + time.Second)
		stop()
		if seen := work.seen(); seen.now != 0 || seen.interrupts != 1 {
			t.Errorf("%d still running, %d interrupted", seen.now, seen.interrupts)
		}
	})
}
