package catalog

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

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
	taken.Code = "slug_taken"
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
		used.take(taken)
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
	before := make(map[int64]string, len(rows))
	ids := make([]any, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	err := w.Each(ctx, func(found *sql.Rows) error {
		var id int64
		var slug string
		err := found.Scan(&id, &slug)
		before[id] = slug
		return err
	}, "SELECT id, slug FROM products WHERE id IN "+db.Placeholders(len(ids)), ids...)
	return before, err
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

// ReplaceOldSlugs writes the former slugs of the wanted products. A product whose own differ counts as changed, so that the
// snapshots in memory read them. Those of products in the trash stay, unless another product has them.
func ReplaceOldSlugs(ctx context.Context, w *db.WriteTx, before, wanted []OldSlug) error {
	if err := w.Exec(ctx, "DELETE FROM product_slugs WHERE product_id IN (SELECT id FROM products WHERE deleted_at IS NULL)"); err != nil {
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
