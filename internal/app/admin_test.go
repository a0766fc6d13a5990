package app_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestAdmin(t *testing.T) {
	eachSite(t, siteTests{
		"lists all products in order": func(t *testing.T, s *openSite) {
			read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/2", with(map[string]any{
				"name": "Second", "description": strings.Repeat("é", 500), "useCases": "u", "logo": "/uploads/a.jpg", "logoColor": "#aabbcc", "displayOrder": 4, "hasDeal": true,
			})), http.StatusOK)
			answer := s.expect(t, administrator, "GET", "/api/admin/products", "", 200, `[{"name":"Reorder"},{"name":"First"},
				{"name":"Second","slug":"second","logo":"/uploads/a.jpg","logoColor":"#aabbcc","displayOrder":4,"version":2,"hasDeal":true,
				"categories":["Writing"],"website":"https://example.com/"}]`)
			answer.lacks(t, "useCases")
			row := read[[]browse.ProductRow](t, answer, http.StatusOK)[2]
			if utf8.RuneCountInString(row.Description) != 160 || row.CreatedAt.IsZero() || answer.header.Get("Cache-Control") != "no-store" || answer.header.Get("Etag") != "" {
				t.Errorf("the row is %+v, the header %v", row, answer.header)
			}
			if head := s.ask(administrator, "HEAD", "/api/admin/products", ""); head.status != http.StatusOK || head.body != "" || head.header.Get("Content-Length") != fmt.Sprint(len(answer.body)) {
				t.Errorf("HEAD: %d %v %s", head.status, head.header, head.body)
			}
			if packed := s.ask(administrator, "GET", "/api/admin/products", "", "Accept-Encoding", "zstd"); packed.header.Get("Content-Encoding") != "zstd" || len(packed.body) >= len(answer.body) {
				t.Errorf("packed: %v, %d bytes of %d", packed.header, len(packed.body), len(answer.body))
			}
		},
		"counts, renames, merges and deletes categories": func(t *testing.T, s *openSite) {
			read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", set("categories", []string{"Video"})), http.StatusOK)
			counts := func(want string) {
				t.Helper()
				s.expect(t, administrator, "GET", "/api/admin/categories", "", 200, want)
			}
			counts(`[{"id":2,"slug":"video","count":1},{"id":1,"slug":"writing","count":2}]`)
			unchanged := s.unchanged(t)
			s.ask(administrator, "PUT", "/api/categories/1", `{"name":"VIDEO"}`).failed(t, http.StatusConflict)
			s.ask(administrator, "DELETE", "/api/categories/1", "").failed(t, http.StatusConflict)
			unchanged()

			s.expect(t, administrator, "PUT", "/api/categories/1", `{"name":"Text","slug":"words"}`, 422, `{"fields":[{"field":"slug"}]}`)
			s.expect(t, administrator, "PUT", "/api/categories/1", `{"id":1,"name":" Text ","slug":"writing"}`, 200, `{"id":1,"name":"Text","slug":"text","group":"Writing & Research"}`)
			s.expect(t, administrator, "PUT", "/api/categories/1", `{"name":"Text","group":"Prose"}`, 200, `{"group":"Prose"}`)
			s.expect(t, nobody, "GET", "/api/site", "", 200, `{"groups":["Video & Audio","Prose"]}`)
			s.expect(t, administrator, "GET", "/api/admin/categories", "", 200, `[{"name":"Text","group":"Prose"},{"name":"Video","group":"Video & Audio"}]`)
			s.expect(t, administrator, "PUT", "/api/categories/1", `{"name":"Text","slug":"text"}`, 200, `{"slug":"text"}`)
			counts(`[{"id":1,"slug":"text","count":2},{"id":2,"slug":"video","count":1}]`)
			for _, name := range []string{"text", "writing", "Writing"} {
				s.expect(t, nobody, "GET", "/api/products?category="+name, "", 200, `{"length":2}`)
			}
			s.expect(t, administrator, "POST", "/api/categories/2/merge", `{"into":1}`, 200, `{"id":1}`)
			counts(`[{"id":1,"slug":"text","count":3}]`)
			read[catalog.BulkChanged](t, s.ask(administrator, "POST", "/api/products/bulk", `{"ids":[1,2,3],"change":{"categories":["Other"]}}`), http.StatusOK)
			s.ask(administrator, "DELETE", "/api/categories/1", "").has(t, http.StatusNoContent)
			s.ask(administrator, "DELETE", "/api/categories/1", "").failed(t, http.StatusNotFound)
		},
	})
}

