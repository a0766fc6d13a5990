package pages_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// unpacked is the content of a body in this encoding.
func unpacked(t *testing.T, encoding string, body io.Reader) string {
	t.Helper()
	var err error
	switch encoding {
	case "br":
		body = brotli.NewReader(body)
	case "gzip":
		body, err = gzip.NewReader(body)
	case "zstd":
		body, err = zstd.NewReader(body)
	}
	storetest.NoError(t, err)
	text, err := io.ReadAll(body)
	storetest.NoError(t, err)
	return string(text)
}

// A document is the same in every encoding, whether it is rendered or cached, and has an ETag for each. Visitors who
// accept any encoding get the one that packs best, and none that they forbid.
func TestDocumentEncoding(t *testing.T) {
	h := pagestest.Library(t)
	const target = "/products/chatgpt"
	plain, tags := h.Body(target), map[string]string{}
	for range 3 { // rendered, cached packed, cached in that encoding
		for accepted, encoding := range map[string]string{
			"": "", "gzip": "gzip", "br": "br", "zstd": "zstd", "gzip, deflate, br, zstd": "br", "br;q=0, *": "zstd",
		} {
			w := h.Get(target, "Accept-Encoding", accepted)
			tag := w.Header().Get("Etag")
			pagestest.Sent(t, accepted, w, http.StatusOK, "Content-Type", "text/html; charset=utf-8", "Content-Encoding", encoding,
				"Content-Length", fmt.Sprint(w.Body.Len()), "Vary", "Accept-Encoding", "Cache-Control", "no-cache", "Content-Security-Policy", pages.ContentSecurityPolicy)
			storetest.Same(t, accepted+": the content", unpacked(t, encoding, w.Body), plain)
			if other, known := tags[tag]; known && other != encoding || strings.HasPrefix(tag, "W/") {
				t.Errorf("the tag %s is weak or another encoding's", tag)
			}
			tags[tag] = encoding
			again := h.Get(target, "Accept-Encoding", accepted, "If-None-Match", `"other", W/`+tag)
			pagestest.Sent(t, "to a visitor who has it", again, http.StatusNotModified, "Etag", tag, "Vary", "Accept-Encoding")
			only := h.Ask(http.MethodHead, target, "Accept-Encoding", accepted)
			pagestest.Sent(t, "HEAD", only, http.StatusOK, "Content-Length", w.Header().Get("Content-Length"))
			storetest.Same(t, "bytes to a visitor who has it, and of HEAD", again.Body.Len()+only.Body.Len(), 0)
		}
		settle(h)
	}
	storetest.Same(t, "tags of four encodings", len(tags), 4)
	if d, ok := h.Cache().GetIfPresent(target); !ok || d.Body() != nil {
		t.Error("the page is not cached packed")
	}
	storetest.Same(t, "what is not there cannot be not modified", h.Get("/nothing", "If-None-Match", "*").Code, http.StatusNotFound)
	pagestest.Sent(t, "POST", h.Ask(http.MethodPost, "/"), http.StatusMethodNotAllowed, "Allow", "GET, HEAD")
}

// An ETag stays while what is sent stays.
func TestETagStable(t *testing.T) {
	h := pagestest.Library(t)
	first := h.Body("/nothing/at/all")
	tag := h.Get("/products/chatgpt").Header().Get("Etag")
	h.Move(pagestest.Tool(1, "ChatGPT"), pagestest.Tool(7, "Other"))
	storetest.Same(t, "the tag after a change of another tool", h.Get("/products/chatgpt").Header().Get("Etag"), tag)
	storetest.Same(t, "another missing page", h.Body("/nothing"), first)
}

