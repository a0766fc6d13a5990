package app_test

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// p0 is a valid product.
const p0 = `{"name":"T","description":"d","categories":["Writing"],"type":"Free","section":"Our Products","website":"https://example.com/"}`

const (
	// legal0 is a valid legal page, and pixel the smallest image.
	legal0 = `{"type":"privacy-policy","title":"Privacy","content":"# Yours\n\nWe keep nothing."}`
	pixel  = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

// bodies are valid ones of the calls that succeed only with a signature or another program; the others have that of their first
// success.
var bodies = map[string]string{"POST /api/sync/webhook": `{"type":"catalog.changed"}`}

// bodyOf is a valid body of a call, so that nothing but the guard is in the way, or "".
func bodyOf(call string) string {
	body := bodies[call]
	for _, success := range allSuccesses() {
		if success[0] == call {
			body = cmp.Or(body, strings.ReplaceAll(success[2], "$version", "1"))
		}
	}
	return body
}

// examples are what stands in an address for the parts of a pattern: something that is there where there is something.
var examples = []string{"{x}", "1", "{id}", "1", "{type}", "terms-of-service", "{version}", "1", "{key}", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}

// addressOf is an address of the pattern.
func addressOf(pattern string) string { return strings.NewReplacer(examples...).Replace(pattern) }

// bodyFor is a valid body, or one that is at least an object.
func bodyFor(line app.TableLine) string {
	if !line.TakesBody {
		return ""
	}
	return cmp.Or(bodyOf(line.Method+" "+line.Pattern), "{}")
}

// scopes are those of the reads that are not public, by their pattern.
var scopes = map[string]string{}

// needScope adds reads to scopes.
func needScope(scope string, patterns ...string) {
	for _, pattern := range patterns {
		scopes[pattern] = scope
	}
}

func init() {
	needScope(account.ScopeRead, "/api/admin/products", "/api/admin/products/{x}", "/api/admin/categories", "/api/admin/settings")
	needScope(account.ScopeReadAll, "/api/auth/me", "/api/trash", "/api/audit", "/api/admin/backup", "/api/admin/attention", "/api/undo/{version}", "/api/admin/visits", "/api/admin/visits/products",
		"/api/products/{x}/visits", "/api/submissions")
}

func TestAccess(t *testing.T) {
	eachSite(t, siteTests{
		"is refused to everybody who may not make the call": func(t *testing.T, s *openSite) {
			s.shown["a forged cookie"] = http.Header{"Cookie": {"sid=" + strings.Repeat("A", 43) + "; __Host-sid=" + strings.Repeat("A", 43)}}
			s.shown["a forged token"] = http.Header{"Authorization": {"Bearer vitrine_" + strings.Repeat("A", 43)}}
			s.shown["nonsense beside the administrator's cookie"] = http.Header{"Cookie": s.shown[administrator]["Cookie"], "Authorization": {"Basic YTpi"}}
			s.shown["nothing beside the administrator's cookie"] = http.Header{"Cookie": s.shown[administrator]["Cookie"], "Authorization": {""}}
			s.shown["two tokens"] = http.Header{"Authorization": {s.shown[machine].Get("Authorization"), s.shown[machine].Get("Authorization")}}
			defer s.unchanged(t)()
			for _, line := range app.Table() {
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
						storetest.Same(t, "has WWW-Authenticate", got.header.Get("WWW-Authenticate") != "", want == http.StatusUnauthorized)
						if body != "" && !got.closed {
							t.Error("the connection goes on, with an unread body on it")
						}
					})
				}
			}
		},
		"takes the scope of the route": func(t *testing.T, s *openSite) {
			for _, line := range app.Table() {
				call, want := line.Method+" "+line.Pattern, account.ScopeAdmin
				if line.Access == "public" || line.Access == "signed request" {
					continue
				}
				if line.Method == http.MethodGet {
					want = scopes[line.Pattern]
				}
				storetest.Same(t, "the scope of "+call, line.Scope, want)
				if line.Method != http.MethodGet || triedElsewhere[call] {
					continue // the test above sees them refused
				}
				for _, as := range []who{machine, auditor, reader} {
					if as != reader || want == account.ScopeRead { // otherwise the test above sees it refused
						got := s.expect(t, as, line.Method, addressOf(line.Pattern), "", 200, "")
						storetest.Same(t, call+" by "+string(as)+": Cache-Control", got.header.Get("Cache-Control"), "no-store")
					}
				}
			}
		},
		"is not gained by an odd spelling of an address": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			for _, line := range app.Table() {
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
					const header = "X-HTTP-Method-Override: GET\r\nX-Original-URL: /api/site\r\nX-Rewrite-URL: /api/site\r\nX-Forwarded-For: 127.0.0.1\r\n"
					got, _ := s.exchange(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
						line.Method, spelling, s.address, header, len(bodyFor(line)), bodyFor(line)))
					if !strings.HasPrefix(got, "HTTP/1.1 4") {
						t.Errorf("%s %s: %.200s", line.Method, spelling, got)
					}
				}
			}
		},
		"is checked before the body is read": func(t *testing.T, s *openSite) {
			var tries sync.WaitGroup // all at once, as each lasts until its connection is closed
			defer tries.Wait()
			for _, line := range app.Table() {
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
						got, err := s.exchange(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%s\r\n", line.Method, addressOf(line.Pattern), s.address, header))
						if err != nil || !strings.HasPrefix(got, "HTTP/1.1 401 ") || strings.Contains(got, "100 Continue") || !strings.Contains(got, `"code":"unauthorized"`) {
							t.Errorf("%s %s with %s: %v after %s", line.Method, line.Pattern, name, err, got)
						}
					})
				}
			}
		},
		"is refused to writes from other sites, even with a cookie": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			for _, line := range app.Table() {
				for _, method := range []string{"GET", "OPTIONS"} { // send checks that these answers grant nothing
					s.ask(administrator, method, addressOf(line.Pattern), "", "Origin", "https://evil.example",
						"Access-Control-Request-Method", line.Method, "Access-Control-Request-Headers", "content-type,authorization")
				}
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
		},
	})
}

