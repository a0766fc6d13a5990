package catalog

import (
	"context"
	"database/sql"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// currentState is a product as its row is now, live or in the trash.
type currentState struct {
	Product
	deleted bool
}

// currentStates reads products by id. A product that is neither live nor in the trash has no entry.
func currentStates(ctx context.Context, tx db.Tx, ids []int64) (map[int64]currentState, error) {
	list, args := db.Placeholders(len(ids)), db.Args(ids)
	live, err := ReadProducts(ctx, tx, list, args...)
	found := make(map[int64]currentState, len(ids))
	for _, p := range live {
		found[p.ID] = currentState{p, false}
	}
	if err != nil || len(live) == len(ids) {
		return found, err
	}
	deleted, err := DeletedProducts(ctx, tx, list, args...)
	for _, p := range deleted {
		found[p.ID] = currentState{p, true}
	}
	return found, err
}

// targetState is a product's current state and the wanted one; nil: deleted.
type targetState struct {
	now  currentState
	want *Product
}

// applyStates brings products to their wanted states, and adds an audit entry for each, with line as the template.
func applyStates(ctx context.Context, w *db.WriteTx, x *categoryIndex, line db.Entry, targets []targetState) error {
	var rows []*ProductRow
	var gone []int64
	var changes []Change
	taken, err := takenSlugs(ctx, w, targets, line.Action == "undo")
	if err != nil {
		return err
	}
	for _, target := range targets {
		c := Change{}
		if !target.now.deleted {
			c.Before = &target.now.Product
		}
		switch {
		case target.want != nil:
			r, err := targetRow(ctx, w, x, target, taken)
			if err != nil {
				return err
			}
			rows, c.After = append(rows, r), &r.Product
		case !target.now.deleted:
			gone = append(gone, target.now.ID)
		}
		changes = append(changes, c)
	}
	if err := UpdateProducts(ctx, w, rows); err != nil {
		return err
	}
	if len(gone) > 0 {
		if err := DeleteProducts(ctx, w, gone); err != nil {
			return err
		}
	}
	return auditChanges(ctx, w, line, changes)
}

// targetRow returns the wanted product with its current version. It finds renamed categories by their old names and creates
// deleted ones again. If another product has the slug by now, or had it later, it appends a number.
func targetRow(ctx context.Context, w *db.WriteTx, x *categoryIndex, target targetState, taken map[string]int64) (*ProductRow, error) {
	r := &ProductRow{Product: *target.want, before: &target.now.Product, wasDeleted: target.now.deleted}
	r.Version = target.now.Version
	var err error
	if r.Logo, err = logoOf(ctx, w, r.Logo, target.now.Logo); err != nil {
		return nil, err
	}
	if taken[r.Slug] != r.ID {
		used, err := slugsLike(ctx, w, r.Slug)
		if err != nil {
			return nil, err
		}
		for slug := range taken {
			used.take(slug)
		}
		r.Slug = used.free(r.Slug)
	}
	taken[r.Slug] = r.ID
	categories, err := find(ctx, w, x, r.Categories)
	r.setCategories(categories)
	r.Moved = !slices.Equal(target.now.Categories, r.Categories)
	return r, err
}

// takenSlugs returns the wanted slugs, each with the product that has it now or that it redirects to, or else the first one
// that wants it. An undo takes a slug back from a redirect: one undone change may have given it to another product, and
// the changes before it could not be undone if the product came back under another slug.
func takenSlugs(ctx context.Context, w *db.WriteTx, targets []targetState, isUndo bool) (map[string]int64, error) {
	taken := map[string]int64{}
	args := make([]any, 0, len(targets))
	for _, target := range slices.Backward(targets) {
		if target.want != nil {
			args = append(args, target.want.Slug)
			taken[target.want.Slug] = target.now.ID
		}
	}
	if len(args) == 0 {
		return taken, nil
	}
	list := db.Placeholders(len(args))
	query := "SELECT slug, id FROM products WHERE deleted_at IS NULL AND slug IN " + list
	if !isUndo {
		query += " UNION ALL SELECT slug, product_id FROM product_slugs WHERE slug IN " + list
		args = append(args, args...)
	}
	err := w.Each(ctx, func(rows *sql.Rows) error {
		var slug string
		var owner int64
		err := rows.Scan(&slug, &owner)
		taken[slug] = owner
		return err
	}, query, args...)
	return taken, err
}
