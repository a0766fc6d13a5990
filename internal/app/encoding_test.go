package app

import (
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

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

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
	storetest.NoError(t, err)
	text, err := io.ReadAll(body)
	storetest.NoError(t, err)
	return string(text)
}

// Every encoding has the same answer, under a tag of its own. Visitors who accept any get the one that packs fastest.
func TestEncoding(t *testing.T) {
	for _, target := range []string{"/api/products?limit=24", "/api/products"} {
		t.Run(target, func(t *testing.T) {
			a := open(t, sampleDirectory())
			plain := get(t, a, target).Body.String()
			tags := map[string]bool{}
			for accepted, want := range map[string]string{"": "", "gzip": "gzip", "br": "br", "zstd": "zstd", "gzip, deflate, br, zstd": "zstd"} {
				for range 3 { // made, made and cached, found
					w := get(t, a, target, "Accept-Encoding", accepted)
					if got := w.Header().Get("Content-Encoding"); got != want {
						t.Fatalf("%q gets %q, want %q", accepted, got, want)
					}
					tag := w.Header().Get("Etag")
					tags[tag] = true
					storetest.Same(t, accepted+": Vary", w.Header().Get("Vary"), "Accept-Encoding")
					storetest.Same(t, accepted+": the body", unpack(t, want, w.Body), plain)
					if again := ask(a, "GET", target, "Accept-Encoding", accepted, "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
						t.Errorf("%q: %d with %d bytes, want 304", accepted, again.Code, again.Body.Len())
					}
					if head := ask(a, "HEAD", target, "Accept-Encoding", accepted); head.Header().Get("Etag") != tag || head.Body.Len() > 0 {
						t.Errorf("%q: HEAD has the tag %s and %d bytes", accepted, head.Header().Get("Etag"), head.Body.Len())
					}
				}
			}
			storetest.Same(t, "tags of four encodings", len(tags), 4)
		})
	}
	a := open(t, sampleDirectory())
	for range 3 {
		small := get(t, a, "/api/products/1", "Accept-Encoding", "gzip")
		storetest.Same(t, "the encoding of a small answer", small.Header().Get("Content-Encoding"), "")
	}
}

// A client that has the answer gets 304.
func TestNotModified(t *testing.T) {
	a := open(t, sampleDirectory())
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
		other := get(t, a, "/api/categories", "If-None-Match", `"other"`)
		storetest.Same(t, "the answer to who has another", other.Body.String(), first.Body.String())
	}
}

// The tag is strong, and depends on the content.
func TestETag(t *testing.T) {
	one, two := sampleDirectory(), sampleDirectory()
	two.all.Version = 99
	tagOne, tagTwo := get(t, open(t, one), "/api/categories").Header().Get("Etag"), get(t, open(t, two), "/api/categories").Header().Get("Etag")
	if tagOne != tagTwo || !strings.HasPrefix(tagOne, `"`) {
		t.Errorf("the same content has the tags %s and %s", tagOne, tagTwo)
	}
	two.all.Categories[0].Name = "Pictures"
	changed := get(t, open(t, two), "/api/categories").Header().Get("Etag")
	storetest.Same(t, "other content has the same tag", changed == tagOne, false)
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

// A list as large as the catalogue is sent in chunks.
func TestStreamedListChunks(t *testing.T) {
	a := open(t, many(5_000)) // 10 MB of words that hardly repeat
	for _, encoding := range []string{"", "gzip", "br", "zstd"} {
		r := httptest.NewRequest(http.MethodGet, "/api/products", nil)
		r.Header.Set("Accept-Encoding", encoding)
		c := &chunks{header: http.Header{}}
		a.Handler().ServeHTTP(c, r)
		if c.count < 10 || c.largest > 256<<10 {
			t.Errorf("%q: the answer came in %d parts, the largest of %d bytes", encoding, c.count, c.largest)
		}
	}
	cached := a.Cached().Entries
	storetest.Same(t, "cached answers", cached, 0)
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
