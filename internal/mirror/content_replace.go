package mirror

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// ReplaceContent replaces the site's content with want, which has passed its Check, in one transaction: all or nothing.
// Before the commit it reads the content back and compares it with want. It returns the difference that it wrote; with
// no difference it writes nothing. Products that want lacks go to the trash. What belongs to a product whose id has another
// tool in want goes with it: picks, verdicts, favorites, counts.
func (s *Queries) ReplaceContent(ctx context.Context, by, action string, want *Content, progress func(done, total int)) (Difference, error) {
	var done Difference
	err := s.Write(ctx, db.WriteOptions{By: by, Doing: action + " content", Long: true, LongLockWait: true}, func(ctx context.Context, w *db.WriteTx) error {
		have, err := content(ctx, w.Tx)
		if err != nil {
			return err
		}
		want := want.Over(have)
		if done = Compare(have, want); done.Empty() {
			return db.ErrNoChange
		}
		r := replacing{w, have, want, progress}
		if err := r.all(ctx); err != nil {
			return err
		}
		if err := w.TouchSettings(ctx); err != nil {
			return err
		}
		if err := w.Audit(ctx, db.Entry{Action: action, Object: "content", After: replacedSummary(done, want)}); err != nil {
			return err
		}
		return r.verify(ctx)
	})
	if err != nil {
		return Difference{}, err
	}
	return done, nil
}

// replacedSummary is the audit's record of a replacement: the counts of each kind of rows, and the name of the file.
func replacedSummary(done Difference, want *Content) any {
	summary := map[string]any{}
	for kind, count := range done.Counts() {
		summary[kind] = count
	}
	if want.File != "" {
		summary["file"] = want.File
	}
	return summary
}

// replacing is one replacement in progress.
type replacing struct {
	*db.WriteTx
	have, want *Content
	progress   func(done, total int)
}

