package app_test

import (
	"cmp"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// pieces hides the length of a body, so that it is sent in pieces.
type pieces struct{ io.Reader }

func TestBody(t *testing.T) {
	eachSite(t, siteTests{
		"is refused everywhere if it is no JSON object": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			for _, line := range app.Table() {
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
			for _, line := range app.Table() {
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
		"is refused without one from a form, which any site can send": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			for _, line := range app.Table() {
				if line.Method == http.MethodGet || line.Access == "public" || line.Access == "signed request" {
					continue
				}
				for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
					got := s.ask(administrator, line.Method, addressOf(line.Pattern), "", "Content-Type", kind)
					if got.status < 400 {
						t.Errorf("%s %s as %s: %d", line.Method, line.Pattern, kind, got.status)
					}
				}
			}
			s.ask(administrator, "POST", "/api/auth/logout", "", "Content-Type", "application/x-www-form-urlencoded").failed(t, http.StatusUnsupportedMediaType)
			s.ask(administrator, "GET", "/api/auth/me", "").has(t, http.StatusOK)
		},
		"is checked in a DELETE, too": func(t *testing.T, s *openSite) {
			unchanged := s.unchanged(t)
			for _, body := range []string{"[]", "null", "x", `{"a":1,"a":1}`} {
				s.ask(administrator, "DELETE", "/api/products/1", body).failed(t, http.StatusBadRequest)
			}
			unchanged()
			storetest.Same(t, "the answer", s.expect(t, administrator, "DELETE", "/api/products/1", `{}`, http.StatusNoContent, "").body, "")
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
	for _, line := range app.Table() {
		if line.Most == 0 {
			continue
		}
		address := addressOf(line.Pattern)
		large := "{}" + strings.Repeat(" ", int(line.Most)-1)
		h := s.json(administrator)
		if kind := fileTypes[line.Pattern]; kind != "" {
			h.Set("Content-Type", kind)
		}
		for name, body := range map[string]io.Reader{"with a length": strings.NewReader(large), "in pieces": pieces{strings.NewReader(large)}} {
			got := s.send(line.Method, address, body, h)
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
		storetest.Same(t, line.Method+" "+line.Pattern+": a body that was read ends the connection", got.closed, false)
	}
}

// fileTypes are the media types of calls whose body is a file, by the pattern. Those of a feature are added by its test.
var fileTypes = map[string]string{}

// bounds are how many bytes a body may have where it is not a MiB, by the pattern. Those of a feature are added by its test.
var bounds = map[string]int64{
	"/api/auth/login": 4 << 10, "/api/auth/password": 4 << 10, "/api/upload": 14 << 20, "/api/logo-settings": 7 << 20,
	"/api/sync/webhook": 64 << 10, "/api/submissions": 256 << 10,
}

// The bounds are those of the decisions.
func TestBodyLimitValues(t *testing.T) {
	for _, line := range app.Table() {
		want := cmp.Or(bounds[line.Pattern], 1<<20)
		switch {
		case line.Method == http.MethodGet:
			want = 0
		case line.TakesBody && (strings.HasPrefix(line.Pattern, "/api/account") || line.Feature == "people"):
			want = 4 << 10
		case line.Access == "public" && bounds[line.Pattern] == 0:
			want = min(line.Most, 4<<10)
		}
		storetest.Same(t, line.Method+" "+line.Pattern, line.Most, want)
	}
}
