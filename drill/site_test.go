package drill

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/buckettest"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// site is the program, running or not, and the place where it keeps what it has: a folder and, where there is an address
// of one, a PostgreSQL database. It is ended with the test.
type site struct {
	t       testing.TB
	place   store.Options
	address string   // stays the same from start to start
	args    []string // further words of serve
	env     []string // further variables of serve and of commands, as NAME=value
	through []string // command that the program is started through; nil: none

	running *exec.Cmd
	leash   io.WriteCloser // the program is killed when this closes unsaid: also when the test process dies
	log     string         // file with all that it has said
}

// each runs a drill once on SQLite and once on PostgreSQL, on a site that has never been started.
func each(t *testing.T, f func(t *testing.T, s *site)) {
	t.Helper()
	storetest.EachDatabase(t, func(t *testing.T, place store.Options) { f(t, newSite(t, place)) })
}

// newSite is a site at a place. Without a folder it gets one of its own.
func newSite(t testing.TB, place store.Options, args ...string) *site {
	t.Helper()
	if place.DataDir == "" {
		place.DataDir = t.TempDir()
	}
	s := &site{t: t, place: place, address: buckettest.FreeAddress(t), args: args, log: filepath.Join(t.TempDir(), "log")}
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			t.Logf("%s said at the end:\n%s", s.address, s.lastWords())
		}
	})
	return s
}

// leashed starts a program that dies with whoever holds the other end of file 3, and keeps its process id.
const leashed = `{ read -r _ <&3 || kill -KILL $$; } >/dev/null 2>&1 & exec "$@" 3<&-`

// start starts the program and waits until it is ready. It gives the time that this took.
func (s *site) start() time.Duration {
	s.t.Helper()
	began := time.Now()
	s.launch()
	if err := s.await(time.Minute); err != nil {
		s.t.Fatalf("%v; it said:\n%s", err, s.lastWords())
	}
	return time.Since(began)
}

// launch starts the program and does not wait.
func (s *site) launch() {
	s.t.Helper()
	log, err := os.OpenFile(s.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	held, leash, err := os.Pipe()
	if err != nil {
		s.t.Fatal(err)
	}
	words := slices.Concat([]string{"-c", leashed, "leashed"}, s.through, []string{program, "serve", "--addr", s.address}, s.args)
	s.running = exec.Command("/bin/sh", words...)
	s.running.Env, s.running.Stdout, s.running.Stderr, s.running.ExtraFiles = s.environment(), log, log, []*os.File{held}
	s.leash = leash
	if err := errors.Join(s.running.Start(), held.Close(), log.Close()); err != nil {
		s.t.Fatal(err)
	}
}

// environment is that of the test, without settings of ours that may be in it, and the place.
func (s *site) environment() []string {
	var kept []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "VITRINE_") {
			kept = append(kept, variable)
		}
	}
	return append(append(kept, "VITRINE_DATA="+s.place.DataDir, "VITRINE_DATABASE_URL="+s.place.DatabaseURL), s.env...)
}

// await waits until the program says that it is ready.
func (s *site) await(within time.Duration) error {
	for deadline := time.Now().Add(within); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		response, err := http.Get("http://" + s.address + "/readyz")
		if err != nil {
			continue
		}
		response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return nil
		}
	}
	return fmt.Errorf("%s is not ready within %s", s.address, within)
}

// signal sends the program a signal.
func (s *site) signal(signal syscall.Signal) {
	s.t.Helper()
	if err := s.running.Process.Signal(signal); err != nil {
		s.t.Fatalf("send %s: %v", signal, err)
	}
}

// kill is kill -9, and waits until the program is gone. It does nothing where none runs.
func (s *site) kill() {
	if s.running == nil {
		return
	}
	_ = s.running.Process.Kill() // it may have ended by itself
	_ = s.wait()                 // it was killed
}

// wait waits until the program has ended.
func (s *site) wait() error {
	err := s.running.Wait()
	_, said := s.leash.Write([]byte("done\n"))
	s.running = nil
	return errors.Join(err, said, s.leash.Close())
}

// mostPatience is how long a program that was asked to end may take until it is killed.
const mostPatience = time.Minute

// stop asks the program to end, which it has to do without an error. It gives the time that this took.
func (s *site) stop() time.Duration {
	s.t.Helper()
	began := time.Now()
	process := s.running.Process
	s.signal(syscall.SIGTERM)
	late := time.AfterFunc(mostPatience, func() { _ = process.Kill() }) // then waiting for it ends in an error
	defer late.Stop()
	if err := s.wait(); err != nil {
		s.t.Errorf("the site ended with %v; it said:\n%s", err, s.lastWords())
	}
	return time.Since(began)
}

// lastWords is the end of what the program has said.
func (s *site) lastWords() string {
	const most = 3000
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-most):])
}

// try runs a command of the program on the site's place, with a text as its standard input. It gives what was written
// to standard output; the error has what was said beside it.
func (s *site) try(input string, words ...string) (string, error) {
	line := slices.Concat(s.through, []string{program}, words)
	command := exec.CommandContext(s.t.Context(), line[0], line[1:]...)
	var said bytes.Buffer
	command.Env, command.Stdin, command.Stderr = s.environment(), strings.NewReader(input), &said
	output, err := command.Output()
	if err != nil {
		err = fmt.Errorf("vitrine %s: %w: %s%s", strings.Join(words, " "), err, said.Bytes(), output)
	}
	return string(output), err
}

// do is try for what has to work.
func (s *site) do(input string, words ...string) string {
	s.t.Helper()
	output, err := s.try(input, words...)
	if err != nil {
		s.t.Fatal(err)
	}
	return output
}

// whole has the program see whether all that the site keeps is whole.
func (s *site) whole() {
	s.t.Helper()
	if _, err := s.try("", "check"); err != nil {
		s.t.Error(err)
	}
}
