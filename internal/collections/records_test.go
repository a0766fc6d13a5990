package collections

import (
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// A collection of another site is checked as one that an editor makes.
func TestArchivedCollections(t *testing.T) {
	check := func(change func(c *catalog.Collection)) error {
		row := catalog.Collection{ID: 4, OldSlugs: []string{"top"}, CollectionFields: catalog.CollectionFields{
			Slug: "best", Title: "Best", Status: catalog.CollectionDraft, Tools: []catalog.CollectionTool{{ID: 9, Note: "Why"}},
		}}
		change(&row)
		c := records.Content{Kinds: slices.Concat(catalog.Kinds(), Kinds())}
		records.SetList(&c, "categories", []catalog.WholeCategory{{Category: catalog.Category{ID: 1, Name: "A", Slug: "a"}}})
		records.SetList(&c, "products", []catalog.Product{product(9, "one"), product(12, "two")})
		records.SetList(&c, "collections", []catalog.Collection{row})
		return c.Check()
	}
	if err := check(func(*catalog.Collection) {}); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(c *catalog.Collection){
		"a former slug that is no slug": func(c *catalog.Collection) { c.OldSlugs = []string{"../x"} },
		"a tool that doesn't exist":     func(c *catalog.Collection) { c.Tools[0].ID = 8 },
		"published without a time":      func(c *catalog.Collection) { c.Status = catalog.CollectionPublished },
		"an untrimmed title":            func(c *catalog.Collection) { c.Title = " Best" },
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
