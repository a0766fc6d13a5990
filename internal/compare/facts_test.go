package compare

import (
	"reflect"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	added := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	a := catalog.Product{CreatedAt: added, ProductFields: catalog.ProductFields{Type: catalog.Free, Categories: []string{"Video", "Design"},
		PromoText: "20 % off", HasDeal: true, UseCases: "- Cut clips\r\n\r\n• Add music\n-5 dB", VideoURL: "https://v.example"}}
	b := catalog.Product{CreatedAt: added.Add(30 * time.Minute), ProductFields: catalog.ProductFields{Type: catalog.Unknown, Categories: []string{"Design", "Video"}}}
	facts := Facts([]catalog.Product{a, b})
	want := []Fact{
		{Price, [][]string{{"Free"}, {}}, false},
		{Categories, [][]string{{"Video", "Design"}, {"Design", "Video"}}, true},
		{Deal, [][]string{{"20 % off"}, {}}, false},
		{UseCases, [][]string{{"Cut clips", "Add music", "-5 dB"}, {}}, false},
		{Video, [][]string{{"Available"}, {}}, false},
		{Added, [][]string{{"2026-03-01"}, {"2026-03-01"}}, true},
	}
	if !reflect.DeepEqual(facts, want) {
		t.Errorf("the facts are %v\nwant %v", facts, want)
	}
	if got := Differing(facts); got != 4 {
		t.Errorf("%d differ, want 4", got)
	}
	if got := Facts([]catalog.Product{b, b}); len(got) != 2 {
		t.Errorf("facts that no product has are listed: %v", got)
	}
}
