package media

import (
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/buckettest"
)

// eachFiles runs f on an empty directory and on an empty bucket.
func eachFiles(t *testing.T, f func(t *testing.T, files Files)) {
	t.Helper()
	t.Run("disk", func(t *testing.T) {
		disk, _ := openDisk(t)
		f(t, disk)
	})
	t.Run("bucket", func(t *testing.T) { f(t, openBucket(t, buckettest.Start(t))) })
}

func ask(files Files, method, path string, header ...string) *http.Response {
	request := httptest.NewRequest(method, "/", nil)
	request.URL.Path = path
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	Handler(files, slog.New(slog.DiscardHandler)).ServeHTTP(recorder, request)
	return recorder.Result()
}

// A stored image is immutable for browsers and caches.
func TestImageCaching(t *testing.T) {
	eachFiles(t, func(t *testing.T, files Files) {
		put(t, files)
		response := ask(files, http.MethodGet, Path+storedName)
		want := map[string]string{
			"Content-Type":            "image/jpeg",
			"Content-Length":          "9",
			"Cache-Control":           "public, max-age=31536000, immutable",
			"X-Content-Type-Options":  "nosniff",
			"Content-Security-Policy": policy,
		}
		for name, value := range want {
			if got := response.Header.Get(name); got != value {
				t.Errorf("%s: %q, want %q", name, got, value)
			}
		}
		if body, err := io.ReadAll(response.Body); string(body) != stored || err != nil {
			t.Errorf("served %q, %v", body, err)
		}
		etag := response.Header.Get("ETag")
		if response.StatusCode != 200 || len(etag) < 10 {
			t.Errorf("status %d, ETag %q", response.StatusCode, etag)
		}
		if again := ask(files, http.MethodGet, Path+storedName, "If-None-Match", etag); again.StatusCode != 304 {
			t.Errorf("asked again with the ETag: %d", again.StatusCode)
		}
		if head := ask(files, http.MethodHead, Path+storedName); head.StatusCode != 200 || head.ContentLength != 9 {
			t.Errorf("HEAD: %d, %d bytes", head.StatusCode, head.ContentLength)
		}
	})
}

// A removed image is no longer served.
func TestImageRemoved(t *testing.T) {
	eachFiles(t, func(t *testing.T, files Files) {
		put(t, files)
		if r := ask(files, http.MethodGet, Path+storedName); r.StatusCode != 200 {
			t.Errorf("before: %d", r.StatusCode)
		}
		for range 2 {
			if err := files.Remove(t.Context(), storedName); err != nil {
				t.Error(err)
			}
		}
		if r := ask(files, http.MethodGet, Path+storedName); r.StatusCode != 404 {
			t.Errorf("after: %d", r.StatusCode)
		}
		put(t, files)
		if r := ask(files, http.MethodGet, Path+storedName); r.StatusCode != 200 {
			t.Errorf("put again: %d", r.StatusCode)
		}
	})
}

// A PNG is served as a PNG.
func TestImageType(t *testing.T) {
	eachFiles(t, func(t *testing.T, files Files) {
		name := strings.TrimSuffix(storedName, ".jpg") + ".png"
		if err := files.Put(t.Context(), name, []byte(stored)); err != nil {
			t.Fatal(err)
		}
		if got := ask(files, http.MethodGet, Path+name).Header.Get("Content-Type"); got != "image/png" {
			t.Errorf("type %q", got)
		}
	})
}

// elsewhere are addresses that are no image, whatever lies there.
func elsewhere() []string {
	hash := strings.TrimSuffix(storedName, ".jpg")
	return []string{
		"", "/", "/uploads", "/uploads/", "/uploads/secret.txt", "/uploads/page.html", "/uploads/a.jpg",
		Path + hash + ".svg", Path + hash, "/uploads/x/" + storedName, "/uploads/../uploads/" + storedName,
		"/uploads/../vitrine.db", Path + strings.Repeat("a", 64) + ".jpg", Path + strings.Repeat("b", 64) + ".jpg",
		Path + strings.Repeat("c", 64) + ".jpg", "/static/uploads/" + storedName, "/dist/public/uploads/" + storedName,
		"/" + storedName, storedName, Path + storedName + "\x00", Path + storedName + "\n", Path + strings.ToUpper(storedName),
	}
}

// Everything that is not a stored image is not found.
func TestImageNotFound(t *testing.T) {
	eachFiles(t, func(t *testing.T, files Files) {
		put(t, files)
		for _, name := range []string{"secret.txt", "page.html", "a.jpg", strings.TrimSuffix(storedName, ".jpg") + ".svg"} {
			if err := files.Put(t.Context(), name, []byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		notFound(t, files)
	})
}

// Links and folders on the disk are not found.
func TestImageLinksAndFolders(t *testing.T) {
	disk, dir := openDisk(t)
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
	notFound(t, disk)
}

func notFound(t *testing.T, files Files) {
	t.Helper()
	for _, path := range elsewhere() {
		response := ask(files, http.MethodGet, path)
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != 404 || string(body) != "not found\n" || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%q: %d %q %v", path, response.StatusCode, body, response.Header)
		}
	}
}

// Methods other than GET and HEAD are refused.
func TestImageMethods(t *testing.T) {
	disk, _ := openDisk(t)
	put(t, disk)
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS"} {
		if r := ask(disk, method, Path+storedName); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, Allow %q", method, r.StatusCode, r.Header.Get("Allow"))
		}
	}
}

// Images are listed, and checked against their names.
func TestImageNames(t *testing.T) {
	eachFiles(t, func(t *testing.T, files Files) {
		if names, err := files.Names(t.Context()); err != nil || names == nil || len(names) != 0 {
			t.Errorf("of nothing: %q, %v", names, err)
		}
		put(t, files)
		torn := strings.Repeat("a", 64) + ".jpg"
		for _, name := range []string{torn, "notes.txt"} {
			if err := files.Put(t.Context(), name, []byte("something else")); err != nil {
				t.Fatal(err)
			}
		}
		names, err := files.Names(t.Context())
		slices.Sort(names)
		if err != nil || !slices.Equal(names, []string{storedName, torn, "notes.txt"}) {
			t.Errorf("listed %q, %v", names, err)
		}
		for name, want := range map[string]bool{storedName: true, torn: false, "notes.txt": true} {
			if whole, err := IsWhole(t.Context(), files, name); err != nil || whole != want {
				t.Errorf("%s: %v, %v", name, whole, err)
			}
		}
		if _, err := IsWhole(t.Context(), files, strings.Repeat("b", 64)+".jpg"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what is not there: %v", err)
		}
	})
}
