package catalog

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

const noCategory = "There is no such category. It may have been renamed, merged or deleted."

func category(ctx context.Context, tx db.Tx, id int64) (Category, error) {
	found, err := db.Collect(ctx, tx, scanCategory, "SELECT "+categoryColumns+" FROM categories WHERE id = ?", id)
	if err != nil {
		return Category{}, err
	}
	return db.Only(found, noCategory)
}

// categoryColumns are the fields of a Category. A group that is "" is proposed by Category.Grouped.
const categoryColumns = `id, name, slug, "group"`

func scanCategory(rows *sql.Rows) (Category, error) {
	var category Category
	err := rows.Scan(&category.ID, &category.Name, &category.Slug, &category.Group)
	return category, err
}

// UpdateCategory sets a category's name, its slug from the name, and its group; nil: the group stays. The old name and slug
// redirect to the category; if the new ones redirected to another category, they belong to this one now. A name that another
// category has is a Conflict, a name or group that breaks a rule Invalid. If nothing differs, nothing is written.
func (s *Queries) UpdateCategory(ctx context.Context, by string, id int64, name string, group *string) (Category, error) {
	name, err := CategoryName(name)
	if err != nil {
		return Category{}, err
	}
	var updated Category
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "update a category"}, func(ctx context.Context, w *db.WriteTx) error {
		before, err := category(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		updated = before
		updated.Name = name
		if group != nil {
			if updated.Group, err = CategoryGroup(*group); err != nil {
				return err
			}
		}
		action := "update"
		switch {
		case updated == before:
			return db.ErrNoChange
		case name != before.Name:
			action = "rename"
			if err := rename(ctx, w, before, &updated); err != nil {
				return err
			}
		}
		if err := w.Exec(ctx, `UPDATE categories SET "group" = ? WHERE id = ?`, updated.Group, id); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: action, Object: "categories", ObjectID: id, Before: before, After: updated})
	})
	if err != nil {
		return Category{}, err
	}
	return updated, nil
}

// rename writes the new name, and sets renamed.Slug.
func rename(ctx context.Context, w *db.WriteTx, before Category, renamed *Category) error {
	x, err := readCategoryIndex(ctx, w.Tx)
	if err != nil {
		return err
	}
	key := Fold(renamed.Name)
	if owner, taken := x.byKey[key]; taken && owner.ID != before.ID {
		exists := fault.New(fault.Conflict, "Another category already has this name. Merge the two instead.")
		exists.Code = "category_exists"
		return exists
	}
	renamed.Slug = x.slugFor(*renamed)
	if err := redirectOldNames(ctx, w, before, *renamed); err != nil {
		return err
	}
	return w.Exec(ctx, "UPDATE categories SET name = ?, name_key = ?, slug = ? WHERE id = ?", renamed.Name, key, renamed.Slug, renamed.ID)
}

// slugFor makes a slug from a category's name that no other category has now. It may be another one's former slug.
func (x *categoryIndex) slugFor(c Category) string {
	used := slugs{}
	used.reserve("all")
	for _, other := range x.byKey {
		if other.ID != c.ID {
			used.reserve(other.Slug)
		}
	}
	return used.free(Slug(c.Name))
}

