package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// c0 is a valid collection.
const c0 = `{"slug":"","title":"Best of","introduction":"*Why*","author":"Ann","status":"published","tools":[{"id":2,"note":"Good"},{"id":1,"note":""}]}`

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST /api/admin/collections", "", c0},
		{"PUT /api/admin/collections/{id}", "", strings.Replace(c0, "Best of", "The best", 1)},
		{"POST /api/admin/collection-preview", "", c0},
		{"DELETE /api/admin/collections/{id}", "", ""},
	}...)
	rules = append(rules, []fieldRules{
		{administrator, []string{"POST /api/admin/collections", "POST /api/admin/collection-preview"}, c0, fields{
			"title":        {absent, "", " \n", null, 5, "a\nb", "a\u0000", strings.Repeat("é", 151)},
			"slug":         {"A b", "-a", 5},
			"introduction": {5, "a\u0000", strings.Repeat("é", 5001)},
			"author":       {5, "a\nb", strings.Repeat("é", 101)},
			"status":       {absent, "", "Draft", null, 5},
			"publishedAt":  {"1999-12-31T23:59:59Z", "2101-01-01T00:00:00Z"},
			"tools":        {absent, null, 5, []any{map[string]any{"id": 1}, map[string]any{"id": 1}}},
		}},
	}...)
	needScope(account.ScopeRead, "/api/admin/collections", "/api/admin/collections/{id}")
	examples = append(examples, "{slug}", "first")
	previewed["collections"] = "{0 0 0 1}" // the one that is here
}

// An administrator's change of a collection is in the very next answer.
func TestCollections(t *testing.T) {
	eachSite(t, siteTests{
		"creates, changes and deletes": func(t *testing.T, s *openSite) {
			const list, page, one = "/api/collections", "/api/collections/best-of", "/api/admin/collections/2"
			s.expect(t, administrator, "DELETE", "/api/admin/collections/1", "", http.StatusNoContent, "")
			s.expect(t, nobody, "GET", list, "", 200, `{"length":0}`)
			s.expect(t, nobody, "GET", "/api/site", "", 200, `{"collections":false}`)
			s.expect(t, administrator, "POST", "/api/admin/collections", c0, 201, `{"id":2,"slug":"best-of","version":1}`)
			s.expect(t, nobody, "GET", list, "", 200, `[{"slug":"best-of","title":"Best of","summary":"Why","count":2,"tools":{"length":2}}]`)
			s.expect(t, nobody, "GET", page, "", 200, `{"introduction":"<p><em>Why</em></p>","author":"Ann","tools":[{"product":{"id":2},"note":"Good"},{"product":{"id":1},"note":""}]}`)
			s.expect(t, nobody, "GET", "/api/site", "", 200, `{"collections":true}`)
			s.expect(t, administrator, "GET", "/api/admin/collections", "", 200, `[{"id":2,"status":"published","tools":[2,1],"reasons":["It has fewer than 5 tools."]}]`)

			s.expect(t, administrator, "DELETE", "/api/products/2", "", http.StatusNoContent, "")
			s.expect(t, nobody, "GET", page, "", 200, `{"tools":[{"product":{"id":1}}]}`)
			s.expect(t, administrator, "POST", "/api/products/2/restore", `{}`, http.StatusOK, "")
			s.expect(t, nobody, "GET", page, "", 200, `{"tools":[{"product":{"id":2}},{"product":{"id":1}}]}`)

			unchanged := s.unchanged(t)
			s.ask(administrator, "PUT", one, strings.Replace(c0, "{", `{"version":7,`, 1)).failed(t, http.StatusConflict)
			s.ask(administrator, "POST", "/api/admin/collections", c0).naming(t, "slug")
			s.ask(administrator, "PUT", one, strings.Replace(c0, `"id":2`, `"id":999`, 1)).naming(t, "tools")
			unchanged()

			s.expect(t, administrator, "PUT", one, strings.Replace(strings.Replace(c0, "published", "draft", 1), "{", `{"version":1,`, 1), 200, `{"version":2,"publishedAt":"0001-01-01T00:00:00Z"}`)
			s.ask(nobody, "GET", page, "").failed(t, http.StatusNotFound)
			s.expect(t, nobody, "GET", list, "", 200, `{"length":0}`)
			version := read[records.AuditPage](t, s.ask(administrator, "GET", "/api/audit?object=collections", ""), http.StatusOK).Entries[0].Version
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, version), 200, `{"restored":1}`)
			s.expect(t, nobody, "GET", page, "", 200, `{"title":"Best of"}`)
			s.expect(t, administrator, "DELETE", one, "", http.StatusNoContent, "")
			s.ask(nobody, "GET", page, "").failed(t, http.StatusNotFound)
		},
		"hides scheduled ones": func(t *testing.T, s *openSite) {
			at := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
			s.expect(t, administrator, "POST", "/api/admin/collections", strings.Replace(c0, "{", `{"publishedAt":"`+at+`",`, 1), 201, `{"publishedAt":"`+at+`"}`)
			s.ask(nobody, "GET", "/api/collections/best-of", "").failed(t, http.StatusNotFound)
			s.expect(t, administrator, "GET", "/api/admin/collections", "", 200, `[{"id":2,"status":"published"},{"id":1}]`)
		},
		"previews what is not stored": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			hostile := strings.Replace(strings.Replace(c0, "*Why*", "<script>x</script> [a](javascript:alert)", 1), "published", "draft", 1)
			s.expect(t, administrator, "POST", "/api/admin/collection-preview", hostile, 200,
				`{"slug":"best-of","introduction":"<p>&lt;script&gt;x&lt;/script&gt; [a](javascript:alert)</p>","tools":[{"product":{"id":2},"note":"Good"},{"product":{"id":1}}]}`)
		},
	})
}
