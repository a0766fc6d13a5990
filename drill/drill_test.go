// Package drill breaks the real program on purpose and checks what it promises then: after kill -9, on a full disk, while
// the database is locked or away, with a bucket that fails. docs/drills.md says how to run it and has the figures.
//
// Most drills are rows of a table: how the site is opened, the load on it, the fault, and the promise (scenario_test.go).
// The others are about one command (sync, import, migration) or one kind of load (a crawl, in crawl_test.go and links_test.go; made-up addresses,
// in made_up_test.go).
//
// "go test" runs a short form, which checks states and no times. "make drill" runs the long form, which checks times too
// and prints every figure.
//
// # To change
//
//   - how a scenario runs: run_test.go; its load: writer_test.go, reader_test.go; how writes are verified: verify_test.go
//   - a fault of the process or the disk: process_test.go, disk_test.go; of the database: database_test.go,
//     network_linux_test.go; of the bucket: bucket_test.go; several copies: copies_test.go
//   - the search for logos: logos_linux_test.go, with the websites of websites_test.go
//   - the newsletter: digest_test.go, with the mail server of mail_test.go
//   - sync, import, migration, backup: interrupted_test.go, backup_test.go; go test ./drill -run "Sync|Import|Backup"
package drill

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

var noError, eventually = storetest.NoError, testwait.Until

// full reports whether the long form is run, which checks times.
var full = flag.Bool("full", false, "run the long form and check times")

// program is the path of the program, which is built once.
var program string

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := withProgram(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, "drill:", err)
		code = 1
	}
	os.Exit(code)
}

// builtProgram is the environment variable with the path of the program, for a test process that another one has started.
const builtProgram = "VITRINE_DRILL_PROGRAM"

// withProgram builds the program as make build does, without the front end, and removes it after the tests.
func withProgram(run func() int) (int, error) {
	if program = os.Getenv(builtProgram); program != "" {
		return run(), nil
	}
	folder, err := os.MkdirTemp("", "vitrine-drill-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	program = filepath.Join(folder, "vitrine")
	build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", program, "../cmd/vitrine")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("build the program: %w\n%s", err, output)
	}
	return run(), nil
}

// choose returns the value for the short form or the one for the long form.
func choose[T any](short, long T) T {
	if *full {
		return long
	}
	return short
}

// parallel runs a test of the short form in parallel with others. The long form checks times, so its tests run alone.
func parallel(t *testing.T) {
	t.Helper()
	if !*full {
		t.Parallel()
	}
}

// durations are measured times. They may be used by many goroutines.
type durations struct {
	lock  sync.Mutex
	times []time.Duration
}

func (d *durations) add(took time.Duration) {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.times = append(d.times, took)
}

// reset forgets the times.
func (d *durations) reset() {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.times = nil
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

// check prints the times and, in the long form, checks the longest one and the 99th percentile against their bounds. A bound
// of 0 is not checked. If there is a bound, there must be a time.
func (d *durations) check(t testing.TB, name string, longest, p99 time.Duration) {
	t.Helper()
	if d.at(1) > 0 {
		figure(t, name, d, "–")
	} else if longest+p99 > 0 {
		t.Errorf("%s: nothing was measured", name)
	}
	atMost(t, name+", the longest", d.at(1), longest)
	atMost(t, name+", 99 of 100", d.at(0.99), p99)
}

// round rounds a time to a readable precision.
func round(d time.Duration) time.Duration {
	if d < 10*time.Millisecond {
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// figure prints a figure and its bound as a row of a table. It checks nothing.
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

// timed returns the time that do takes.
func timed(do func()) time.Duration {
	began := time.Now()
	do()
	return time.Since(began)
}
