//go:build unix

package storetest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Server is a PostgreSQL server of one test, which may stop, restart and freeze it. It ends with the test.
type Server struct {
	URL string // of an empty database on it

	t        testing.TB
	dir      string
	postgres string
	pid      int            // 0 while it is stopped
	stdin    io.WriteCloser // closed without a write, also if the test process dies, it ends the server and removes its folder
	ended    chan error
}

// watch runs a server and prints its process id. If its input closes without a line, it thaws and ends the server.
const watch = `
exec 3<&0
"$1" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off -c shared_buffers=32MB \
	-c max_connections=100 </dev/null >>"$2/log" 2>&1 3<&- &
server=$!
{ read -r _ || { pkill -CONT -P $server; kill -CONT $server; while kill -QUIT $server; do sleep 1; done; rm -rf "$2"; }; } <&3 >/dev/null 2>&1 &
echo $server
wait $server
`

// StartServer creates a server and starts it. Commits that it has acknowledged survive every kind of stop.
func StartServer(t testing.TB) *Server {
	t.Helper()
	initdb, postgres, err := findPostgres()
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, postgres)
	s.run(initdb, "-D", s.data(), "-U", "vitrine", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
	s.Start()
	return s
}

// Standby creates a standby of this server and starts it. It is read-only until it is promoted.
func (s *Server) Standby() *Server {
	s.t.Helper()
	standby := newServer(s.t, s.postgres)
	basebackup, err := filepath.EvalSymlinks(s.postgres)
	if err != nil {
		s.t.Fatal(err)
	}
	standby.run(filepath.Join(filepath.Dir(basebackup), "pg_basebackup"), "-D", standby.data(), "-h", s.dir, "-U", "vitrine",
		"--write-recovery-conf", "--checkpoint=fast", "--no-sync")
	standby.Start()
	return standby
}

// Promote turns a standby into a primary.
func (s *Server) Promote() {
	s.t.Helper()
	if err := onServer(s.URL, "SELECT pg_promote()"); err != nil {
		s.t.Fatalf("promote the standby: %v", err)
	}
}

// newServer returns a server in a new folder, without data.
func newServer(t testing.TB, postgres string) *Server {
	t.Helper()
	dir, err := socketDir()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{"postgres://vitrine@/postgres?sslmode=disable&host=" + url.QueryEscape(dir), t, dir, postgres, 0, nil, nil}
	t.Cleanup(func() {
		s.Stop(syscall.SIGQUIT)
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("remove the server's folder: %v", err)
		}
	})
	return s
}

// data returns the server's data directory.
func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// run runs a program that creates the server's data.
func (s *Server) run(program string, words ...string) {
	s.t.Helper()
	making := exec.Command(program, words...)
	var err error
	if making.SysProcAttr, err = unprivileged(s.dir); err != nil {
		s.t.Fatal(err)
	}
	making.Dir = s.dir
	if output, err := making.CombinedOutput(); err != nil {
		s.t.Fatalf("make a server: %v\n%s", err, output)
	}
}

// Start starts the server and waits until it accepts connections. It does nothing if the server runs.
func (s *Server) Start() {
	s.t.Helper()
	if s.pid != 0 {
		return
	}
	if err := s.start(); err != nil {
		log, _ := os.ReadFile(filepath.Join(s.dir, "log")) // the log may not exist yet
		s.t.Fatalf("start the server: %v\n%s", err, log)
	}
}

func (s *Server) start() error {
	process, err := unprivileged(s.dir)
	if err != nil {
		return err
	}
	running := exec.Command("/bin/sh", "-c", watch, "watch", s.postgres, s.dir)
	running.Dir, running.SysProcAttr = s.dir, process
	stdin, err := running.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := running.StdoutPipe()
	if err != nil {
		return err
	}
	if err := running.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return errors.Join(err, running.Wait())
	}
	if s.pid, err = strconv.Atoi(strings.TrimSpace(line)); err != nil {
		return err
	}
	s.stdin, s.ended = stdin, make(chan error, 1)
	go func(ended chan<- error) { ended <- running.Wait() }(s.ended)
	return waitForServer(s.URL, s.ended)
}

// Stop ends the server and waits for its end: SIGINT makes it close its connections and files, SIGQUIT makes it abort
// without a shutdown. It does nothing if the server is stopped.
func (s *Server) Stop(how syscall.Signal) {
	s.t.Helper()
	if s.pid == 0 {
		return
	}
	s.Thaw()
	_, err := s.stdin.Write([]byte("stop\n"))
	if err := errors.Join(err, syscall.Kill(s.pid, how)); err != nil {
		s.t.Errorf("stop the server: %v", err)
	}
	<-s.ended // its exit status does not matter
	s.pid = 0
}

// Freeze stops all processes of the server; its connections stay open and get no answer.
func (s *Server) Freeze() { s.signalAll(syscall.SIGSTOP) }

// Thaw resumes a frozen server.
func (s *Server) Thaw() { s.signalAll(syscall.SIGCONT) }

// signalAll sends a signal to the server, and then to all its child processes.
func (s *Server) signalAll(signal syscall.Signal) {
	s.t.Helper()
	err := syscall.Kill(s.pid, signal)
	children, listed := s.children()
	for _, pid := range children {
		if failed := syscall.Kill(pid, signal); !errors.Is(failed, syscall.ESRCH) { // it may have ended since
			err = errors.Join(err, failed)
		}
	}
	if err = errors.Join(err, listed); err != nil {
		s.t.Errorf("send %s to the server: %v", signal, err)
	}
}

func (s *Server) children() (found []int, err error) {
	output, err := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	for line := range strings.Lines(string(output)) {
		var pid, parent int
		if _, failed := fmt.Sscan(line, &pid, &parent); failed == nil && parent == s.pid {
			found = append(found, pid)
		}
	}
	return found, err
}
