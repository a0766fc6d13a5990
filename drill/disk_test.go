package drill

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// goodAgain is how soon a write has to succeed after the trouble is over.
const goodAgain = 2 * time.Second

// A full disk fails no read and loses no acknowledged write.
func TestDiskFull(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { fillDisk(t, newSite(t, store.Options{DataDir: t.TempDir()})) })
	t.Run("PostgreSQL", func(t *testing.T) {
		// The server has another disk: only images meet the full one.
		fillDisk(t, newSite(t, store.Options{DatabaseURL: storetest.PostgresURL(t)}))
	})
}

// fillDisk has writers and readers at work on a site while its disk is full, and after that.
func fillDisk(t *testing.T, s *site) {
	beside(t)
	disk := s.onSmallDisk(96)
	s.fill(rounds(200, 5_000))
	c := s.administrator()
	s.start()
	crew := newCrew(t, c, 4)
	var sum verdict
	var again durations
	endReading := c.reading(t, append(crew.everywhere(t), "/api/admin/products", "/api/audit")...)
	for range rounds(1, 5) {
		end := crew.begin(t.Context())
		time.Sleep(500 * time.Millisecond)
		disk.fill(t)
		crew.meetTrouble(t, time.Duration(rounds(1, 4))*time.Second)
		disk.fill(t) // what was free again
		uploads := takenUntilRefused(t, c)
		disk.free(t)
		again.add(untilTaken(t, c))
		if errs := end(); len(errs) > 0 {
			t.Errorf("writers were not answered: %v", errs)
		}
		judgeRefusals(t, crew, http.StatusInsufficientStorage)
		figure(t, "uploads until one was refused", uploads, "–")
		sum.add(crew.judge(t))
	}
	endReading().figures(t)
	sum.figures(t)
	atMost(t, "until a write was taken after there was space", again.at(1), goodAgain)
	s.stop()
	s.whole()
}

// takenUntilRefused uploads images until one is refused, as it has to be, and gives how many were.
func takenUntilRefused(t *testing.T, c *client) (taken int) {
	t.Helper()
	for range 500 {
		got, err := c.ask(t.Context(), http.MethodPost, "/api/upload", map[string]any{"image": sampleImage()})
		if err != nil {
			t.Fatal(err)
		}
		if got.status >= http.StatusBadRequest {
			mustBeClear(t, got, http.StatusInsufficientStorage)
			return taken
		}
		taken++
	}
	t.Fatal("500 uploads were taken on a full disk")
	return taken
}

// untilTaken tries to write until that works, and gives the time that it took.
func untilTaken(t *testing.T, c *client) time.Duration {
	t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		got, err := c.ask(t.Context(), http.MethodPost, "/api/upload", map[string]any{"image": sampleImage()})
		if err == nil && got.status < http.StatusBadRequest {
			return time.Since(began)
		}
	}
	t.Fatal("no write succeeds a minute after the trouble was over")
	return 0
}

// judgeRefusals holds the answers to writers that were refused to be clear ones of this status.
func judgeRefusals(t *testing.T, c *crew, status int) {
	t.Helper()
	for _, w := range c.writers {
		for _, got := range w.refusals {
			mustBeClear(t, got, status)
		}
	}
}

// mustBeClear holds a refusal to be one that says what is wrong, in the API's words. A site may always be too busy.
func mustBeClear(t *testing.T, got answer, status int) {
	t.Helper()
	var said struct{ Error, Message, Code, RequestID string }
	err := json.Unmarshal(got.body, &said)
	if got.status != status && got.status != http.StatusServiceUnavailable || err != nil || said.Error == "" || said.Message == "" || said.Code == "internal" || said.RequestID == "" {
		t.Errorf("a write was refused with %d (want %d): %s", got.status, status, got.body)
	}
	if got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") == "" {
		t.Errorf("nothing says when to try again: %v", got.header)
	}
}

// smallDisk is a file system of its own, seen by those who were started through it.
type smallDisk struct{ dir string } // as it is reached from outside

// holdsDisk mounts a file system at $2, of $1 megabytes, tells so, and keeps it until its standard input ends.
const holdsDisk = `mount -t tmpfs -o size="$1"m tmpfs "$2" && echo mounted && read -r _`

// onSmallDisk puts a new site's folder on a file system of so many megabytes. Root makes it in a mount namespace, others
// in a user namespace too.
func (s *site) onSmallDisk(megabytes int) smallDisk {
	s.t.Helper()
	var refused []string
	for _, way := range []struct {
		own   string
		enter []string
	}{{"-m", []string{"--mount"}}, {"-Urm", []string{"--user", "--preserve-credentials", "--mount"}}} {
		var said bytes.Buffer
		holder := exec.Command("unshare", way.own, "/bin/sh", "-c", holdsDisk, "holder", fmt.Sprint(megabytes), s.place.DataDir)
		holder.Stderr = &said
		in, out, err := pipes(holder)
		if err == nil {
			err = holder.Start()
		}
		if err == nil {
			if line, _ := bufio.NewReader(out).ReadString('\n'); line == "mounted\n" {
				s.t.Cleanup(func() { in.Close(); _ = holder.Wait() }) // it ends because nothing more comes
				pid := fmt.Sprint(holder.Process.Pid)
				s.through = slices.Concat([]string{"nsenter", "--target", pid}, way.enter)
				return smallDisk{filepath.Join("/proc", pid, "root", s.place.DataDir)}
			}
			in.Close()
			err = holder.Wait()
		}
		refused = append(refused, fmt.Sprintf("unshare %s: %v %s", way.own, err, said.String()))
	}
	s.t.Fatalf("a full disk needs a small file system, and this machine lets nobody mount one: neither root nor a user namespace of one's own may "+
		"(needs unshare, nsenter and mount of util-linux on Linux):\n%s", strings.Join(refused, "\n"))
	return smallDisk{}
}

func pipes(c *exec.Cmd) (io.WriteCloser, io.Reader, error) {
	in, err := c.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := c.StdoutPipe()
	return in, out, err
}

// ballast is a file that takes the space that is left.
const ballast = "ballast"

// fill takes all space that is left.
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
