package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/api"
	"vitrine/internal/mirror"
)

// p0 is a valid product.
const p0 = `{"name":"T","description":"d","categories":["Writing"],"type":"Free","section":"Our Products","website":"https://example.com/"}`

// bodies are valid ones for the routes that take one, so that nothing but the guard is in the way.
var bodies = map[string]string{
	"POST /api/products":                  p0,
	"PUT /api/products/{x}":               p0,
	"PATCH /api/products/reorder":         `{"updates":[{"id":1,"displayOrder":7}]}`,
	"POST /api/products/bulk":             `{"ids":[1],"change":{"delete":true}}`,
	"POST /api/products/{x}/restore":      `{"entry":1}`,
	"POST /api/undo":                      `{"version":1}`,
	"PUT /api/categories/{id}":            `{"name":"Renamed"}`,
	"POST /api/categories/{id}/merge":     `{"into":2}`,
	"POST /api/submissions":               s0,
	"POST /api/submissions/{id}/approve":  p0,
	"POST /api/submissions/{id}/reject":   `{"reason":"No."}`,
	"POST /api/upload":                    `{"image":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}`,
	"POST /api/legal-pages":               `{"type":"privacy-policy","title":"Privacy","content":"# Yours\n\nWe keep nothing."}`,
	"POST /api/legal-pages/preview":       `{"content":"# Yours"}`,
	"POST /api/social-media":              `{"platform":"GitHub","url":"https://github.com/example"}`,
	"PUT /api/social-media/{id}":          `{"isActive":false}`,
	"PATCH /api/social-media/reorder":     `{"updates":[{"id":1,"displayOrder":3}]}`,
	"POST /api/logo-settings":             `{"type":"main","name":"Logo","fileName":"logo.png","fileData":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==","mimeType":"image/png","fileSize":70,"isActive":true}`,
	"POST /api/sync/webhook":              `{"type":"catalog.changed"}`,
	"POST /api/fill-from-website":         `{"url":"https://example.com/"}`,
	"POST /api/generate-description":      `{"productName":"X","websiteUrl":"https://example.com/"}`,
	"POST /api/enhance-description":       `{"productName":"X","websiteUrl":"https://example.com/","currentDescription":"d"}`,
	"POST /api/ai/generate-usecases":      `{"productName":"X"}`,
	"POST /api/ai/generate-legal-content": `{"prompt":"X","pageType":"privacy-policy"}`,
}

// addressOf is an address of the pattern, of something that is there where there is something.
func addressOf(pattern string) string {
	return strings.NewReplacer("{x}", "1", "{id}", "1", "{type}", "terms-of-service", "{slug}", "first", "{key}", "ABCDEFGHIJKLMNOPQRSTUVWXYZ").Replace(pattern)
}

// bodyFor is a valid body, or one that is at least an object.
func bodyFor(line api.TableLine) string {
	if !line.TakesBody {
		return ""
	}
	if body, known := bodies[line.Method+" "+line.Pattern]; known {
		return body
	}
	return "{}"
}

