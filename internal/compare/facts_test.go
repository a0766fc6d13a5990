package compare

import (
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	added := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	a := catalog.Product{CreatedAt: added, ProductFields: catalog.ProductFields{Type: catalog.Free, Categories: []string{"Video", "Design"},
		PromoText: "20 % off", HasDeal: true, UseCases: "- Cut clips\r\n\r\n• Add music\n-5 dB", VideoURL: "https://v.example"}}
	b := catalog.Product{CreatedAt: added.Add(30 * time.Minute), ProductFields: catalog.ProductFields{Type: catalog.Unknown, Categories: []string{"Design", "Video"}}}
	facts := Facts([]catalog.Product{a, b})
	want := []Fact{
		{catalog.PriceFact, [][]string{{"Free"}, {}}, false},
		{catalog.CategoriesFact, [][]string{{"Video", "Design"}, {"Design", "Video"}}, true},
		{catalog.DealFact, [][]string{{"20 % off"}, {}}, false},
		{catalog.UseCasesFact, [][]string{{"Cut clips", "Add music", "-5 dB"}, {}}, false},
		{catalog.VideoFact, [][]string{{"Available"}, {}}, false},
	}
	if !reflect.DeepEqual(facts, want) {
		t.Errorf("the facts are %v\nwant %v", facts, want)
	}
	items := open(t, fixedStore{Products: []catalog.Product{withKeys(a, 1), withKeys(b, 2)}}).Snapshot()
	one, _ := items.Product("1")
	two, _ := items.Product("2")
	if got := browse.Differing(one, two); got != 1 {
		t.Errorf("%d differ, want the deal only: nothing else is known of both and not the same", got)
	}
	c := withKeys(b, 3)
	c.Type, c.Categories = catalog.Premium, []string{"Music"}
	three, _ := open(t, fixedStore{Products: []catalog.Product{c}}).Snapshot().Product("3")
	if got := browse.Differing(one, two, three); got != 3 {
		t.Errorf("%d differ, want the price, the categories and the deal", got)
	}
	if got := Facts([]catalog.Product{b, b}); len(got) != 1 {
		t.Errorf("facts that no product has are listed: %v", got)
	}
}

func withKeys(p catalog.Product, id int64) catalog.Product {
	p.ID, p.Slug, p.Name = id, "tool-"+strconv.FormatInt(id, 10), "Tool"
	return p
}
