package drill

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// durations are measured times. It may be used by many goroutines.
type durations struct {
	lock  sync.Mutex
	times []time.Duration
}

func (d *durations) add(took time.Duration) {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.times = append(d.times, took)
}

// at returns a quantile: 0.5 is the median, 1 the longest time. It is 0 when nothing was measured.
func (d *durations) at(quantile float64) time.Duration {
	d.lock.Lock()
	defer d.lock.Unlock()
	if len(d.times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d.times))
	return sorted[min(len(sorted)-1, int(quantile*float64(len(sorted))))]
}

// String returns the median, the 99th percentile and the longest time.
func (d *durations) String() string {
	return fmt.Sprintf("p50 %s, p99 %s, most %s", round(d.at(0.5)), round(d.at(0.99)), round(d.at(1)))
}

// round rounds a time to a readable precision.
func round(d time.Duration) time.Duration {
	if d < 10*time.Millisecond {
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// figure prints a figure as a row of a table, with the bound that it is checked against elsewhere.
func figure(t testing.TB, name string, got any, bound string) {
	t.Helper()
	if took, isTime := got.(time.Duration); isTime {
		got = round(took)
	}
	fmt.Fprintf(t.Output(), "| %s | %v | %s |\n", t.Name()+": "+name, got, bound)
}

// atMost prints a time and, in the long form, checks it against its bound. If the bound is 0, it does nothing.
func atMost(t testing.TB, name string, got, bound time.Duration) {
	t.Helper()
	if bound == 0 {
		return
	}
	figure(t, name, got, "≤ "+bound.String())
	if *full && got > bound {
		t.Errorf("%s: %s, want at most %s", name, round(got), bound)
	}
}

// mustBeZero prints a count of errors and fails the test unless it is 0.
func mustBeZero(t testing.TB, name string, got int) {
	t.Helper()
	figure(t, name, got, "0")
	if got != 0 {
		t.Errorf("%s: %d, want 0", name, got)
	}
}

// eventually waits for at most a minute until ok returns true.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

// timed returns the time that do takes.
func timed(do func()) time.Duration {
	began := time.Now()
	do()
	return time.Since(began)
}
