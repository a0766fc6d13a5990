package app

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	scenarios = append(scenarios, []scenario{
		{"the collections", "GET", "/api/collections", 200, `[{"slug": "best-of", "title": "Best <of>", "summary": "Why", "count": 2, "tools": [{"name": "Beta Éditeur"}, {"name": "Alpha Writer"}]}]`, ""},
		{"a collection", "GET", "/api/collections/best-of", 200, `{"introduction": "<p><strong>Why</strong></p>", "author": "Ann", "tools": [{"product": {"id": 2}, "note": "Films & <more>"}, {"product": {"id": 1}, "note": ""}]}`, ""},
		{"an unknown collection", "GET", "/api/collections/draft", 404, `{"code": "not_found"}`, ""},
		{"the latest collections on the home page", "GET", "/api/home-rows", 200, `{"collections": [{"slug": "best-of", "count": 2}]}`, ""},
	}...)
}

// A view of a collection is counted and read back.
func TestCollectionViews(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	fill(t, s, sampleDirectory())
	const view = `{"page":"best-of","kind":"collection"}`
	a := viewed(t, s, view, view)
	for target, want := range map[string]string{
		"/api/admin/visits":      `{"pages": [{"path": "/best/best-of", "title": "Best <of>", "views": 2}]}`,
		"/api/admin/collections": `[{"title": "Draft", "views": 0}, {"title": "Best <of>", "views": 2}]`,
	} {
		t.Run(target, func(t *testing.T) { Contains(t, get(t, a, target).Body.String(), want) })
	}
	storetest.Same(t, "of a draft", sendVisit(a, `{"page":"draft","kind":"collection"}`).Code, http.StatusNotFound)
}
