package catalog

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"reflect"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// column is a column of the table products. Reads scan into field, a pointer to the product's field; writes take the value
// from it.
type column struct {
	name  string
	field any
}

// productColumns returns a product's columns without the id, with pointers into p. Categories are in another table.
func productColumns(p *Product, shared words) []column {
	columns := []column{{"slug", &p.Slug}}
	fields := reflect.ValueOf(&p.ProductFields).Elem()
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Tag.Get("db"); name != "" {
			columns = append(columns, column{name, inColumn(fields.Field(i).Addr().Interface(), shared)})
		}
	}
	return append(columns,
		column{"created_at", (*db.Microseconds)(&p.CreatedAt)},
		column{"updated_at", (*db.Microseconds)(&p.UpdatedAt)},
		column{"in_bulk", &p.InBulk},
		column{"version", &p.Version},
	)
}

// inColumn returns what reads and writes a field, given a pointer to it.
func inColumn(field any, shared words) any {
	switch field := field.(type) {
	case *[]string:
		return (*db.JSONList)(field)
	case *Type:
		return sharedText{(*string)(field), shared}
	case *Section:
		return sharedText{(*string)(field), shared}
	case *Status:
		return sharedText{(*string)(field), shared}
	}
	return field
}

// columnNames lists the names of productColumns for SQL.
var columnNames = func() string {
	columns := productColumns(&Product{}, nil)
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}()

// productScanner scans rows of id and columnNames into one product, to whose fields the targets point.
type productScanner struct {
	product Product
	targets []any
}

func newProductScanner(shared words) *productScanner {
	s := new(productScanner)
	s.targets = []any{&s.product.ID}
	for _, c := range productColumns(&s.product, shared) {
		s.targets = append(s.targets, c.field)
	}
	return s
}

// scan reads a product without its categories.
func (s *productScanner) scan(rows *sql.Rows) (Product, error) {
	err := rows.Scan(s.targets...)
	p := s.product
	p.Categories = []string{}
	return p, err
}

// productValues returns the values of productColumns.
func productValues(p Product) []any {
	columns := productColumns(&p, nil)
	values := make([]any, len(columns))
	for i, c := range columns {
		values[i] = c.field
		if _, isValuer := c.field.(driver.Valuer); !isValuer {
			values[i] = reflect.ValueOf(c.field).Elem().Interface()
		}
	}
	return values
}

// words interns texts that many rows repeat.
type words map[string]string

func (w words) intern(text string) string {
	known, found := w[text]
	if !found {
		known = strings.Clone(text)
		w[known] = known
	}
	return known
}

// sharedText is a text that many rows repeat. Scan interns it, so that memory holds each text once.
type sharedText struct {
	*string
	shared words
}

// Scan implements sql.Scanner.
func (t sharedText) Scan(value any) error {
	text, err := db.TextOf(value)
	*t.string = t.shared.intern(text)
	return err
}

// Value implements driver.Valuer.
func (t sharedText) Value() (driver.Value, error) { return *t.string, nil }

// isLive and isDeleted are conditions beside ids. The sum keeps PostgreSQL from scanning an index of live products for each
// list of ids: after many are deleted it takes that index for empty, even while an undo fills it again.
const (
	isLive    = "deleted_at + 0 IS NULL"
	isDeleted = "deleted_at + 0 IS NOT NULL"
)

// ReadProducts reads the live products whose ids are in the list or subquery, ordered by id, with their categories.
func ReadProducts(ctx context.Context, tx db.Tx, ids string, args ...any) ([]Product, error) {
	return someProducts(ctx, tx, isLive+" AND id IN "+ids, "WHERE l.product_id IN "+ids, args)
}

// deletedProducts reads the products in the trash whose ids are in the list, ordered by id, with their categories.
func deletedProducts(ctx context.Context, tx db.Tx, ids string, args ...any) ([]Product, error) {
	return someProducts(ctx, tx, isDeleted+" AND id IN "+ids, "WHERE l.product_id IN "+ids, args)
}

// AllProducts reads every live product, ordered by id, with its categories.
func AllProducts(ctx context.Context, tx db.Tx) ([]Product, error) {
	return someProducts(ctx, tx, "deleted_at IS NULL", "", nil)
}

func someProducts(ctx context.Context, tx db.Tx, which, links string, args []any) ([]Product, error) {
	found := []Product{}
	shared := words{}
	scanner := newProductScanner(shared)
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		p, err := scanner.scan(rows)
		found = append(found, p)
		return err
	}, "SELECT id, "+columnNames+" FROM products WHERE "+which+" ORDER BY id", args...)
	if err != nil || len(found) == 0 {
		return found, err
	}
	return found, addCategories(ctx, tx, found, shared, links, args)
}

// addCategories reads the categories of all these products in one query. Products and links are both ordered by id, so one
// pass joins them; it skips links of products that were not read.
func addCategories(ctx context.Context, tx db.Tx, products []Product, shared words, links string, args []any) error {
	at := 0
	return tx.Each(ctx, func(rows *sql.Rows) error {
		var product int64
		var name string
		if err := rows.Scan(&product, sharedText{&name, shared}); err != nil {
			return err
		}
		for at < len(products) && products[at].ID < product {
			at++
		}
		if at < len(products) && products[at].ID == product {
			products[at].Categories = append(products[at].Categories, name)
		}
		return nil
	}, "SELECT l.product_id, c.name FROM product_categories l JOIN categories c ON c.id = l.category_id "+links+
		" ORDER BY l.product_id, l.position", args...)
}

// applyDraft applies the draft. The product keeps its slug, categories, times and version, and the color of an unchanged logo if
// the draft names none.
func applyDraft(p Product, d Draft) Product {
	if d.LogoColor == "" && d.Logo == p.Logo {
		d.LogoColor = p.LogoColor
	}
	p.Take(d.ProductFields, ^(d.Keep | FieldsNamed("categories")))
	p.Complete()
	return p
}

// notePublication sets from when visitors have seen a product that was a draft before, as it is new to them then.
func (p *Product) notePublication(before Product, now time.Time) {
	if before.Status == StatusDraft && p.Status == Published && p.PublishAt == "" {
		p.PublishAt = now.UTC().Format(time.RFC3339)
	}
}

// orEmpty returns the list, or an empty one in place of nil.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
