package media

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// "a picture" stands for a JPEG: Disk keeps bytes and asks nothing of them.
const (
	picture     = "a picture"
	pictureHash = "92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b"
)

func newDisk(t *testing.T) (*Disk, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data", "uploads")
	disk, err := NewDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	return disk, dir
}

func put(t *testing.T, disk *Disk, data string) string {
	t.Helper()
	path, err := disk.Put(t.Context(), []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnImageIsStoredUnderItsHash(t *testing.T) {
	disk, dir := newDisk(t)
	path := put(t, disk, picture)
	if path != "/uploads/"+pictureHash+".jpg" {
		t.Errorf("path %s", path)
	}
	file := filepath.Join(dir, filepath.Base(path))
	if data, err := os.ReadFile(file); string(data) != picture || err != nil {
		t.Errorf("stored %q, %v", data, err)
	}
	if info, _ := os.Stat(file); info.Mode().Perm()&^0o640 != 0 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestManyWritersOfOneImageLeaveOneFile(t *testing.T) {
	disk, dir := newDisk(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if _, err := disk.Put(context.Background(), []byte(picture)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files: %v", len(files), files)
	}
}

func TestATornFileIsWrittenAgain(t *testing.T) {
	disk, dir := newDisk(t)
	file := filepath.Join(dir, pictureHash+".jpg")
	if err := os.WriteFile(file, []byte("a pic"), 0o640); err != nil {
		t.Fatal(err)
	}
	put(t, disk, picture)
	if data, _ := os.ReadFile(file); string(data) != picture {
		t.Errorf("left %q", data)
	}
}

func TestAFailedWriteLeavesNothingBehind(t *testing.T) {
	disk, dir := newDisk(t)
	blocked := filepath.Join(dir, pictureHash+".jpg") // a directory cannot be renamed over
	if err := os.MkdirAll(filepath.Join(blocked, "x"), 0o750); err != nil {
		t.Fatal(err)
	}
	if _, err := disk.Put(t.Context(), []byte(picture)); err == nil {
		t.Error("no error")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
}

func TestNothingIsStoredForACallerThatIsGone(t *testing.T) {
	disk, dir := newDisk(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := disk.Put(ctx, []byte(picture)); err == nil {
		t.Error("no error")
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("stored %v", files)
	}
}

func TestADirectoryThatCannotBeMadeIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := NewDisk(file); err == nil {
		t.Error("no error")
	}
}

func ask(disk *Disk, method, path string, header ...string) *http.Response {
	request := httptest.NewRequest(method, "/", nil)
	request.URL.Path = path
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	disk.Handler().ServeHTTP(recorder, request)
	return recorder.Result()
}

func TestAStoredImageIsServedForEver(t *testing.T) {
	disk, _ := newDisk(t)
	path := put(t, disk, picture)
	response := ask(disk, http.MethodGet, path)
	want := map[string]string{
		"Content-Type":            "image/jpeg",
		"Content-Length":          "9",
		"Cache-Control":           "public, max-age=31536000, immutable",
		"X-Content-Type-Options":  "nosniff",
		"Content-Security-Policy": "default-src 'none'; sandbox",
	}
	for name, value := range want {
		if got := response.Header.Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
	etag := response.Header.Get("ETag")
	if response.StatusCode != 200 || len(etag) < 10 {
		t.Errorf("status %d, ETag %q", response.StatusCode, etag)
	}
	if again := ask(disk, http.MethodGet, path, "If-None-Match", etag); again.StatusCode != 304 {
		t.Errorf("asked again with the ETag: %d", again.StatusCode)
	}
	if head := ask(disk, http.MethodHead, path); head.StatusCode != 200 || head.ContentLength != 9 {
		t.Errorf("HEAD: %d, %d bytes", head.StatusCode, head.ContentLength)
	}
}

func TestAPNGIsServedAsAPNG(t *testing.T) {
	disk, dir := newDisk(t)
	name := pictureHash + ".png"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(picture), 0o640); err != nil {
		t.Fatal(err)
	}
	if got := ask(disk, http.MethodGet, "/uploads/"+name).Header.Get("Content-Type"); got != "image/png" {
		t.Errorf("type %q", got)
	}
}

func TestEverythingElseIsNotFound(t *testing.T) {
	disk, dir := newDisk(t)
	stored := filepath.Base(put(t, disk, picture))
	for name, content := range map[string]string{"secret.txt": "x", "page.html": "x", "a.jpg": "x", pictureHash + ".svg": "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(filepath.Dir(dir), "vitrine.db")
	if err := os.WriteFile(outside, []byte("x"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, strings.Repeat("a", 64)+".jpg")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, strings.Repeat("b", 64)+".jpg"), 0o750); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"", "/", "/uploads", "/uploads/", "/uploads/secret.txt", "/uploads/page.html", "/uploads/a.jpg",
		"/uploads/" + pictureHash + ".svg", "/uploads/" + pictureHash, "/uploads/x/" + stored, "/uploads/../uploads/" + stored,
		"/uploads/../vitrine.db", "/uploads/" + strings.Repeat("a", 64) + ".jpg", "/uploads/" + strings.Repeat("b", 64) + ".jpg",
		"/uploads/" + strings.Repeat("c", 64) + ".jpg", "/static/uploads/" + stored, "/dist/public/uploads/" + stored,
		"/" + stored, stored, "/uploads/" + stored + "\x00", "/uploads/" + stored + "\n", "/uploads/" + strings.ToUpper(stored),
	} {
		response := ask(disk, http.MethodGet, path)
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != 404 || string(body) != "not found\n" || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%q: %d %q %v", path, response.StatusCode, body, response.Header)
		}
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	disk, _ := newDisk(t)
	path := put(t, disk, picture)
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS"} {
		if r := ask(disk, method, path); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, Allow %q", method, r.StatusCode, r.Header.Get("Allow"))
		}
	}
}
