package app

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	scenarios = append(scenarios, []scenario{
		{"a comparison by ids", "GET", "/api/compare?products=2,1", 200, `{"name": "alpha-writer-vs-beta-editeur", "products": [{"id": 1}, {"id": 2}], "facts": [{"kind": "price"}, {"kind": "categories", "values": [["Writing"], ["Video", "Writing"]], "same": false}, {"kind": "deal"}], "verdict": ""}`, ""},
		{"a comparison by the name in its address", "GET", "/api/compare?products=beta-editeur-vs-Alpha-Writer", 200, `{"name": "alpha-writer-vs-beta-editeur"}`, ""},
		{"a comparison with an unknown product", "GET", "/api/compare?products=1,nope", 404, `{"code": "not_found"}`, ""},
		{"a comparison of a product with itself", "GET", "/api/compare?products=1,1", 404, `{"code": "not_found"}`, ""},
		{"a comparison of five", "GET", "/api/compare?products=1,2,3,4,5", 404, `{"code": "not_found"}`, ""},
		{"a comparison of nothing", "GET", "/api/compare", 404, `{"code": "not_found"}`, ""},
		{"the comparisons that a product's page links", "GET", "/api/products/1/comparisons", 200, `[]`, ""},
		{"the comparisons of an unknown product", "GET", "/api/products/nope/comparisons", 404, `{"code": "not_found"}`, ""},
	}...)
}

// A view of a comparison with a verdict is counted and read back.
func TestCompareViews(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	fill(t, s, sampleDirectory())
	storetest.NoError(t, storetest.ErrorOf((&compare.Queries{DB: s.DB}).SaveVerdict(t.Context(), "test", "1,2", "Both")))
	const view = `{"page":"alpha-writer-vs-beta-editeur","kind":"comparison"}`
	a := viewed(t, s, `{"page":"beta-editeur-vs-alpha-writer","kind":"comparison"}`, view, view, view, `{"page":"alpha-writer-vs-beta-editeur-vs-tool-03","kind":"comparison"}`)
	for target, want := range map[string]string{
		"/api/admin/visits":   `{"pages": [{"path": "/compare/alpha-writer-vs-beta-editeur", "title": "Alpha Writer vs Beta Éditeur", "views": 3}]}`,
		"/api/admin/verdicts": `[{"products": "1,2", "name": "alpha-writer-vs-beta-editeur", "views": 3}]`,
	} {
		t.Run(target, func(t *testing.T) { Contains(t, get(t, a, target).Body.String(), want) })
	}
	for _, body := range []string{`{"page":"alpha-writer","kind":"comparison"}`, `{"product":1,"kind":"comparison"}`} {
		storetest.Same(t, body, sendVisit(a, body).Code, http.StatusNotFound)
	}
}
