package api

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/catalog"
)

// Visitors who accept any encoding get the one that packs fastest.
func TestEncodingPreference(t *testing.T) {
	a := open(t, directory())
	for range 3 { // made, made and kept, found
		if got := get(t, a, "/api/products?limit=24", "Accept-Encoding", "gzip, deflate, br, zstd").Header().Get("Content-Encoding"); got != "zstd" {
			t.Errorf("the answer is in %q; want zstd", got)
		}
	}
}

// unpack reads a body in the encoding that its answer names.
func unpack(t *testing.T, encoding string, body io.Reader) string {
	t.Helper()
	var err error
	switch encoding {
	case "gzip":
		body, err = gzip.NewReader(body)
	case "br":
		body = brotli.NewReader(body)
	case "zstd":
		body, err = zstd.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every encoding has the same answer, under a tag of its own.
func TestEncodingTags(t *testing.T) {
	for _, target := range []string{"/api/products?limit=24", "/api/products"} {
		t.Run(target, func(t *testing.T) { sameInEveryEncoding(t, target) })
	}
}

func sameInEveryEncoding(t *testing.T, target string) {
	a := open(t, directory())
	plain := get(t, a, target)
	tags := map[string]bool{plain.Header().Get("Etag"): true}
	for _, encoding := range []string{"gzip", "br", "zstd"} {
		for turn := range 3 { // made, made and kept, found
			w := get(t, a, target, "Accept-Encoding", encoding)
			if got := w.Header().Get("Content-Encoding"); got != encoding {
				t.Fatalf("%s, turn %d: Content-Encoding %q", encoding, turn, got)
			}
			if w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s: no Vary", encoding)
			}
			tags[w.Header().Get("Etag")] = true
			if unpack(t, encoding, w.Body) != plain.Body.String() {
				t.Errorf("%s, turn %d: another body", encoding, turn)
			}
		}
	}
	if len(tags) != 4 {
		t.Errorf("%d tags for 4 encodings: %v", len(tags), tags)
	}
}

// Small answers are not compressed.
func TestEncodingSmallAnswers(t *testing.T) {
	a := open(t, directory())
	for range 3 {
		if w := get(t, a, "/api/products/1", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%d bytes came compressed", w.Body.Len())
		}
	}
}

// Compressing new answers has a budget.
func TestEncodingBudget(t *testing.T) {
	a := open(t, directory())
	a.cache.packing.SetBurst(0)
	for _, target := range []string{"/api/products?limit=24", "/api/products"} {
		if w := get(t, a, target, "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "" {
			t.Errorf("a new answer to %s was compressed beyond the budget", target)
		}
	}
	if w := get(t, a, "/api/products?limit=24", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "gzip" {
		t.Error("an answer that is kept was not compressed")
	}
}

// A client that has the answer gets 304.
func TestNotModified(t *testing.T) {
	a := open(t, directory())
	for turn := range 3 { // forgotten, kept, found
		first := get(t, a, "/api/categories")
		tag := first.Header().Get("Etag")
		for _, header := range []string{tag, `"other", ` + tag, "W/" + tag, "*"} {
			w := ask(a, "GET", "/api/categories", "If-None-Match", header)
			if w.Code != http.StatusNotModified || w.Body.Len() != 0 {
				t.Fatalf("turn %d, If-None-Match %s: %d with %d bytes", turn, header, w.Code, w.Body.Len())
			}
			if w.Header().Get("Etag") != tag || w.Header().Get("Cache-Control") != "no-cache" || w.Header().Get("Vary") == "" {
				t.Errorf("304 without what belongs to it: %v", w.Header())
			}
			if w.Header().Get("Content-Type") != "" || w.Header().Get("Content-Length") != "" {
				t.Errorf("304 with what belongs to a body: %v", w.Header())
			}
		}
		if w := get(t, a, "/api/categories", "If-None-Match", `"other"`); !bytes.Equal(w.Body.Bytes(), first.Body.Bytes()) {
			t.Error("another tag did not get the answer")
		}
	}
}

// The tag is strong, and depends on the content.
func TestETag(t *testing.T) {
	one, two := directory(), directory()
	two.all.Version = 99
	tagOne, tagTwo := get(t, open(t, one), "/api/categories").Header().Get("Etag"), get(t, open(t, two), "/api/categories").Header().Get("Etag")
	if tagOne != tagTwo || !strings.HasPrefix(tagOne, `"`) {
		t.Errorf("the same content has the tags %s and %s", tagOne, tagTwo)
	}
	two.all.Categories[0].Name = "Pictures"
	if changed := get(t, open(t, two), "/api/categories").Header().Get("Etag"); changed == tagOne {
		t.Error("other content has the same tag")
	}
}

// many is a store of so many products with 2 KB of JSON each, which hardly repeats.
func many(count int) *fakeStore {
	random := rand.New(rand.NewPCG(1, 1))
	f := &fakeStore{all: catalog.All{Version: 1}}
	for i := range count {
		var text []byte
		for len(text) < 2_000 {
			text = strconv.AppendUint(text, random.Uint64(), 36)
		}
		f.all.Products = append(f.all.Products, catalog.Product{ID: int64(i + 1), ProductFields: catalog.ProductFields{Description: string(text)}})
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
