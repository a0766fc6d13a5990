package api

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A table that leaves a route open or undescribed is refused.
func TestRouteTableRules(t *testing.T) {
	closed := bare(func(*call) (any, error) { return nil, nil })
	for name, rt := range map[string]route{
		"nobody said who may call it":           {method: "POST", pattern: "/api/x", handler: closed},
		"what is for some is kept for all":      {method: "GET", pattern: "/api/x", access: admin, handler: read(categories)},
		"a change that is answered from memory": {method: "POST", pattern: "/api/x", access: public, handler: read(categories)},
		"a route that does nothing":             {method: "GET", pattern: "/api/x", access: public},
		"an access that there is not":           {method: "POST", pattern: "/api/x", access: records + 1, handler: closed},
		"a read that says no scope":             {method: "GET", pattern: "/api/x", access: admin, handler: closed},
		"a change that needs a scope to read":   {method: "POST", pattern: "/api/x", access: content, handler: closed},
		"a change with the scope to read all":   {method: "POST", pattern: "/api/x", access: records, handler: closed},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the API was made")
				}
			}()
			openWith(t, directory(), Options{}, []route{rt})
		})
	}
}

// Where nobody can sign in, the administrator's routes are closed.
func TestRoutesWithoutSignIn(t *testing.T) {
	a := openWith(t, directory(), Options{}, []route{
		{method: "GET", pattern: "/api/x", access: records, handler: fetch(func(*call) (any, error) {
			t.Error("the call was made")
			return nil, nil
		})}})
	for range 3 {
		w := ask(a, "GET", "/api/x")
		storetest.Same(t, "status", w.Code, http.StatusUnauthorized)
		mustBeFailure(t, w.Body.Bytes())
	}
}

// The next page leads through all products once.
func TestPaging(t *testing.T) {
	a := open(t, directory())
	for _, first := range []string{"/api/products?limit=7", "/api/products?limit=4&sort=name&category=images", "/api/products?search=tool&limit=5", "/api/products?limit=6&featured=false&deal=false&pricing=Freemium&section=Recommended+AI+Products"} {
		seen := map[any]bool{}
		total := get(t, a, first).Header().Get("X-Total-Count")
		pages := 0
		for next := first; next != ""; pages++ {
			w := get(t, a, next)
			if w.Header().Get("X-Total-Count") != total {
				t.Fatalf("%s: total %s, at first %s", next, w.Header().Get("X-Total-Count"), total)
			}
			for _, p := range parse(t, w.Body.String()).([]any) {
				id := p.(map[string]any)["id"]
				if seen[id] {
					t.Errorf("%s: product %v came twice", first, id)
				}
				seen[id] = true
			}
			next, _, _ = strings.Cut(strings.TrimPrefix(w.Header().Get("Link"), "<"), ">")
		}
		if total != strconv.Itoa(len(seen)) || pages < 2 {
			t.Errorf("%s: %d products on %d pages, said to be %s", first, len(seen), pages, total)
		}
	}
}

// An answer in process is what a browser gets.
func TestAnswerInProcess(t *testing.T) {
	a := open(t, directory())
	for _, target := range []string{"/api/catalog?category=images", "/api/products/1", "/api/products/none", "/api/products?sort=best", "/api/site", "/api/nope"} {
		for range 3 {
			got, want := a.Answer(t.Context(), target), ask(a, "GET", target)
			if got.Status != want.Code || string(got.Body) != want.Body.String() {
				t.Errorf("%s: %d %s\nin process; %d %s", target, got.Status, got.Body, want.Code, want.Body)
			}
		}
	}
	storetest.Same(t, "nonsense in process", a.Answer(t.Context(), "not an address\x00").Status, http.StatusBadRequest)
}
