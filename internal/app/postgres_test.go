package app_test

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/assisttest"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/mirror"
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

// Each call of the table succeeds on PostgreSQL. What else the calls do, other tests see on SQLite; what the SQL does, those of
// the store see on both.
func TestPostgreSQL(t *testing.T) {
	t.Parallel()
	made := newAnswered()
	p := production(t)
	o := copying(mirror.Options{Open: p.open, Secrets: [][]byte{[]byte(webhookSecret)}})
	o.openers["assist"] = drafting(patient(assisttest.New(t, assisttest.Says("Lights up."))))
	for name, call := range map[string]func(t *testing.T, s *openSite){
		"what everybody reads":     readAll,
		"what visitors do":         visit,
		"what readers do":          useAccount,
		"what readers change":      changeAccount,
		"what subscribers do":      useNewsletter,
		"what administrators do":   func(t *testing.T, s *openSite) { s.succeed(t, tableLines()) },
		"what models draft":        draftAll,
		"what other sites ask for": func(t *testing.T, s *openSite) { syncByWebhook(t, s, p) },
		"what administrators leave": func(t *testing.T, s *openSite) {
			s.ask(administrator, "POST", "/api/auth/logout", "").has(t, http.StatusNoContent)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := siteAt(t, storetest.MigratedPostgres(t), o)
			s.answered = made
			call(t, s)
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
	s.ask(administrator, "POST", "/api/logo-settings", bodies["POST /api/logo-settings"]).has(t, http.StatusCreated)
	for _, line := range app.Table() {
		address := map[string]string{
			"/api/submissions/check": "/api/submissions/check?website=https://sent.example", "/api/product-cards": "/api/product-cards?ids=1", "/logos/{type}": "/logos/main",
		}[line.Pattern]
		ofOne := strings.Contains(line.Pattern, "{key}") || strings.HasPrefix(line.Pattern, "/api/newsletter/") // which others here read
		if line.Access == "public" && line.Method == http.MethodGet && !ofOne {
			s.ask(nobody, "GET", cmp.Or(address, addressOf(line.Pattern)), "").has(t, http.StatusOK)
		}
	}
	s.expect(t, nobody, "GET", "/api/newsletter/issues", "", 200, `[{"number":1}]`)
	s.expect(t, nobody, "GET", "/api/newsletter/issues/1", "", 200, `{"intro":"<p>Hello.</p>"}`)
}

func visit(t *testing.T, s *openSite) {
	s.ask(nobody, "POST", "/api/visits", `{"product":1,"kind":"open"}`).has(t, http.StatusNoContent)
	sent := read[inbox.Submitted](t, s.ask(nobody, "POST", "/api/submissions", s0), http.StatusCreated)
	s.expect(t, nobody, "GET", "/api/submission-status/"+sent.Key, "", 200, `{"status":"pending","productName":"Sent"}`)
	s.expect(t, nobody, "POST", "/api/auth/login", object("username", adminEmail, "password", password), 200, `{"user":{"email":"`+adminEmail+`"}}`)
}

func draftAll(t *testing.T, s *openSite) {
	for _, line := range app.Table() {
		if line.Access == "administrator" && line.Most == 256<<10 {
			s.ask(administrator, "POST", line.Pattern, bodyFor(line)).has(t, http.StatusOK)
		}
	}
}

func syncByWebhook(t *testing.T, s *openSite, p *source) {
	s.deliver(delivery("msg", time.Now(), webhookBody, webhookSecret)).has(t, http.StatusAccepted)
	s.runUntil(t, func() bool { runs := s.runs(t); return len(runs) == 1 && !runs[0].EndedAt.IsZero() })
	s.asProduction(t, p)
}