// Browsers may cache the files of the front end for ever.
func TestAssetCaching(t *testing.T) {
	h := pagestest.Library(t)
	for target, want := range map[string]string{
		"/assets/entry-1.js":    "200 text/javascript; charset=utf-8 br",
		"/assets/entry-1.css":   "200 text/css; charset=utf-8 ",
		"/assets/inter-1.woff2": "200 font/woff2 ",
		"/assets/entry-2.js":    "404 text/plain; charset=utf-8 ",
		"/assets/":              "404 text/plain; charset=utf-8 ",
		"/assets/../secret":     "404 text/plain; charset=utf-8 ",
	} {
		w := h.Get(target, "Accept-Encoding", "gzip, deflate, br, zstd")
		storetest.Same(t, target, fmt.Sprint(w.Code, " ", w.Header().Get("Content-Type"), " ", w.Header().Get("Content-Encoding")), want)
		storetest.Same(t, target+": cached for ever", strings.Contains(w.Header().Get("Cache-Control"), "immutable"), w.Code == 200)
	}
	storetest.Same(t, "the script", unpacked(t, "br", h.Get("/assets/entry-1.js", "Accept-Encoding", "br").Body), string(pagestest.Built()["assets/entry-1.js"].Data))
}

// A file that the build has packed is sent as it is.
func TestAssetPackedByBuild(t *testing.T) {
	client := pagestest.Built()
	script := client["assets/entry-1.js"].Data
	packed := encoding.NewPacker().Pack(script, encoding.Brotli, encoding.Default) // other bytes than Best would give
	client["assets/entry-1.js.br"] = &fstest.MapFile{Data: packed}
	h := pagestest.Open(t, pagestest.Tools(1), func(o *pagestest.Options) { o.Client = client })
	w := h.Get("/assets/entry-1.js", "Accept-Encoding", "br")
	pagestest.Sent(t, "the packed script", w, http.StatusOK, "Content-Encoding", "br", "Content-Length", fmt.Sprint(len(packed)))
	storetest.Same(t, "the packed script is that of the build", bytes.Equal(w.Body.Bytes(), packed), true)
	storetest.Same(t, "the script in gzip", unpacked(t, "gzip", h.Get("/assets/entry-1.js", "Accept-Encoding", "gzip").Body), string(script))
	storetest.Same(t, "the unpacked script", h.Body("/assets/entry-1.js"), string(script))
	storetest.Same(t, "the address of the packed file", h.Get("/assets/entry-1.js.br").Code, 404)
}

// Without the front end a page says how to build it.
func TestMissingFrontEnd(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), func(o *pagestest.Options) { o.Client = fstest.MapFS{} })
	w := h.Get("/")
	pagestest.Sent(t, "the page", w, http.StatusServiceUnavailable)
	pagestest.HasParts(t, "the page", w.Body.String(), "make build")
	storetest.Same(t, "robots.txt", h.Get("/robots.txt").Code, 200)
}

