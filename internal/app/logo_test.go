package app

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A logo is served as an image and nothing else.
func TestLogoResponse(t *testing.T) {
	a := open(t, sampleDirectory())
	for range 3 { // made, made and cached, found
		w := get(t, a, "/logos/main?v=1", "Accept-Encoding", "identity")
		for name, want := range map[string]string{
			"Content-Type": "image/svg+xml", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache",
			"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
		} {
			storetest.Same(t, name, w.Header().Get(name), want)
		}
		if !strings.HasPrefix(w.Body.String(), "<svg") || w.Header().Get("Etag") == "" {
			t.Errorf("not the file with a tag: %s", w.Body)
		}
	}
	if w := get(t, a, "/logos/favicon"); w.Body.String() != "\x89PNG\r\n\x1a\n" || w.Header().Get("Content-Type") != "image/png" {
		t.Errorf("the icon: %q", w.Body)
	}
}

// A logo that is no image is not served.
func TestLogoNotImage(t *testing.T) {
	for name, data := range map[string]string{
		"a page":             "data:text/html,<script>alert(1)</script>",
		"a page in disguise": "data:TEXT/HTML;base64,PGgxPg==",
		"an XML document":    "data:application/xml,<x/>",
		"no data URL":        "https://example.com/logo.png",
		"broken base64":      "data:image/png;base64,!!!",
		"nothing":            "",
	} {
		store := sampleDirectory()
		store.settings.Logos = []site.Logo{{Type: site.MainLogo, FileData: data, MimeType: "image/png", IsActive: true}}
		storetest.Same(t, name, ask(open(t, store), "GET", "/logos/main").Code, http.StatusNotFound)
	}
	store := sampleDirectory()
	store.settings.Logos[1].IsActive = false
	a := open(t, store)
	for address, want := range map[string]int{"/logos/main": 404, "/logos/compact": 404, "/logos/": 404, "/logos/../api/site": 400} {
		storetest.Same(t, address, ask(a, "GET", address).Code, want)
	}
}

// What all pages have in common names only logos that are there.
func TestLogoList(t *testing.T) {
	store := sampleDirectory()
	store.settings.Logos[1].FileData = "data:image/png;base64,iVBORw0KGgo=" // shorter than an image
	Contains(t, get(t, open(t, store), "/api/site").Body.String(), `{"logos": [{"type": "favicon", "url": "/logos/favicon?v=1767323045000"}]}`)
}

// Only logos that gain by it are compressed.
func TestLogoCompression(t *testing.T) {
	store := sampleDirectory()
	store.settings.Logos[0].FileData = "data:image/png;base64," + strings.Repeat("AAAA", 1_000)
	store.settings.Logos[1].FileData = "data:image/svg+xml,<svg>" + strings.Repeat("<g/>", 1_000) + "</svg>"
	a := open(t, store)
	for range 3 {
		storetest.Same(t, "the encoding of a PNG", get(t, a, "/logos/favicon", "Accept-Encoding", "gzip").Header().Get("Content-Encoding"), "")
		storetest.Same(t, "the encoding of an SVG", get(t, a, "/logos/main", "Accept-Encoding", "gzip").Header().Get("Content-Encoding"), "gzip")
	}
}
