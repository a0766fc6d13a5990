package api

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"vitrine/internal/catalog"
)

// many is a store of so many products with 2 KB of JSON each, which hardly repeats.
func many(count int) *fakeStore {
	random := rand.New(rand.NewPCG(1, 1))
	f := &fakeStore{all: catalog.All{Version: 1}}
	for i := range count {
		var text []byte
		for len(text) < 2_000 {
			text = strconv.AppendUint(text, random.Uint64(), 36)
		}
		f.all.Products = append(f.all.Products, catalog.Product{ID: int64(i + 1), Description: string(text)})
	}
	return f
}

// The tag of a streamed list is recognized, whatever its encoding.
func TestStreamedListTag(t *testing.T) {
	a := open(t, directory())
	for _, encoding := range []string{"", "br"} {
		first := get(t, a, "/api/products", "Accept-Encoding", encoding)
		tag := first.Header().Get("Etag")
		if w := ask(a, "GET", "/api/products", "Accept-Encoding", encoding, "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Errorf("%q: %d with %d bytes, want 304", encoding, w.Code, w.Body.Len())
		}
		if w := ask(a, "HEAD", "/api/products", "Accept-Encoding", encoding); w.Header().Get("Etag") != tag || w.Body.Len() > 0 {
			t.Errorf("%q: HEAD has the tag %s and %d bytes", encoding, w.Header().Get("Etag"), w.Body.Len())
		}
	}
}

// A list as large as the catalogue is sent in chunks.
func TestStreamedListChunks(t *testing.T) {
	a := open(t, many(5_000)) // 10 MB of words that hardly repeat
	for _, encoding := range []string{"", "gzip", "br", "zstd"} {
		r := httptest.NewRequest(http.MethodGet, "/api/products", nil)
		r.Header.Set("Accept-Encoding", encoding)
		c := &chunks{header: http.Header{}}
		a.Handler().ServeHTTP(c, r)
		if c.count < 10 || c.largest > 4*streamChunk {
			t.Errorf("%q: the answer came in %d parts, the largest of %d bytes", encoding, c.count, c.largest)
		}
	}
	if kept := a.cache.entries.EstimatedSize(); kept > 0 {
		t.Errorf("%d answers are cached", kept)
	}
}

// chunks is a client that only looks at the sizes in which an answer comes.
type chunks struct {
	header         http.Header
	count, largest int
}

func (c *chunks) Header() http.Header { return c.header }
func (c *chunks) WriteHeader(int)     {}
func (c *chunks) Write(part []byte) (int, error) {
	c.count++
	c.largest = max(c.largest, len(part))
	return len(part), nil
}
