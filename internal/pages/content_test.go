package pages

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/catalog"
	"vitrine/internal/encoding"
)

// Visitors who accept any encoding get the one that packs best.
func TestEncodingPreference(t *testing.T) {
	h := library(t)
	for _, target := range []string{"/", "/assets/entry-1.js"} {
		if got := h.get(target, "Accept-Encoding", "gzip, deflate, br, zstd").Header().Get("Content-Encoding"); got != "br" {
			t.Errorf("%s is in %q; want br", target, got)
		}
	}
}

// An encoding that a visitor forbids is not sent.
func TestEncodingForbidden(t *testing.T) {
	h := library(t)
	if got := h.get("/", "Accept-Encoding", "br;q=0, *").Header().Get("Content-Encoding"); got != "zstd" {
		t.Errorf("a visitor who forbids br got %q; want zstd", got)
	}
}

func unpacked(t *testing.T, encoding string, body io.Reader) string {
	t.Helper()
	switch encoding {
	case "br":
		body = brotli.NewReader(body)
	case "gzip":
		r, err := gzip.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		body = r
	case "zstd":
		r, err := zstd.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		body = r
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A document is the same in every encoding, and has an ETag for each.
func TestEncodingETags(t *testing.T) {
	h := library(t)
	plain := h.get("/").Body.String()
	tags := map[string]bool{}
	for _, encoding := range []string{"", "gzip", "br", "zstd"} {
		w := h.get("/", "Accept-Encoding", encoding)
		if got := unpacked(t, encoding, bytes.NewReader(w.Body.Bytes())); got != plain {
			t.Errorf("%s unpacks to %.80q", encoding, got)
		}
		head := w.Header()
		for name, want := range map[string]string{
			"Content-Type": "text/html; charset=utf-8", "Content-Encoding": encoding, "Content-Length": fmt.Sprint(w.Body.Len()),
			"Vary": "Accept-Encoding", "Cache-Control": "no-cache", "Content-Security-Policy": ContentSecurityPolicy,
		} {
			if got := head.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		tag := head.Get("Etag")
		if tags[tag] || strings.HasPrefix(tag, "W/") {
			t.Errorf("the tag %s is weak or another encoding's", tag)
		}
		tags[tag] = true
		again := h.get("/", "Accept-Encoding", encoding, "If-None-Match", `"other", W/`+tag)
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 || again.Header().Get("Etag") != tag || again.Header().Get("Vary") == "" {
			t.Errorf("a visitor who has it gets %d with %d bytes, %v", again.Code, again.Body.Len(), again.Header())
		}
		only := h.ask(http.MethodHead, "/", "Accept-Encoding", encoding)
		if only.Body.Len() != 0 || only.Header().Get("Content-Length") != head.Get("Content-Length") {
			t.Errorf("HEAD gives %d bytes, %v", only.Body.Len(), only.Header())
		}
	}
	if w := h.get("/nothing", "If-None-Match", "*"); w.Code != http.StatusNotFound {
		t.Errorf("what is not there cannot be not modified: %d", w.Code)
	}
	if w := h.ask(http.MethodPost, "/"); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST gives %d", w.Code)
	}
}

// An ETag stays while what is sent stays.
func TestETagStable(t *testing.T) {
	h := library(t)
	first := h.get("/nothing/at/all").Body.String()
	tag := h.get("/products/chatgpt").Header().Get("Etag")
	h.move(tool(1, "ChatGPT"), tool(7, "Other"))
	if again := h.get("/products/chatgpt").Header().Get("Etag"); again != tag {
		t.Errorf("another tool has changed, and the tag from %s to %s", tag, again)
	}
	if second := h.get("/nothing").Body.String(); second != first {
		t.Error("one missing page is not like the other")
	}
}

// Browsers may cache the files of the front end for ever.
func TestAssetCaching(t *testing.T) {
	h := library(t)
	for target, want := range map[string]string{
		"/assets/entry-1.js":    "200 text/javascript; charset=utf-8 br",
		"/assets/entry-1.css":   "200 text/css; charset=utf-8 ",
		"/assets/inter-1.woff2": "200 font/woff2 ",
		"/assets/entry-2.js":    "404 text/plain; charset=utf-8 ",
		"/assets/":              "404 text/plain; charset=utf-8 ",
		"/assets/../secret":     "404 text/plain; charset=utf-8 ",
	} {
		w := h.get(target, "Accept-Encoding", "br")
		if got := fmt.Sprint(w.Code, " ", w.Header().Get("Content-Type"), " ", w.Header().Get("Content-Encoding")); got != want {
			t.Errorf("%s gave %q, want %q", target, got, want)
		}
		if forever := strings.Contains(w.Header().Get("Cache-Control"), "immutable"); forever != (w.Code == 200) {
			t.Errorf("%s is to be kept for ever: %v", target, forever)
		}
	}
	if body := unpacked(t, "br", h.get("/assets/entry-1.js", "Accept-Encoding", "br").Body); body != string(built()["assets/entry-1.js"].Data) {
		t.Errorf("the script is %.40q", body)
	}
}

// A file that the build has packed is sent as it is.
func TestAssetPackedByBuild(t *testing.T) {
	client := built()
	script := client["assets/entry-1.js"].Data
	packed := encoding.NewPacker().Pack(script, encoding.Brotli, encoding.Default) // other bytes than Best would give
	client["assets/entry-1.js.br"] = &fstest.MapFile{Data: packed}
	h := open(t, tools(1), func(o *Options) { o.Client = client })
	w := h.get("/assets/entry-1.js", "Accept-Encoding", "br")
	if got := w.Header(); !bytes.Equal(w.Body.Bytes(), packed) || got.Get("Content-Encoding") != "br" || got.Get("Content-Length") != strconv.Itoa(len(packed)) {
		t.Errorf("sent %d bytes and %v, want the %d of the build", w.Body.Len(), got, len(packed))
	}
	if body := unpacked(t, "gzip", h.get("/assets/entry-1.js", "Accept-Encoding", "gzip").Body); body != string(script) {
		t.Errorf("in gzip the script is %.40q", body)
	}
	if body := h.get("/assets/entry-1.js").Body.String(); body != string(script) {
		t.Errorf("unpacked the script is %.40q", body)
	}
	if w := h.get("/assets/entry-1.js.br"); w.Code != 404 {
		t.Errorf("the packed file has an address of its own: %d", w.Code)
	}
}

// Without the front end a page says how to build it.
func TestMissingFrontEnd(t *testing.T) {
	h := open(t, tools(1), func(o *Options) { o.Client = fstest.MapFS{} })
	w := h.get("/")
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
	if w := h.get("/robots.txt"); w.Code != 200 {
		t.Errorf("robots.txt gave %d", w.Code)
	}
}

// A wrong public address is refused.
func TestPublicURL(t *testing.T) {
	for _, wrong := range []string{"", "tools.example", "ftp://tools.example", "javascript:alert(1)", "http://"} {
		if _, err := New(Options{PublicURL: wrong, Client: built()}); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

// robots.txt names the sitemap.
func TestRobots(t *testing.T) {
	body := library(t).get("/robots.txt").Body.String()
	for _, line := range []string{"User-agent: *", "Allow: /", "Disallow: /api/", "Disallow: /admin", "Sitemap: https://tools.example/sitemap.xml"} {
		if !strings.Contains(body, line+"\n") {
			t.Errorf("%q is not in %q", line, body)
		}
	}
}

// The icon is there.
func TestFavicon(t *testing.T) {
	for _, target := range []string{"/favicon.svg", "/favicon.ico"} {
		if w := library(t).get(target); w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s gave %d %s", target, w.Code, w.Header().Get("Content-Type"))
		}
	}
}

// sitemapEntries reads a sitemap: "address time" of each entry.
func sitemapEntries(t *testing.T, body string) (list []string) {
	t.Helper()
	var file struct {
		Entries []struct {
			Loc     string `xml:"loc"`
			Lastmod string `xml:"lastmod"`
		} `xml:",any"`
	}
	if err := xml.Unmarshal([]byte(body), &file); err != nil {
		t.Fatal(err)
	}
	for _, entry := range file.Entries {
		list = append(list, entry.Loc+" "+entry.Lastmod)
	}
	return list
}

// The sitemap has every page and when it changed.
func TestSitemap(t *testing.T) {
	old, other := tool(1, "Old"), tool(2, "Éditeur & Co")
	other.Slug, other.Categories = "éditeur-co", []string{"Video", "Writing"}
	h := open(t, []catalog.Product{old, other}, nil)
	got := strings.Join(sitemapEntries(t, h.get("/sitemap.xml").Body.String()), "\n")
	want := strings.Join([]string{
		"https://tools.example/ 2026-01-02T05:04:05Z",
		"https://tools.example/veo3-generator ",
		"https://tools.example/submit ",
		"https://tools.example/privacy-policy 2025-01-27T00:00:00Z",
		"https://tools.example/terms-of-service 2025-01-27T00:00:00Z",
		"https://tools.example/affiliate-disclaimer 2025-01-27T00:00:00Z",
		"https://tools.example/gdpr-cookies 2025-01-27T00:00:00Z",
		"https://tools.example/category/video 2026-01-02T05:04:05Z",
		"https://tools.example/category/writing 2026-01-02T05:04:05Z",
		"https://tools.example/products/%C3%A9diteur-co 2026-01-02T05:04:05Z",
		"https://tools.example/products/old 2026-01-02T04:04:05Z",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	h.move(old)
	if got := sitemapEntries(t, h.get("/sitemap.xml").Body.String()); len(got) != 9 || !strings.HasPrefix(got[0], "https://tools.example/ 2026-01-02T04") {
		t.Errorf("after a product has gone: %v", got)
	}
	if w := h.get("/sitemap-1.xml"); w.Code != http.StatusNotFound {
		t.Errorf("a part that there is not gave %d", w.Code)
	}
}

// A large sitemap is an index of parts.
func TestSitemapIndex(t *testing.T) {
	h := open(t, tools(10), nil)
	files := h.sitemapFiles(h.options.Catalogue.Snapshot(), 5)
	if index := sitemapEntries(t, string(files["/sitemap.xml"].body)); len(files) != 5 || fmt.Sprint(index) != "[https://tools.example/sitemap-1.xml 2026-01-02T13:04:05Z https://tools.example/sitemap-2.xml 2026-01-02T13:04:05Z https://tools.example/sitemap-3.xml 2026-01-02T11:04:05Z https://tools.example/sitemap-4.xml 2026-01-02T06:04:05Z]" {
		t.Errorf("%d files, the index is %v", len(files), index)
	}
	count := 0
	for number := range 4 {
		count += len(sitemapEntries(t, string(files[fmt.Sprintf("/sitemap-%d.xml", number+1)].body)))
	}
	if count != 18 {
		t.Errorf("the parts have %d addresses, want 18", count)
	}
}

func TestMissingImage(t *testing.T) {
	t.Parallel()
	h := open(t, tools(1), nil)
	for _, target := range []string{"/a.jpg", "/products/uploads/a.png", "/product/uploads/a.PNG", "/category/uploads/a.webp", "/images/a/b.svg"} {
		w := h.get(target)
		if w.Code != http.StatusNotFound || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") || w.Header().Get("Cache-Control") != "no-store" || w.Body.Len() > 100 {
			t.Errorf("%s: %d %s, %d bytes of %s", target, w.Code, w.Header().Get("Cache-Control"), w.Body.Len(), w.Header().Get("Content-Type"))
		}
	}
	if w := h.get("/a.jpg/b"); w.Code != http.StatusNotFound || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("an address that is no image's gives %d %s", w.Code, w.Header().Get("Content-Type"))
	}
}
