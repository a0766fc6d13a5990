package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/redirects"
)

// d0 is a valid old URL.
const d0 = `{"from":"/tool/first","to":"/products/1","status":301}`

func init() {
	const file = "/api/admin/redirects/import"
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST /api/admin/redirects", "", d0},
		{"PUT /api/admin/redirects/{id}", "", `{"from":"/tool/first","to":"","status":410}`},
		{"DELETE /api/admin/redirects/{id}", "", ""},
		{"POST " + file, "", "/tool/second,/products/2\n"},
	}...)
	rules = append(rules, fieldRules{administrator, []string{"POST /api/admin/redirects"}, d0, fields{
		"from":   {absent, "", "/", null, 5, "/a\u0000b", "/" + strings.Repeat("a", 2048)},
		"to":     {absent, "", null, 5, "https://other.example/", "//other.example/a", "products", `/\\other.example`},
		"status": {200, 404, "301"},
	}})
	needScope(account.ScopeReadAll, "/api/admin/redirects")
	previewed["redirects"] = "{0 0 0 0}"
	fileTypes[file], bounds[file] = "application/octet-stream", redirects.MaxFile
}

func TestRedirects(t *testing.T) {
	eachSite(t, siteTests{
		"are added, found, changed, deleted and undone": func(t *testing.T, s *openSite) {
			const list = "/api/admin/redirects"
			s.expect(t, administrator, "POST", list, `{"from":"https://old.example/tool/First/?utm_source=x","to":"/products/1"}`, 201,
				`{"id":1,"from":"/tool/First","status":301,"kind":"product","targetId":1,"name":"First","hits":0,"lastHit":""}`)
			s.ask(administrator, "POST", list, `{"from":"/tool/First/","to":"/tools"}`).naming(t, "from")
			s.expect(t, administrator, "PUT", list+"/1", `{"from":"/?p=7","to":"","status":410}`, 200, `{"from":"/?p=7","status":410,"kind":"gone","to":""}`)
			s.expect(t, administrator, "GET", list+"?search=p%3D7", "", 200, `{"total":1,"next":0,"redirects":[{"id":1}]}`)
			s.expect(t, administrator, "GET", list+"?search=first", "", 200, `{"total":0,"redirects":[]}`)
			s.ask(administrator, "GET", list+"?cursor=x", "").failed(t, http.StatusBadRequest)
			deleted := read[redirects.Deleted](t, s.ask(administrator, "DELETE", list+"/1", ""), http.StatusOK)
			s.ask(administrator, "DELETE", list+"/1", "").failed(t, http.StatusNotFound)
			s.ask(administrator, "PUT", list+"/1", d0).failed(t, http.StatusNotFound)
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, deleted.Version), 200, `{"restored":1}`)
			s.expect(t, administrator, "GET", list, "", 200, `{"total":1,"redirects":[{"id":1,"from":"/?p=7"}]}`)
		},
		"are imported as one change, after a dry run": func(t *testing.T, s *openSite) {
			const file = "/api/admin/redirects/import"
			const text = "old,new,status\n/a,/products/1,\n/b,,gone\n/c,/tools,308\n/d,https://other.example/,\n/e,,\n"
			counts := `{"rows":4,"matched":3,"added":3,"changed":0,"gone":1,"unmatched":1,"refused":1,` +
				`"listed":[{"line":5,"from":"/d","message":"It leads to another site."},{"line":6,"from":"/e","message":""}]}`
			s.expect(t, administrator, "POST", file+"?dryRun=true", text, 200, counts)
			s.expect(t, administrator, "GET", "/api/admin/redirects", "", 200, `{"total":0}`)
			made := read[redirects.Import](t, s.expect(t, administrator, "POST", file, text, 200, counts), http.StatusOK)
			s.expect(t, administrator, "POST", file, text, 200, `{"version":0,"added":0,"changed":0}`)
			s.expect(t, administrator, "GET", "/api/admin/redirects", "", 200, `{"total":3}`)
			entries := read[records.AuditPage](t, s.ask(administrator, "GET", "/api/audit?object=redirects", ""), http.StatusOK).Entries
			if len(entries) != 1 || entries[0].Version != made.Version || !entries[0].CanUndo {
				t.Errorf("entries %+v", entries)
			}
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, made.Version), 200, `{"restored":3}`)
			s.expect(t, administrator, "GET", "/api/admin/redirects", "", 200, `{"total":0}`)
			s.expect(t, administrator, "POST", file+"?rest=gone", "/e\n/f\n", 200, `{"added":2,"gone":2,"unmatched":2}`)
			s.ask(administrator, "POST", file+"?rest=all", "/e\n").failed(t, http.StatusBadRequest)
		},
	})
}
