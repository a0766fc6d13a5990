// Package drill breaks the real program on purpose, and holds it to what is promised of it then: kill -9, a full disk,
// a locked database, the end in the middle of work. docs/drills.md says what each drill does and what came of it.
//
// "go test" runs a short form, which holds the program to the state it must be in and to no time. "make drill" runs the
// full numbers, judges the times too and prints every figure.
//
// # To change
//
//   - how the program is run, asked and judged: site_test.go, client_test.go, figures_test.go; a drill is a file of its
//     own, and a row of docs/drills.md
package drill

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// full reports whether the full numbers are run and times are judged.
var full = flag.Bool("full", false, "run the full numbers and judge the times")

// program is the path of the program, which is built once for all drills.
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

// withProgram builds the program as make build does, but for the front end, and removes it after the drills.
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

// rounds is how often something is done: in the short form, or in the full one.
func rounds(short, long int) int {
	if *full {
		return long
	}
	return short
}

// beside lets a drill of the short form run beside others: it waits for the most part, and no time is judged. The crawl,
// which keeps all processors busy, runs before them and alone.
func beside(t *testing.T) {
	t.Helper()
	if !*full {
		t.Parallel()
	}
}
