package app_test

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestReach(t *testing.T) {
	const address, list = "/api/admin/reach", "/api/admin/reach/pages?rule="
	eachSite(t, siteTests{
		"counts what is not indexable, and lists it in parts": func(t *testing.T, s *openSite) {
			found := func(id string) reach.Finding {
				t.Helper()
				for _, f := range read[reach.Report](t, s.ask(administrator, "GET", address, ""), http.StatusOK).Findings {
					if f.ID == id {
						return f
					}
				}
				t.Fatalf("no finding is %s", id)
				return reach.Finding{}
			}
			storetest.Same(t, "short descriptions", found("tool-description"), reach.Finding{ID: "tool-description", Name: "Short description",
				Reason: "Its description has fewer than 120 characters.", Blocks: true, Pages: 3})
			first := read[reach.ReachPages](t, s.ask(administrator, "GET", list+"tool-description&limit=2", ""), http.StatusOK)
			second := read[reach.ReachPages](t, s.ask(administrator, "GET", list+"tool-description&limit=2&cursor=2", ""), http.StatusOK)
			if len(first.Pages) != 2 || first.Next != 2 || len(second.Pages) != 1 || second.Next != 0 || first.Pages[0].Slug == "" || first.Pages[0].Kind != indexing.Tool {
				t.Errorf("the parts are %+v and %+v", first, second)
			}
			beyond := read[reach.ReachPages](t, s.ask(administrator, "GET", list+"tool-description&cursor=99", ""), http.StatusOK)
			storetest.Same(t, "beyond the end", len(beyond.Pages)+int(beyond.Next), 0)
			s.ask(administrator, "PATCH", "/api/admin/settings", `{"index":{"description":0}}`).has(t, http.StatusOK)
			storetest.Same(t, "short descriptions where none is too short", found("tool-description").Pages, 0)
			for _, query := range []string{"", "nope", "orphans&limit=0", "orphans&limit=201", "orphans&cursor=-1", "orphans&cursor=x"} {
				s.ask(administrator, "GET", list+query, "").failed(t, http.StatusBadRequest)
			}
		},
	})
}