// redirectOldNames redirects the old name and slug to the category, and deletes redirects from the new ones.
func redirectOldNames(ctx context.Context, w *db.WriteTx, old, now Category) error {
	for _, word := range []struct{ table, column, old, now string }{
		{"category_slugs", "slug", old.Slug, now.Slug},
		{"category_names", "name_key", Fold(old.Name), Fold(now.Name)},
	} {
		if err := w.Exec(ctx, "DELETE FROM "+word.table+" WHERE "+word.column+" = ?", word.now); err != nil {
			return err
		}
		if word.old == word.now {
			continue
		}
		err := w.Exec(ctx, "INSERT INTO "+word.table+" ("+word.column+", category_id) VALUES (?, ?)", word.old, now.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

// mergeSummary is the audit's record of a merge: enough to undo it.
type mergeSummary struct {
	Into       Category  `json:"into"`
	Products   []int64   `json:"products"`         // of the merged category
	Categories [][]int64 `json:"places,omitempty"` // of each product, before the merge
	OldNames   []string  `json:"oldNames,omitempty"`
	OldSlugs   []string  `json:"oldSlugs,omitempty"`
}

// MergeCategory moves the products of from, deleted ones too, to into, deletes from, and returns into. The name and slug
// of from, and its former ones, redirect to into. A product in both keeps the earlier position. An unknown from is
// NotFound; an unknown into, or into equal to from, is Invalid.
func (s *Queries) MergeCategory(ctx context.Context, by string, from, into int64) (Category, error) {
	var target Category
	err := s.Write(ctx, db.WriteOptions{By: by, Doing: "merge categories", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		source, err := category(ctx, w.Tx, from)
		if err != nil {
			return err
		}
		if from == into {
			return wrongTarget("Please choose another category to merge into")
		}
		target, err = category(ctx, w.Tx, into)
		if fault.Is(err, fault.NotFound) {
			return wrongTarget("There is no such category")
		}
		if err != nil {
			return err
		}
		summary := mergeSummary{Into: target}
		if err = noteMerge(ctx, w, from, &summary); err != nil {
			return err
		}
		if err = s.Merging(ctx, w, source.ID, target.ID); err != nil {
			return err
		}
		if err = mergeCategories(ctx, w, source, target); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "merge", Object: "categories", ObjectID: from, Before: source, After: summary})
	})
	if err != nil {
		return Category{}, err
	}
	return target, nil
}

func wrongTarget(message string) error {
	return fault.InvalidFields([]fault.Field{{Field: "into", Message: message}})
}

// merge moves products, redirects and subscribers' topics from the first category to the second, and deletes the first.
func mergeCategories(ctx context.Context, w *db.WriteTx, from, into Category) error {
	// If a product has both categories, delete the later position.
	const later = "DELETE FROM product_categories WHERE category_id = ? AND EXISTS (SELECT 1 FROM product_categories other " +
		"WHERE other.product_id = product_categories.product_id AND other.category_id = ? AND other.position < product_categories.position)"
	for _, step := range []struct {
		query string
		args  []any
	}{
		{later, []any{from.ID, into.ID}},
		{later, []any{into.ID, from.ID}},
		{"UPDATE product_categories SET category_id = ? WHERE category_id = ?", []any{into.ID, from.ID}},
		{"UPDATE category_slugs SET category_id = ? WHERE category_id = ?", []any{into.ID, from.ID}},
		{"UPDATE category_names SET category_id = ? WHERE category_id = ?", []any{into.ID, from.ID}},
		{"DELETE FROM categories WHERE id = ?", []any{from.ID}},
		{"INSERT INTO category_slugs (slug, category_id) VALUES (?, ?)", []any{from.Slug, into.ID}},
		{"INSERT INTO category_names (name_key, category_id) VALUES (?, ?)", []any{Fold(from.Name), into.ID}},
	} {
		if err := w.Exec(ctx, step.query, step.args...); err != nil {
			return err
		}
	}
	return nil
}

// DeleteCategory deletes a category without products, and its redirects; with a product it is a Conflict. Restoring a
// product from the trash creates the category again.
func (s *Queries) DeleteCategory(ctx context.Context, by string, id int64) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "delete a category"}, func(ctx context.Context, w *db.WriteTx) error {
		before, err := category(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		used, err := isUsed(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		if used {
			inUse := fault.New(fault.Conflict, "This category has products. Merge it into another category, or move them first.")
			inUse.Code = "category_in_use"
			return inUse
		}
		return dropCategory(ctx, w, before)
	})
}

// isUsed reports whether a product that is not deleted has the category.
func isUsed(ctx context.Context, tx db.Tx, category int64) (used bool, err error) {
	err = tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM product_categories l JOIN products p ON p.id = l.product_id "+
		"WHERE l.category_id = ? AND p.deleted_at IS NULL)", category).Scan(&used)
	return used, err
}

// dropCategory deletes an unused category and its redirects.
func dropCategory(ctx context.Context, w *db.WriteTx, category Category) error {
	for _, query := range []string{
		"DELETE FROM product_categories WHERE category_id = ?", // of deleted products
		"DELETE FROM category_slugs WHERE category_id = ?",
		"DELETE FROM category_names WHERE category_id = ?",
		"DELETE FROM categories WHERE id = ?",
	} {
		if err := w.Exec(ctx, query, category.ID); err != nil {
			return err
		}
	}
	return w.Audit(ctx, db.Entry{Action: "delete", Object: "categories", ObjectID: category.ID, Before: category})
}
