package store

import (
	"context"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// CreateProduct adds a product. The draft has passed Draft.Check. An upload that does not exist is Invalid. A slug in the
// draft that is taken is a Conflict; without one, the slug is made from the name, with -2, -3, … if that is taken.
func (s *Store) CreateProduct(ctx context.Context, by string, d catalog.Draft) (p catalog.Product, err error) {
	err = s.write(ctx, db.WriteOptions{By: by, Doing: "create a product"}, func(ctx context.Context, w *writeTx) error {
		return once(ctx, w, &p, func() (err error) {
			p, err = w.createProduct(ctx, d)
			return err
		})
	})
	return p, err
}

func (w *writeTx) createProduct(ctx context.Context, d catalog.Draft) (catalog.Product, error) {
	slug, err := w.slugFor(ctx, d)
	if err != nil {
		return catalog.Product{}, err
	}
	r := productRow{Product: fill(catalog.Product{Slug: slug, CreatedAt: w.at, UpdatedAt: w.at, Version: 1}, d)}
	if err := w.checkUploads(ctx, catalog.Product{}, r.Product); err != nil {
		return catalog.Product{}, err
	}
	index, err := w.assignCategories(ctx, &r, d.Categories)
	if err != nil {
		return catalog.Product{}, err
	}
	if err := w.insertProducts(ctx, []*productRow{&r}); err != nil {
		return catalog.Product{}, err
	}
	return r.Product, w.auditProducts(ctx, index, "create", change{after: &r.Product})
}

// UpdateProduct replaces the fields that a person can set. The draft has passed Draft.Check; without a slug in it, the
// product keeps its own. A version other than 0 and the product's is a Conflict: somebody else was faster.
func (s *Store) UpdateProduct(ctx context.Context, by string, id, version int64, d catalog.Draft) (catalog.Product, error) {
	var p catalog.Product
	err := s.write(ctx, db.WriteOptions{By: by, Doing: "change a product"}, func(ctx context.Context, w *writeTx) error {
		before, err := w.product(ctx, id)
		if err != nil {
			return err
		}
		if version != 0 && version != before.Version {
			return fault.New(fault.Conflict, "Someone else has changed this product. Please reload it and try again.")
		}
		r := productRow{Product: fill(before, d)}
		if err := w.checkUploads(ctx, before, r.Product); err != nil {
			return err
		}
		if d.Slug != "" && d.Slug != before.Slug {
			if r.Slug, err = w.slugFor(ctx, d); err != nil {
				return err
			}
		}
		index, err := w.assignCategories(ctx, &r, d.Categories)
		if err != nil {
			return err
		}
		r.moved = !slices.Equal(before.Categories, r.Categories)
		if err := w.updateProducts(ctx, []*productRow{&r}); err != nil {
			return err
		}
		p = r.Product
		return w.auditProducts(ctx, index, "update", change{&before, &p})
	})
	return p, err
}

// DeleteProduct moves a product to the trash. Its row stays, marked as deleted, and its slug is free again.
func (s *Store) DeleteProduct(ctx context.Context, by string, id int64) error {
	return s.write(ctx, db.WriteOptions{By: by, Doing: "delete a product"}, func(ctx context.Context, w *writeTx) error {
		before, err := w.product(ctx, id)
		if err != nil {
			return err
		}
		if err := w.deleteProducts(ctx, []int64{id}); err != nil {
			return err
		}
		return w.auditProducts(ctx, nil, "delete", change{before: &before})
	})
}

// deleteProducts marks the rows as deleted, which moves the products to the trash and frees their slugs.
func (w *writeTx) deleteProducts(ctx context.Context, ids []int64) error {
	args := append([]any{w.at.UnixMicro(), w.at.UnixMicro(), w.version}, toArgs(ids)...)
	return w.Exec(ctx, "UPDATE products SET deleted_at = ?, updated_at = ?, version = version + 1, changed_in = ? WHERE id IN "+
		db.Placeholders(len(ids)), args...)
}

// product reads a live product, or returns NotFound.
func (tx transaction) product(ctx context.Context, id int64) (catalog.Product, error) {
	found, err := tx.products(ctx, "(?)", id)
	if err != nil {
		return catalog.Product{}, err
	}
	if len(found) == 0 {
		return catalog.Product{}, fault.New(fault.NotFound, "Product not found. It may have been deleted.")
	}
	return found[0], nil
}

// assignCategories finds or creates the wanted categories and sets them in the row.
func (w *writeTx) assignCategories(ctx context.Context, r *productRow, wanted []string) (*categoryIndex, error) {
	index, err := w.categoryIndex(ctx)
	if err != nil {
		return nil, err
	}
	categories, err := w.find(ctx, index, wanted)
	r.setCategories(categories)
	return index, err
}
