package money_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A link that surely led nowhere twice, a day apart, isn't used until it leads somewhere again or has another URL. What refuses, fails
// or can't be reached says nothing.
func TestCheckLinks(t *testing.T) {
	eachMovers(t, func(t *testing.T, m *movers) {
		links := map[string]int64{}
		tool := m.add(t, "https://tool.example/")
		for _, path := range []string{"/", "/gone", "/404", "/403", "/500", "/loop", "/inside"} {
			address := m.url("pen.sjv.io", path)
			network := "Impact"
			links[path] = storetest.Must(m.queries.AddLink(t.Context(), "ann", tool, money.Fields{Network: &network, URL: &address}))(t).ID
		}
		unknown, network := m.url("nowhere.example", "/"), "Impact"
		links["unknown"] = storetest.Must(m.queries.AddLink(t.Context(), "ann", tool, money.Fields{Network: &network, URL: &unknown}))(t).ID
		failing := func() map[string]string {
			t.Helper()
			found, used := map[string]string{}, map[int64]bool{}
			for _, l := range storetest.ReadAll(t, m.Store).PaidLinks[tool] {
				used[l.ID] = true
			}
			for _, l := range storetest.Must(m.queries.LinksOf(t.Context(), tool))(t) {
				if used[l.ID] != (l.Failing == "") {
					t.Errorf("%s is used: %t, its reason: %q", l.URL, used[l.ID], l.Failing)
				}
				for path, id := range links {
					if id == l.ID && l.Failing != "" {
						found[path] = l.Failing
					}
				}
			}
			return found
		}
		version := func() int64 { return storetest.ReadAll(t, m.Store).Version }
		before := version()
		for range 2 { // the second within a day
			storetest.Must(m.mover.CheckLinks(t.Context()))(t)
			storetest.Same(t, "failing after one check", failing(), map[string]string{})
		}
		storetest.Same(t, "changes of the catalogue", version(), before)
		want := map[string]string{
			"/gone": "pen.example answers with status 404.", "/404": "pen.sjv.io answers with status 404.", "unknown": "nowhere.example doesn't exist.",
		}
		for range 2 {
			storetest.NoError(t, m.mover.CheckAgain(t.Context()))
			storetest.Same(t, "failing", failing(), want)
		}
		storetest.Same(t, "changes of the catalogue: also by the links of the desk", version(), before+3+3)
		fixed := m.url("pen.sjv.io", "/page")
		storetest.Must(m.queries.ChangeLinks(t.Context(), "ann", []int64{links["/404"]}, money.Fields{URL: &fixed}))(t)
		delete(want, "/404")
		storetest.Same(t, "failing with another URL", failing(), want)
	})
}