// A call is refused to everybody who may not make it.
func TestAccess(t *testing.T) {
	eachSite(t, func(t *testing.T, s *openSite) {
		s.shown["a forged cookie"] = http.Header{"Cookie": {"sid=" + strings.Repeat("A", 43) + "; __Host-sid=" + strings.Repeat("A", 43)}}
		s.shown["a forged token"] = http.Header{"Authorization": {"Bearer vitrine_" + strings.Repeat("A", 43)}}
		s.shown["nonsense beside the administrator's cookie"] = http.Header{"Cookie": s.shown[administrator]["Cookie"], "Authorization": {"Basic YTpi"}}
		s.shown["nothing beside the administrator's cookie"] = http.Header{"Cookie": s.shown[administrator]["Cookie"], "Authorization": {""}}
		s.shown["two tokens"] = http.Header{"Authorization": {s.shown[machine].Get("Authorization"), s.shown[machine].Get("Authorization")}}
		defer s.unchanged(t)()
		for _, line := range api.Table() {
			if line.Access == "public" {
				continue
			}
			address, body := addressOf(line.Pattern), bodyFor(line)
			for as := range s.shown {
				want := http.StatusUnauthorized
				switch {
				case line.Access == "signed request":
				case as == administrator, as == machine:
					continue
				case as == member && line.Access != "administrator":
					continue
				case as == auditor && line.Scope != account.ScopeAdmin, as == reader && line.Scope == account.ScopeRead:
					continue
				case as == member, as == auditor, as == reader:
					want = http.StatusForbidden
				}
				t.Run(line.Method+" "+line.Pattern+" by "+string(as), func(t *testing.T) {
					got := s.ask(as, line.Method, address, body)
					got.failed(t, want)
					if (want == http.StatusUnauthorized) != (got.header.Get("WWW-Authenticate") != "") {
						t.Errorf("WWW-Authenticate: %q", got.header.Get("WWW-Authenticate"))
					}
					if body != "" && !got.closed {
						t.Error("the connection goes on, with an unread body on it")
					}
				})
			}
		}
	})
}

func TestScopes(t *testing.T) {
	wanted := map[string]string{ // of what is not public and is no change
		"GET /api/auth/me":               account.ScopeReadAll,
		"GET /api/admin/products":        account.ScopeRead,
		"GET /api/admin/categories":      account.ScopeRead,
		"GET /api/trash":                 account.ScopeReadAll,
		"GET /api/audit":                 account.ScopeReadAll,
		"GET /api/admin/visits":          account.ScopeReadAll,
		"GET /api/admin/visits/products": account.ScopeReadAll,
		"GET /api/products/{x}/visits":   account.ScopeReadAll,
		"GET /api/submissions":           account.ScopeReadAll,
		"GET /api/drafting":              account.ScopeReadAll,
		"GET /api/sync":                  account.ScopeReadAll,
		"GET /api/verify-logos":          account.ScopeRead,
		"GET " + mirror.ContentPath:      account.ScopeRead,
	}
	eachSite(t, func(t *testing.T, s *openSite) {
		for _, line := range api.Table() {
			call, want := line.Method+" "+line.Pattern, account.ScopeAdmin
			if line.Access == "public" || line.Access == "signed request" {
				continue
			}
			if line.Method == http.MethodGet {
				want = wanted[call]
			}
			if line.Scope != want {
				t.Errorf("%s needs the scope %q, want %q: say here which it is", call, line.Scope, want)
			}
			if line.Method != http.MethodGet {
				continue // TestAccess sees them refused
			}
			for as, status := range map[who]int{
				machine: http.StatusOK,
				auditor: http.StatusOK,
				reader:  map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[want == account.ScopeRead],
			} {
				if got := s.ask(as, line.Method, addressOf(line.Pattern), ""); got.status != status {
					t.Errorf("%s by %s: %d, want %d: %.200s", call, as, got.status, status, got.body)
				}
			}
		}
	})
}

// The administrator gets through with a cookie and with a token.
func TestAccessGranted(t *testing.T) {
	eachSite(t, func(t *testing.T, s *openSite) {
		for _, as := range []who{administrator, machine, reader} {
			if got := s.ask(as, "GET", "/api/admin/products", ""); got.status != http.StatusOK || got.header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %v", as, got.status, got.header)
			}
		}
		for _, as := range []who{administrator, machine} {
			if got := s.ask(as, "POST", "/api/products", p0); got.status != http.StatusCreated || got.header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %s", as, got.status, got.body)
			}
		}
	})
}

