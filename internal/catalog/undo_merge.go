package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// noteMerge fills summary with what a merge is about to move.
func noteMerge(ctx context.Context, w *db.WriteTx, from int64, summary *mergeSummary) (err error) {
	if summary.Products, err = db.Collect(ctx, w, db.Column[int64], "SELECT product_id FROM product_categories WHERE category_id = ? ORDER BY product_id", from); err != nil {
		return err
	}
	if summary.Categories, err = categoriesOf(ctx, w.Tx, summary.Products); err != nil {
		return err
	}
	if summary.OldNames, err = db.Collect(ctx, w, db.Column[string], "SELECT name_key FROM category_names WHERE category_id = ? ORDER BY name_key", from); err != nil {
		return err
	}
	summary.OldSlugs, err = db.Collect(ctx, w, db.Column[string], "SELECT slug FROM category_slugs WHERE category_id = ? ORDER BY slug", from)
	return err
}

// categoriesOf returns the category ids of each product, ordered by position.
func categoriesOf(ctx context.Context, tx db.Tx, products []int64) ([][]int64, error) {
	found := make(map[int64][]int64, len(products))
	err := db.InBatches(products, func(ids []int64) error {
		return tx.Each(ctx, func(rows *sql.Rows) error {
			var product, category int64
			err := rows.Scan(&product, &category)
			found[product] = append(found[product], category)
			return err
		}, "SELECT product_id, category_id FROM product_categories WHERE product_id IN "+db.Placeholders(len(ids))+" ORDER BY product_id, position", db.Args(ids)...)
	})
	list := make([][]int64, len(products))
	for i, id := range products {
		list[i] = found[id]
	}
	return list, err
}

// merged returns the categories of a product after a merge.
func merged(categories []int64, from, into int64) []int64 {
	var after []int64
	for _, id := range categories {
		if id == from {
			id = into
		}
		if !slices.Contains(after, id) {
			after = append(after, id)
		}
	}
	return after
}

// undoMerges reverts the merge that a version made, if any.
func (u *undoing) undoMerges(ctx context.Context, version int64) error {
	return eachMerge(ctx, u.Tx, version, func(from Category, summary mergeSummary) error { return u.undoMerge(ctx, from, summary) })
}

// eachMerge passes the merges of categories that a version made to use: the merged category, and what became of it.
func eachMerge(ctx context.Context, tx db.Tx, version int64, use func(from Category, summary mergeSummary) error) error {
	lines, err := db.Collect(ctx, tx, records.ScanLine, "SELECT "+records.LineColumns+" FROM audit "+
		"WHERE version = ? AND object = 'categories' AND action = 'merge' ORDER BY id", version)
	if err != nil {
		return err
	}
	for _, line := range lines {
		var from Category
		var summary mergeSummary
		if err := errors.Join(json.Unmarshal(line.Before, &from), json.Unmarshal(line.After, &summary)); err != nil {
			return err
		}
		if err := use(from, summary); err != nil {
			return err
		}
	}
	return nil
}

func oldMerge() error {
	return fault.New(fault.Conflict, "This merge cannot be undone: an earlier version of the program made it and did not record where the products were.")
}

// undoMerge creates the category again and moves its products back.
func (u *undoing) undoMerge(ctx context.Context, from Category, summary mergeSummary) error {
	if len(summary.Categories) != len(summary.Products) {
		return oldMerge()
	}
	now, err := categoriesOf(ctx, u.Tx, summary.Products)
	if err != nil {
		return err
	}
	var back []*ProductRow
	var live []int64
	for i, id := range summary.Products {
		of := summary.standing(i, now[i], from.ID)
		if of == records.Purged || !u.reverts(id, of) {
			continue
		}
		r := &ProductRow{Product: Product{ID: id}}
		for _, category := range summary.Categories[i] {
			if _, exists := u.index.byID[category]; exists || category == from.ID {
				r.categoryRows = append(r.categoryRows, Category{ID: category})
			}
		}
		back, live = append(back, r), append(live, id)
	}
	if len(u.changed) > 0 {
		return nil
	}
	if err := u.recreateCategory(ctx, from, summary); err != nil {
		return err
	}
	if err := db.InBatches(back, func(rows []*ProductRow) error { return replaceLinks(ctx, u.WriteTx, rows) }); err != nil {
		return err
	}
	// A new changed_in makes the snapshot reload these products. Products in the trash keep the version of their deletion.
	if err := db.InBatches(live, func(ids []int64) error {
		return u.Exec(ctx, "UPDATE products SET changed_in = ? WHERE deleted_at IS NULL AND id IN "+db.Placeholders(len(ids)),
			append([]any{u.WriteTx.Version}, db.Args(ids)...)...)
	}); err != nil {
		return err
	}
	u.Restored += len(back)
	u.IsDone = true
	return u.Audit(ctx, db.Entry{Action: "undo", Object: "categories", ObjectID: from.ID, Before: summary.Into, After: struct {
		Category
		Left int `json:"left,omitempty"`
	}{from, u.Left}})
}

// standing compares the categories of the i-th product of a merge with those that the merge left it with. A product without
// any was deleted for good.
func (m mergeSummary) standing(i int, now []int64, from int64) records.Standing {
	switch {
	case len(now) == 0:
		return records.Purged
	case slices.Equal(now, merged(m.Categories[i], from, m.Into.ID)):
		return records.AsLeft
	}
	return records.Changed
}

// recreateCategory creates a merged category again with its id, name and slug, and restores its redirects. If another category
// has its id, name or slug by now, it is a Conflict.
func (u *undoing) recreateCategory(ctx context.Context, from Category, summary mergeSummary) error {
	key := Fold(from.Name)
	for _, other := range u.index.byKey {
		if other.ID == from.ID || other.Slug == from.Slug || Fold(other.Name) == key {
			return fault.New(fault.Conflict, "Another category now uses the merged category's name or URL. Nothing was undone.")
		}
	}
	for _, step := range []struct {
		query string
		args  []any
	}{
		{"DELETE FROM category_slugs WHERE slug = ?", []any{from.Slug}},
		{"DELETE FROM category_names WHERE name_key = ?", []any{key}},
		{`INSERT INTO categories (id, name, name_key, slug, "group") VALUES (?, ?, ?, ?, ?)`, []any{from.ID, from.Name, key, from.Slug, from.Group}},
	} {
		if err := u.Exec(ctx, step.query, step.args...); err != nil {
			return err
		}
	}
	for _, old := range []struct {
		table, column string
		words         []string
	}{{"category_slugs", "slug", summary.OldSlugs}, {"category_names", "name_key", summary.OldNames}} {
		for _, word := range old.words {
			err := u.Exec(ctx, "UPDATE "+old.table+" SET category_id = ? WHERE "+old.column+" = ?", from.ID, word)
			if err != nil {
				return err
			}
		}
	}
	return nil
}
