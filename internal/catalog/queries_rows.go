package catalog

import (
	"context"
	"database/sql"
	"reflect"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// ProductRow is a product to be written.
type ProductRow struct {
	Product
	categoryRows []Category // those that Categories names
	moved        bool       // its categories differ from the stored ones
	before       *Product   // the stored product where it is known: updateProducts then writes less
	wasDeleted   bool       // before is in the trash
}

// setCategories sets the row's categories.
func (r *ProductRow) setCategories(categories []Category) {
	r.categoryRows = categories
	r.Categories = make([]string, len(categories))
	for i, category := range categories {
		r.Categories[i] = category.Name
	}
}

// rowColumns are the columns that a row writes. A write clears deleted_at: the product is live.
var rowColumns = columnNames + ", website_key, changed_in, deleted_at"

func rowValues(w *db.WriteTx, r *ProductRow) []any {
	return append(productValues(r.Product), WebsiteKey(r.Website), w.Version, nil)
}

// insertProducts inserts the products with their categories and sets their ids, in two statements.
func insertProducts(ctx context.Context, w *db.WriteTx, rows []*ProductRow) error {
	if len(rows) == 0 {
		return nil
	}
	var args []any
	bySlug := make(map[string]*ProductRow, len(rows))
	for _, r := range rows {
		args = append(args, rowValues(w, r)...)
		bySlug[r.Slug] = r
	}
	err := w.Each(ctx, func(found *sql.Rows) error {
		var id int64
		var slug string
		err := found.Scan(&id, &slug)
		if r := bySlug[slug]; r != nil {
			r.ID = id
		}
		return err
	}, "INSERT INTO products ("+rowColumns+") VALUES "+db.Rows(len(rows), len(args)/len(rows))+" RETURNING id, slug", args...)
	if err != nil {
		return err
	}
	if err := redirectOldSlugs(ctx, w, nil, rows); err != nil {
		return err
	}
	return insertLinks(ctx, w, rows)
}

// UpdateProducts writes changed products and sets their versions and times. Those that a change of many products made alike
// share a statement: at 100,000 that takes a fifth of the time.
func UpdateProducts(ctx context.Context, w *db.WriteTx, rows []*ProductRow) error {
	var whole []*ProductRow
	alike := map[marks][]*ProductRow{}
	for _, r := range rows {
		r.Version++
		r.UpdatedAt = w.At
		if r.differsInMarks() {
			alike[r.marks()] = append(alike[r.marks()], r)
		} else {
			whole = append(whole, r)
		}
	}
	for m, rows := range alike {
		if err := setMarks(ctx, w, m, rows); err != nil {
			return err
		}
	}
	return putProducts(ctx, w, whole)
}

// marks are the fields beside the categories that a BulkChange sets, and whether the row comes out of the trash.
type marks struct {
	kind                     Type
	section                  Section
	featured, deal, restored bool
	status                   Status
	publishAt, featuredUntil string
}

func (r *ProductRow) marks() marks {
	return marks{r.Type, r.Section, r.IsFeatured, r.HasDeal, r.wasDeleted, r.Status, r.PublishAt, r.FeaturedUntil}
}

// differsInMarks reports whether the row differs from the stored one in nothing but marks, categories, version and time.
func (r *ProductRow) differsInMarks() bool {
	if r.before == nil {
		return false
	}
	same := *r.before
	same.Type, same.Section, same.IsFeatured, same.HasDeal = r.Type, r.Section, r.IsFeatured, r.HasDeal
	same.Status, same.PublishAt, same.FeaturedUntil = r.Status, r.PublishAt, r.FeaturedUntil
	same.Categories, same.Version, same.UpdatedAt = r.Categories, r.Version, r.UpdatedAt
	return reflect.DeepEqual(same, r.Product)
}

// setMarks writes rows that differ from the stored ones in marks and categories, and takes them out of the trash.
func setMarks(ctx context.Context, w *db.WriteTx, m marks, rows []*ProductRow) error {
	args := []any{m.kind, m.section, m.featured, m.deal, m.status, m.publishAt, m.featuredUntil, w.At.UnixMicro(), w.Version}
	var moved []*ProductRow
	for _, r := range rows {
		args = append(args, r.ID)
		if r.moved {
			moved = append(moved, r)
		}
	}
	set := "type = ?, section = ?, is_featured = ?, has_deal = ?, status = ?, publish_at = ?, featured_until = ?, updated_at = ?, changed_in = ?, version = version + 1"
	if m.restored {
		set += ", deleted_at = NULL"
	}
	if err := w.Exec(ctx, "UPDATE products SET "+set+" WHERE id IN "+db.Placeholders(len(rows)), args...); err != nil {
		return err
	}
	if m.restored { // their slugs may redirect to others since
		if err := redirectOldSlugs(ctx, w, nil, rows); err != nil {
			return err
		}
	}
	return replaceLinks(ctx, w, moved)
}

// putProducts writes products under their ids, whether they exist or not. INSERT … ON CONFLICT is the only statement that
// lets both engines change many rows, each to its own values.
func putProducts(ctx context.Context, w *db.WriteTx, rows []*ProductRow) error {
	if len(rows) == 0 {
		return nil
	}
	var args []any
	var moved []*ProductRow
	for _, r := range rows {
		args = append(append(args, r.ID), rowValues(w, r)...)
		if r.moved {
			moved = append(moved, r)
		}
	}
	before, err := slugsBefore(ctx, w, rows)
	if err != nil {
		return err
	}
	err = w.Exec(ctx, "INSERT INTO products (id, "+rowColumns+") VALUES "+db.Rows(len(rows), len(args)/len(rows))+
		" ON CONFLICT (id) DO UPDATE SET "+db.SetExcluded(rowColumns), args...)
	if err != nil {
		return err
	}
	if err := redirectOldSlugs(ctx, w, before, rows); err != nil {
		return err
	}
	return replaceLinks(ctx, w, moved)
}

// replaceLinks replaces the stored categories of the products.
func replaceLinks(ctx context.Context, w *db.WriteTx, rows []*ProductRow) error {
	if len(rows) == 0 {
		return nil
	}
	ids := make([]any, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	if err := w.Exec(ctx, "DELETE FROM product_categories WHERE product_id IN "+db.Placeholders(len(ids)), ids...); err != nil {
		return err
	}
	return insertLinks(ctx, w, rows)
}

func insertLinks(ctx context.Context, w *db.WriteTx, rows []*ProductRow) error {
	const columns = 3
	var args []any
	for _, r := range rows {
		for position, category := range r.categoryRows {
			args = append(args, r.ID, position, category.ID)
		}
	}
	if len(args) == 0 {
		return nil
	}
	return w.Exec(ctx, "INSERT INTO product_categories (product_id, position, category_id) VALUES "+
		db.Rows(len(args)/columns, columns), args...)
}

// The table product_slugs has the former slugs of products. No product that is live has one of them: a write of products
// that gives a former slug to another product deletes the redirect.

// slugFor returns the draft's slug, or a free one made from its name. Only the draft may name another product's former slug.
func slugFor(ctx context.Context, w *db.WriteTx, d Draft) (string, error) {
	if d.Slug == "" {
		slug := Slug(d.Name)
		used, err := slugsLike(ctx, w, slug)
		return used.free(slug), err
	}
	var taken bool
	err := w.Row(ctx, "SELECT EXISTS (SELECT 1 FROM products WHERE deleted_at IS NULL AND slug = ?)", d.Slug).Scan(&taken)
	if err == nil && taken {
		err = slugTaken()
	}
	return d.Slug, err
}

func slugTaken() error {
	taken := fault.New(fault.Conflict, "Another product already has this URL. Please choose another one.")
	taken.Code, taken.Fields = "slug_taken", []fault.Field{{Field: "slug", Message: "Another product already has this URL"}}
	return taken
}

// slugsLike returns which of slug, slug-2, slug-3, … are taken, now or formerly. The range ends before ":", which follows
// "9" in ASCII.
func slugsLike(ctx context.Context, w *db.WriteTx, slug string) (slugs, error) {
	used := slugs{}
	first, last := slug+"-0", slug+"-:"
	err := w.Each(ctx, func(rows *sql.Rows) error {
		var taken string
		err := rows.Scan(&taken)
		used.reserve(taken)
		return err
	}, "SELECT slug FROM products WHERE deleted_at IS NULL AND slug = ? UNION ALL "+ // OR would scan the whole table
		"SELECT slug FROM products WHERE deleted_at IS NULL AND slug >= ? AND slug < ? UNION ALL "+
		"SELECT slug FROM product_slugs WHERE slug = ? UNION ALL "+
		"SELECT slug FROM product_slugs WHERE slug >= ? AND slug < ?", slug, first, last, slug, first, last)
	return used, err
}

// oldSlugs reads the former slugs of the products whose ids are in the list or subquery, ordered by slug.
func ReadOldSlugs(ctx context.Context, tx db.Tx, ids string, args ...any) ([]OldSlug, error) {
	return db.Collect(ctx, tx, scanOldSlug, "SELECT slug, product_id FROM product_slugs WHERE product_id IN "+ids+" ORDER BY slug", args...)
}

// AllOldSlugs reads the former slugs of all products, those in the trash too, ordered by slug.
func AllOldSlugs(ctx context.Context, tx db.Tx) ([]OldSlug, error) {
	return db.Collect(ctx, tx, scanOldSlug, "SELECT slug, product_id FROM product_slugs ORDER BY slug")
}

func scanOldSlug(rows *sql.Rows) (s OldSlug, err error) {
	err = rows.Scan(&s.Slug, &s.ProductID)
	return s, err
}

// slugsBefore returns the slugs that the rows' products have before a write, those in the trash too.
func slugsBefore(ctx context.Context, w *db.WriteTx, rows []*ProductRow) (map[int64]string, error) {
	ids := make([]any, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return pairs[int64, string](ctx, w.Tx, "SELECT id, slug FROM products WHERE id IN "+db.Placeholders(len(ids)), ids...)
}

// pairs reads the rows of two columns as a map; nil for none.
func pairs[K comparable, V any](ctx context.Context, tx db.Tx, query string, args ...any) (map[K]V, error) {
	var found map[K]V
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		var key K
		var value V
		err := rows.Scan(&key, &value)
		if found == nil {
			found = map[K]V{}
		}
		found[key] = value
		return err
	}, query, args...)
	return found, err
}

// redirectOldSlugs is called after a write of products. It deletes redirects from the slugs that they have now, and
// redirects those that they had before. One that another product has now, or had later, redirects there.
func redirectOldSlugs(ctx context.Context, w *db.WriteTx, before map[int64]string, rows []*ProductRow) error {
	now := make([]any, len(rows))
	for i, r := range rows {
		now[i] = r.Slug
	}
	if err := w.Exec(ctx, "DELETE FROM product_slugs WHERE slug IN "+db.Placeholders(len(now)), now...); err != nil {
		return err
	}
	for _, r := range rows {
		old, existed := before[r.ID]
		if !existed || old == r.Slug {
			continue
		}
		err := w.Exec(ctx, "INSERT INTO product_slugs (slug, product_id) SELECT slug, ? FROM (SELECT CAST(? AS TEXT) AS slug) AS old "+
			"WHERE NOT EXISTS (SELECT 1 FROM products p WHERE p.slug = old.slug AND p.deleted_at IS NULL) ON CONFLICT (slug) DO NOTHING", r.ID, old)
		if err != nil {
			return err
		}
	}
	return nil
}

// replaceOldSlugs writes the former slugs of the wanted products. A product whose own differ counts as changed, so that the
// snapshots in memory read them. Those of products in the trash stay, unless another product has them.
func replaceOldSlugs(ctx context.Context, w *records.Replacing, before, wanted []OldSlug) error {
	if err := w.Exec(ctx, "DELETE FROM product_slugs WHERE product_id IN "+liveIDs); err != nil {
		return err
	}
	had := make(map[OldSlug]bool, len(before))
	for _, s := range before {
		had[s] = true
	}
	return db.InBatches(wanted, func(batch []OldSlug) error {
		var args []any
		var changed []int64
		for _, s := range batch {
			args = append(args, s.Slug, s.ProductID)
			if !had[s] {
				changed = append(changed, s.ProductID)
			}
		}
		err := w.Exec(ctx, "INSERT INTO product_slugs (slug, product_id) VALUES "+db.Rows(len(batch), 2)+
			" ON CONFLICT (slug) DO UPDATE SET product_id = excluded.product_id", args...)
		if err != nil || len(changed) == 0 {
			return err
		}
		return w.Exec(ctx, "UPDATE products SET changed_in = ? WHERE id IN "+db.Placeholders(len(changed)), append([]any{w.Version}, db.Args(changed)...)...)
	})
}
