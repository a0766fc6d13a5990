package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Each address goes to its handler.
func TestRouting(t *testing.T) {
	s := started(nil)
	for target, want := range map[string]string{
		"/": "page", "/products/x": "page", "/assets/a.js": "page", "/apiary": "page", "/uploadsx": "page", "/go/x": "page",
		"/api/products": "api", "/api": "page", "/api/": "api", "/logos/main": "api",
		"/uploads/a.jpg": "upload", "/uploads/": "upload", "/uploads": "upload", "/static/uploads/a.jpg": "upload", "/static/uploads/": "upload",
		"/dist/public/uploads/a.jpg": "upload", "/dist/public/uploads/": "upload", "/healthz": "ok\n", "/readyz": "ok\n",
	} {
		storetest.Same(t, target, send(s, "GET", target, "").Body.String(), want)
	}
}

// /api is a page whatever is accepted, as it is in the sitemap.
func TestPageAboutAPI(t *testing.T) {
	s := started(nil)
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	for _, try := range []struct{ method, target, accept, handler string }{
		{"GET", "/api", browser, "page"}, {"GET", "/api?a=b", browser, "page"},
		{"GET", "/api", "", "page"}, {"GET", "/api", "*/*", "page"}, {"GET", "/api", "application/json", "page"}, {"HEAD", "/api", "*/*", "page"},
		{"POST", "/api", browser, "api"}, {"GET", "/api/", browser, "api"}, {"GET", "/api/products", browser, "api"}, {"GET", "/API", browser, "page"},
	} {
		w := send(s, try.method, try.target, "", "Accept", try.accept)
		storetest.Same(t, fmt.Sprint(try), w.Body.String(), try.handler)
		policy := map[string]string{"page": pages.ContentSecurityPolicy, "api": dataPolicy}[try.handler]
		storetest.Same(t, fmt.Sprint(try, ": policy"), w.Header().Get("Content-Security-Policy"), policy)
	}
	storetest.Same(t, "HEAD", send(s, "HEAD", "/api", "", "Accept", browser).Header().Get("X-Robots-Tag"), "")
}

// Every answer has the security headers. The policies are written out: a weaker one fails here. Only a site behind HTTPS tells
// browsers to use HTTPS from then on.
func TestSecurityHeaders(t *testing.T) {
	const (
		onPages = "default-src 'none'; script-src 'self' 'sha256-ZPZhRc0sj3/URAL2oYmTPZH72tt5XHi8koowxkjuRoA='; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; " +
			"manifest-src 'self'; frame-src 'self' https:; object-src 'none'; worker-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
		onData = "default-src 'none'; frame-ancestors 'none'"
	)
	s := started(func(o *Options) {
		o.API = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "panic") {
				panic("broken")
			}
			w.WriteHeader(http.StatusNotModified)
		})
		o.Uploads = answering(404, "none")
	})
	for _, try := range []struct {
		method, target string
		status         int
		policy         string
	}{
		{"GET", "/", 200, onPages},
		{"TRACE", "/", 405, onPages},
		{"GET", "/go/x", 200, onPages},
		{"GET", "/api/products", 304, onData},
		{"GET", "/api/panic", 500, onData},
		{"GET", "/uploads/none.jpg", 404, "default-src 'none'; sandbox; frame-ancestors 'none'"},
		{"GET", "/healthz", 200, onData},
		{"POST", "/healthz", 405, onData},
	} {
		w := send(s, try.method, try.target, "")
		mustBe(t, w, try.status)
		robots := map[bool]string{true: "noindex"}[strings.HasPrefix(try.target, "/api/")]
		for name, want := range map[string]string{
			"Content-Security-Policy": try.policy, "X-Robots-Tag": robots, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY", "Strict-Transport-Security": "",
			"Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
		} {
			storetest.Same(t, try.method+" "+try.target+": "+name, w.Header().Get(name), want)
		}
		if w.Header().Get("X-Request-Id") == "" {
			t.Errorf("%s %s: no request id", try.method, try.target)
		}
	}
	s = started(func(o *Options) { o.PublicURL = "https://tools.example/" })
	storetest.Same(t, "Strict-Transport-Security", send(s, "GET", "/", "").Header().Get("Strict-Transport-Security"), "max-age=31536000")
}

// Request IDs are our own, and never the same.
func TestRequestIDs(t *testing.T) {
	s, seen := started(nil), map[string]bool{}
	for range 1000 {
		id := send(s, "GET", "/", "", "X-Request-Id", "forged").Header().Get("X-Request-Id")
		if seen[id] || id == "forged" {
			t.Fatalf("request id %q", id)
		}
		seen[id] = true
	}
}

// A policy that a handler has set stays.
func TestPolicyOfHandler(t *testing.T) {
	s := started(func(o *Options) {
		o.Uploads = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Security-Policy", "sandbox")
		})
	})
	storetest.Same(t, "the policies", send(s, "GET", "/uploads/a.jpg", "").Header()["Content-Security-Policy"], []string{"sandbox"})
	storetest.Same(t, "the shared policy", send(started(nil), "GET", "/uploads/a.jpg", "").Header().Get("Content-Security-Policy"), uploadPolicy)
}

// Writes from other sites are refused.
func TestCrossSiteWrites(t *testing.T) {
	s := started(nil)
	for _, header := range [][]string{
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
	} {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
			w := send(s, method, "/api/products", "{}", header...)
			mustBe(t, w, http.StatusForbidden)
			mustBeFault(t, w)
		}
		mustBe(t, send(s, "GET", "/api/products", "", header...), http.StatusOK)
	}
	mustBe(t, send(s, "POST", "/api/products", "{}", "Origin", "http://localhost:8080"), http.StatusOK)
	mustBe(t, send(s, "POST", "/api/products", "{}"), http.StatusOK) // no browser
}

