package store

import (
	"context"
	"database/sql"
	"slices"

	"vitrine/internal/catalog"
)

// standing is a product as its row is now, in the catalogue or in the trash.
type standing struct {
	catalog.Product
	deleted bool
}

// standing reads products by their ids. Those that are neither in the catalogue nor in the trash are missing.
func (c session) standing(ctx context.Context, ids []int64) (map[int64]standing, error) {
	list, args := placeholders(len(ids)), anys(ids)
	live, err := c.products(ctx, list, args...)
	if err != nil {
		return nil, err
	}
	deleted, err := c.deletedProducts(ctx, list, args...)
	found := make(map[int64]standing, len(ids))
	for _, p := range live {
		found[p.ID] = standing{p, false}
	}
	for _, p := range deleted {
		found[p.ID] = standing{p, true}
	}
	return found, err
}

// wish is what a product shall be; nil: deleted.
type wish struct {
	now  standing
	want *catalog.Product
}

// grant brings products to the states that are wished for, and notes a line like this one for each.
func (w *writing) grant(ctx context.Context, f *shelf, line entry, wishes []wish) error {
	var rows []*productRow
	var gone []int64
	var changes []change
	taken, err := w.takenSlugs(ctx, wishes)
	if err != nil {
		return err
	}
	for _, wished := range wishes {
		c := change{}
		if !wished.now.deleted {
			c.before = &wished.now.Product
		}
		switch {
		case wished.want != nil:
			r, err := w.wishedRow(ctx, f, wished, taken)
			if err != nil {
				return err
			}
			rows, c.after = append(rows, r), &r.Product
		case !wished.now.deleted:
			gone = append(gone, wished.now.ID)
		}
		changes = append(changes, c)
	}
	if err := w.updateProducts(ctx, rows); err != nil {
		return err
	}
	if len(gone) > 0 {
		if err := w.deleteProducts(ctx, gone); err != nil {
			return err
		}
	}
	return w.auditChanges(ctx, line, changes)
}

// wishedRow is the product as it is wished, with the version that it has now. Categories that are called otherwise by
// now are found by their old names, deleted ones are made again. Where another product has the slug by now, it gets a
// number.
func (w *writing) wishedRow(ctx context.Context, f *shelf, wished wish, taken map[string]int64) (*productRow, error) {
	r := &productRow{Product: *wished.want, moved: true}
	r.Version = wished.now.Version
	var err error
	if r.Logo, err = w.logoOf(ctx, r.Logo, wished.now.Logo); err != nil {
		return nil, err
	}
	if taken[r.Slug] != r.ID {
		used, err := w.slugsLike(ctx, r.Slug)
		if err != nil {
			return nil, err
		}
		for slug := range taken {
			used.take(slug)
		}
		r.Slug = used.free(r.Slug)
	}
	taken[r.Slug] = r.ID
	categories, err := w.find(ctx, f, r.Categories)
	r.place(categories)
	return r, err
}

// takenSlugs are the slugs that are wished for, each with the product that has it now, or else is the first to wish for it.
func (w *writing) takenSlugs(ctx context.Context, wishes []wish) (map[string]int64, error) {
	taken := map[string]int64{}
	args := make([]any, 0, len(wishes))
	for _, wished := range slices.Backward(wishes) {
		if wished.want != nil {
			args = append(args, wished.want.Slug)
			taken[wished.want.Slug] = wished.now.ID
		}
	}
	if len(args) == 0 {
		return taken, nil
	}
	err := w.each(ctx, func(rows *sql.Rows) error {
		var slug string
		var owner int64
		err := rows.Scan(&slug, &owner)
		taken[slug] = owner
		return err
	}, "SELECT slug, id FROM products WHERE deleted_at IS NULL AND slug IN "+placeholders(len(args)), args...)
	return taken, err
}
