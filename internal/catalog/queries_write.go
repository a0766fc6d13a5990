package catalog

import (
	"context"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// CreateProduct adds a product. The draft has passed Draft.Check. An upload that does not exist is Invalid. A slug in the
// draft that is taken is a Conflict; without one, the slug is made from the name, with -2, -3, … if that is taken.
func (s *Queries) CreateProduct(ctx context.Context, by string, d Draft) (p Product, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "create a product"}, func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &p, func() (err error) {
			p, err = CreateProduct(ctx, w, d)
			return err
		})
	})
	return p, err
}

func CreateProduct(ctx context.Context, w *db.WriteTx, d Draft) (Product, error) {
	slug, err := slugFor(ctx, w, d)
	if err != nil {
		return Product{}, err
	}
	r := ProductRow{Product: applyDraft(Product{Slug: slug, CreatedAt: w.At, UpdatedAt: w.At, Version: 1}, d)}
	if err := checkUploads(ctx, w, Product{}, r.Product); err != nil {
		return Product{}, err
	}
	index, err := assignCategories(ctx, w, &r, d.Categories)
	if err != nil {
		return Product{}, err
	}
	if err := insertProducts(ctx, w, []*ProductRow{&r}); err != nil {
		return Product{}, err
	}
	return r.Product, AuditProducts(ctx, w, index, "create", Change{After: &r.Product})
}

// UpdateProduct replaces the fields that a person can set. The draft has passed Draft.Check; without a slug in it, the
// product keeps its own. A version other than 0 and the product's is a Conflict: somebody else was faster.
func (s *Queries) UpdateProduct(ctx context.Context, by string, id, version int64, d Draft) (Product, error) {
	var p Product
	err := s.Write(ctx, db.WriteOptions{By: by, Doing: "change a product"}, func(ctx context.Context, w *db.WriteTx) error {
		before, err := ReadProduct(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		if version != 0 && version != before.Version {
			return fault.New(fault.Conflict, "Someone else changed this product. Please reload it and try again.")
		}
		r := ProductRow{Product: applyDraft(before, d)}
		r.notePublication(before, w.At)
		if r.Status == Scheduled && r.PublishAt == "" {
			return fault.InvalidFields([]fault.Field{{Field: "publishAt", Message: noPublishAt}})
		}
		if err := checkUploads(ctx, w, before, r.Product); err != nil {
			return err
		}
		if d.Slug != "" && d.Slug != before.Slug {
			if r.Slug, err = slugFor(ctx, w, d); err != nil {
				return err
			}
		}
		index, err := assignCategories(ctx, w, &r, d.Categories)
		if err != nil {
			return err
		}
		r.moved = !slices.Equal(before.Categories, r.Categories)
		if err := UpdateProducts(ctx, w, []*ProductRow{&r}); err != nil {
			return err
		}
		p = r.Product
		return AuditProducts(ctx, w, index, "update", Change{&before, &p})
	})
	return p, err
}

// DeleteProduct moves a product to the trash. Its row stays, marked as deleted, and its slug is free again.
func (s *Queries) DeleteProduct(ctx context.Context, by string, id int64) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "delete a product"}, func(ctx context.Context, w *db.WriteTx) error {
		before, err := ReadProduct(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		return DeleteProducts(ctx, w, []Product{before})
	})
}

// DeleteProducts moves products to the trash, with their audit entries.
func DeleteProducts(ctx context.Context, w *db.WriteTx, products []Product) error {
	ids := make([]int64, len(products))
	changes := make([]Change, len(products))
	for i := range products {
		ids[i], changes[i] = products[i].ID, Change{Before: &products[i]}
	}
	if err := deleteProducts(ctx, w, ids); err != nil {
		return err
	}
	return AuditProducts(ctx, w, nil, "delete", changes...)
}

// deleteProducts marks the rows as deleted, which moves the products to the trash and frees their slugs.
func deleteProducts(ctx context.Context, w *db.WriteTx, ids []int64) error {
	args := append([]any{w.At.UnixMicro(), w.At.UnixMicro(), w.Version}, db.Args(ids)...)
	return w.Exec(ctx, "UPDATE products SET deleted_at = ?, updated_at = ?, version = version + 1, changed_in = ? WHERE id IN "+
		db.Placeholders(len(ids)), args...)
}

// ReadProduct reads a live product, or returns NotFound.
func ReadProduct(ctx context.Context, tx db.Tx, id int64) (Product, error) {
	found, err := ReadProducts(ctx, tx, "(?)", id)
	if err != nil {
		return Product{}, err
	}
	return db.Only(found, NoProduct)
}

// assignCategories finds or creates the wanted categories and sets them in the row.
func assignCategories(ctx context.Context, w *db.WriteTx, r *ProductRow, wanted []string) (*categoryIndex, error) {
	index, err := readCategoryIndex(ctx, w.Tx)
	if err != nil {
		return nil, err
	}
	categories, err := find(ctx, w, index, wanted)
	r.setCategories(categories)
	return index, err
}

// checkUploads refuses a product that references an upload without a row. References that it already had may stay: files
// that were copied beside an import have no row.
func checkUploads(ctx context.Context, w *db.WriteTx, before, after Product) error {
	var wrong []fault.Field
	for _, field := range []struct {
		name       string
		now, known []string
	}{{"logo", []string{after.Logo}, []string{before.Logo}}, {"images", after.Images, before.Images}} {
		for _, address := range field.now {
			missing, err := media.IsUnknown(ctx, w, address)
			if err != nil {
				return err
			}
			if missing && !slices.Contains(field.known, address) {
				wrong = append(wrong, fault.Field{Field: field.name, Message: "This uploaded image does not exist. Please upload it again"})
				break
			}
		}
	}
	if wrong == nil {
		return nil
	}
	return fault.InvalidFields(wrong)
}

// CheckExist refuses the field if a product does not exist, not even in the trash.
func CheckExist(ctx context.Context, w *db.WriteTx, field string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	var found int
	err := w.Row(ctx, "SELECT COUNT(*) FROM products WHERE id IN "+db.Placeholders(len(ids)), db.Args(ids)...).Scan(&found)
	if err == nil && found < len(ids) {
		err = fault.InvalidFields([]fault.Field{{Field: field, Message: "A tool doesn't exist any more. Please reload the page"}})
	}
	return err
}

// CheckNotPurged returns a Conflict if a product was deleted for good.
func CheckNotPurged(ctx context.Context, w *db.WriteTx, ids []int64) error {
	err := CheckExist(ctx, w, "", ids)
	if fault.Is(err, fault.Invalid) {
		return fault.New(fault.Conflict, "Some of these products were permanently deleted. Nothing was undone.")
	}
	return err
}
