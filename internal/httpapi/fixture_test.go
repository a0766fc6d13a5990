package httpapi

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/revision"
)

// fixture is an API of a few routes, with the revision of what it answers from.
type fixture struct {
	*API
	now revision.Revision
}

func open(t testing.TB, o Options, routes ...Route) *fixture {
	t.Helper()
	f := new(fixture)
	o.Groups = []Group{{Routes: routes}}
	o.Revision = func() revision.Revision { return f.now }
	o.Logger = slog.New(slog.DiscardHandler)
	f.API = New(o)
	return f
}

// ask sends a request without a body, with the request id r-1. The header is given as name, value, name, value.
func ask(a *fixture, method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	w.Header().Set(requestID, "r-1")
	a.Handler().ServeHTTP(w, r)
	return w
}

// get is a GET that must succeed.
func get(t testing.TB, a *fixture, target string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	w := ask(a, http.MethodGet, target, header...)
	if w.Code != http.StatusOK {
		t.Fatalf("GET %s: %d %s", target, w.Code, w.Body)
	}
	return w
}

// same and noError are those of storetest, which imports what imports this package.
func same[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
