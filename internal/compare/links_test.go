package compare

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// A product's page links the comparison with the most similar product once that is chosen, and those with a verdict.
func TestLinks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		category := catalog.Category{ID: 1, Name: "Video", Slug: "video"}
		store := fixedStore{Version: 1, Categories: []catalog.Category{category}}
		for i, slug := range []string{"alpha", "beta", "gamma", "delta"} {
			p := catalog.Product{ID: int64(i + 1), Slug: slug, ProductFields: catalog.ProductFields{Name: slug, Categories: []string{"Video"}}}
			p.Description = [...]string{"edits long video clips", "edits long video clips", "draws maps", "draws maps"}[i]
			store.Products = append(store.Products, p)
		}
		live := open(t, store)
		settings, verdicts := &site.Settings{}, Verdicts{{Products: "1,2"}, {Products: "1,2,3"}, {Products: "1,9"}, {Products: "2,3"}}
		site.Add(settings, verdicts)
		links := func(id string) (names []string) {
			item, _ := live.Snapshot().Product(id)
			for _, c := range Links(live.Snapshot(), settings, item) {
				names = append(names, c.Name)
			}
			return names
		}
		linked := func() (names []string) {
			for _, name := range []string{"alpha-vs-beta", "alpha-vs-beta-vs-gamma", "alpha-vs-gamma", "beta-vs-gamma"} {
				if c, ok := Named(live.Snapshot(), name); ok && MayBeLinked(c, live.Snapshot(), settings) {
					names = append(names, name)
				}
			}
			return names
		}
		wantNames(t, links("1"), "alpha-vs-beta", "alpha-vs-beta-vs-gamma")
		wantNames(t, linked(), "alpha-vs-beta", "alpha-vs-beta-vs-gamma", "alpha-vs-gamma", "beta-vs-gamma")
		ctx, stop := context.WithCancel(t.Context())
		go live.LinkSimilar(ctx)
		synctest.Wait()
		stop()
		site.Add(settings, verdicts[3:])
		wantNames(t, links("1"), "alpha-vs-beta")
		wantNames(t, links("2"), "alpha-vs-beta", "beta-vs-gamma")
		wantNames(t, linked(), "alpha-vs-beta", "beta-vs-gamma")

		shown, _ := Named(live.Snapshot(), "alpha-vs-gamma")
		var others, similar []string
		for _, link := range otherLinks(live.Snapshot(), settings, shown) {
			others = append(others, link.Name)
			if name := link.Tools[0].Name + "-vs-" + link.Tools[1].Name; name != link.Name {
				t.Errorf("the logos of %s are those of %s", link.Name, name)
			}
		}
		for _, tool := range similarTools(live.Snapshot(), shown) {
			similar = append(similar, tool.Slug)
		}
		wantNames(t, others, "alpha-vs-beta", "delta-vs-gamma", "beta-vs-gamma")
		wantNames(t, similar, "beta", "delta")
		if full, ok := Listed(live.Snapshot(), "1,2,3,4"); !ok || len(similarTools(live.Snapshot(), full)) > 0 {
			t.Error("a comparison of four offers more tools")
		}
	})
}

func wantNames(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("the links are %q, want %q", got, want)
	}
}
