package app_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/records"
)

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"PUT /api/admin/products/{x}/picks", "", `{"pinned":[2],"hidden":[3]}`},
		{"GET /api/admin/products/{x}/picks", "", ""},
	}...)
	rules = append(rules, []fieldRules{
		{administrator, []string{"PUT /api/admin/products/1/picks"}, `{"pinned":[],"hidden":[]}`, fields{
			"pinned": {absent, null, 5, []int{1}, []int{2, 2}, []string{"2"}, []int{99}}, "hidden": {absent, null, []int{1}, []int{3, 3}, []int{99}}}},
	}...)
	needScope(account.ScopeRead, "/api/admin/products/{x}/picks")
	previewed["alternative_picks"] = "{0 0 0 0}"
}

func TestAlternatives(t *testing.T) {
	eachSite(t, siteTests{
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
	})
}
