package drill

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// A disk that is full or turns read-only. With PostgreSQL, whose server has another disk, only uploads meet the full one.
func TestDisk(t *testing.T) {
	busy := load{products: [2]int{200, 5_000}, writers: 4, readers: 1, signedIn: 1}
	noSpace := promise{refused: true, refusals: []int{http.StatusInsufficientStorage}}
	runScenarios(t, []scenario{
		{"full, SQLite", fullDisk(sqlite), busy, seconds(1, 1), seconds(5, 4), noSpace},
		{"full, PostgreSQL", fullDisk(postgres), busy, seconds(1, 1), seconds(5, 4), noSpace},
		{"read-only", readOnlyDisk, busy, seconds(1, 0), seconds(3, 2), promise{refused: true}},
	})
}

func fullDisk(open func(t *testing.T) []*site) func(t *testing.T) setup {
	return func(t *testing.T) setup {
		sites := open(t)
		disk := sites[0].onSmallDisk(96)
		return setup{sites: sites,
			inject: func(r *run, _ int) (heal func()) {
				disk.fill(t)
				return func() { disk.free(t) }
			},
			during: func(r *run) {
				disk.fill(t) // what was freed since
				eventually(t, "an upload is refused", func() bool {
					got, err := r.clients[0].ask(t.Context(), "POST", "/api/upload", newUpload())
					if err != nil {
						t.Fatal(err)
					}
					refused := got.status >= http.StatusBadRequest
					if refused {
						mustExplain(t, got, http.StatusInsufficientStorage)
					}
					return refused
				})
			}}
	}
}

func readOnlyDisk(t *testing.T) setup {
	sites := sqlite(t)
	s := sites[0]
	s.onSmallDisk(64)
	return setup{sites: sites,
		inject: func(*run, int) (heal func()) {
			s.remount("ro")
			return func() { s.remount("rw") }
		},
		during: func(r *run) {
			s.awaitReady(http.StatusServiceUnavailable)
			for path, body := range map[string]any{
				"/api/upload":     newUpload(),
				"/api/auth/login": map[string]string{"username": adminEmail, "password": adminPassword},
			} {
				got, err := r.clients[0].ask(t.Context(), "POST", path, body)
				if err != nil {
					t.Fatal(err)
				}
				mustExplain(t, got)
				if !bytes.Contains(got.body, []byte("read-only")) {
					t.Errorf("%s does not say that the disk is read-only: %s", path, got.body)
				}
			}
		}}
}

// remount mounts the data folder over itself, read-only or writable, so that open files stay open.
func (s *site) remount(mode string) {
	s.t.Helper()
	words := append(slices.Clone(s.through[1:]), "/bin/sh", "-c", `mount --bind "$1" "$1" && mount -o remount,bind,"$2" "$1"`, "remount", s.dir, mode)
	if output, err := exec.CommandContext(s.t.Context(), s.through[0], words...).CombinedOutput(); err != nil {
		s.t.Fatalf("remount: %v: %s", err, output)
	}
}

// smallDisk is a file system that only programs in its mount namespace see.
type smallDisk struct{ dir string } // its path for others

// holdDisk mounts a file system of $1 megabytes at $2, says so, and keeps it until its standard input ends.
const holdDisk = `mount -t tmpfs -o size="$1"m tmpfs "$2" && echo mounted && read -r _`

// onSmallDisk puts a new site's folder on a file system of so many megabytes. Root needs a mount namespace for it, others a user
// namespace too.
func (s *site) onSmallDisk(megabytes int) smallDisk {
	s.t.Helper()
	var failures []string
	for _, namespace := range []struct {
		unshare string
		enter   []string
	}{{"-m", []string{"--mount"}}, {"-Urm", []string{"--user", "--preserve-credentials", "--mount"}}} {
		var messages bytes.Buffer
		holder := exec.Command("unshare", namespace.unshare, "/bin/sh", "-c", holdDisk, "holder", fmt.Sprint(megabytes), s.dir)
		holder.Stderr = &messages
		in, failed := holder.StdinPipe()
		out, err := holder.StdoutPipe()
		if err = errors.Join(failed, err); err == nil {
			err = holder.Start()
		}
		if err != nil {
			s.t.Fatal(err)
		}
		if line, _ := bufio.NewReader(out).ReadString('\n'); line == "mounted\n" {
			s.t.Cleanup(func() { in.Close(); _ = holder.Wait() }) // it ends with its input
			pid := fmt.Sprint(holder.Process.Pid)
			s.through = slices.Concat([]string{"nsenter", "--target", pid}, namespace.enter)
			return smallDisk{filepath.Join("/proc", pid, "root", s.dir)}
		}
		in.Close()
		failures = append(failures, fmt.Sprintf("unshare %s: %v %s", namespace.unshare, holder.Wait(), messages.String()))
	}
	s.t.Fatalf("a small file system cannot be mounted, neither as root nor in a user namespace (needs unshare, nsenter and mount of util-linux on Linux):\n%s",
		strings.Join(failures, "\n"))
	return smallDisk{}
}

// ballast is a file that takes all the space.
const ballast = "ballast"

// fill takes the space that is left.
func (d smallDisk) fill(t testing.TB) {
	t.Helper()
	file, err := os.OpenFile(filepath.Join(d.dir, ballast), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	for part := make([]byte, 64<<10); err == nil; {
		_, err = file.Write(part)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("fill the disk: %v", err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// free gives the space back.
func (d smallDisk) free(t testing.TB) {
	t.Helper()
	if err := os.Remove(filepath.Join(d.dir, ballast)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
}
