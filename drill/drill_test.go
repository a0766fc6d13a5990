// Package drill breaks the real program on purpose and checks what it promises then: after kill -9, on a full disk, while
// the database is locked or away, with a bucket that fails. docs/drills.md says how to run it and has the figures.
//
// Most drills are rows of a table: how the site is opened, the load on it, the fault, and the promise (scenario_test.go).
// The others are about one command (sync, import, migration) or one kind of load (a crawl).
//
// "go test" runs a short form, which checks states and no times. "make drill" runs the long form, which checks times too
// and prints every figure.
//
// # To change
//
//   - how a scenario runs: run_test.go; its load: writer_test.go, reader_test.go; how writes are verified: verify_test.go
//   - a fault of the process or the disk: process_test.go, disk_test.go; of the database: database_test.go,
//     network_linux_test.go; of the bucket: bucket_test.go, bucket_faults_test.go; several copies: copies_test.go
//   - sync, import, migration, backup: interrupted_test.go, backup_test.go; go test ./drill -run "Sync|Import|Backup"
package drill

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

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

// withProgram builds the program as make build does, without the front end, and removes it after the tests.
func withProgram(run func() int) (int, error) {
	folder, err := os.MkdirTemp("", "vitrine-drill-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	program = filepath.Join(folder, "vitrine")
	build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", program, "vitrine/cmd/vitrine")
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

// parallel lets a test of the short form run beside others: it mostly waits, and no time is checked.
func parallel(t *testing.T) {
	t.Helper()
	if !*full {
		t.Parallel()
	}
}
