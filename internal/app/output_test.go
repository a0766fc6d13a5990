package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestOutput(t *testing.T) {
	eachSite(t, siteTests{
		"has no markup that a page could take for its own": func(t *testing.T, s *openSite) {
			const hostile = "</script><img src=x onerror=alert(1)>&"
			body := with(map[string]any{"name": hostile, "description": hostile + "\u2028", "useCases": hostile + "\u2029", "promoText": hostile,
				"categories": []string{hostile}, "tags": []string{hostile}, "website": "https://example.com/" + hostile[:8], "isFeatured": true})
			made := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", body), http.StatusCreated)
			storetest.Same(t, "the name", made.Name, hostile)
			s.ask(administrator, "DELETE", "/api/products/2", "")
			for _, line := range app.Table() {
				if line.Method != http.MethodGet || triedElsewhere["GET "+line.Pattern] || strings.HasPrefix(line.Pattern, "/logos/") || line.Pattern == "/api/newsletter/leave" { // which only redirects
					continue
				}
				if line.Pattern == "/api/admin/subscribers/export" {
					storetest.Same(t, "a file's disposition", s.ask(administrator, "GET", line.Pattern, "").header.Get("Content-Disposition"), `attachment; filename="subscribers.csv"`)
					continue
				}
				address := strings.NewReplacer("{x}", made.Slug, "{type}", "terms-of-service").Replace(line.Pattern)
				got := s.ask(administrator, "GET", address, "")
				if strings.ContainsAny(got.body, "<>&\u2028\u2029") || !strings.HasPrefix(got.header.Get("Content-Type"), "application/json") {
					t.Errorf("%s: %s %.300s", address, got.header.Get("Content-Type"), got.body)
				}
			}
		},
		"says how long it may be cached": func(t *testing.T, s *openSite) {
			for _, line := range app.Table() {
				if line.Method != http.MethodGet || triedElsewhere["GET "+line.Pattern] || strings.HasPrefix(line.Pattern, "/logos/") || strings.HasSuffix(line.Pattern, "/reorder") || strings.HasSuffix(line.Pattern, "/bulk") ||
					(strings.HasPrefix(line.Pattern, "/api/submission") || strings.HasPrefix(line.Pattern, "/api/booking-numbers") || line.Pattern == "/api/product-cards" ||
						line.Pattern == "/api/newsletter/settings" || line.Pattern == "/api/newsletter/leave") && line.Access == "public" { // which tell each caller something else
					continue
				}
				who := nobody
				if line.Access != "public" {
					who = administrator
				}
				got := s.ask(who, "GET", addressOf(line.Pattern), "")
				cache, tag := got.header.Get("Cache-Control"), got.header.Get("Etag")
				if line.Access == "public" && (cache != "no-cache" || tag == "") || line.Access != "public" && (cache != "no-store" || tag != "") || got.status != http.StatusOK {
					t.Errorf("%s %s: %d, Cache-Control %q, ETag %q", line.Access, line.Pattern, got.status, cache, tag)
				}
				if line.Access != "public" {
					continue
				}
				again := s.ask(nobody, "GET", addressOf(line.Pattern), "", "If-None-Match", tag)
				if again.status != http.StatusNotModified || again.body != "" || again.header.Get("Cache-Control") != "no-cache" || again.header.Get("Content-Security-Policy") == "" {
					t.Errorf("%s again: %d %v", line.Pattern, again.status, again.header)
				}
			}
		},
	})
}
