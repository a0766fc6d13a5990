package alternatives

import (
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// What another site has picked is checked as what an editor picks.
func TestArchivedPicks(t *testing.T) {
	check := func(change func(p *catalog.ProductPicks)) error {
		row := catalog.ProductPicks{Product: 9, Picks: catalog.Picks{Pinned: []int64{12}, Hidden: []int64{}}}
		change(&row)
		c := records.Content{Kinds: slices.Concat(catalog.Kinds(), Kinds())}
		records.SetList(&c, "categories", []catalog.WholeCategory{{Category: catalog.Category{ID: 1, Name: "A", Slug: "a"}}})
		records.SetList(&c, "products", []catalog.Product{product(9, "one"), product(12, "two")})
		records.SetList(&c, "alternative_picks", []catalog.ProductPicks{row})
		return c.Check()
	}
	if err := check(func(*catalog.ProductPicks) {}); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(p *catalog.ProductPicks){
		"picks of no product":       func(p *catalog.ProductPicks) { p.Product = 8 },
		"a pick that doesn't exist": func(p *catalog.ProductPicks) { p.Hidden = []int64{8} },
		"a pick of the tool itself": func(p *catalog.ProductPicks) { p.Hidden = []int64{9} },
		"no pick":                   func(p *catalog.ProductPicks) { p.Pinned = []int64{} },
	} {
		if err := check(change); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// product is a product that keeps the rules.
func product(id int64, slug string) catalog.Product {
	return catalog.Product{ID: id, Slug: slug, ProductFields: catalog.ProductFields{
		Name: slug, Description: "What it does.", Categories: []string{"A"}, Type: catalog.Unknown, Section: catalog.OurProducts, Website: "https://" + slug + ".example/",
	}}
}
