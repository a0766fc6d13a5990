package store_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/store"
)

// draft is a valid draft of that name in those categories.
func draft(name string, categories ...string) catalog.Draft {
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

func create(t *testing.T, s *store.Store, d catalog.Draft) catalog.Product {
	t.Helper()
	p, err := s.CreateProduct(t.Context(), "tester", d)
	if err != nil {
		t.Fatalf("create %q: %v", d.Name, err)
	}
	return p
}

func readAll(t *testing.T, s *store.Store) catalog.All {
	t.Helper()
	shot, err := s.All(t.Context())
	if err != nil {
		t.Fatalf("snapshot: %v", err)
	}
	return shot
}

// same fails the test where the two differ.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func wantFault(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("got %v, want a fault of kind %d", err, kind)
	}
}

// auditLine is what the tests read of an audit row.
type auditLine struct {
	Actor, Action, Object, ObjectID string
	Version                         int64
	Before, After                   *string
}

func auditLines(t *testing.T, s *store.Store) []auditLine {
	t.Helper()
	rows, err := s.Writer().QueryContext(t.Context(), "SELECT actor, action, object, object_id, version, before, after FROM audit ORDER BY id")
	if err != nil {
		t.Fatalf("read the audit: %v", err)
	}
	defer rows.Close()
	var lines []auditLine
	for rows.Next() {
		var line auditLine
		if err := rows.Scan(&line.Actor, &line.Action, &line.Object, &line.ObjectID, &line.Version, &line.Before, &line.After); err != nil {
			t.Fatalf("read the audit: %v", err)
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("read the audit: %v", err)
	}
	return lines
}

// actions are what the audit says was done, in order.
func actions(t *testing.T, s *store.Store) []string {
	t.Helper()
	var done []string
	for _, line := range auditLines(t, s) {
		done = append(done, line.Action+" "+line.Object)
	}
	return done
}

// importRows are that many valid rows, from line 2 on as a file with a header has them.
func importRows(count int) []catalog.ImportRow {
	rows := make([]catalog.ImportRow, count)
	for i := range rows {
		d := draft(fmt.Sprintf("Tool %05d", i), fmt.Sprintf("Category %d", i%7), "Everything")
		d.Tags = []string{"tag", fmt.Sprint("number ", i)}
		rows[i] = catalog.ImportRow{Line: i + 2, Draft: d, Sets: catalog.FieldsNamed("tags", "section")}
	}
	return rows
}

func importAll(t *testing.T, s *store.Store, rows []catalog.ImportRow) catalog.ImportResult {
	t.Helper()
	result, err := s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{})
	if err != nil {
		t.Fatalf("import: %v", err)
	}
	return result
}

// siteOrder is the names in the site's default order.
func siteOrder(products []catalog.Product) []string {
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

// noError fails the test at once when one of these failed.
func noError(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}
