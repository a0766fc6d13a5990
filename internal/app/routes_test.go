package app

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The next page leads through all products once.
func TestPaging(t *testing.T) {
	a := open(t, sampleDirectory())
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
	a := open(t, sampleDirectory())
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
