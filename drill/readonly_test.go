package drill

import (
	"bytes"
	"net/http"
	"os/exec"
	"testing"
	"time"

	"vitrine/internal/store"
)

func TestReadOnlyFileSystem(t *testing.T) {
	beside(t)
	s := newSite(t, store.Options{DataDir: t.TempDir()})
	s.onSmallDisk(64)
	s.fill(20)
	s.start()
	c := s.administrator()
	s.remount("ro")
	s.answers(http.StatusServiceUnavailable)
	for path, body := range map[string]map[string]any{
		"/api/upload":     {"image": sampleImage(), "originalName": "drill.png"},
		"/api/auth/login": {"username": adminEmail, "password": adminPassword},
	} {
		got, err := c.ask(t.Context(), http.MethodPost, path, body)
		if err != nil {
			t.Fatal(err)
		}
		mustBeClear(t, got, http.StatusServiceUnavailable)
		if !bytes.Contains(got.body, []byte("read-only")) {
			t.Errorf("%s says %s", path, got.body)
		}
	}
	if got, err := c.ask(t.Context(), http.MethodGet, "/api/products", nil); err != nil || got.status != http.StatusOK {
		t.Errorf("products are answered with %d, %v", got.status, err)
	}
	s.remount("rw")
	s.answers(http.StatusOK)
	atMost(t, "until a write was taken after the disk was writable", untilTaken(t, c), goodAgain)
	s.stop()
	s.whole()
}

// remount lays the data folder over itself, writable or not, so that the open files stay open.
func (s *site) remount(how string) {
	s.t.Helper()
	words := append(s.through[1:len(s.through):len(s.through)], "/bin/sh", "-c", `mount --bind "$1" "$1" && mount -o remount,bind,"$2" "$1"`, "remount", s.place.DataDir, how)
	if said, err := exec.CommandContext(s.t.Context(), s.through[0], words...).CombinedOutput(); err != nil {
		s.t.Fatalf("remount: %v: %s", err, said)
	}
}

// answers waits until /readyz answers with this status.
func (s *site) answers(status int) {
	s.t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		response, err := http.Get("http://" + s.address + "/readyz")
		if err != nil {
			continue
		}
		response.Body.Close()
		if response.StatusCode == status {
			return
		}
	}
	s.t.Fatalf("/readyz does not answer %d within a minute", status)
}
