package app

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	scenarios = append(scenarios, []scenario{
		{"alternatives are compared with the product", "GET", "/api/products/alpha-writer/alternatives", 200, `{"reasons": ["Beta Éditeur has a deal right now."],
			"alternatives": [{"product": {"id": 2, "slug": "beta-editeur"}, "isPick": false, "shared": ["Writing"], "different": ["Deal", "Also video"]}]}`, ""},
		{"alternatives are at most twenty", "GET", "/api/products/3/alternatives", 200, `{"reasons": [], "alternatives": {"length": 20}}`, ""},
		{"alternatives to an unknown product", "GET", "/api/products/nope/alternatives", 404, `{"code": "not_found"}`, ""},
	}...)
}

// A view of the alternatives to a product is counted and read back.
func TestAlternativesViews(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	fill(t, s, sampleDirectory())
	const one, two = `{"page":"alpha-writer","kind":"alternatives"}`, `{"page":"tool-03","kind":"alternatives"}`
	a := viewed(t, s, one, two, two)
	for target, want := range map[string]string{
		"/api/admin/visits": `{"pages": [{"path": "/alternatives/tool-03", "title": "Alternatives to Tool 03", "views": 2},
			{"path": "/alternatives/alpha-writer", "title": "Alternatives to Alpha Writer", "views": 1}]}`,
		"/api/admin/products/1/picks": `{"pinned": [], "hidden": [], "version": 1, "views": 1}`,
		"/api/admin/products/2/picks": `{"views": 0}`,
	} {
		t.Run(target, func(t *testing.T) { Contains(t, get(t, a, target).Body.String(), want) })
	}
	storetest.Same(t, "of an unknown product", sendVisit(a, `{"page":"nothing","kind":"alternatives"}`).Code, http.StatusNotFound)
}
