package app_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/records"
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
		"pins and hides alternatives": func(t *testing.T, s *openSite) {
			const picks, list = "/api/admin/products/1/picks", "/api/products/1/alternatives"
			s.expect(t, administrator, "GET", picks, "", 200, `{"pinned":[],"hidden":[],"version":1}`)
			unchanged := s.unchanged(t)
			s.ask(administrator, "PUT", picks, `{"pinned":[2],"hidden":[2]}`).naming(t, "hidden") // TestRules has the other rules
			s.ask(administrator, "PUT", picks, `{"pinned":[2],"hidden":[],"version":7}`).failed(t, http.StatusConflict)
			unchanged()
			s.expect(t, administrator, "PUT", picks, `{"pinned":[3],"hidden":[2],"version":1}`, 200, `{"pinned":[3],"hidden":[2],"version":2}`)
			s.expect(t, nobody, "GET", list, "", 200, `{"alternatives":[{"product":{"id":3},"isPick":true}]}`)
			const audit = "/api/audit?object=alternative_picks"
			s.expect(t, administrator, "GET", audit, "", 200, `{"entries":[{"action":"update","objectId":"1","before":{"pinned":[]},"after":{"name":"First","pinned":[3],"hidden":[2]}}]}`)
			version := read[records.AuditPage](t, s.ask(administrator, "GET", audit, ""), http.StatusOK).Entries[0].Version
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, version), 200, `{"restored":1}`)
			s.expect(t, administrator, "GET", picks, "", 200, `{"pinned":[],"hidden":[],"version":3}`)
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
			s.expect(t, administrator, "PUT", "/api/categories/1", `{"id":1,"name":" Text ","slug":"writing"}`, 200, `{"id":1,"name":"Text","slug":"text"}`)
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
		"says what a request for a draft is missing, and then what is not configured": func(t *testing.T, s *openSite) {
			const (
				name, website = "Please enter a product name first", "Please enter a website URL first"
				both          = "Please enter product name and website URL first"
				prompt        = "Please enter a custom prompt or use the default suggestion"
				badURL        = "Please enter a valid URL that starts with http:// or https://"
			)
			defer s.unchanged(t)()
			for _, try := range []struct{ address, body, message string }{
				{"generate-description", `{}`, name},
				{"generate-description", `{"productName":" ","websiteUrl":"https://example.com/"}`, name},
				{"generate-description", `{"productName":null,"websiteUrl":null}`, name},
				{"generate-description", `{"productName":"X"}`, website},
				{"generate-description", `{"productName":"X","websiteUrl":"\t"}`, website},
				{"enhance-description", `{}`, both},
				{"enhance-description", `{"productName":"X","currentDescription":"d"}`, both},
				{"enhance-description", `{"websiteUrl":"https://example.com/"}`, both},
				{"ai/generate-usecases", `{}`, name},
				{"ai/generate-usecases", `{"websiteUrl":"https://example.com/"}`, name},
				{"ai/generate-legal-content", `{}`, prompt},
				{"ai/generate-legal-content", `{"prompt":" \n","pageType":"privacy-policy"}`, prompt},
				{"ai/generate-legal-content", `{"prompt":"x","pageType":"PRIVACY-POLICY"}`, "Please choose one of the four legal pages"},
				{"ai/generate-legal-content", `{"prompt":"` + strings.Repeat("é", 10_001) + `"}`, "Please use at most 10000 characters"},
				{"ai/generate-usecases", `{"productName":"` + strings.Repeat("é", 201) + `"}`, "Please use at most 200 characters"},
			} {
				got := s.expect(t, administrator, "POST", "/api/"+try.address, try.body, 422, asJSON(map[string]string{"message": try.message}))
				got.failed(t, http.StatusUnprocessableEntity, `"field":"`)
			}
			for _, scheme := range []string{"file:///etc/passwd", "gopher://x/", "dict://x/", "ftp://x/", "data:text/plain,x", "unix:///x", "jar:http://x/!/", "http+unix://x/", "javascript:alert(1)", "//x/"} {
				for _, address := range []string{"generate-description", "enhance-description", "ai/generate-usecases"} {
					s.ask(administrator, "POST", "/api/"+address, `{"productName":"X","websiteUrl":"`+scheme+`","currentDescription":"d"}`).naming(t, "websiteUrl", badURL)
				}
			}
			for _, line := range app.Table() {
				if body, known := bodies[line.Method+" "+line.Pattern]; known && strings.Contains(line.Pattern, "-") && line.Most == 256<<10 {
					got := s.ask(administrator, line.Method, line.Pattern, body)
					got.failed(t, http.StatusServiceUnavailable, `"AI drafting is not configured. Please set VITRINE_AI_BASE_URL, VITRINE_AI_API_KEY and VITRINE_AI_MODEL`)
					storetest.Same(t, line.Pattern+" has Retry-After", got.header.Get("Retry-After") != "", true)
				}
			}
		},
	})
}

