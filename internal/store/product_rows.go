package store

import (
	"context"
	"database/sql"
	"strings"

	"vitrine/internal/catalog"
)

// insertProducts adds the products with their categories and sets their ids, in as few statements as parameters allow.
func (w *writing) insertProducts(ctx context.Context, products []*catalog.Product, categories [][]catalog.Category) error {
	args := make([]any, 0, len(products)*(productFields+2))
	bySlug := make(map[string]*catalog.Product, len(products))
	for _, p := range products {
		values, err := productValues(*p)
		if err != nil {
			return err
		}
		args = append(append(args, values...), catalog.WebsiteKey(p.Website), w.version)
		bySlug[p.Slug] = p
	}
	query := "INSERT INTO products (" + productColumns + ", website_key, changed_in) VALUES " +
		rowsOf(len(products), productFields+2) + " RETURNING id, slug"
	err := w.each(ctx, func(rows *sql.Rows) error {
		var id int64
		var slug string
		err := rows.Scan(&id, &slug)
		if p := bySlug[slug]; p != nil {
			p.ID = id
		}
		return err
	}, query, args...)
	if err != nil {
		return err
	}
	return w.insertLinks(ctx, products, categories)
}

func (w *writing) insertLinks(ctx context.Context, products []*catalog.Product, categories [][]catalog.Category) error {
	const columns = 3
	var args []any
	for i, p := range products {
		for position, category := range categories[i] {
			args = append(args, p.ID, position, category.ID)
		}
	}
	if len(args) == 0 {
		return nil
	}
	return w.exec(ctx, "INSERT INTO product_categories (product_id, position, category_id) VALUES "+
		rowsOf(len(args)/columns, columns), args...)
}

// updateProduct writes a changed product; its version and time move.
func (w *writing) updateProduct(ctx context.Context, p *catalog.Product) error {
	p.Version++
	p.UpdatedAt = w.at
	values, err := productValues(*p)
	if err != nil {
		return err
	}
	args := append(values, catalog.WebsiteKey(p.Website), w.version, p.ID)
	return w.exec(ctx, "UPDATE products SET "+assignments(productColumns+", website_key, changed_in")+" WHERE id = ?", args...)
}

// replaceLinks puts the product into these categories and no others.
func (w *writing) replaceLinks(ctx context.Context, p *catalog.Product, categories []catalog.Category) error {
	if err := w.exec(ctx, "DELETE FROM product_categories WHERE product_id = ?", p.ID); err != nil {
		return err
	}
	return w.insertLinks(ctx, []*catalog.Product{p}, [][]catalog.Category{categories})
}

// assignments makes "a = ?, b = ?" of "a, b".
func assignments(columns string) string {
	return strings.ReplaceAll(columns, ",", " = ?,") + " = ?"
}
