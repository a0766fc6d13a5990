package store

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// undoOthers reverts a version's changes of what is neither a product nor a category.
func (u *undoing) undoOthers(ctx context.Context, version int64) error {
	isSetting := false
	for _, kind := range []struct {
		object    string
		isSetting bool
		undo      func(context.Context, auditLine) error
	}{
		{"alternative_picks", false, u.undoPicks},
		{"collections", false, u.undoCollection},
		{"comparison_verdicts", true, u.undoVerdict},
		{"legal_pages", true, u.undoLegalPage},
		{"site_settings", true, u.undoValues},
	} {
		lines, err := db.Collect(ctx, u, scanAuditLine, "SELECT "+auditLineColumns+" FROM audit WHERE version = ? AND object = ? ORDER BY id", version, kind.object)
		if err != nil {
			return err
		}
		for _, line := range lines {
			if err := kind.undo(ctx, line); err != nil {
				return err
			}
			u.restored++
			isSetting = isSetting || kind.isSetting
		}
	}
	if !isSetting {
		return nil
	}
	return u.touchSettings(ctx)
}
