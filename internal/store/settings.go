package store

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// The columns of each kind of setting, in the order that its scan function reads.
const (
	socialColumns = "id, platform, url, is_active, display_order, created_at"
	logoColumns   = "id, type, name, file_name, file_data, mime_type, file_size, is_active, created_at, updated_at"
	legalColumns  = "type, title, content, updated_at"
)

// Settings reads all of the administrator's settings in one transaction.
func (s *Store) Settings(ctx context.Context) (site.Settings, error) {
	var found site.Settings
	err := s.Read(ctx, "read the settings", func(ctx context.Context, tx db.Tx) error {
		var err error
		if found.SocialLinks, err = socialLinks(ctx, tx); err != nil {
			return err
		}
		if found.Logos, err = db.Collect(ctx, tx, scanLogo, "SELECT "+logoColumns+" FROM logo_settings ORDER BY type"); err != nil {
			return err
		}
		if found.LegalPages, err = db.Collect(ctx, tx, scanLegalPage, "SELECT "+legalColumns+" FROM legal_pages ORDER BY type"); err != nil {
			return err
		}
		if found.Verdicts, err = verdicts(ctx, tx); err != nil {
			return err
		}
		if found.Values, err = values(ctx, tx); err != nil {
			return err
		}
		found.Issues, err = archive(ctx, tx)
		return err
	})
	return found, err
}