// A wrong public address is refused.
func TestPublicURL(t *testing.T) {
	for _, wrong := range []string{"", "tools.example", "ftp://tools.example", "javascript:alert(1)", "http://"} {
		if _, err := pages.New(pages.Options{PublicURL: wrong, Client: pagestest.Built()}); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

// robots.txt names the sitemap.
func TestRobots(t *testing.T) {
	pagestest.HasParts(t, "robots.txt", pagestest.Library(t).Body("/robots.txt"), "User-agent: *\n", "Allow: /\n", "Disallow: /api/\n", "Disallow: /admin\n",
		"Sitemap: https://tools.example/sitemap.xml\n")
}

// The icon is there.
func TestFavicon(t *testing.T) {
	for _, target := range []string{"/favicon.svg", "/favicon.ico"} {
		pagestest.Sent(t, target, pagestest.Library(t).Get(target), http.StatusOK, "Content-Type", "image/svg+xml")
	}
}

// The sitemap has every page and when it changed.
func TestSitemap(t *testing.T) {
	old, other := pagestest.Tool(1, "Old"), pagestest.Tool(2, "Éditeur & Co")
	other.Slug, other.Categories = "éditeur-co", []string{"Video", "Writing"}
	h := pagestest.Open(t, []catalog.Product{old, other}, nil)
	before := pagestest.SitemapEntries(t, h.Body("/sitemap.xml"))
	want := []string{
		"https://tools.example/ 2026-01-02T05:04:05Z",
		"https://tools.example/newsletter ",
		"https://tools.example/newsletter/archive ",
		"https://tools.example/submit ",
		"https://tools.example/privacy-policy 2025-01-27T00:00:00Z",
		"https://tools.example/terms-of-service 2025-01-27T00:00:00Z",
		"https://tools.example/affiliate-disclaimer 2025-01-27T00:00:00Z",
		"https://tools.example/gdpr-cookies 2025-01-27T00:00:00Z",
		"https://tools.example/category/video 2026-01-02T05:04:05Z",
		"https://tools.example/category/writing 2026-01-02T05:04:05Z",
		"https://tools.example/categories 2026-01-02T05:04:05Z",
		"https://tools.example/tools 2026-01-02T05:04:05Z",
		"https://tools.example/products/%C3%A9diteur-co 2026-01-02T05:04:05Z",
		"https://tools.example/products/old 2026-01-02T04:04:05Z",
		"https://tools.example/veo3-generator ",
		"https://tools.example/alternatives/%C3%A9diteur-co 2026-01-02T05:04:05Z",
		"https://tools.example/alternatives/old 2026-01-02T04:04:05Z",
		"https://tools.example/how-we-rank ",
		"https://tools.example/api ",
	}
	want = slices.DeleteFunc(want, func(entry string) bool {
		path := strings.TrimPrefix(entry, "https://tools.example")
		return path != "/api " && !pagestest.Has(strings.Fields(path)[0])
	})
	storetest.Same(t, "the sitemap", strings.Join(before, "\n"), strings.Join(want, "\n"))
	h.Move(old)
	after := pagestest.SitemapEntries(t, h.Body("/sitemap.xml"))
	storetest.Same(t, "the first after a product has gone", after[0], "https://tools.example/ 2026-01-02T04:04:05Z")
	for _, entry := range after {
		if strings.Contains(entry, "diteur") || strings.Contains(entry, "/category/video") {
			t.Errorf("it still has %s", entry)
		}
	}
	h.AreMissing(t, "/sitemap-1.xml")
}

// A large sitemap is an index of parts.
func TestSitemapIndex(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(8), nil)
	whole := pagestest.SitemapEntries(t, h.Body("/sitemap.xml"))
	files := pages.SitemapFiles(h.View(), 5)
	var parts []string
	for number, entry := range pagestest.SitemapEntries(t, string(files["/sitemap.xml"].Body())) {
		path := fmt.Sprintf("/sitemap-%d.xml", number+1)
		part := pagestest.SitemapEntries(t, string(files[path].Body()))
		newest := ""
		for _, line := range part {
			_, changed, _ := strings.Cut(line, " ")
			newest = max(newest, changed)
		}
		storetest.Same(t, "the part in the index", entry, "https://tools.example"+path+" "+newest)
		if len(part) > 5 {
			t.Errorf("%s has %d addresses", path, len(part))
		}
		parts = append(parts, part...)
	}
	storetest.Same(t, "addresses in the parts", parts, whole)
	storetest.Same(t, "files", len(files), 1+(len(whole)+4)/5)
}

func TestMissingImage(t *testing.T) {
	t.Parallel()
	h := pagestest.Open(t, pagestest.Tools(1), nil)
	for _, target := range []string{"/a.jpg", "/products/uploads/a.png", "/product/uploads/a.PNG", "/category/uploads/a.webp", "/images/a/b.svg"} {
		w := h.Get(target)
		pagestest.Sent(t, target, w, http.StatusNotFound, "Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store")
		storetest.Same(t, target+" is answered by a sentence", w.Body.Len() <= 100, true)
	}
	pagestest.Sent(t, "an address that is no image's", h.Get("/a.jpg/b"), http.StatusNotFound, "Content-Type", "text/html; charset=utf-8")
}
