package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// sendVisit sends what a visitor did.
func sendVisit(a *fixture, body string, header ...string) *httptest.ResponseRecorder {
	return send(a, http.MethodPost, "/api/visits", body, header...)
}

// opened is an API with every route open to all: for tests of what the administrator's routes answer.
func opened(t *testing.T, s *store.Store, counter *visits.Counter) *fixture {
	a := openWith(t, s, counter, s)
	all := groups(a.options)
	for _, group := range all {
		for i := range group.Routes {
			group.Routes[i].Access = httpapi.Public
		}
	}
	a.API = newAPI(a.options, all)
	return a
}

// viewed is an API on a catalogue after views of pages, which are given by their bodies.
func viewed(t *testing.T, s *store.Store, bodies ...string) *fixture {
	t.Helper()
	counter := visits.NewCounter(s, nil)
	a := opened(t, s, counter)
	for _, body := range bodies {
		if w := sendVisit(a, body); w.Code != http.StatusNoContent || w.Body.Len() > 0 || w.Header().Get("Set-Cookie") != "" || w.Header().Get("Cache-Control") != "no-store" {
			t.Fatalf("%s: %d %v %s", body, w.Code, w.Header(), w.Body)
		}
	}
	counter.Start()()
	return a
}

// A visit is counted and read back.
func TestVisits(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	fill(t, s, sampleDirectory())
	a := viewed(t, s, `{"product":2,"kind":"visit"}`, `{"product":2,"kind":"visit"}`, `{"kind":"open","product":1}`, `{"product":3,"kind":"open"}`, `{"product":3,"kind":"open"}`)
	today := time.Now().UTC().Format(time.DateOnly)
	for target, want := range map[string]string{
		"/api/admin/visits": `{"days": {"length": 30, "28": {"views": 0, "clicks": 0}, "29": {"day": "` + today + `", "views": 3, "clicks": 2}},
			"top": [{"id": 2, "slug": "beta-editeur", "name": "Beta Éditeur", "views": 0, "clicks": 2}, {"id": 3, "views": 2}, {"id": 1, "views": 1, "clicks": 0}]}`,
		"/api/admin/visits?days=1":              `{"days": [{"day": "` + today + `", "clicks": 2}]}`,
		"/api/admin/visits/products?days=3":     `[{"id": 1, "clicks": [0, 0, 0]}, {"id": 2, "clicks": [0, 0, 2]}, {"id": 3, "clicks": [0, 0, 0]}]`,
		"/api/products/2/visits?days=2":         `{"days": [{"views": 0, "clicks": 0}, {"day": "` + today + `", "views": 0, "clicks": 2}]}`,
		"/api/products/alpha-writer/visits":     `{"days": {"length": 30, "29": {"views": 1}}}`,
		"/api/products/4/visits?days=400":       `{"days": {"length": 400, "399": {"day": "` + today + `", "views": 0}}}`,
		"/api/products?sort=popular&limit=1":    `[{"id": 30}]`, // which is told later what is popular
		"/api/admin/visits?days=&utm_source=me": `{"days": {"length": 30}}`,
	} {
		t.Run(target, func(t *testing.T) { Contains(t, get(t, a, target).Body.String(), want) })
	}
	for _, target := range []string{"/api/admin/visits?days=0", "/api/admin/visits?days=401", "/api/products/1/visits?days=ten", "/api/admin/visits/products?days=-1"} {
		storetest.Same(t, target, ask(a, "GET", target).Code, http.StatusBadRequest)
	}
	storetest.Same(t, "visits of an unknown product", ask(a, "GET", "/api/products/nothing/visits").Code, http.StatusNotFound)
}

// A malformed visit is refused, and a robot's is not counted.
func TestVisitsRefused(t *testing.T) {
	t.Parallel()
	kept := storetest.Open(t)
	counter := visits.NewCounter(kept, nil)
	a := openWith(t, sampleDirectory(), counter, nil)
	for body, want := range map[string]int{
		`{"product":1,"kind":"buy"}`:       http.StatusUnprocessableEntity,
		`{"product":1}`:                    http.StatusUnprocessableEntity,
		`{"product":"1","kind":"open"}`:    http.StatusUnprocessableEntity,
		`{"product":999999,"kind":"open"}`: http.StatusNotFound,
		`{"product":-1,"kind":"open"}`:     http.StatusNotFound,
		`{"kind":"open"}`:                  http.StatusNotFound,
		`{"page":1,"kind":"collection"}`:   http.StatusUnprocessableEntity,
		`[]`:                               http.StatusBadRequest,
		`{`:                                http.StatusBadRequest,
		`{"kind":"open","Kind":"open"}`:    http.StatusBadRequest,
		`{"product":1,"x":"` + strings.Repeat("x", 1<<10) + `"}`: http.StatusRequestEntityTooLarge,
	} {
		storetest.Same(t, fmt.Sprintf("%.60s", body), sendVisit(a, body).Code, want)
	}
	for header, want := range map[[2]string]int{
		{"Content-Type", "text/plain"}:        http.StatusUnsupportedMediaType,
		{"User-Agent", "Googlebot/2.1"}:       http.StatusNoContent,
		{"Sec-Purpose", "prefetch;prerender"}: http.StatusNoContent,
	} {
		storetest.Same(t, header[1], sendVisit(a, `{"product":1,"kind":"open"}`, header[:]...).Code, want)
	}
	counter.Start()()
	counts, err := kept.VisitCounts(t.Context(), 0)
	storetest.NoError(t, err)
	storetest.Same(t, "counted", len(counts), 0)
}

// The top list has the most visited products that there are.
func TestVisitsTopList(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	fill(t, s, sampleDirectory())
	counter := visits.NewCounter(s, nil)
	a := opened(t, s, counter)
	count := func(product, opens, visited int64) {
		r := httptest.NewRequest(http.MethodPost, "/api/visits", nil)
		for range opens {
			counter.Count(r, product, visits.Open)
		}
		for range visited {
			counter.Count(r, product, visits.Visit)
		}
	}
	count(999, 0, 99)
	for id := range int64(20) {
		count(id+1, id+1, (id+1)/2)
	}
	counter.Start()()
	Contains(t, get(t, a, "/api/admin/visits").Body.String(), `{"top": {"length": 10, "0": {"id": 20}, "1": {"id": 19}, "2": {"id": 18}, "3": {"id": 17}, "9": {"id": 11}}}`)
}
