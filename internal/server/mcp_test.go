package server

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// withMCP is a server with a handler at /mcp.
func withMCP(o *Options) {
	o.PublicURL = "https://tools.example"
	o.MCP = answering(200, "mcp")
}

// The protocol has a handler of its own, with the headers of data; without one there is nothing.
func TestMCP(t *testing.T) {
	w := send(started(withMCP), "POST", "/mcp", "{}")
	storetest.Same(t, "the answer", w.Body.String(), "mcp")
	storetest.Same(t, "policy", w.Header().Get("Content-Security-Policy"), dataPolicy)
	storetest.Same(t, "robots", w.Header().Get("X-Robots-Tag"), "noindex")
	storetest.Same(t, "another method", send(started(withMCP), "BREW", "/mcp", "").Body.String(), "mcp")
	storetest.Same(t, "a path below it", send(started(withMCP), "GET", "/mcp/", "").Body.String(), "page")
	for _, method := range []string{"GET", "POST", "DELETE", "OPTIONS"} {
		mustBe(t, send(started(nil), method, "/mcp", ""), http.StatusNotFound)
	}
}

// A browser may only call it from the site itself, under its public URL: another name may have been made to resolve to this machine.
func TestMCPOrigin(t *testing.T) {
	s := started(withMCP)
	for _, try := range []struct {
		target, origin, fetchSite string
		want                      int
	}{
		{"https://tools.example/mcp", "", "", 200},
		{"https://tools.example/mcp", "https://tools.example", "same-origin", 200},
		{"https://tools.example/mcp", "https://evil.example", "cross-site", 403},
		{"https://tools.example/mcp", "null", "", 403},
		{"https://tools.example/mcp", "http://tools.example", "", 403},
		{"http://evil.example:8080/mcp", "http://evil.example:8080", "same-origin", 403},
		{"https://www.tools.example/mcp", "https://www.tools.example", "same-origin", 403},
		{"http://127.0.0.1:8080/mcp", "http://127.0.0.1:8080", "same-origin", 200},
		{"http://127.0.0.1:8080/mcp", "http://evil.example:8080", "", 403},
		{"http://localhost:8080/mcp", "http://localhost:3000", "", 403},
		{"https://other.example/mcp", "", "", 200}, // no browser: a proxy's own name for the site
	} {
		header := []string{"Origin", try.origin, "Sec-Fetch-Site", try.fetchSite}
		if try.origin == "" {
			header = nil
		}
		for _, method := range []string{"POST", "GET"} {
			if w := send(s, method, try.target, "", header...); w.Code != try.want {
				t.Errorf("%s %s from %q: %d, want %d", method, try.target, try.origin, w.Code, try.want)
			}
		}
	}
}

// It shares the limit of calls with the API.
func TestMCPRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := started(withMCP)
		exhaust(t, s, stranger)
		w := send(s, "POST", "/mcp", "{}")
		mustBe(t, w, http.StatusTooManyRequests)
		storetest.Same(t, "the sentence", strings.TrimSpace(w.Body.String()), "Too many requests from your network. Please wait a moment.")
		storetest.Same(t, "Retry-After", w.Header().Get("Retry-After"), "1")
	})
}
