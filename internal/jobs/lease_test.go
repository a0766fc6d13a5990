package jobs

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// board keeps leases in memory, as the store does for all copies of the program. It may be away.
type board struct {
	mu     sync.Mutex
	leases map[string]Lease
	away   error
}

func (b *board) ChangeLease(ctx context.Context, job string, change func(*Lease, time.Time) bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := errors.Join(ctx.Err(), b.away); err != nil {
		return err
	}
	if last := b.leases[job]; change(&last, time.Now()) {
		if b.leases == nil {
			b.leases = map[string]Lease{}
		}
		b.leases[job] = last
	}
	return nil
}

func (b *board) goes(away error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.away = away
}

// copies starts clocks of the same job a while after each other, as copies of the program do.
func copies(t *testing.T, b *board, gap time.Duration, jobs ...Job) (clocks []*Clock, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for _, job := range jobs {
		clock := New(slog.New(slog.DiscardHandler), b, job)
		all.Go(func() { clock.Run(ctx) })
		clocks = append(clocks, clock)
		time.Sleep(gap)
	}
	return clocks, func() {
		cancel()
		all.Wait()
	}
}

// Many copies do a job as often as one does.
func TestLeaseManyCopies(t *testing.T) {
	for _, gap := range []time.Duration{0, 17 * time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			work := &counted{takes: time.Second}
			job := Job{Name: "count", Every: time.Hour, Limit: time.Minute, Do: work.do}
			began := time.Now()
			clocks, stop := copies(t, &board{}, gap, job, job, job)
			defer stop()
			pass(time.Until(began.Add(10 * time.Hour)))
			if seen := work.seen(); seen.runs != 10 || seen.most != 1 {
				t.Errorf("%s apart: ran %d times, %d at once", gap, seen.runs, seen.most)
			}
			for i, clock := range clocks {
				if state := clock.States()[0]; state.Running || state.Failed != nil || state.Result == "" || state.Took != time.Second {
					t.Errorf("copy %d says %+v", i, state)
				}
			}
		})
	}
}

// A copy that leaves a job to another one says so.
func TestLeaseElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fails := Job{Name: "count", Every: time.Hour, Limit: time.Hour, Do: func(context.Context) (string, error) {
			time.Sleep(30 * time.Second)
			return "", errors.New("a secret of this copy")
		}}
		clocks, stop := copies(t, &board{}, time.Second, fails, fails)
		defer stop()
		pass(firstCheck)
		if state := clocks[1].States()[0]; !state.Running || state.Result != "another copy of the program does it" || state.Began.IsZero() {
			t.Errorf("while it runs: %+v", state)
		}
		pass(time.Minute)
		if state := clocks[1].States()[0]; state.Running || state.Took != 30*time.Second || !errors.Is(state.Failed, errElsewhere) {
			t.Errorf("afterwards: %+v", state)
		}
		if state := clocks[0].States()[0]; state.Failed == nil || !strings.Contains(state.Failed.Error(), "a secret") {
			t.Errorf("the other one: %+v", state)
		}
	})
}

// A job that failed is tried again sooner where it says so.
func TestRetryInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		_, stop := running(t, Job{Name: "fall", Every: time.Hour, Again: time.Minute, Limit: time.Minute, Do: func(context.Context) (string, error) {
			if runs++; runs < 5 {
				return "", errors.New("not yet")
			}
			return "done", nil
		}})
		defer stop()
		pass(firstCheck + time.Hour)
		if runs != 5 {
			t.Errorf("ran %d times", runs)
		}
	})
}

// What a killed copy had begun is done by another one after the lease.
func TestLeaseExpiry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := &counted{takes: time.Second}
		killed := Lease{Run: "of a copy that was killed", Began: time.Now().Add(firstCheck), Until: time.Now().Add(firstCheck + lease)}
		_, stop := copies(t, &board{leases: map[string]Lease{"count": killed}}, 0, Job{Name: "count", Every: time.Hour, Limit: time.Hour, Do: work.do})
		defer stop()
		pass(firstCheck + lease - time.Second)
		if seen := work.seen(); seen.runs != 0 {
			t.Error("it was begun while the other one may live")
		}
		pass(2 * time.Second)
		if seen := work.seen(); seen.runs != 1 {
			t.Errorf("after the lease it ran %d times", seen.runs)
		}
	})
}

// A long run stays with one copy as long as that copy renews its lease.
func TestLeaseRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work, b := &counted{takes: 10 * time.Minute}, &board{}
		job := Job{Name: "count", Every: time.Hour, Limit: time.Hour, Do: work.do}
		_, stop := copies(t, b, time.Second, job, job)
		defer stop()
		time.Sleep(firstCheck + 5*time.Minute)
		b.goes(errors.New("the database starts anew"))
		time.Sleep(lease / 2)
		b.goes(nil)
		pass(5 * time.Minute)
		if seen := work.seen(); seen.runs != 1 || seen.ends != 1 || seen.interrupts != 0 {
			t.Errorf("%+v", seen)
		}
	})
}

