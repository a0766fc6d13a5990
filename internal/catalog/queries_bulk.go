package catalog

import (
	"context"
	"reflect"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// bulkBatch is how many products a bulk change reads and writes at a time. SQLite takes at most 32,766 values in a statement,
// and the categories of so many products are at most 30,000.
const bulkBatch = 500

// ChangeProducts changes all of the products or none, in one transaction. It returns the resulting version and how many
// products changed; those that match the change already stay as they are. If none changes, it writes nothing. An unknown or
// deleted product is Invalid, as is a change that breaks a rule of a product.
func (s *Queries) ChangeProducts(ctx context.Context, by string, ids []int64, b BulkChange) (version int64, changed int, err error) {
	if b, err = b.Check(ids); err != nil {
		return 0, 0, err
	}
	return s.changeProducts(ctx, by, b, func(ctx context.Context, bulk *bulkChange) error {
		for batch := range slices.Chunk(ids, bulkBatch) {
			products, err := ReadProducts(ctx, bulk.Tx, db.Placeholders(len(batch)), db.Args(batch)...)
			if err != nil {
				return err
			}
			if len(products) != len(batch) {
				return unknownProduct("ids")
			}
			if err := bulk.batch(ctx, products); err != nil {
				return err
			}
		}
		return nil
	})
}

// ChangeListed is ChangeProducts for the products of a list, however many they are. A list that has not as many as the
// caller saw is a Conflict.
func (s *Queries) ChangeListed(ctx context.Context, by string, list List, b BulkChange) (version int64, changed int, err error) {
	if b, err = b.CheckListed(&list); err != nil {
		return 0, 0, err
	}
	return s.changeProducts(ctx, by, b, func(ctx context.Context, bulk *bulkChange) error {
		ids, err := db.Collect(ctx, bulk, db.Column[int64], "SELECT id FROM products WHERE deleted_at IS NULL ORDER BY id")
		if err != nil {
			return err
		}
		listed, matches := 0, list.Matcher(bulk.At)
		for batch := range slices.Chunk(ids, bulkBatch) {
			products, err := ReadProducts(ctx, bulk.Tx, db.Placeholders(len(batch)), db.Args(batch)...)
			if err != nil {
				return err
			}
			products = slices.DeleteFunc(products, func(p Product) bool { return !matches(p) })
			listed += len(products)
			if err := bulk.batch(ctx, products); err != nil {
				return err
			}
		}
		return list.CheckCount(listed)
	})
}

// changeProducts runs a bulk change. work calls batch with the products to change, which it reads.
func (s *Queries) changeProducts(ctx context.Context, by string, b BulkChange, work func(context.Context, *bulkChange) error) (version int64, changed int, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "change products", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		bulk := bulkChange{WriteTx: w, change: b}
		if err := bulk.prepare(ctx); err != nil {
			return err
		}
		if err := work(ctx, &bulk); err != nil {
			return err
		}
		version, changed = w.Version, bulk.changed
		if changed == 0 {
			version--
			return db.ErrNoChange
		}
		return auditMade(ctx, w, bulk.index)
	})
	if err != nil {
		return 0, 0, err
	}
	return version, changed, nil
}

// bulkChange is the state of one bulk change.
type bulkChange struct {
	*db.WriteTx
	change  BulkChange
	index   *categoryIndex
	changed int
}

// prepare finds or creates the named categories, and replaces the names with the current ones, as products have them.
func (b *bulkChange) prepare(ctx context.Context) (err error) {
	if b.index, err = readCategoryIndex(ctx, b.Tx); err != nil {
		return err
	}
	for _, names := range []*[]string{&b.change.Categories, &b.change.AddCategories} {
		found, err := find(ctx, b.WriteTx, b.index, *names)
		if err != nil {
			return err
		}
		*names = categoryNames(found)
	}
	for i, name := range b.change.RemoveCategories {
		if category, known := b.index.known(Fold(name)); known {
			b.change.RemoveCategories[i] = category.Name
		}
	}
	return nil
}

func categoryNames(categories []Category) []string {
	names := make([]string, len(categories))
	for i, category := range categories {
		names[i] = category.Name
	}
	return names
}

// batch changes or deletes some products.
func (b *bulkChange) batch(ctx context.Context, products []Product) error {
	if len(products) == 0 {
		return nil
	}
	if b.change.Delete {
		return b.remove(ctx, products)
	}
	var rows []*ProductRow
	var changes []Change
	for i := range products {
		r, err := b.row(ctx, &products[i])
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(products[i], r.Product) {
			rows, changes = append(rows, r), append(changes, Change{&products[i], &r.Product})
		}
	}
	b.changed += len(rows)
	if err := UpdateProducts(ctx, b.WriteTx, rows); err != nil {
		return err
	}
	return AuditProducts(ctx, b.WriteTx, nil, "update", changes...)
}

// row returns the product with the change applied, to be written.
func (b *bulkChange) row(ctx context.Context, before *Product) (*ProductRow, error) {
	after, err := b.change.Apply(*before)
	if err != nil {
		return nil, err
	}
	after.notePublication(*before, b.At)
	r := &ProductRow{Product: after, before: before}
	categories, err := find(ctx, b.WriteTx, b.index, after.Categories)
	r.setCategories(categories)
	r.moved = !slices.Equal(before.Categories, r.Categories)
	return r, err
}

func (b *bulkChange) remove(ctx context.Context, products []Product) error {
	b.changed += len(products)
	return DeleteProducts(ctx, b.WriteTx, products)
}
