package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/searches"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// y0 is a valid synonym.
const y0 = `{"says":"epistle","means":"letter, mail"}`

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST /api/admin/synonyms", "", y0},
		{"PUT /api/admin/synonyms/{id}", "", `{"says":"epistle","means":"letter"}`},
		{"DELETE /api/admin/synonyms/{id}", "", ""},
		{"DELETE /api/admin/searches/{key}", "", ""},
	}...)
	bad := []any{absent, "", " \n", null, 5, "a\nb", "a\u0000", strings.Repeat("é", 101)}
	rules = append(rules, fieldRules{administrator, []string{"POST /api/admin/synonyms"}, y0, fields{"says": bad, "means": append(bad, " , ")}})
	needScope(account.ScopeRead, "/api/admin/synonyms")
	needScope(account.ScopeReadAll, "/api/admin/searches")
	previewed["synonyms"] = "{0 0 0 0}"
}

// What visitors searched for in vain is listed with what they are shown, until a synonym or a tool helps, or it is dismissed.
func TestVainSearches(t *testing.T) {
	eachSite(t, siteTests{
		"are listed, helped and dismissed": func(t *testing.T, s *openSite) {
			const list = "/api/admin/searches"
			queries := &searches.Queries{DB: s.store.DB}
			today := visits.DayOf(s.store.Now())
			storetest.NoError(t, queries.AddVain(t.Context(), []searches.Count{{Day: today, Words: "xylograms", Asked: 4}, {Day: today, Words: "second", Asked: 3}, {Day: today, Words: "zithers", Asked: 3}, {Day: today, Words: "lutes", Asked: 2}}))
			found := read[[]searches.VainSearch](t, s.expect(t, administrator, "GET", list, "", 200, `[{"words":"xylograms","asked":4,"found":0,"shownFor":""},{"words":"zithers","asked":3}]`), http.StatusOK)
			s.expect(t, administrator, "POST", "/api/admin/synonyms", `{"says":"xylogram","means":"second"}`, 201, `{"id":1,"says":"xylogram","means":"second"}`)
			s.expect(t, nobody, "GET", "/api/products?search=xylograms", "", 200, `[{"name":"Second"}]`)
			s.expect(t, administrator, "GET", list, "", 200, `[{"words":"zithers"}]`)
			s.expect(t, administrator, "DELETE", list+"/"+found[1].Key, "", http.StatusNoContent, "")
			s.expect(t, administrator, "GET", list, "", 200, `[]`)
			s.expect(t, administrator, "PUT", "/api/admin/synonyms/1", `{"says":"xylogram","means":"flute"}`, 200, `{"means":"flute"}`)
			s.expect(t, administrator, "GET", list, "", 200, `[{"words":"xylograms"}]`)
			version := read[records.AuditPage](t, s.ask(administrator, "GET", "/api/audit?object=synonyms", ""), http.StatusOK).Entries[0].Version
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, version), 200, `{"restored":1}`)
			s.expect(t, administrator, "GET", "/api/admin/synonyms", "", 200, `[{"id":1,"means":"second"}]`)
			s.ask(administrator, "PUT", "/api/admin/synonyms/9", y0).failed(t, http.StatusNotFound)
			s.ask(administrator, "DELETE", "/api/admin/synonyms/9", "").failed(t, http.StatusNotFound)
		},
	})
}
