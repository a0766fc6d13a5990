package store

import (
	"context"
	"fmt"

	"vitrine/internal/db"
)

// Check reads the whole database and says what is wrong with it: damaged files, references that lead nowhere, values
// that cannot be read, products without a category. It changes nothing, and others may write at the same time. The
// error is of a check that could not be made.
func (s *Store) Check(ctx context.Context) (db.Findings, error) {
	return s.DB.Check(ctx, s.checkCatalog)
}

// checkCatalog reads the catalogue as the site does when it starts.
func (s *Store) checkCatalog(ctx context.Context, f *db.Findings) error {
	shot, err := s.All(ctx)
	if err != nil {
		return err
	}
	bare := 0
	for _, p := range shot.Products {
		if len(p.Categories) > 0 {
			continue
		}
		if bare++; bare <= db.MaxFlaws {
			f.Flaws = append(f.Flaws, fmt.Sprintf("Product %d, %q, has no category.", p.ID, p.Name))
		}
	}
	if bare > db.MaxFlaws {
		f.Flaws = append(f.Flaws, fmt.Sprintf("%d products have no category; the first %d of them are named.", bare, db.MaxFlaws))
	}
	f.Checked = append(f.Checked, fmt.Sprintf("%d products and %d categories can be read.", len(shot.Products), len(shot.Categories)))
	return nil
}
