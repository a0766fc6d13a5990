package store

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Settings reads all of the administrator's settings in one transaction.
func (s *Store) Settings(ctx context.Context) (site.Settings, error) {
	var found site.Settings
	err := s.Read(ctx, "read the settings", func(ctx context.Context, tx db.Tx) error {
		var err error
		if found, err = site.ReadSettings(ctx, tx); err != nil {
			return err
		}
		for _, f := range features.All {
			if f.ReadSettings == nil {
				continue
			}
			if err := f.ReadSettings(ctx, tx, &found); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}