const weekly = "/api/admin/newsletter/drafts/weekly"

// successes are calls that succeed when they are made one after the other, with their address where it is not that of
// addressOf, and their body: at least one for each change in the table that is not for everybody, and the reads that find more
// then. $version is the version that the call before led to.
var successes = [][3]string{
	{"GET /api/admin/reach/pages", "/api/admin/reach/pages?rule=tool-description", ""},
	{"PATCH /api/admin/settings", "", `{"index":{"toolFacts":3}}`},
	{"POST /api/admin/settings/theme-preview", "", `{"corners":"large"}`},
	{"POST /api/admin/collections", "", c0},
	{"PUT /api/admin/collections/{id}", "", strings.Replace(c0, "Best of", "The best", 1)},
	{"POST /api/admin/collection-preview", "", c0},
	{"DELETE /api/admin/collections/{id}", "", ""},
	{"PUT /api/compare/{ids}/verdict", "/api/compare/2,1/verdict", `{"text":"Take **the first**."}`},
	{"DELETE /api/compare/{ids}/verdict", "", ""},
	{"POST " + onLogos + "/start", "", ""},
	{"POST " + onLogos + "/pause", "", ""},
	{"POST " + onLogos + "/resume", "", ""},
	{"GET " + proposals, proposals + "?state=none", ""},
	{"POST " + proposals + "/accept", "", `{"all":true}`},
	{"POST " + proposals + "/dismiss", "", `{"ids":[1]}`},
	{"PATCH /api/account", "", `{"name":"Ann"}`},
	{"POST /api/account/email", "", `{"email":"ann@example.com","currentPassword":"` + password + `"}`},
	{"DELETE /api/account/email", "", ""},
	{"DELETE /api/account/sessions", "", ""},
	{"PUT /api/favorites/{id}", "", ""},
	{"POST /api/favorites/merge", "", `{"productIds":[2,3]}`},
	{"GET /api/favorites", "", ""},
	{"GET /api/account/export", "", ""},
	{"DELETE /api/favorites/{id}", "", ""},
	{"POST /api/admin/users/{id}/resend", "/api/admin/users/3/resend", ""},
	{"PATCH /api/admin/users/{id}", "/api/admin/users/3", `{"isDisabled":true}`},
	{"DELETE /api/admin/users/{id}", "/api/admin/users/3", ""},
	{"POST /api/admin/subscribers/import", "", `{"csv":"email\nann@example.com\n","consent":"They ticked a box."}`},
	{"GET /api/admin/subscribers", "", ""},
	{"GET /api/admin/subscribers/export", "", ""},
	{"PUT " + oneDraft, "", i0},
	{"POST " + oneDraft + "/preview", "", i0},
	{"POST " + oneDraft + "/test", "", i0},
	{"DELETE " + oneDraft, "", ""},
	{"POST " + oneDraft + "/send", "", i0},
	{"POST " + oneIssue + "/pause", "/api/admin/newsletter/issues/2/pause", ""},
	{"POST " + oneIssue + "/resume", "/api/admin/newsletter/issues/2/resume", ""},
	{"POST " + oneIssue + "/stop", "/api/admin/newsletter/issues/2/stop", ""},
	{"POST " + oneDraft + "/send", "/api/admin/newsletter/drafts/monthly/send", i0[:len(i0)-1] + `,"at":"` + time.Now().UTC().AddDate(0, 0, 2).Format("2006-01-02T15:04") + `","zone":"UTC"}`},
	{"POST " + oneIssue + "/unschedule", "/api/admin/newsletter/issues/3/unschedule", ""},
	{"GET " + oneIssue, "/api/admin/newsletter/issues/2", ""},
	{"DELETE /api/admin/subscribers/{id}", "", ""},
	{"GET /api/admin/reader-numbers", "", ""},
	{"POST /api/products", "", p0},
	{"PUT /api/products/{x}", "", p0},
	{"PATCH /api/products/reorder", "", `{"updates":[{"id":1,"displayOrder":7}]}`},
	{"POST /api/undo", "", `{"version":$version}`},
	{"GET /api/undo/{version}", "/api/undo/1", ""},
	{"PUT /api/admin/products/{x}/picks", "", `{"pinned":[2],"hidden":[3]}`},
	{"GET /api/admin/products/{x}/picks", "", ""},
	{"POST /api/products/bulk", "", `{"ids":[1],"change":{"addCategories":["Video"]}}`},
	{"DELETE /api/products/{x}", "", ""},
	{"GET /api/trash", "", ""},
	{"POST /api/trash/restore", "", `{"ids":[1]}`},
	{"DELETE /api/products/{x}", "", ""},
	{"POST /api/products/{x}/restore", "", `{}`},
	{"GET /api/audit", "", ""},
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
	{"POST /api/upload", "", `{"image":"` + pixel + `"}`},
	{"POST /api/fill-from-website", "", `{"url":"https://lumen.example/"}`},
	{"POST /api/legal-pages", "", legal0},
	{"POST /api/legal-pages", "", legal0}, // which is there by now
	{"POST /api/legal-pages/preview", "", `{"content":"# Yours"}`},
	{"POST /api/social-media", "", `{"platform":"GitHub","url":"https://github.com/example"}`},
	{"PUT /api/social-media/{id}", "", `{"isActive":false}`},
	{"PATCH /api/social-media/reorder", "", `{"updates":[{"id":1,"displayOrder":3}]}`},
	{"DELETE /api/social-media/{id}", "", ""},
	{"POST /api/logo-settings", "", `{"type":"main","name":"Logo","fileName":"logo.png","fileData":"` + pixel + `","mimeType":"image/png","fileSize":70,"isActive":true}`},
	{"DELETE /api/logo-settings/{id}", "", ""},
	{"POST /api/sync/preview", "", ""},
	{"POST /api/sync/manual", "", ""},
	{"GET /api/sync", "", ""}, // with a run
	{"POST /api/sync-logos", "", ""},
	{"POST /api/auth/password", "", `{"currentPassword":"` + password + `","newPassword":"another horse battery"}`},
}

