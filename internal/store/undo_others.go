package store

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// undoable is what an undo reverts that is neither a product nor a category, by the object of its audit entries. Uploads
// that these entries name are in use (namedUploads).
var undoable = []undoableKind{
	{"alternative_picks", false, (*undoing).undoPicks},
	{"collections", false, (*undoing).undoCollection},
	{"comparison_verdicts", true, (*undoing).undoVerdict},
	{"legal_pages", true, (*undoing).undoLegalPage},
	{"site_settings", true, (*undoing).undoValues},
}

type undoableKind struct {
	object    string
	isSetting bool
	undo      func(*undoing, context.Context, auditLine) error
}

// undoOthers reverts a version's changes of what is neither a product nor a category.
func (u *undoing) undoOthers(ctx context.Context, version int64) error {
	isSetting := false
	for _, kind := range undoable {
		lines, err := db.Collect(ctx, u, scanAuditLine, "SELECT "+auditLineColumns+" FROM audit WHERE version = ? AND object = ? ORDER BY id", version, kind.object)
		if err != nil {
			return err
		}
		for _, line := range lines {
			if err := kind.undo(u, ctx, line); err != nil {
				return err
			}
			u.restored++
			isSetting = isSetting || kind.isSetting
		}
	}
	if !isSetting {
		return nil
	}
	return u.TouchSettings(ctx)
}
