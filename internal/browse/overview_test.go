package browse

import (
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// The list of all categories has the counts of each and its first products, those with a logo before the others.
func TestCategorySummaries(t *testing.T) {
	withLogo := func(p *catalog.Product) { p.Logo, p.LogoColor = "/uploads/a.jpg", "#aabbcc" }
	premium := func(p *catalog.Product) { p.Type = catalog.Premium }
	products := []catalog.Product{tool(1, "far", in("Video"), withLogo)}
	for id := int64(2); id < 30; id++ {
		products = append(products, tool(id, "video", in("Video")))
	}
	products = append(products, tool(30, "lit", in("Video", "Audio"), withLogo, premium), tool(31, "plain", in("Video")), tool(32, "gone", in("Empty")))
	s := newStore(products...)
	p := s.snapshot()
	s.remove(32)
	p = s.patch(p)
	list := p.CategorySummaries()
	if len(list) != 3 || list[0].Name != "Audio" || list[1].Name != "Empty" || list[2].Name != "Video" {
		t.Fatalf("%+v", list)
	}
	if video := list[2]; video.Count != 31 || video.Pricing[2] != (PricingCount{catalog.Premium, 1}) || !slices.Equal(ids(video.Tools), []int64{30, 31, 29}) {
		t.Errorf("%+v, its tools: %d", video, ids(video.Tools)) // the other one with a logo is too far down
	}
	if len(list[1].Tools) != 0 || list[1].Count != 0 {
		t.Errorf("the empty one: %+v", list[1])
	}
	if got := string(list[0].Tools[0].AppendLogo(nil)); got != `{"name":"lit","logo":"/uploads/a.jpg","logoColor":"#aabbcc"}` {
		t.Errorf("a logo: %s", got)
	}
}

// The largest categories come first, equal ones A–Z, and empty ones do not come.
func TestLargestCategories(t *testing.T) {
	s := newStore(tool(1, "a", in("Video", "Audio")), tool(2, "b", in("Video", "Writing")), tool(3, "c", in("Empty")))
	p := s.snapshot()
	s.remove(3)
	p = s.patch(p)
	var names []string
	for _, category := range p.LargestCategories(3) {
		names = append(names, category.Name)
	}
	if !slices.Equal(names, []string{"Video", "Audio", "Writing"}) || len(p.LargestCategories(1)) != 1 {
		t.Errorf("%q", names)
	}
	if tools := ids(p.LargestCategories(1)[0].Tools); !slices.Equal(tools, []int64{2, 1}) {
		t.Errorf("tools of the largest: %d", tools)
	}
}
