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

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// site is one copy of the program, running or not, with its data folder. It ends with the test.
type site struct {
	t       testing.TB
	dir     string
	url     string // of its PostgreSQL database; empty: SQLite in dir
	address string // the same after each start
	args    []string
	env     []string // NAME=value
	through []string // command that the program is started through, as nsenter; nil: none
	log     string   // file

	running *exec.Cmd
	parent  io.WriteCloser // the program is killed if this is closed without a write, also when the test process dies
	killed  time.Time
}

// newDatabase returns the URL of an empty PostgreSQL database, or "" for SQLite in the site's folder.
type newDatabase = func(testing.TB) string

// sqlite and postgres are the two kinds of databases.
func sqlite(testing.TB) string { return "" }

var postgres newDatabase = storetest.PostgresURL

// onEachDatabase runs a test with SQLite and with PostgreSQL.
func onEachDatabase(t *testing.T, f func(t *testing.T, database newDatabase)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { f(t, sqlite) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, postgres) })
}

// onEachKind runs a test with a site on SQLite, and with two copies of a site on PostgreSQL.
func onEachKind(t *testing.T, f func(t *testing.T, database newDatabase, copies int)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { parallel(t); f(t, sqlite, 1) })
	t.Run("PostgreSQL, two copies", func(t *testing.T) { parallel(t); f(t, postgres, 2) })
}

// newSite returns a site that has never been started, with a folder of its own.
func newSite(t testing.TB, url string, args ...string) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), url: url, address: buckettest.FreeAddress(t), args: args, log: filepath.Join(t.TempDir(), "log")}
	t.Cleanup(func() {
		s.kill()
		if text, err := os.ReadFile(s.log); t.Failed() && err == nil {
			t.Logf("the log of %s ends with:\n%s", s.address, text[max(0, len(text)-3000):])
		}
	})
	return s
}

// copies returns n copies of a site on one database and one folder.
func copies(t testing.TB, n int, url string, args ...string) []*site {
	t.Helper()
	sites := make([]*site, n)
	for i := range sites {
		sites[i] = newSite(t, url, args...)
		sites[i].dir = sites[0].dir
	}
	return sites
}

// options names the site's database for storetest.
func (s *site) options() store.Options { return store.Options{DataDir: s.dir, DatabaseURL: s.url} }

// withParent runs a program, and kills it when file 3 is closed without a write. The program has the shell's process id.
const withParent = `{ read -r _ <&3 || kill -KILL $$; } >/dev/null 2>&1 & exec "$@" 3<&-`

// start starts the program, waits until it is ready, and returns the time that this took.
func (s *site) start() time.Duration {
	s.t.Helper()
	began := time.Now()
	s.launch()
	s.awaitReady(http.StatusOK)
	return time.Since(began)
}

// launch starts the program and does not wait.
func (s *site) launch() {
	s.t.Helper()
	log, err := os.OpenFile(s.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	noError(s.t, err)
	child, parent, err := os.Pipe()
	noError(s.t, err)
	s.running = exec.Command("/bin/sh", slices.Concat([]string{"-c", withParent, "sh"}, s.through, []string{program, "serve", "--addr", s.address}, s.args)...)
	s.running.Env, s.running.Stdout, s.running.Stderr, s.running.ExtraFiles = s.environment(), log, log, []*os.File{child}
	s.parent = parent
	noError(s.t, s.running.Start(), child.Close(), log.Close())
}

// environment is the test's environment without Vitrine's settings, and the site's own.
func (s *site) environment() []string {
	inherited := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "VITRINE_") })
	return append(append(inherited, "VITRINE_DATA="+s.dir, "VITRINE_DATABASE_URL="+s.url), s.env...)
}

// memory returns a figure of the running program's memory in bytes: VmRSS, or the most of it, VmHWM.
func (s *site) memory(name string) int {
	s.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.running.Process.Pid))
	noError(s.t, err)
	_, after, _ := strings.Cut(string(status), name+":")
	kilobytes := 0
	if _, err := fmt.Sscan(after, &kilobytes); err != nil {
		s.t.Fatalf("%s in %s: %v", name, status, err)
	}
	return kilobytes << 10
}

// awaitReady waits until /readyz answers with this status.
func (s *site) awaitReady(status int) {
	s.t.Helper()
	eventually(s.t, fmt.Sprintf("%s/readyz answers %d", s.address, status), func() bool {
		response, err := http.Get("http://" + s.address + "/readyz")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == status
	})
}

func (s *site) signal(signal syscall.Signal) {
	s.t.Helper()
	if err := s.running.Process.Signal(signal); err != nil {
		s.t.Fatalf("send %s: %v", signal, err)
	}
}

// kill sends SIGKILL and waits until the program is gone. It does nothing when the program is not running.
func (s *site) kill() {
	if s.running == nil {
		return
	}
	s.killed = time.Now()
	_ = s.running.Process.Kill() // it may have ended already
	_ = s.wait()                 // it was killed
}

// wait waits until the program has ended.
func (s *site) wait() error {
	err := s.running.Wait()
	_, written := s.parent.Write([]byte("done\n"))
	s.running = nil
	return errors.Join(err, written, s.parent.Close())
}

// stop sends SIGTERM, checks that the program ends without an error, and returns the time that this took.
func (s *site) stop() time.Duration {
	s.t.Helper()
	began := time.Now()
	process := s.running.Process
	s.signal(syscall.SIGTERM)
	late := time.AfterFunc(time.Minute, func() { _ = process.Kill() }) // then wait returns an error
	defer late.Stop()
	if err := s.wait(); err != nil {
		s.t.Errorf("the site ended with %v", err)
	}
	return time.Since(began)
}

// command prepares a command of the program on the site's database.
func (s *site) command(words ...string) *exec.Cmd {
	line := slices.Concat(s.through, []string{program}, words)
	command := exec.CommandContext(s.t.Context(), line[0], line[1:]...)
	command.Env = s.environment()
	return command
}

// try runs a command and returns its standard output. The error has all that it wrote.
func (s *site) try(input string, words ...string) (string, error) {
	command := s.command(words...)
	var messages bytes.Buffer
	command.Stdin, command.Stderr = strings.NewReader(input), &messages
	output, err := command.Output()
	if err != nil {
		err = fmt.Errorf("vitrine %s: %w: %s%s", strings.Join(words, " "), err, messages.Bytes(), output)
	}
	return string(output), err
}

// do runs a command that has to succeed.
func (s *site) do(input string, words ...string) string {
	s.t.Helper()
	output, err := s.try(input, words...)
	noError(s.t, err)
	return output
}

// check runs "vitrine check", which has to find no problem.
func (s *site) check() {
	s.t.Helper()
	if _, err := s.try("", "check"); err != nil {
		s.t.Error(err)
	}
}
