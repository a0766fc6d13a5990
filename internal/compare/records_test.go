package compare

import (
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// A verdict of another site is checked as one that an editor writes.
func TestArchivedVerdicts(t *testing.T) {
	check := func(change func(v *Verdict)) error {
		row := Verdict{Products: "9,12", Text: "Good."}
		change(&row)
		c := records.Content{Kinds: slices.Concat(catalog.Kinds(), Kinds())}
		records.SetList(&c, "categories", []catalog.WholeCategory{{Category: catalog.Category{ID: 1, Name: "A", Slug: "a"}}})
		records.SetList(&c, "products", []catalog.Product{product(9, "one"), product(12, "two")})
		records.SetList(&c, "comparison_verdicts", []Verdict{row})
		return c.Check()
	}
	if err := check(func(*Verdict) {}); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(v *Verdict){
		"a verdict on a missing tool": func(v *Verdict) { v.Products = "9,13" },
		"a verdict in another order":  func(v *Verdict) { v.Products = "12,9" },
		"a verdict on one tool":       func(v *Verdict) { v.Products = "9" },
		"a verdict without text":      func(v *Verdict) { v.Text = "" },
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
