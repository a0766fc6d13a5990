package app_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/linkchecks"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const (
	onLinks = "/api/admin/links"
	checks  = "/api/admin/link-checks"
)

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST " + onLinks + "/start", "", ""},
		{"POST " + onLinks + "/pause", "", ""},
		{"POST " + onLinks + "/resume", "", ""},
		{"GET " + checks, checks + "?state=moved", ""},
		{"POST " + checks + "/accept", "", `{"state":"gone","all":true}`},
		{"POST " + checks + "/confirm", "", `{"ids":[1]}`},
	}...)
	rules = append(rules, []fieldRules{
		{administrator, []string{"POST " + checks + "/accept"}, `{"state":"gone"}`, fields{"ids": {absent, []int{}, 5, []string{"1"}, make([]int, 1001)}}},
		{administrator, []string{"POST " + checks + "/accept"}, `{"state":"gone","ids":[1]}`, fields{"all": {true, 5}, "state": {absent, "", "ok", "refused", 5}}},
		{administrator, []string{"POST " + checks + "/confirm"}, `{}`, fields{"ids": {absent, []int{}, 5, []string{"1"}, make([]int, 1001)}}},
	}...)
	needScope(account.ScopeReadAll, onLinks, checks)
}

// A run is started, and what it finds is listed, confirmed, accepted and undone.
func TestLinkChecks(t *testing.T) {
	eachSite(t, siteTests{
		"propose what is accepted and undone": func(t *testing.T, s *openSite) {
			run := read[linkchecks.Run](t, s.ask(administrator, "POST", onLinks+"/start", ""), http.StatusOK)
			storetest.Same(t, "status and due links", []any{run.Status, run.Pending == run.Due, run.Due > 1}, []any{linkchecks.Running, true, true})
			q := &linkchecks.Queries{DB: s.store.DB}
			hosts, err := q.DueHosts(t.Context(), "", 1)
			storetest.NoError(t, err)
			links, err := q.DueLinks(t.Context(), hosts[0], 1)
			storetest.NoError(t, err)
			storetest.NoError(t, q.Save(t.Context(), links[0], linkchecks.Finding{State: linkchecks.Moved, Target: "https://new.example/", Reason: "It redirects permanently."}))
			product := fmt.Sprintf("/api/products/%d", links[0].Product)

			s.expect(t, administrator, "GET", checks+"?state=moved", "", 200, `{"checks":[{"target":"https://new.example/","reason":"It redirects permanently."}],"next":0}`)
			s.expect(t, administrator, "GET", checks, "", 200, `{"checks":[]}`)
			s.ask(administrator, "GET", checks+"?state=pending", "").failed(t, http.StatusBadRequest, "state")
			s.ask(administrator, "POST", onLinks+"/resume", "").failed(t, http.StatusConflict)
			s.expect(t, administrator, "GET", onLinks, "", 200, `{"counts":{"moved":1}}`)

			ids := fmt.Sprintf(`{"ids":[%d]}`, links[0].Product)
			s.expect(t, nobody, "GET", product, "", 200, `{"linkCheckedAt":""}`)
			s.expect(t, administrator, "POST", checks+"/confirm", ids, http.StatusNoContent, "")
			s.expect(t, administrator, "GET", checks+"?state=ok", "", 200, `{"checks":[{"state":"ok"}]}`)
			shown := read[struct{ LinkCheckedAt string }](t, s.ask(nobody, "GET", product, ""), http.StatusOK)
			storetest.Same(t, "length of what visitors see", len(shown.LinkCheckedAt), len("2026-11-30T00:00:00Z"))
			s.expect(t, administrator, "POST", checks+"/confirm", ids[:len(ids)-1]+`,"confirmed":false}`, http.StatusNoContent, "")
			s.expect(t, nobody, "GET", product, "", 200, `{"linkCheckedAt":""}`)

			accepted := read[catalog.BulkChanged](t, s.ask(administrator, "POST", checks+"/accept", `{"state":"moved","all":true}`), http.StatusOK)
			storetest.Same(t, "accepted", accepted.Changed, 1)
			s.expect(t, nobody, "GET", product, "", 200, `{"website":"https://new.example/"}`)
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, accepted.Version), 200, `{"restored":1}`)
			s.expect(t, administrator, "GET", checks+"?state=moved", "", 200, `{"checks":[{"target":"https://new.example/"}]}`)
		},
	})
}
