package browse

import (
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// A category has its counts and its first products, those with a logo before the others. The list of all has no products.
func TestCategorySummaries(t *testing.T) {
	withLogo := func(p *catalog.Product) { p.Logo, p.LogoColor = "/uploads/a.jpg", "#aabbcc" }
	products := []catalog.Product{tool(1, "far", in("Video"), withLogo)}
	products = append(products, several(2, 28, in("Video"))...)
	products = append(products, tool(30, "lit", in("Video", "Audio"), withLogo, priced(catalog.Premium)), tool(31, "plain", in("Video")),
		tool(32, "gone", in("Empty")))
	s := newStore(products...)
	p := s.snapshot()
	s.remove(32)
	p = s.patch(p)
	list := p.Categories().Summaries()
	if len(list) != 3 || list[0].Name != "Audio" || list[1].Name != "Empty" || list[2].Name != "Video" || list[2].Count != 31 || len(list[2].Tools) > 0 {
		t.Fatalf("%+v", list)
	}
	list = p.Categories().Largest(3)
	if video := list[0]; video.Count != 31 || video.Pricing[2] != (PricingCount{catalog.Premium, 1}) || !slices.Equal(ids(video.Tools), []int64{30, 31, 29}) {
		t.Errorf("%+v, its tools: %d", video, ids(video.Tools)) // the other one with a logo is too far down
	}
	same(t, "without the empty one", len(list), 2)
	same(t, "a logo", string(list[1].Tools[0].AppendLogo(nil)), `{"name":"lit","logo":"/uploads/a.jpg","logoColor":"#aabbcc"}`)
}

// The largest categories come first, equal ones A–Z, and empty ones do not come.
func TestLargestCategories(t *testing.T) {
	s := newStore(tool(1, "a", in("Video", "Audio")), tool(2, "b", in("Video", "Writing")), tool(3, "c", in("Empty")))
	p := s.snapshot()
	s.remove(3)
	p = s.patch(p)
	var names []string
	for _, category := range p.Categories().Largest(3) {
		names = append(names, category.Name)
	}
	same(t, "the three largest", names, []string{"Video", "Audio", "Writing"})
	largest := p.Categories().Largest(1)
	same(t, "only the largest", len(largest), 1)
	wantIDs(t, largest[0].Tools, 2, 1)
}
