package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/api"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// pieces hides the length of a body, so that it is sent in pieces.
type pieces struct{ io.Reader }

func TestBody(t *testing.T) {
	eachSite(t, siteTests{
		"is refused everywhere if it is no JSON object": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			for _, line := range api.Table() {
				if !line.TakesBody {
					continue
				}
				for _, body := range []string{
					"", " ", "null", "[]", "1", `"x"`, "{", `{"name":}`, "{}{}", `{"a":1,"A":2}`, `{"name":"x","name":"y"}`, "{\"name\":\"\xff\"}",
					strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33), "\ufeff{}", "name=x",
				} {
					got := s.send(line.Method, addressOf(line.Pattern), strings.NewReader(body), s.json(administrator))
					t.Run(line.Method+" "+line.Pattern+" "+body, func(t *testing.T) { got.failed(t, http.StatusBadRequest) })
				}
			}
		},
		"is refused if its type is not JSON": func(t *testing.T, s *openSite) {
			unchanged := s.unchanged(t)
			for _, line := range api.Table() {
				if line.Most == 0 {
					continue
				}
				for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json-patch+json", "text/json", "json", "application/json;;"} {
					h := s.json(administrator)
					if h.Set("Content-Type", kind); kind == "" {
						h.Del("Content-Type")
					}
					got := s.send(line.Method, addressOf(line.Pattern), strings.NewReader(`{"a":1}`), h)
					t.Run(line.Method+" "+line.Pattern+" "+kind, func(t *testing.T) { got.failed(t, http.StatusUnsupportedMediaType) })
				}
			}
			unchanged()
			for _, kind := range []string{"application/json; charset=utf-8", "Application/JSON", "application/json ; charset=\"UTF-8\""} {
				h := s.json(administrator)
				h.Set("Content-Type", kind)
				s.send("POST", "/api/products", strings.NewReader(p0), h).has(t, http.StatusCreated)
			}
		},
		"is checked in a DELETE, too": func(t *testing.T, s *openSite) {
			unchanged := s.unchanged(t)
			for body, status := range map[string]int{"[]": 400, "null": 400, "x": 400, `{"a":1,"a":1}`: 400} {
				s.send("DELETE", "/api/products/1", strings.NewReader(body), s.json(administrator)).failed(t, status)
			}
			unchanged()
			if got := s.ask(administrator, "DELETE", "/api/products/1", `{}`); got.status != http.StatusNoContent || got.body != "" {
				t.Errorf("%d %s", got.status, got.body)
			}
			s.send("DELETE", "/api/products/2", pieces{strings.NewReader("")}, s.shown[administrator]).has(t, http.StatusNoContent)
		},
	})
}

// json is the header of a request with a JSON body. The wrong signature has the webhook read it too.
func (s *openSite) json(as who) http.Header {
	h := s.shown[as].Clone()
	h.Set("Content-Type", "application/json")
	h.Set("Webhook-Signature", "v1,none")
	return h
}

// Every route has its own bound for bodies.
func TestBodyLimit(t *testing.T) {
	t.Parallel()
	s := siteAt(t, store.Options{DataDir: t.TempDir()}, siteOptions{})
	defer s.unchanged(t)()
	for _, line := range api.Table() {
		if line.Most == 0 {
			continue
		}
		address := addressOf(line.Pattern)
		large := "{}" + strings.Repeat(" ", int(line.Most)-1)
		for name, body := range map[string]io.Reader{"with a length": strings.NewReader(large), "in pieces": pieces{strings.NewReader(large)}} {
			got := s.send(line.Method, address, body, s.json(administrator))
			t.Run(line.Method+" "+line.Pattern+" "+name, func(t *testing.T) {
				got.failed(t, http.StatusRequestEntityTooLarge)
				if !got.closed {
					t.Error("the connection goes on, with an unread body on it")
				}
			})
		}
		if !line.TakesBody {
			continue
		}
		full := large[:line.Most]
		got := s.send(line.Method, address, strings.NewReader(full), s.json(administrator))
		inPieces := s.send(line.Method, address, pieces{strings.NewReader(full)}, s.json(administrator))
		for _, status := range []int{got.status, inPieces.status} {
			if status == http.StatusRequestEntityTooLarge || status == http.StatusBadRequest {
				t.Errorf("%s %s, as large as may be: %d", line.Method, line.Pattern, status)
			}
		}
		if got.closed {
			t.Errorf("%s %s: a body that was read ends the connection", line.Method, line.Pattern)
		}
	}
}

// The bounds are those of the decisions.
func TestBodyLimitValues(t *testing.T) {
	for _, line := range api.Table() {
		want := int64(1 << 20)
		switch {
		case line.Method == http.MethodGet:
			want = 0
		case line.Pattern == "/api/auth/login", line.Pattern == "/api/auth/password", line.TakesBody && strings.HasPrefix(line.Pattern, "/api/account"):
			want = 4 << 10
		case line.Pattern == "/api/upload":
			want = 14 << 20
		case line.Pattern == "/api/logo-settings":
			want = 7 << 20
		case strings.HasPrefix(line.Pattern, "/api/ai/"), strings.HasSuffix(line.Pattern, "-description"):
			want = 256 << 10
		case line.Pattern == "/api/admin/subscribers/import":
			want = 2 << 20
		case line.Pattern == "/api/sync/webhook":
			want = 64 << 10
		case line.Pattern == "/api/submissions":
			want = 256 << 10
		case line.Access == "public":
			want = line.Most
			if line.Most > 4<<10 {
				t.Errorf("%s %s takes %d bytes of anybody", line.Method, line.Pattern, line.Most)
			}
		}
		storetest.Same(t, line.Method+" "+line.Pattern, line.Most, want)
	}
}
