package api

import (
	"net/http/httptest"
	"slices"
	"testing"
)

// When visits change, only answers that depend on them are made again.
func TestCacheVisits(t *testing.T) {
	a := open(t, directory())
	targets := []string{"/api/products?sort=popular&limit=2", "/api/catalog?sort=popular", "/api/products?sort=name", "/api/catalog"}
	ask := func() map[string]*httptest.ResponseRecorder {
		answers := map[string]*httptest.ResponseRecorder{}
		for _, target := range targets {
			get(t, a, target)
			answers[target] = get(t, a, target)
		}
		return answers
	}
	before := ask()
	a.options.Catalogue.SetVisits(map[int64]int64{1: 3, 2: 2})
	for target, now := range ask() {
		same := now.Body.String() == before[target].Body.String()
		sameTag := now.Header().Get("Etag") == before[target].Header().Get("Etag")
		if byVisits := slices.Contains(targets[:2], target); same == byVisits || sameTag == byVisits {
			t.Errorf("%s: the same answer: %t, the same tag: %t", target, same, sameTag)
		}
	}
	want := `[{"id": 1}, {"id": 2}]`
	if err := within(parse(t, want), parse(t, get(t, a, targets[0]).Body.String()), "$"); err != nil {
		t.Error(err)
	}
}
