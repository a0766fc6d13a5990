package drill

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// durations are measured times, gathered by many.
type durations struct {
	lock  sync.Mutex
	times []time.Duration
}

func (d *durations) add(took time.Duration) {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.times = append(d.times, took)
}

// at is the time that this part of the measured ones does not exceed: 0.5 is the median, 1 the longest. 0 where nothing
// was measured.
func (d *durations) at(part float64) time.Duration {
	d.lock.Lock()
	defer d.lock.Unlock()
	if len(d.times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d.times))
	return sorted[min(len(sorted)-1, int(part*float64(len(sorted))))]
}

// String is the median, the 99th of 100 and the longest.
func (d *durations) String() string {
	return fmt.Sprintf("p50 %s, p99 %s, most %s", round(d.at(0.5)), round(d.at(0.99)), round(d.at(1)))
}

// round leaves of a time what can be read.
func round(d time.Duration) time.Duration {
	if d < 10*time.Millisecond {
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// figure prints a figure as a line of a table. The bar is said with it, and not judged.
func figure(t testing.TB, what string, got any, bar string) {
	t.Helper()
	if took, isTime := got.(time.Duration); isTime {
		got = round(took)
	}
	fmt.Fprintf(t.Output(), "| %s | %v | %s |\n", t.Name()+": "+what, got, bar)
}

// atMost prints a time and, in the full form, holds it to its bar.
func atMost(t testing.TB, what string, got, bar time.Duration) {
	t.Helper()
	figure(t, what, got, "≤ "+bar.String())
	if *full && got > bar {
		t.Errorf("%s: %s, want at most %s", what, round(got), bar)
	}
}

// none prints a number that must be 0, and holds it to that in both forms.
func none(t testing.TB, what string, got int) {
	t.Helper()
	figure(t, what, got, "0")
	if got != 0 {
		t.Errorf("%s: %d, want none", what, got)
	}
}
