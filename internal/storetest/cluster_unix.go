//go:build unix

package storetest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

var errNoPostgres = errors.New("initdb and postgres are neither in PATH nor in /usr/lib/postgresql/*/bin: install PostgreSQL 14 " +
	"or later (Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql), or set " + serverVariable)

// wrapper creates the cluster and runs its server until its standard input closes: however the test process ends, the
// pipe closes, the server stops and its folder is removed. It repeats SIGQUIT until the server has ended, because a
// server that has just started ignores it.
const wrapper = `
exec 3<&0
"$1" -D "$3/data" -U vitrine -A trust -E UTF8 --locale=C --no-sync --no-instructions </dev/null >"$3/log" 2>&1 3<&- || exit 1
"$2" -D "$3/data" -k "$3" -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
	-c autovacuum=off -c shared_buffers=32MB -c max_connections=200 </dev/null >"$3/log" 2>&1 3<&- &
server=$!
{ read -r _; while kill -QUIT $server; do sleep 1; done; } <&3 >/dev/null 2>&1 &
wait $server
/bin/rm -rf "$3"
`

// startCluster creates a cluster in a temporary folder and starts its server on a socket there.
func startCluster() (string, error) {
	initdb, postgres, err := findPostgres()
	if err != nil {
		return "", err
	}
	dir, err := socketDir()
	if err != nil {
		return "", err
	}
	address := "postgres://vitrine@/postgres?sslmode=disable&host=" + url.QueryEscape(dir)
	if err := runCluster(initdb, postgres, dir, address); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "log")) // the log may not exist yet
		return "", errors.Join(fmt.Errorf("%w\n%s", err, log), os.RemoveAll(dir))
	}
	return address, nil
}

// runCluster starts the wrapper and waits until its server answers.
func runCluster(initdb, postgres, dir, address string) error {
	process, err := unprivileged(dir)
	if err != nil {
		return err
	}
	running := exec.Command("/bin/sh", "-c", wrapper, "wrapper", initdb, postgres, dir)
	running.Dir, running.SysProcAttr = dir, process
	if _, err := running.StdinPipe(); err != nil { // never written: the pipe closes when this process ends
		return err
	}
	if err := running.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- running.Wait() }()
	return waitForServer(address, ended)
}

// findPostgres returns the initdb and postgres in PATH, or the newest in Debian's folders.
func findPostgres() (initdb, postgres string, err error) {
	initdb, err = exec.LookPath("initdb")
	if err == nil {
		if postgres, err = exec.LookPath("postgres"); err == nil {
			return initdb, postgres, nil
		}
	}
	best := 0
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	for _, path := range found {
		folder := filepath.Dir(path)
		if version, _ := strconv.Atoi(filepath.Base(filepath.Dir(folder))); version > best {
			best, initdb, postgres = version, path, filepath.Join(folder, "postgres")
		}
	}
	if err != nil || best == 0 {
		return "", "", errNoPostgres
	}
	return initdb, postgres, nil
}

// maxSocketDir is the longest path of a socket's folder: some systems allow 104 bytes, and the name takes 14.
const maxSocketDir = 88

// socketDir creates a folder with a path short enough for a socket's address.
func socketDir() (string, error) {
	dir, err := os.MkdirTemp("", "vitrine-pg-")
	if err != nil || len(dir) <= maxSocketDir {
		return dir, err
	}
	if err := os.Remove(dir); err != nil {
		return "", err
	}
	return os.MkdirTemp("/tmp", "vitrine-pg-")
}

// unprivileged returns how to run the server: detached from the terminal's signals, and never as root, which PostgreSQL
// refuses. It gives the folder to the server's user.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	process := &syscall.SysProcAttr{Setsid: true}
	if os.Geteuid() != 0 {
		return process, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		if account, err = user.Lookup("nobody"); err != nil {
			return nil, fmt.Errorf("find a user other than root to run PostgreSQL as: %w", err)
		}
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	process.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return process, os.Chown(dir, int(uid), int(gid))
}
