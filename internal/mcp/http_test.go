package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/source"
	"github.com/vitrine-directory/vitrine/internal/testcheck"
)

// send returns the response to a request. The header is given as name, value, name, value.
func (s *opened) send(method, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// discover asks what the server speaks, as clients of the latest protocol begin.
const discover = `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`

// initialize is the handshake of an earlier version of the protocol.
func initialize(version string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`, version)
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	s := open(t, newStore(products()), nil)
	search := func(query string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_tools","arguments":{"query":%q}}}`, query)
	}
	for name, try := range map[string]struct {
		method, body string
		header       []string
		status       int
		part         string
	}{
		"a message":                      {"POST", ping, nil, 200, `{"jsonrpc":"2.0","id":1,"result":{}}`},
		"any type will do":               {"POST", ping, []string{"Accept", "*/*"}, 200, `"result":{}`},
		"a discovery":                    {"POST", discover, []string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "server/discover"}, 200, `"supportedVersions":["2026-07-28",`},
		"a handshake of 2024":            {"POST", initialize("2024-11-05"), nil, 200, `"protocolVersion":"2024-11-05"`},
		"a handshake of March 2025":      {"POST", initialize("2025-03-26"), nil, 200, `"protocolVersion":"2025-03-26"`},
		"a handshake of June 2025":       {"POST", initialize("2025-06-18"), nil, 200, `"protocolVersion":"2025-06-18"`},
		"a handshake of November 2025":   {"POST", initialize("2025-11-25"), nil, 200, `"protocolVersion":"2025-11-25"`},
		"a handshake of the future":      {"POST", initialize("2099-01-01"), nil, 200, `"protocolVersion":"20`},
		"a cancellation":                 {"POST", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, nil, 202, ""},
		"a notification":                 {"POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil, 202, ""},
		"the former stream":              {"GET", "", nil, 405, "This URL is for MCP clients, which send POST requests."},
		"a head":                         {"HEAD", "", nil, 405, ""},
		"the end of a session":           {"DELETE", "", []string{"Mcp-Session-Id", "1"}, 405, "MCP clients"},
		"a preflight":                    {"OPTIONS", "", []string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST"}, 405, "MCP clients"},
		"a session that nobody has":      {"POST", ping, []string{"Mcp-Session-Id", "made-up"}, 200, `"result":{}`},
		"a batch":                        {"POST", "\r\n [" + ping + "]", nil, 400, "Please send one message at a time: the protocol has no batches."},
		"an empty body":                  {"POST", "", nil, 400, ""},
		"no JSON":                        {"POST", "{", nil, 400, ""},
		"deep nesting":                   {"POST", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` + strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000) + `}}`, nil, 400, ""},
		"another kind of body":           {"POST", ping, []string{"Content-Type", "text/plain"}, 415, ""},
		"a client that takes no streams": {"POST", ping, []string{"Accept", "application/json"}, 400, ""},
		"an unknown version":             {"POST", ping, []string{"Mcp-Protocol-Version", "2020-01-01"}, 400, ""},
		"the largest body":               {"POST", ping + strings.Repeat(" ", maxBody-len(ping)), nil, 200, `"result":{}`},
		"a body that is too large":       {"POST", ping + strings.Repeat(" ", maxBody-len(ping)+1), nil, 413, "This message is larger than 64 KB."},
		"a search":                       {"POST", search("letters"), nil, 200, `"slug":"tool-1"`},
		"an unknown method":              {"POST", `{"jsonrpc":"2.0","id":1,"method":"tools/delete"}`, nil, 400, ""},
		"prompts, which there are not":   {"POST", `{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`, nil, 200, `"prompts":[]`},
		"a made-up answer of the client": {"POST", `{"jsonrpc":"2.0","id":1,"result":{}}`, nil, 202, ""},
	} {
		w := s.send(try.method, try.body, try.header...)
		if w.Code != try.status || !strings.Contains(w.Body.String(), try.part) {
			t.Errorf("%s: %d %.300s, want %d with %q", name, w.Code, w.Body, try.status, try.part)
		}
		testcheck.Same(t, name+": Cache-Control", w.Header().Get("Cache-Control"), "no-store")
		for field := range w.Header() {
			if strings.HasPrefix(field, "Access-Control-") || field == "Mcp-Session-Id" {
				t.Errorf("%s: %s was sent", name, field)
			}
		}
		if allow := w.Header().Get("Allow"); (w.Code == 405) != (allow == "POST") {
			t.Errorf("%s: Allow %q", name, allow)
		}
	}
}

// A client that subscribes to changes is answered at once: the list of tools has none.
func TestHTTPSubscription(t *testing.T) {
	t.Parallel()
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"a","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	w := open(t, newStore(nil), nil).send("POST", `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{`+meta+`,"notifications":{"toolsListChanged":true}}}`,
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "subscriptions/listen")
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"id":1,"result"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Without a free worker the site sheds load as the API does. A worker is given back after each message.
func TestHTTPWorkers(t *testing.T) {
	t.Parallel()
	taken, busy := 0, false
	s := open(t, newStore(products()), func(o *Options) {
		o.AcquireWorker = func() (func(), error) {
			if busy {
				return nil, fault.New(fault.Unavailable, "The site is too busy right now.")
			}
			taken++
			return func() { taken-- }, nil
		}
	})
	for _, body := range []string{ping, "{", "[]", `{"jsonrpc":"2.0","method":"notifications/initialized"}`} {
		s.send("POST", body)
	}
	testcheck.Same(t, "workers that are taken", taken, 0)
	busy = true
	w := s.send("POST", ping)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "1" || w.Body.String() != "The site is too busy right now.\n" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}

// The site introduces itself by the name that it has now.
func TestSiteName(t *testing.T) {
	t.Parallel()
	s := open(t, newStore(nil), nil)
	named := func() string {
		w := s.send("POST", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`)
		var message struct {
			Result struct {
				ServerInfo struct{ Title string }
			}
		}
		testcheck.NoError(t, json.NewDecoder(bytes.NewReader(w.Body.Bytes())).Decode(&message))
		return message.Result.ServerInfo.Title
	}
	testcheck.Same(t, "the name", named(), "Vitrine")
	s.store.settings.Texts.Name, s.store.version = "Other", 2
	testcheck.NoError(t, s.options.Site.Renew(t.Context()))
	testcheck.Same(t, "the name after a change", named(), "Other")
	if now := s.Handler.server(nil); now != s.Handler.server(nil) {
		t.Error("each request has a server of its own")
	}
}

// Searches are told of, with the client that makes them; those that are refused or have no words are not.
func TestSearched(t *testing.T) {
	t.Parallel()
	var told []string
	s := open(t, newStore(products()), func(o *Options) {
		o.Searched = func(ctx context.Context, query string) { told = append(told, source.From(ctx).String()+" "+query) }
	})
	for _, arguments := range []string{`{"query":"a  zither"}`, `{"category":"writing"}`, `{"query":"lutes","category":"unknown"}`, `{"query":"lutes","limit":99}`} {
		r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_tools","arguments":`+arguments+`}}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		s.ServeHTTP(httptest.NewRecorder(), r.WithContext(source.With(r.Context(), netip.MustParseAddr("192.0.2.1"))))
	}
	testcheck.Same(t, "told", told, []string{"192.0.2.1 a zither"})
}