// A mail program ends a subscription from wherever it runs; the token is the permission, and nothing else passes with it.
func TestOneClickFromElsewhere(t *testing.T) {
	s := started(nil)
	for _, header := range [][]string{
		{"Origin", "https://mail.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
		{"Origin", "https://mail.example", "Sec-Fetch-Site", "cross-site"}, {},
	} {
		for kind, body := range map[string]string{
			"application/x-www-form-urlencoded": "List-Unsubscribe=One-Click",
			"multipart/form-data; boundary=b":   "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n",
			"":                                  "",
		} {
			mustBe(t, send(s, "POST", "/api/newsletter/leave?token=x", body, append([]string{"Content-Type", kind}, header...)...), http.StatusOK)
		}
		if len(header) == 0 {
			continue
		}
		for _, other := range []string{"/api/newsletter/leave", "/api/newsletter/leave?token=", "/api/newsletter/confirm?token=x", "/api/newsletter/leave/?token=x"} {
			mustBe(t, send(s, "POST", other, "{}", header...), http.StatusForbidden)
		}
		mustBe(t, send(s, "DELETE", "/api/newsletter/leave?token=x", "", header...), http.StatusForbidden)
	}
}

// Nothing is granted to other origins.
func TestNoCORS(t *testing.T) {
	w := send(started(nil), "OPTIONS", "/api/products", "", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST")
	for name := range w.Header() {
		if strings.HasPrefix(name, "Access-Control-") {
			t.Errorf("%s was sent", name)
		}
	}
}

// A change carries the address and the ID of its request.
func TestAuditOrigin(t *testing.T) {
	var seen audit.Origin
	s := started(func(o *Options) {
		o.API = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = audit.From(r.Context()) })
	})
	w := send(s, "POST", "/api/products", "{}")
	storetest.Same(t, "the origin", seen, audit.Origin{Address: "203.0.113.7", RequestID: w.Header().Get("X-Request-Id")})
	w = sendFrom(s, "@", "DELETE", "/api/products/1", "") // a Unix socket has no address
	storetest.Same(t, "the origin of a Unix socket", seen, audit.Origin{RequestID: w.Header().Get("X-Request-Id")})
}

// Methods that nobody takes are refused.
func TestUnknownMethods(t *testing.T) {
	for _, method := range []string{"TRACE", "CONNECT", "BREW"} {
		for _, target := range []string{"/", "/uploads/a.jpg"} {
			w := send(started(nil), method, target, "")
			mustBe(t, w, http.StatusMethodNotAllowed)
			storetest.Same(t, method+" "+target+": Allow", w.Header().Get("Allow"), "GET, HEAD")
		}
	}
}

// A body that is too large for a document is refused unread. The API has limits of its own.
func TestBodyLimit(t *testing.T) {
	read := 0
	s := started(func(o *Options) {
		o.Pages = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var err error
			for err == nil {
				var n int
				n, err = r.Body.Read(make([]byte, 1<<16))
				read += n
			}
			if tooLarge := new(http.MaxBytesError); !errors.As(err, &tooLarge) {
				t.Errorf("reading ended with %v", err)
			}
		})
	})
	large := strings.Repeat("x", maxBody+1)
	w := send(s, "POST", "/", large)
	mustBe(t, w, http.StatusRequestEntityTooLarge)
	storetest.Same(t, "bytes that were read", read, 0)
	r := httptest.NewRequest("POST", "/", strings.NewReader(large))
	r.ContentLength, r.TransferEncoding = -1, []string{"chunked"}
	w = httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if read > maxBody || w.Header().Get("Connection") != "close" {
		t.Errorf("without a length: %d bytes read, Connection %q", read, w.Header().Get("Connection"))
	}
	s = started(func(o *Options) {
		o.API = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if n, err := io.Copy(io.Discard, r.Body); n != 2*maxBody || err != nil {
				t.Errorf("%d bytes came through, %v", n, err)
			}
		})
	})
	mustBe(t, send(s, "POST", "/api/upload", strings.Repeat("x", 2*maxBody)), http.StatusOK)
}

// A panic is logged, and the answer shows nothing of it.
func TestPanic(t *testing.T) {
	var log bytes.Buffer
	broken := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("the secret") })
	s := started(func(o *Options) {
		o.API, o.Pages, o.Logger = broken, broken, slog.New(slog.NewJSONHandler(&log, nil))
	})
	for _, target := range []string{"/", "/api/products"} {
		log.Reset()
		w := send(s, "GET", target, "")
		mustBe(t, w, http.StatusInternalServerError)
		if strings.Contains(w.Body.String(), "secret") || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %s, Cache-Control %q", target, w.Body, w.Header().Get("Cache-Control"))
		}
		if id := w.Header().Get("X-Request-Id"); !strings.Contains(log.String(), "the secret") || !strings.Contains(log.String(), id) {
			t.Errorf("%s: the log has not both the cause and the id %s: %s", target, id, log.String())
		}
	}
}

// A panic in the middle of an answer breaks the connection.
func TestPanicMidAnswer(t *testing.T) {
	s := started(func(o *Options) {
		o.Pages = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusOK)
			panic("late")
		})
	})
	defer func() {
		if cause := recover(); cause != http.ErrAbortHandler {
			t.Errorf("recovered %v", cause)
		}
	}()
	send(s, "GET", "/", "")
}

// mustBeFault holds an answer against the error body of the API.
func mustBeFault(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	var body struct{ Error, Message, Code string }
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || body.Message == "" || body.Error != body.Message || body.Code == "" {
		t.Errorf("not the error body: %s (%v)", w.Body, err)
	}
	storetest.Same(t, "Content-Type", w.Header().Get("Content-Type"), "application/json")
}