// Every call answers as the description says.
func TestCallsMatchDescription(t *testing.T) {
	t.Parallel()
	lines := tableLines()
	tried := siteWith(t, copying(mirror.Options{Open: production(t).open})).succeed(t, lines)
	for name, line := range lines {
		drafts := line.Most == 256<<10 // which succeed with a model behind them
		elsewhere := name == "POST /api/auth/logout" || name == "DELETE /api/account" || name == "POST /api/account/email/confirm"
		if line.Access != "public" && line.Access != "signed request" && !drafts && !tried[name] && !elsewhere {
			t.Errorf("%s is not tried: add it to successes", name)
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
	calls := successes
	for name, line := range lines {
		listed := slices.ContainsFunc(successes, func(call [3]string) bool { return call[0] == name })
		if line.Method == http.MethodGet && line.Access != "public" && !listed {
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
		if isFile := line.Pattern == mirror.ContentPath || line.Pattern == "/api/admin/subscribers/export"; !isFile { // which are no JSON
			described(t, line.Method, line.Pattern, got)
		}
		storetest.Same(t, call[0]+": Cache-Control", got.header.Get("Cache-Control"), "no-store")
		tried[call[0]] = true
		var led struct{ Version int64 }
		if err := json.Unmarshal([]byte(got.body), &led); err == nil {
			version = led.Version
		}
	}
	return tried
}
