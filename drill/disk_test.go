package drill

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// A disk that is full or becomes read-only. PostgreSQL is on another disk: with it only uploads meet the full one.
func TestDisk(t *testing.T) {
	busy := load{products: [2]int{200, 5_000}, writers: 4, readers: 1, signedIn: 1}
	noSpace := promise{refused: true, refusals: []int{http.StatusInsufficientStorage}}
	runScenarios(t, []scenario{
		{"full, SQLite", fullDisk(sqlite), busy, seconds(1, 1), seconds(5, 4), noSpace},
		{"full, PostgreSQL", fullDisk(postgres), busy, seconds(1, 1), seconds(5, 4), noSpace},
		{"read-only", readOnlyDisk, busy, seconds(1, 0), seconds(3, 2), promise{refused: true}},
	})
}

func fullDisk(database newDatabase) func(t *testing.T) setup {
	return func(t *testing.T) setup {
		sites := copies(t, 1, database(t))
		ballast := filepath.Join(sites[0].onSmallDisk(96), "ballast")
		return setup{sites: sites,
			inject: func(*run, int) (heal func()) {
				fillDisk(t, ballast)
				return func() { noError(t, os.Remove(ballast)) }
			},
			during: func(r *run) {
				fillDisk(t, ballast) // again, as the program may have freed some space
				eventually(t, "an upload is refused", func() bool {
					got, err := r.clients[0].do("POST", "/api/upload", newUpload())
					noError(t, err)
					refused := got.status >= http.StatusBadRequest
					if refused {
						mustExplain(t, got, http.StatusInsufficientStorage)
					}
					return refused
				})
			}}
	}
}

// fillDisk appends to a file until no space is left.
func fillDisk(t *testing.T, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	noError(t, err)
	defer file.Close()
	for part := make([]byte, 64<<10); err == nil; {
		_, err = file.Write(part)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("fill the disk: %v", err)
	}
}

func readOnlyDisk(t *testing.T) setup {
	s := newSite(t, "")
	s.onSmallDisk(64)
	return setup{sites: []*site{s},
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
				got, err := r.clients[0].do("POST", path, body)
				noError(t, err)
				mustExplain(t, got)
				if !bytes.Contains(got.body, []byte("read-only")) {
					t.Errorf("%s does not say that the disk is read-only: %s", path, got.body)
				}
			}
		}}
}

// remountFolder mounts the folder $1 over itself with the option $2. A file that is opened for writing between the two mounts makes the
// second one busy for as long as it is open, which a connection to the database is for minutes: it begins again with another first one.
const remountFolder = `for try in $(seq 100); do
	mount --bind "$1" "$1" || exit
	mount -o remount,bind,"$2" "$1" && exit
	umount --lazy "$1" || exit
	sleep 0.02
done
exit 1`

// remount mounts the data folder over itself, read-only or writable, so that open files stay open.
func (s *site) remount(mode string) {
	s.t.Helper()
	words := append(slices.Clone(s.through[1:]), "/bin/sh", "-c", remountFolder, "remount", s.dir, mode)
	if output, err := exec.CommandContext(s.t.Context(), s.through[0], words...).CombinedOutput(); err != nil {
		s.t.Fatalf("remount: %v: %s", err, output)
	}
}

// holdDisk mounts a file system of $1 megabytes at $2, prints "mounted", and keeps it until its standard input ends.
const holdDisk = `mount -t tmpfs -o size="$1"m tmpfs "$2" && echo mounted && read -r _`

// onSmallDisk puts a new site's folder on a file system of this size: as root in a mount namespace, otherwise in a
// user namespace. It returns the folder's path outside the namespace.
func (s *site) onSmallDisk(megabytes int) string {
	s.t.Helper()
	namespaces, enter := "-m", []string{"--mount"}
	if os.Geteuid() != 0 {
		namespaces, enter = "-Urm", []string{"--user", "--preserve-credentials", "--mount"}
	}
	holder := exec.Command("unshare", namespaces, "/bin/sh", "-c", holdDisk, "sh", fmt.Sprint(megabytes), s.dir)
	var messages bytes.Buffer
	holder.Stderr = &messages
	in, failed := holder.StdinPipe()
	out, err := holder.StdoutPipe()
	noError(s.t, failed, err, holder.Start())
	s.t.Cleanup(func() { in.Close(); _ = holder.Wait() }) // it ends with its input
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "mounted\n" {
		s.t.Fatalf("mount a small file system with unshare, nsenter and mount of util-linux: %v: %s", err, messages.String())
	}
	pid := fmt.Sprint(holder.Process.Pid)
	s.through = append([]string{"nsenter", "--target", pid}, enter...)
	return filepath.Join("/proc", pid, "root", s.dir)
}
