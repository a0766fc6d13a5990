package api

import (
	"net/http"
	"strings"
	"testing"
)

func TestARouteThatDoesNotSayWhoMayCallItIsRefused(t *testing.T) {
	defer func() {
		if cause := recover(); cause == nil {
			t.Error("the API was made")
		}
	}()
	openWith(t, directory(), Options{}, []route{{method: "GET", pattern: "/api/x", answer: categories}})
}

func TestARouteForAdministratorsIsClosedToOthers(t *testing.T) {
	a := openWith(t, directory(), Options{}, []route{
		{method: "GET", pattern: "/api/x", access: admin, answer: func(view, *question, []byte) (reply, error) {
			t.Error("the answer was made")
			return reply{}, nil
		}}})
	for range 3 {
		w := ask(a, "GET", "/api/x")
		if w.Code != http.StatusUnauthorized {
			t.Fatalf("%d; want 401", w.Code)
		}
		mustBeFailure(t, w.Body.Bytes())
	}
}

func TestTheRoutesOfAPatternShareItsAllow(t *testing.T) {
	a := openWith(t, directory(), Options{}, []route{
		{method: "GET", pattern: "/api/x", access: public, answer: categories},
		{method: "DELETE", pattern: "/api/x", access: admin, answer: categories}})
	if got := ask(a, "PUT", "/api/x").Header().Get("Allow"); got != "DELETE, GET, HEAD, OPTIONS" {
		t.Errorf("Allow: %s", got)
	}
}

func TestOnlyReadsArePublic(t *testing.T) {
	for _, rt := range routes() {
		if rt.access == public && rt.method != http.MethodGet {
			t.Errorf("%s %s is public", rt.method, rt.pattern)
		}
	}
}

func TestTheNextPageLeadsThroughAllProductsOnce(t *testing.T) {
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
		if want := get(t, a, strings.NewReplacer("limit=7", "", "limit=4", "", "limit=5", "", "limit=6", "").Replace(first)).Header().Get("X-Total-Count"); want != total || pages < 2 {
			t.Errorf("%s: %d products on %d pages, said to be %s of %s", first, len(seen), pages, total, want)
		}
	}
}

func TestAnswerInProcessIsWhatABrowserGets(t *testing.T) {
	a := open(t, directory())
	for _, target := range []string{"/api/catalog?category=images", "/api/products/1", "/api/products/none", "/api/products?sort=best", "/api/site", "/api/nope"} {
		for range 3 {
			got, want := a.Answer(t.Context(), target), ask(a, "GET", target)
			if got.Status != want.Code || string(got.Body) != want.Body.String() {
				t.Errorf("%s: %d %s\nin process; %d %s", target, got.Status, got.Body, want.Code, want.Body)
			}
		}
	}
	if got := a.Answer(t.Context(), "not an address\x00"); got.Status != http.StatusBadRequest {
		t.Errorf("nonsense in process: %d", got.Status)
	}
}