// Odd spellings of an address open nothing.
func TestAccessOddSpellings(t *testing.T) {
	eachSite(t, func(t *testing.T, s *openSite) {
		defer s.unchanged(t)()
		for _, line := range api.Table() {
			if line.Access == "public" {
				continue
			}
			address := addressOf(line.Pattern)
			for _, spelling := range []string{
				"/" + address, "//" + s.address + address, strings.Replace(address, "/api", "//api", 1), strings.Replace(address, "/api/", "/api//", 1),
				strings.Replace(address, "/api/", "/api/./", 1), strings.Replace(address, "/api/", "/api/x/../", 1), "/x/.." + address,
				strings.Replace(address, "/api/", "/api/%2e%2e/api/", 1), strings.Replace(address, "/api/", "/api%2f", 1), strings.Replace(address, "/api/", "/api%2F", 1),
				strings.Replace(address, "/api/", `/api\`, 1), strings.Replace(address, "/api/", "/api%5c", 1),
				strings.ToUpper(address), strings.Replace(address, "/api/p", "/api/P", 1), strings.Replace(address, "/api", "/Api", 1), strings.Replace(address, "/api", "/%61pi", 1),
				address + "/", address + "/.", address + "/..", address + "//", address + "%00", address + "%20", address + ".json", address + ";x=1", address + "%3f", address + "?",
				address + "?_method=GET", address + "#x", address + "%0a", "/uploads/.." + address, "/logos/.." + address, "/healthz/.." + address,
			} {
				got := s.raw(line.Method, spelling, bodyFor(line), "X-HTTP-Method-Override: GET\r\nX-Original-URL: /api/site\r\nX-Rewrite-URL: /api/site\r\nX-Forwarded-For: 127.0.0.1\r\n")
				if got.status < 400 || got.status >= 500 {
					t.Errorf("%s %s: %d %.200s", line.Method, spelling, got.status, got.body)
				}
			}
		}
	})
}

// raw sends a request byte for byte, on a connection of its own.
func (s *openSite) raw(method, target, body, header string) reply {
	s.t.Helper()
	connection, err := net.Dial("tcp", s.address)
	noError(s.t, err)
	defer connection.Close()
	noError(s.t, connection.SetDeadline(time.Now().Add(soon)))
	_, err = fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: %s\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		method, target, s.address, header, len(body), body)
	noError(s.t, err)
	answer, err := http.ReadResponse(bufio.NewReader(connection), &http.Request{Method: method})
	noError(s.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	noError(s.t, err)
	return reply{answer.StatusCode, answer.Header, string(text), answer.Close}
}

// Every address says which methods it takes.
func TestAllowedMethods(t *testing.T) {
	taken := map[string][]string{}
	for _, line := range api.Table() {
		taken[line.Pattern] = append(taken[line.Pattern], line.Method)
	}
	eachSite(t, func(t *testing.T, s *openSite) {
		defer s.unchanged(t)()
		for pattern, methods := range taken {
			allow := append(slices.Clone(methods), "OPTIONS")
			if slices.Contains(methods, "GET") {
				allow = append(allow, "HEAD")
			}
			slices.Sort(allow)
			for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "get"} {
				if slices.Contains(methods, method) {
					continue
				}
				for _, as := range []who{nobody, administrator} {
					got := s.ask(as, method, addressOf(pattern), "")
					got.failed(t, http.StatusMethodNotAllowed)
					if got.header.Get("Allow") != strings.Join(allow, ", ") {
						t.Errorf("%s %s: Allow: %s", method, pattern, got.header.Get("Allow"))
					}
				}
			}
			if got := s.ask(nobody, "OPTIONS", addressOf(pattern), ""); got.status != http.StatusNoContent || got.header.Get("Allow") != strings.Join(allow, ", ") {
				t.Errorf("OPTIONS %s: %d, Allow: %s", pattern, got.status, got.header.Get("Allow"))
			}
		}
	})
}

// Who is calling is checked before the body is read.
func TestAccessBeforeBody(t *testing.T) {
	eachSite(t, func(t *testing.T, s *openSite) {
		var tries sync.WaitGroup // all at once, as each lasts until its connection is closed
		defer tries.Wait()
		for _, line := range api.Table() {
			if line.Access == "public" || line.Method == http.MethodGet {
				continue
			}
			for name, header := range map[string]string{
				"a length and nothing":              "Content-Length: 13000000\r\n",
				"a short length and nothing":        "Content-Length: 100\r\n",
				"a wish to be told to go on":        "Content-Length: 13000000\r\nExpect: 100-continue\r\n",
				"a wish to be told to go on, small": "Content-Length: 100\r\nExpect: 100-continue\r\n",
				"pieces and nothing":                "Transfer-Encoding: chunked\r\n",
			} {
				tries.Go(func() {
					if err := s.shutsOut(line.Method+" "+addressOf(line.Pattern), header); err != nil {
						t.Errorf("%s %s with %s: %v", line.Method, line.Pattern, name, err)
					}
				})
			}
		}
	})
}

// shutsOut sends the beginning of a request, reads all that comes, and tells why that is no 401 that ends the connection.
func (s *openSite) shutsOut(line, header string) error {
	connection, err := net.Dial("tcp", s.address)
	if err != nil {
		return err
	}
	defer connection.Close()
	if err := connection.SetDeadline(time.Now().Add(soon)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(connection, "%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%s\r\n", line, s.address, header); err != nil {
		return err
	}
	text, err := io.ReadAll(connection)
	if err != nil {
		return fmt.Errorf("the connection is not closed: %w after %s", err, text)
	}
	if !strings.HasPrefix(string(text), "HTTP/1.1 401 ") || strings.Contains(string(text), "100 Continue") || !strings.Contains(string(text), `"code":"unauthorized"`) {
		return fmt.Errorf("got %s", text)
	}
	return nil
}

// Writes from other sites change nothing, even for the administrator.
func TestCrossSiteWrites(t *testing.T) {
	eachSite(t, func(t *testing.T, s *openSite) {
		defer s.unchanged(t)()
		for _, line := range api.Table() {
			if line.Method == http.MethodGet {
				continue
			}
			for _, header := range [][]string{
				{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
				{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "http://" + s.address + ".evil.example"},
			} {
				s.ask(administrator, line.Method, addressOf(line.Pattern), bodyFor(line), header...).failed(t, http.StatusForbidden)
			}
		}
	})
}

// No route grants anything to other origins.
func TestCrossOriginHeaders(t *testing.T) {
	eachSite(t, func(t *testing.T, s *openSite) {
		for _, line := range api.Table() {
			for _, got := range []reply{
				s.ask(administrator, "GET", addressOf(line.Pattern), "", "Origin", "https://evil.example"),
				s.ask(administrator, "OPTIONS", addressOf(line.Pattern), "", "Origin", "https://evil.example",
					"Access-Control-Request-Method", line.Method, "Access-Control-Request-Headers", "content-type,authorization"),
			} {
				for name := range got.header {
					if strings.HasPrefix(name, "Access-Control-") {
						t.Errorf("%s %s: %s was sent", line.Method, line.Pattern, name)
					}
				}
			}
		}
	})
}

// Every call of the contract is in the table, with its access.
func TestContractRoutes(t *testing.T) {
	found := map[string]string{}
	for _, line := range api.Table() {
		found[line.Method+" "+line.Pattern] = line.Access
	}
	for access, calls := range map[string][]string{ // product.md, section 7
		"public": {"GET /api/logo-settings", "GET /api/categories", "GET /api/products", "GET /api/products/{x}", "GET /api/social-media", "POST /api/auth/login",
			"GET /api/legal-pages", "GET /api/legal-pages/{type}"},
		"administrator": {"POST /api/products", "PUT /api/products/{x}", "DELETE /api/products/{x}", "PATCH /api/products/reorder", "POST /api/upload",
			"POST /api/generate-description", "POST /api/enhance-description", "POST /api/ai/generate-usecases", "POST /api/ai/generate-legal-content",
			"POST /api/legal-pages", "POST /api/social-media", "PUT /api/social-media/{id}", "DELETE /api/social-media/{id}", "POST /api/logo-settings", "DELETE /api/logo-settings/{id}", "POST /api/sync/manual",
			"GET /api/verify-logos", "POST /api/sync-logos"},
		"signed request": {"POST /api/sync/webhook"},
	} {
		for _, call := range calls {
			if found[call] != access {
				t.Errorf("%s is for %q, want %s", call, found[call], access)
			}
		}
	}
}
