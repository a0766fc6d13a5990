package app_test

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// answered are the lines of the table that have been called with success.
type answered struct {
	lock  sync.Mutex
	lines map[string]bool
	mux   *http.ServeMux
}

func newAnswered() *answered {
	a := &answered{lines: map[string]bool{}, mux: http.NewServeMux()}
	known := map[string]bool{}
	for _, line := range app.Table() {
		if !known[line.Pattern] {
			known[line.Pattern] = true
			a.mux.Handle(line.Pattern, http.NotFoundHandler())
		}
	}
	return a
}

func (a *answered) note(r *http.Request, status int) {
	if status >= http.StatusBadRequest {
		return
	}
	asked := r.Clone(context.Background())
	asked.URL.Path, _, _ = strings.Cut(r.URL.Opaque, "?")
	_, pattern := a.mux.Handler(asked)
	a.lock.Lock()
	defer a.lock.Unlock()
	a.lines[r.Method+" "+pattern] = true
}

// postgresPart makes some calls on PostgreSQL, on a site with these options; nil: with those of every other.
type postgresPart struct {
	call    func(t *testing.T, s *openSite)
	options func(t *testing.T) siteOptions
}

// onPostgres are parts by what they do. Those of a feature are added by its test.
var onPostgres = map[string]postgresPart{
	"what everybody reads": {call: readAll},
	"what visitors do":     {call: visit},
	"what administrators leave": {call: func(t *testing.T, s *openSite) {
		s.ask(administrator, "POST", "/api/auth/logout", "").has(t, http.StatusNoContent)
	}},
}

// readElsewhere are public reads that need more than an address, which other parts read.
var readElsewhere = map[string]bool{"/api/submission-status/{key}": true, "/api/booking-numbers/{key}": true}

// Each call of the table succeeds on PostgreSQL. What else the calls do, other tests see on SQLite; what the SQL does, those of
// the store see on both.
func TestPostgreSQL(t *testing.T) {
	t.Parallel()
	made := newAnswered()
	all := maps.Clone(onPostgres)
	all["what administrators do"] = postgresPart{func(t *testing.T, s *openSite) { s.succeed(t, tableLines()) }, complete}
	for name, part := range all {
		t.Run(name, func(t *testing.T) {
			var o siteOptions
			if part.options != nil {
				o = part.options(t)
			}
			s := siteAt(t, storetest.MigratedPostgres(t), o)
			s.answered = made
			part.call(t, s)
		})
	}
	for name := range tableLines() {
		if !made.lines[name] {
			t.Errorf("%s has not succeeded on PostgreSQL: call it in one of the above", name)
		}
	}
}

func readAll(t *testing.T, s *openSite) {
	s.ask(administrator, "POST", "/api/products", set("name", "Bulk")).has(t, http.StatusCreated) // its page has the address of a call
	s.ask(administrator, "POST", "/api/logo-settings", bodyOf("POST /api/logo-settings")).has(t, http.StatusCreated)
	for _, line := range app.Table() {
		address := map[string]string{
			"/api/submissions/check": "/api/submissions/check?website=https://sent.example", "/api/product-cards": "/api/product-cards?ids=1", "/logos/{type}": "/logos/main",
		}[line.Pattern]
		if line.Access == "public" && line.Method == http.MethodGet && !readElsewhere[line.Pattern] {
			s.ask(nobody, "GET", cmp.Or(address, addressOf(line.Pattern)), "").has(t, http.StatusOK)
		}
	}
}

func visit(t *testing.T, s *openSite) {
	s.ask(nobody, "POST", "/api/visits", `{"product":1,"kind":"open"}`).has(t, http.StatusNoContent)
	sent := read[inbox.Submitted](t, s.ask(nobody, "POST", "/api/submissions", s0), http.StatusCreated)
	s.expect(t, nobody, "GET", "/api/submission-status/"+sent.Key, "", 200, `{"status":"pending","productName":"Sent"}`)
	s.expect(t, nobody, "POST", "/api/auth/login", object("username", adminEmail, "password", password), 200, `{"user":{"email":"`+adminEmail+`"}}`)
}
