package server

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestObserve(t *testing.T) {
	t.Parallel()
	api := http.NewServeMux()
	api.HandleFunc("/api/products/{id}", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	type seen struct {
		route  string
		status int
	}
	var got []seen
	s := started(func(o *Options) {
		o.API = api
		o.Pages = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/panic":
				panic("broken")
			case "/fails":
				w.WriteHeader(http.StatusInternalServerError)
			}
		})
		o.Route = func(string) string { return "a page" }
		o.Observe = func(route string, status int, took time.Duration) {
			if took < 0 {
				t.Errorf("%s took %v", route, took)
			}
			got = append(got, seen{route, status})
		}
	})
	observed := func(method, target string, header ...string) []seen {
		got = nil
		send(s, method, target, "", header...)
		return got
	}
	for _, try := range []struct {
		method, target string
		want           seen
	}{
		{"GET", "/api/products/7", seen{"/api/products/{id}", 204}},
		{"POST", "/api/products/8", seen{"/api/products/{id}", 204}},
		{"GET", "/api/made/up", seen{"/api/ (unknown)", 404}},
		{"GET", "/products/one", seen{"a page", 200}},
		{"GET", "/uploads/a.jpg", seen{"/uploads/{file}", 200}},
		{"POST", "/mcp", seen{"/mcp", 404}},
		{"GET", "/api", seen{"a page", 200}},
		{"GET", "/made/up", seen{"a page", 200}},
		{"BREW", "/", seen{"a page", 405}},
		{"GET", "/panic", seen{"a page", 500}},
		{"GET", "/fails", seen{"a page", 500}},
	} {
		if got := observed(try.method, try.target); !slices.Equal(got, []seen{try.want}) {
			t.Errorf("%s %s: observed %v, want %v", try.method, try.target, got, try.want)
		}
	}
	for path, want := range map[string]int{"/fails": 499, "/panic": 500} {
		ctx, leave := context.WithCancel(t.Context())
		leave()
		got = nil
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", path, nil))
		if !slices.Equal(got, []seen{{"a page", want}}) {
			t.Errorf("%s, whose client left: observed %v, want %d", path, got, want)
		}
	}
	if got := observed("GET", "/healthz"); len(got) > 0 {
		t.Errorf("a health check: observed %v", got)
	}
	routes := map[string]bool{}
	for i := range 1_000 {
		send(s, "GET", fmt.Sprintf("/%d/%d", i, i), "")
		send(s, "GET", fmt.Sprintf("/api/%d", i), "")
	}
	for _, one := range got {
		routes[one.route] = true
	}
	storetest.Same(t, "routes of made-up addresses", len(routes), 2)
}
