package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// Draft returns a valid draft of a product with this name, in these categories.
func Draft(name string, categories ...string) catalog.Draft {
	if len(categories) == 0 {
		categories = []string{"Writing"}
	}
	return catalog.Draft{
		ProductFields: catalog.ProductFields{
			Name: name, Description: "About " + name, Categories: categories, Type: catalog.Free,
			Section: catalog.RecommendedProducts, Website: "https://example.com/" + catalog.Slug(name),
		},
	}
}

// Create creates a product.
func Create(t testing.TB, s *store.Store, d catalog.Draft) catalog.Product {
	t.Helper()
	p, err := s.CreateProduct(t.Context(), "tester", d)
	if err != nil {
		t.Fatalf("create %q: %v", d.Name, err)
	}
	return p
}

// ReadAll reads the whole catalogue.
func ReadAll(t testing.TB, s *store.Store) catalog.All {
	t.Helper()
	all, err := s.All(t.Context())
	if err != nil {
		t.Fatalf("read the catalog: %v", err)
	}
	return all
}

// ImportRows returns this many valid rows, numbered from line 2, as those of a file with a header.
func ImportRows(count int) []catalog.ImportRow {
	rows := make([]catalog.ImportRow, count)
	for i := range rows {
		d := Draft(fmt.Sprintf("Tool %05d", i), fmt.Sprintf("Category %d", i%7), "Everything")
		d.Tags = []string{"tag", fmt.Sprint("number ", i)}
		rows[i] = catalog.ImportRow{Line: i + 2, Draft: d, Sets: catalog.FieldsNamed("tags", "section")}
	}
	return rows
}

// ImportAll imports the rows.
func ImportAll(t testing.TB, s *store.Store, rows []catalog.ImportRow) catalog.ImportResult {
	t.Helper()
	result, err := s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{})
	if err != nil {
		t.Fatalf("import: %v", err)
	}
	return result
}

// SiteOrder returns the products' names in the site's default order.
func SiteOrder(products []catalog.Product) []string {
	products = slices.Clone(products)
	slices.SortFunc(products, func(a, b catalog.Product) int {
		if a.DisplayOrder != b.DisplayOrder {
			return a.DisplayOrder - b.DisplayOrder
		}
		if order := b.CreatedAt.Compare(a.CreatedAt); order != 0 {
			return order
		}
		return int(b.ID - a.ID)
	})
	names := make([]string, len(products))
	for i, p := range products {
		names[i] = p.Name
	}
	return names
}

// Findings checks the database.
func Findings(t testing.TB, s *store.Store) db.Findings {
	t.Helper()
	found, err := s.Check(t.Context())
	if err != nil {
		t.Fatalf("check: %v", err)
	}
	return found
}
