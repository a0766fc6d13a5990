package media

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// gate keeps one upload in memory, counts how often it is read, and has readers wait until it is opened.
type gate struct {
	Files
	upload []byte
	closed chan struct{} // nil: open
	fails  func()
	reads  atomic.Int32
}

func (g *gate) Open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	g.reads.Add(1)
	if g.closed != nil {
		select {
		case <-g.closed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if g.fails != nil {
		g.fails()
		return nil, errors.New("the disk does not answer")
	}
	if g.upload == nil || name != NameOf(g.upload) {
		return nil, fs.ErrNotExist
	}
	return inMemory{bytes.NewReader(g.upload)}, nil
}

func newGate(t *testing.T) (g *gate, name string) {
	t.Helper()
	g = &gate{upload: encodeJPEG(t, corners(square(500)))}
	return g, strings.TrimSuffix(NameOf(g.upload), ".jpg") + "-128.webp"
}

// A thumbnail is made once for all who ask at the same time.
func TestThumbnailsSingleFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, name := newGate(t)
		g.closed = make(chan struct{})
		made := newThumbnails(g)
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if _, err := made.thumbnail(t.Context(), name); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		close(g.closed)
		all.Wait()
		if _, err := made.thumbnail(t.Context(), name); err != nil || g.reads.Load() != 1 {
			t.Errorf("the upload was read %d times for 51 requests, %v", g.reads.Load(), err)
		}
	})
}

// A thumbnail is made again after an hour.
func TestThumbnailsExpiry(t *testing.T) {
	g, name := newGate(t)
	made := newThumbnails(g)
	now := time.Now()
	made.now = func() time.Time { return now }
	ask := func() error {
		_, err := made.thumbnail(t.Context(), name)
		return err
	}
	noError(t, ask())
	g.upload = nil // it was removed
	now = now.Add(thumbnailAge - 1)
	if err := ask(); err != nil {
		t.Errorf("within the hour: %v", err)
	}
	now = now.Add(1)
	if err := ask(); !isMissing(err) {
		t.Errorf("after it: %v", err)
	}
}

// The thumbnails in memory are bounded.
func TestThumbnailsCacheLimit(t *testing.T) {
	made := newThumbnails(nil)
	for i := range 50 {
		made.cache.Set(string(rune('a'+i)), cachedThumbnail{thumbnail: thumbnail{webp: make([]byte, 1<<20)}})
	}
	made.cache.CleanUp()
	if weight := made.cache.WeightedSize(); weight > thumbnailCache || weight < thumbnailCache/2 {
		t.Errorf("%d bytes are kept", weight)
	}
}

// A caller who leaves neither waits for a thumbnail nor stops it.
func TestThumbnailsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, name := newGate(t)
		g.closed = make(chan struct{})
		made := newThumbnails(g)
		first, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := made.thumbnail(first, name); !errors.Is(err, context.Canceled) {
				t.Errorf("who left: %v", err)
			}
		})
		synctest.Wait()
		leave()
		all.Wait()
		all.Go(func() {
			if _, err := made.thumbnail(t.Context(), name); err != nil {
				t.Errorf("who came later: %v", err)
			}
		})
		synctest.Wait()
		close(g.closed)
		all.Wait()
		same(t, "reads of the upload", g.reads.Load(), int32(1))
	})
}

// served is what the handler answers for a thumbnail.
func served(t *testing.T, made *thumbnails, name string) *http.Response {
	t.Helper()
	recorder := httptest.NewRecorder()
	h := &handler{made.files, made, slog.New(slog.DiscardHandler)}
	h.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, Path+name, nil))
	return recorder.Result()
}

func mustRetryLater(t *testing.T, response *http.Response) {
	t.Helper()
	if response.StatusCode != 503 || response.Header.Get("Retry-After") == "" || response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d, %v", response.StatusCode, response.Header)
	}
}

func TestThumbnailUnavailable(t *testing.T) {
	t.Run("where uploads cannot be read", func(t *testing.T) {
		g, name := newGate(t)
		g.fails = func() {}
		mustRetryLater(t, served(t, newThumbnails(g), name))
	})
	t.Run("after a panic, which ends nothing", func(t *testing.T) {
		g, name := newGate(t)
		g.fails = func() { panic("a mistake") }
		mustRetryLater(t, served(t, newThumbnails(g), name))
	})
	t.Run("when a slow store is read as often as may be", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g, name := newGate(t)
			g.closed = make(chan struct{})
			made := newThumbnails(g)
			var all sync.WaitGroup
			for i := range maxReading {
				all.Go(func() { served(t, made, strings.Repeat(string("0123456789abcdef"[i]), 64)+"-128.webp") })
			}
			synctest.Wait()
			mustRetryLater(t, served(t, made, name))
			same(t, "uploads that are read at once", g.reads.Load(), int32(maxReading))
			close(g.closed)
			all.Wait()
			same(t, "afterwards", served(t, made, name).StatusCode, 200)
		})
	})
}

// When a thumbnail is not ready in time, the upload is served instead.
func TestThumbnailFallback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, name := newGate(t)
		made := newThumbnails(g)
		places := 0
		for made.encoding.TryAcquire(1) { // all of them
			places++
		}
		began := time.Now()
		response := served(t, made, name)
		same(t, "the time it took", time.Since(began), thumbnailWait)
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != 200 || response.Header.Get("Content-Type") != "image/jpeg" || response.Header.Get("Cache-Control") != "no-store" || !bytes.Equal(body, g.upload) {
			t.Errorf("%d, %v, %d bytes, %v", response.StatusCode, response.Header, len(body), err)
		}
		made.encoding.Release(int64(places))
		same(t, "the type afterwards", served(t, made, name).Header.Get("Content-Type"), "image/webp")
	})
}
