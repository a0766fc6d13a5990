package server

import (
	"fmt"
	"net/http"
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
		o.Pages = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/panic" {
				panic("broken")
			}
		})
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
		{"GET", "/", seen{"/", 200}},
		{"GET", "/products/one", seen{"/products/{slug}", 200}},
		{"GET", "/product/7", seen{"/products/{slug}", 200}},
		{"GET", "/category/video", seen{"/category/{slug}", 200}},
		{"GET", "/category/video/page/2", seen{"/category/{slug}", 200}},
		{"GET", "/categories.md", seen{"/categories", 200}},
		{"GET", "/tag/agents/feed.xml", seen{"/tag/{slug}", 200}},
		{"GET", "/compare?a=1&b=2", seen{"/compare", 200}},
		{"GET", "/compare/one-vs-two", seen{"/compare/{slug}", 200}},
		{"GET", "/newsletter/archive/7", seen{"/newsletter/archive/{slug}", 200}},
		{"GET", "/feed.xml", seen{"/feed", 200}},
		{"GET", "/assets/a.js", seen{"/assets/{file}", 200}},
		{"GET", "/admin/login", seen{"/admin", 200}},
		{"GET", "/go/one", seen{"/go/{slug}", 200}},
		{"GET", "/uploads/a.jpg", seen{"/uploads/{file}", 200}},
		{"GET", "/llms-full-2.txt", seen{"/llms", 200}},
		{"GET", "/openapi.yaml", seen{"/openapi.yaml", 200}},
		{"GET", "/opensearch.xml", seen{"/opensearch.xml", 200}},
		{"GET", "/manifest.webmanifest", seen{"/manifest.webmanifest", 200}},
		{"GET", "/icon-192.png", seen{"/icon", 200}},
		{"GET", "/.well-known/security.txt", seen{"/.well-known/{file}", 200}},
		{"GET", "/badge/one.svg?theme=light", seen{"/badge/{slug}", 200}},
		{"POST", "/mcp", seen{"/mcp", 404}},
		{"GET", "/api", seen{"/api", 200}},
		{"GET", "/about/licences", seen{"/about/licences", 200}},
		{"GET", "/made/up", seen{"/ (other)", 200}},
		{"BREW", "/", seen{"/", 405}},
		{"GET", "/panic", seen{"/ (other)", 500}},
	} {
		if got := observed(try.method, try.target); !slices.Equal(got, []seen{try.want}) {
			t.Errorf("%s %s: observed %v, want %v", try.method, try.target, got, try.want)
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
