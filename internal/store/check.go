package store

import (
	"context"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Check reads the whole database and reports what is wrong: damaged files, dangling references, unreadable values,
// products without a category. It changes nothing, and others may write at the same time. An error means that the check
// could not run.
func (s *Store) Check(ctx context.Context) (db.Findings, error) {
	return s.DB.Check(ctx, s.checkCatalog)
}

// checkCatalog reads the catalogue as the site does at startup.
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