// successes are calls that succeed when they are made one after the other, with their address where it is not that of
// addressOf, and their body: at least one for each change in the table that is not for everybody, and the reads that find more
// then. $version is the version that the call before led to. Those of a feature are added by its test, and made before these.
var successes = [][3]string{
	{"PATCH /api/admin/settings", "", `{"index":{"toolFacts":3}}`},
	{"POST /api/admin/settings/theme-preview", "", `{"corners":"large"}`},
	{"POST /api/products", "", p0},
	{"PUT /api/products/{x}", "", p0},
	{"PATCH /api/products/reorder", "", `{"updates":[{"id":1,"displayOrder":7}]}`},
	{"POST /api/undo", "", `{"version":$version}`},
	{"GET /api/undo/{version}", "/api/undo/1", ""},
	{"POST /api/products/bulk", "", `{"ids":[1],"change":{"addCategories":["Video"]}}`},
	{"DELETE /api/products/{x}", "", ""},
	{"GET /api/trash", "", ""},
	{"POST /api/trash/restore", "", `{"ids":[1]}`},
	{"DELETE /api/products/{x}", "", ""},
	{"POST /api/products/{x}/restore", "", `{}`},
	{"GET /api/audit", "", ""},
	{"GET /api/admin/backup", "", ""},
	{"GET /api/admin/attention", "", ""},
	{"PUT /api/categories/{id}", "", `{"name":"Text"}`},
	{"POST /api/categories/{id}/merge", "/api/categories/2/merge", `{"into":1}`},
	{"POST /api/products/bulk", "", `{"ids":[1,2,3,4],"change":{"categories":["Other"]}}`},
	{"DELETE /api/categories/{id}", "", ""},
	{"POST /api/submissions", "", s0},
	{"GET /api/submissions", "", ""},
	{"GET /api/submissions/check", "/api/submissions/check?website=https://sent.example", ""},
	{"POST /api/submissions/{id}/reject", "", `{"reason":"No."}`},
	{"POST /api/submissions/{id}/approve", "", p0},
	{"DELETE /api/submissions/{id}", "", ""},
	{"POST /api/submissions", "", sending("https://another.example/", nil)},
	{"POST /api/submissions/decide", "", `{"ids":[2],"status":"rejected","reason":"No."}`},
	{"POST /api/upload", "", `{"image":"` + pixel + `"}`},
	{"POST /api/legal-pages", "", legal0},
	{"POST /api/legal-pages", "", legal0}, // which is there by now
	{"POST /api/legal-pages/preview", "", `{"content":"# Yours"}`},
	{"POST /api/social-media", "", `{"platform":"GitHub","url":"https://github.com/example"}`},
	{"PUT /api/social-media/{id}", "", `{"isActive":false}`},
	{"PATCH /api/social-media/reorder", "", `{"updates":[{"id":1,"displayOrder":3}]}`},
	{"DELETE /api/social-media/{id}", "", ""},
	{"POST /api/logo-settings", "", `{"type":"main","name":"Logo","fileName":"logo.png","fileData":"` + pixel + `","mimeType":"image/png","fileSize":70,"isActive":true}`},
	{"DELETE /api/logo-settings/{id}", "", ""},
}

// featureSuccesses are those of features that can be taken out.
var featureSuccesses [][3]string

// lastSuccesses are made at the end, as they take away what the others need: the content, the session.
var lastSuccesses = [][3]string{
	{"POST /api/auth/password", "", `{"currentPassword":"` + password + `","newPassword":"another horse battery"}`},
}

// allSuccesses returns them in the order in which they are made.
func allSuccesses() [][3]string { return slices.Concat(featureSuccesses, successes, lastSuccesses) }

// triedElsewhere are calls that need more than a body. Those of a feature are added by its test.
var triedElsewhere = map[string]bool{}

// Every call answers as the description says.
func TestCallsMatchDescription(t *testing.T) {
	t.Parallel()
	lines := tableLines()
	tried := siteWith(t, complete(t)).succeed(t, lines)
	for name, line := range lines {
		drafts := line.Most == 256<<10 // which succeed with a model behind them
		elsewhere := triedElsewhere[name] || name == "POST /api/auth/logout" || name == "DELETE /api/account" || name == "POST /api/account/email/confirm"
		if line.Access != "public" && line.Access != "signed request" && !drafts && !tried[name] && !elsewhere {
			t.Errorf("%s is not tried: add it to successes, or featureSuccesses", name)
		}
	}
}

// tableLines are the lines of the table by their method and pattern.
func tableLines() map[string]app.TableLine {
	lines := map[string]app.TableLine{}
	for _, line := range app.Table() {
		lines[line.Method+" "+line.Pattern] = line
	}
	return lines
}

// succeed makes the reads that the successes leave out and then the successes, and returns the calls that were made.
func (s *openSite) succeed(t *testing.T, lines map[string]app.TableLine) (tried map[string]bool) {
	t.Helper()
	s.newReader("ann@example.com", "Ann") // user 3
	calls := allSuccesses()
	for name, line := range lines {
		listed := slices.ContainsFunc(allSuccesses(), func(call [3]string) bool { return call[0] == name })
		if line.Method == http.MethodGet && line.Access != "public" && !listed && !triedElsewhere[name] {
			calls = append([][3]string{{name}}, calls...)
		}
	}
	tried, version := map[string]bool{}, int64(0)
	for _, call := range calls {
		line := lines[call[0]]
		got := s.ask(administrator, line.Method, cmp.Or(call[1], addressOf(line.Pattern)), strings.ReplaceAll(call[2], "$version", fmt.Sprint(version)))
		if got.status >= 300 {
			t.Fatalf("%s: %d %s", call[0], got.status, got.body)
		}
		described(t, line.Method, line.Pattern, got)
		storetest.Same(t, call[0]+": Cache-Control", got.header.Get("Cache-Control"), "no-store")
		tried[call[0]] = true
		var led struct{ Version int64 }
		if err := json.Unmarshal([]byte(got.body), &led); err == nil {
			version = led.Version
		}
	}
	return tried
}