// Every address says which methods it takes.
func TestAllowedMethods(t *testing.T) {
	t.Parallel()
	taken := map[string][]string{}
	for _, line := range app.Table() {
		taken[line.Pattern] = append(taken[line.Pattern], line.Method)
	}
	s := siteWith(t, siteOptions{})
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
				storetest.Same(t, method+" "+pattern+": Allow", got.header.Get("Allow"), strings.Join(allow, ", "))
			}
		}
		options := s.expect(t, nobody, "OPTIONS", addressOf(pattern), "", http.StatusNoContent, "")
		storetest.Same(t, "OPTIONS "+pattern+": Allow", options.header.Get("Allow"), strings.Join(allow, ", "))
	}
}

// exchange sends bytes on a connection of its own, and returns all that comes back until the server closes it.
func (s *openSite) exchange(request string) (string, error) {
	connection, err := net.Dial("tcp", s.address)
	if err != nil {
		return "", err
	}
	defer connection.Close()
	if err := connection.SetDeadline(time.Now().Add(soon)); err != nil {
		return "", err
	}
	if _, err := io.WriteString(connection, request); err != nil {
		return "", err
	}
	text, err := io.ReadAll(connection)
	return string(text), err
}

// contract are the calls of product.md, section 7, and the other public writes, by who may make them. Those of features that can be
// taken out are added by their tests.
var contract = map[string][]string{
	"public": {"GET /api/logo-settings", "GET /api/categories", "GET /api/products", "GET /api/products/{x}", "GET /api/social-media", "POST /api/auth/login", "POST /api/auth/login/code",
		"GET /api/legal-pages", "GET /api/legal-pages/{type}", "POST /api/visits", "POST /api/submissions"},
	"administrator": {"POST /api/products", "PUT /api/products/{x}", "DELETE /api/products/{x}", "PATCH /api/products/reorder", "POST /api/upload",
		"POST /api/legal-pages", "POST /api/social-media", "PUT /api/social-media/{id}", "DELETE /api/social-media/{id}", "POST /api/logo-settings",
		"DELETE /api/logo-settings/{id}"},
}

// inContract adds calls to the contract.
func inContract(access string, calls ...string) {
	contract[access] = append(contract[access], calls...)
}

// Every call of the contract is in the table, with its access, and no other public write is.
func TestContractRoutes(t *testing.T) {
	lines := tableLines()
	for access, calls := range contract {
		for _, call := range calls {
			storetest.Same(t, "the access of "+call, lines[call].Access, access)
		}
	}
	for call, line := range lines {
		if line.Access == "public" && line.Method != http.MethodGet && !slices.Contains(contract["public"], call) {
			t.Errorf("%s is a public write", call)
		}
	}
}