// A run that another copy has taken over gives up.
func TestLeaseTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work, b := &counted{takes: time.Hour}, &board{}
		clocks, stop := copies(t, b, 0, Job{Name: "count", Every: time.Hour, Limit: 2 * time.Hour, Do: work.do})
		defer stop()
		time.Sleep(firstCheck + time.Minute)
		taken := Lease{Run: "another's", Began: time.Now(), Until: time.Now().Add(lease)} // as after this one stood still
		if err := b.ChangeLease(t.Context(), "count", func(last *Lease, _ time.Time) bool { *last = taken; return true }); err != nil {
			t.Fatal(err)
		}
		pass(renewEvery)
		if state := clocks[0].States()[0]; work.seen().interrupts != 1 || !errors.Is(state.Failed, errTakenOver) {
			t.Errorf("%+v", state)
		}
		if b.leases["count"] != taken {
			t.Errorf("the other's run became %+v", b.leases["count"])
		}
	})
}

// A run gives up when its heartbeat fails.
func TestLeaseHeartbeatFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work, b := &counted{takes: time.Hour}, &board{}
		clocks, stop := copies(t, b, 0, Job{Name: "count", Every: time.Hour, Limit: 2 * time.Hour, Do: work.do})
		defer stop()
		time.Sleep(firstCheck + time.Second)
		b.goes(errors.New("the database is away"))
		pass(lease + 2*renewEvery)
		if state := clocks[0].States()[0]; work.seen().interrupts != 1 || !errors.Is(state.Failed, errNotRenewed) {
			t.Errorf("%+v", state)
		}
	})
}

// Without the database a job says so, and looks again.
func TestLeaseDatabaseAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := errors.New("the database is away")
		work, b := &counted{}, &board{away: away}
		clocks, stop := copies(t, b, 0, Job{Name: "count", Every: time.Hour, Limit: time.Minute, Do: work.do})
		defer stop()
		pass(firstCheck + time.Second)
		if state := clocks[0].States()[0]; !errors.Is(state.Failed, away) || work.seen().runs != 0 {
			t.Errorf("%+v", state)
		}
		b.goes(nil)
		pass(checkAgain)
		if state := clocks[0].States()[0]; state.Failed != nil || work.seen().runs != 1 {
			t.Errorf("%+v", state)
		}
	})
}

// A job that has ended gives its lease back: it runs again after its interval, however short.
func TestLeaseGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := &counted{takes: time.Second}
		_, stop := copies(t, &board{}, 0, Job{Name: "count", Every: 4 * time.Second, Limit: time.Minute, Do: work.do})
		defer stop()
		pass(firstCheck)
		before := work.seen().ends
		pass(time.Minute)
		if ran := work.seen().ends - before; ran != 12 {
			t.Errorf("%d runs ended in a minute, want one every five seconds", ran)
		}
	})
}

// A run that is interrupted because the program stops is due at the next start.
func TestLeaseInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work, b := &counted{takes: time.Minute}, &board{}
		job := Job{Name: "count", Every: 24 * time.Hour, Limit: time.Hour, Do: work.do}
		_, stop := copies(t, b, 0, job)
		time.Sleep(firstCheck + time.Second)
		stop()
		_, stop = copies(t, b, 0, job)
		defer stop()
		pass(firstCheck + 2*time.Minute)
		if seen := work.seen(); seen.runs != 2 || seen.interrupts != 1 {
			t.Errorf("%+v", seen)
		}
	})
}

// A wrong clock does not stop a job.
func TestWrongClock(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	job := Job{Every: time.Hour, Again: time.Minute}
	for _, test := range []struct {
		name string
		last Lease
		want time.Duration
	}{
		{"never", Lease{}, 0},
		{"just ended", Lease{Run: "r", Ended: now}, time.Hour},
		{"just failed", Lease{Run: "r", Ended: now, Failed: true}, time.Minute},
		{"ended an hour ago", Lease{Run: "r", Ended: now.Add(-time.Hour)}, 0},
		{"ended by a clock that is a little ahead", Lease{Run: "r", Ended: now.Add(time.Second)}, time.Hour},
		{"ended tomorrow", Lease{Run: "r", Ended: now.Add(24 * time.Hour)}, 0},
		{"runs", Lease{Run: "r", Until: now.Add(time.Second)}, time.Second},
		{"runs until tomorrow", Lease{Run: "r", Until: now.Add(24 * time.Hour)}, 0},
		{"was killed", Lease{Run: "r", Until: now.Add(-1)}, 0},
	} {
		if got := test.last.wait(job, now); got != test.want {
			t.Errorf("%s: wait %s, want %s", test.name, got, test.want)
		}
	}
}