// all writes every kind: it adds categories before their products, and deletes categories after them.
func (r replacing) all(ctx context.Context) error {
	renamed, gone := r.categoriesToMove()
	for _, step := range []func() error{
		func() error { return r.putCategories(ctx, renamed, gone) },
		func() error { return r.replaceProducts(ctx, len(renamed)+len(gone) > 0) },
		func() error { return catalog.ReplaceOldSlugs(ctx, r.WriteTx, r.have.OldSlugs, r.want.OldSlugs) },
		func() error { return r.dropCategories(ctx, gone) },
		func() error { return r.replaceAllPicks(ctx) },
		func() error { return r.replaceCollections(ctx) },
		func() error { return r.replaceVerdicts(ctx) },
		func() error { return r.replaceLegalPages(ctx) },
		func() error { return r.replaceSocialLinks(ctx) },
		func() error { return r.replaceLogos(ctx) },
		func() error { return r.replaceSettings(ctx) },
		func() error { return r.advanceSequences(ctx) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return r.Analyze(ctx)
}

// verify reads the content back and fails if it differs from want.
func (r replacing) verify(ctx context.Context) error {
	written, err := content(ctx, r.Tx)
	if err != nil {
		return err
	}
	if left := Compare(written, r.want); !left.Empty() {
		return errors.New("what was written is not what was to be written: " + left.String())
	}
	return nil
}

// categoriesToMove returns the categories whose name or slug changes, and those to delete.
func (r replacing) categoriesToMove() (renamed, gone []int64) {
	wanted := make(map[int64]catalog.Category, len(r.want.Categories))
	for _, category := range r.want.Categories {
		wanted[category.ID] = category.Category
	}
	for _, category := range r.have.Categories {
		to, stays := wanted[category.ID]
		switch {
		case !stays:
			gone = append(gone, category.ID)
		case to != category.Category:
			renamed = append(renamed, category.ID)
		}
	}
	return renamed, gone
}

// putCategories writes the wanted categories with their former names. First it frees the names of those that change or
// go, because another category may take them.
func (r replacing) putCategories(ctx context.Context, renamed, gone []int64) error {
	if reflect.DeepEqual(r.have.Categories, r.want.Categories) {
		return nil
	}
	for _, id := range slices.Concat(renamed, gone) {
		freed := "\u0001" + strconv.FormatInt(id, 10) // no name starts like this
		if err := r.Exec(ctx, "UPDATE categories SET name = ?, name_key = ?, slug = ? WHERE id = ?", freed, freed, freed, id); err != nil {
			return err
		}
	}
	for _, table := range []string{"category_names", "category_slugs"} {
		if err := r.Exec(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	for _, category := range r.want.Categories {
		if err := r.putCategory(ctx, category); err != nil {
			return err
		}
	}
	return nil
}

func (r replacing) putCategory(ctx context.Context, category Category) error {
	err := r.Exec(ctx, "INSERT INTO categories (id, name, name_key, slug) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "+db.SetExcluded("name, name_key, slug"),
		category.ID, category.Name, catalog.Fold(category.Name), category.Slug)
	if err != nil {
		return err
	}
	for _, name := range category.OldNames {
		if err := r.Exec(ctx, "INSERT INTO category_names (name_key, category_id) VALUES (?, ?)", name, category.ID); err != nil {
			return err
		}
	}
	for _, slug := range category.OldSlugs {
		if err := r.Exec(ctx, "INSERT INTO category_slugs (slug, category_id) VALUES (?, ?)", slug, category.ID); err != nil {
			return err
		}
	}
	return nil
}

// dropCategories deletes the categories that want lacks. Only products in the trash still have them.
func (r replacing) dropCategories(ctx context.Context, gone []int64) error {
	for _, id := range gone {
		if err := r.Exec(ctx, "DELETE FROM product_categories WHERE category_id = ?", id); err != nil {
			return err
		}
		if err := r.Exec(ctx, "DELETE FROM categories WHERE id = ?", id); err != nil {
			return err
		}
	}
	return nil
}

// replaceProducts writes the products that differ, or all of them if categories have changed, because products refer to
// categories by id.
func (r replacing) replaceProducts(ctx context.Context, moved bool) error {
	had := make(map[int64]catalog.Product, len(r.have.Products))
	for _, p := range r.have.Products {
		had[p.ID] = p
	}
	var changed []catalog.Product
	var freed []int64 // existing products that change: their slugs become free
	for _, p := range r.want.Products {
		old, known := had[p.ID]
		delete(had, p.ID)
		if !moved && known && reflect.DeepEqual(old, p) {
			continue
		}
		if changed = append(changed, p); known {
			freed = append(freed, p.ID)
		}
	}
	if err := r.binProducts(ctx, had); err != nil {
		return err
	}
	replaced, err := r.dropReplaced(ctx)
	if err != nil {
		return err
	}
	err = db.InBatches(freed, func(ids []int64) error {
		return r.Exec(ctx, "UPDATE products SET deleted_at = 0 WHERE id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
	})
	if err != nil {
		return err
	}
	return r.putAll(ctx, changed, replaced)
}

// binProducts moves products to the trash, each with an audit entry to restore it from.
func (r replacing) binProducts(ctx context.Context, products map[int64]catalog.Product) error {
	gone := slices.Sorted(maps.Keys(products))
	return db.InBatches(gone, func(ids []int64) error {
		changes := make([]catalog.Change, len(ids))
		for i, id := range ids {
			p := products[id]
			changes[i] = catalog.Change{Before: &p}
		}
		if err := catalog.DeleteProducts(ctx, r.WriteTx, ids); err != nil {
			return err
		}
		return catalog.AuditProducts(ctx, r.WriteTx, nil, "delete", changes...)
	})
}

// putAll inserts or overwrites whole products by id. replaced has the versions of ids that had another tool.
func (r replacing) putAll(ctx context.Context, products []catalog.Product, replaced map[int64]int64) error {
	byName := make(map[string]catalog.Category, len(r.want.Categories))
	for _, category := range r.want.Categories {
		byName[category.Name] = category.Category
	}
	done := 0
	return db.InBatches(products, func(batch []catalog.Product) error {
		ids := make([]int64, len(batch))
		for i, p := range batch {
			ids[i] = p.ID
		}
		versions, err := r.versions(ctx, ids)
		if err != nil {
			return err
		}
		maps.Copy(versions, replaced)
		rows := make([]*catalog.ProductRow, len(batch))
		for i, p := range batch {
			p.Version = versions[p.ID] + 1
			rows[i] = &catalog.ProductRow{Product: p, Moved: true}
			for _, name := range p.Categories {
				rows[i].CategoryRows = append(rows[i].CategoryRows, byName[name])
			}
		}
		if err := catalog.PutProducts(ctx, r.WriteTx, rows); err != nil {
			return err
		}
		done += len(batch)
		r.progress(done, len(products))
		return nil
	})
}

// versions reads the versions of those of the products that have a row, in the trash too.
func (r replacing) versions(ctx context.Context, ids []int64) (map[int64]int64, error) {
	versions := make(map[int64]int64, len(ids))
	err := r.Each(ctx, func(rows *sql.Rows) error {
		var id, version int64
		err := rows.Scan(&id, &version)
		versions[id] = version
		return err
	}, "SELECT id, version FROM products WHERE id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
	return versions, err
}
