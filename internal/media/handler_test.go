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
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
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

// mustBeImmutable checks that browsers and caches may keep an image for ever, and returns its content and its ETag.
func mustBeImmutable(t *testing.T, files Files, path, contentType string) (body []byte, etag string) {
	t.Helper()
	response := ask(files, http.MethodGet, path)
	body, err := io.ReadAll(response.Body)
	noError(t, err)
	same(t, "the status", response.StatusCode, 200)
	for name, value := range map[string]string{
		"Content-Type": contentType, "Content-Length": strconv.Itoa(len(body)), "Cache-Control": "public, max-age=31536000, immutable",
		"X-Content-Type-Options": "nosniff", "Content-Security-Policy": policy, "Content-Disposition": "inline",
	} {
		same(t, name, response.Header.Get(name), value)
	}
	if etag = response.Header.Get("ETag"); len(etag) < 10 || strings.HasPrefix(etag, "W/") {
		t.Errorf("ETag %q", etag)
	}
	same(t, "asked again with the ETag", ask(files, http.MethodGet, path, "If-None-Match", etag).StatusCode, 304)
	head := ask(files, http.MethodHead, path)
	if rest, _ := io.ReadAll(head.Body); head.StatusCode != 200 || head.ContentLength != int64(len(body)) || len(rest) != 0 {
		t.Errorf("HEAD: %d, %d bytes and %d sent", head.StatusCode, head.ContentLength, len(rest))
	}
	return body, etag
}

// mustBeMissing checks that there is no image at this address.
func mustBeMissing(t *testing.T, files Files, path string) {
	t.Helper()
	response := ask(files, http.MethodGet, path)
	if body, _ := io.ReadAll(response.Body); response.StatusCode != 404 || string(body) != "not found\n" || response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%q: %d %q %v", path, response.StatusCode, body, response.Header)
	}
}

// A stored image is immutable, and a removed one is no longer served.
func TestImage(t *testing.T) {
	eachFiles(t, func(t *testing.T, files Files) {
		png := strings.TrimSuffix(storedName, ".jpg") + ".png"
		noError(t, files.Put(t.Context(), png, []byte(stored)))
		for _, image := range [][2]string{{png, "image/png"}, {storedName, "image/jpeg"}, {storedName, "image/jpeg"}} {
			put(t, files)
			body, _ := mustBeImmutable(t, files, Path+image[0], image[1])
			same(t, "the content", string(body), stored)
			for range 2 {
				noError(t, files.Remove(t.Context(), image[0]))
			}
			mustBeMissing(t, files, Path+image[0])
		}
	})
}

// Everything that is not a stored image is not found.
func TestImageNotFound(t *testing.T) {
	eachFiles(t, func(t *testing.T, files Files) {
		put(t, files)
		for _, name := range []string{"secret.txt", "page.html", "a.jpg", strings.TrimSuffix(storedName, ".jpg") + ".svg"} {
			noError(t, files.Put(t.Context(), name, []byte("x")))
		}
		notFound(t, files)
	})
}

// Links and folders on the disk are not found.
func TestImageLinksAndFolders(t *testing.T) {
	disk, dir := openDisk(t)
	outside := filepath.Join(filepath.Dir(dir), "vitrine.db")
	noError(t, os.WriteFile(outside, []byte("x"), 0o640))
	noError(t, os.Symlink(outside, filepath.Join(dir, strings.Repeat("a", 64)+".jpg")))
	noError(t, os.Mkdir(filepath.Join(dir, strings.Repeat("b", 64)+".jpg"), 0o750))
	notFound(t, disk)
}

// notFound checks that addresses that are no image are missing, whatever lies there.
func notFound(t *testing.T, files Files) {
	t.Helper()
	hash := strings.TrimSuffix(storedName, ".jpg")
	for _, path := range []string{
		"", "/", "/uploads", "/uploads/", "/uploads/secret.txt", "/uploads/page.html", "/uploads/a.jpg",
		Path + hash + ".svg", Path + hash, "/uploads/x/" + storedName, "/uploads/../uploads/" + storedName,
		"/uploads/../vitrine.db", Path + strings.Repeat("a", 64) + ".jpg", Path + strings.Repeat("b", 64) + ".jpg",
		Path + strings.Repeat("c", 64) + ".jpg", "/static/uploads/" + storedName, "/dist/public/uploads/" + storedName,
		"/" + storedName, storedName, Path + storedName + "\x00", Path + storedName + "\n", Path + strings.ToUpper(storedName),
	} {
		mustBeMissing(t, files, path)
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
			noError(t, files.Put(t.Context(), name, []byte("something else")))
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
