package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is what editors write about the site that an undo brings back. The files of logos are not in the history, and a social
// link is a line to type again.
func Kinds() []records.Kind {
	legalPages := records.Record[LegalPage]{
		Table: "legal_pages", Label: "legal page", IsSetting: true,
		Uploads: []string{"SELECT content, title FROM legal_pages WHERE content LIKE " + media.Like},
		Read: func(ctx context.Context, tx db.Tx, of LegalPage) (*LegalPage, error) {
			return ReadLegalPage(ctx, tx, of.Type)
		},
		Same: func(a, b LegalPage) bool { return a.Title == b.Title && a.Content == b.Content },
		Put:  revertLegalPage,
	}
	return []records.Kind{legalPages.Kind(), {Table: "site_settings", Label: "setting", Undo: undoValues}}
}

func revertLegalPage(ctx context.Context, w *db.WriteTx, action string, now, then *LegalPage) error {
	if then == nil {
		if err := w.Exec(ctx, "DELETE FROM legal_pages WHERE type = ?", string(now.Type)); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: action, Object: "legal_pages", Key: string(now.Type), Before: now})
	}
	then.UpdatedAt = w.At
	return PutLegalPage(ctx, w, action, now, *then)
}

// undoValues reverts a version's changes of the settings that have a default. An entry has those that changed. It is a Conflict
// if one of them has changed since.
func undoValues(ctx context.Context, u *records.Undo, version int64) (end func(context.Context) error, err error) {
	lines, err := records.Lines(ctx, u.Tx, "site_settings", version)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	for _, line := range lines {
		var before, after map[string]string
		if err := errors.Join(json.Unmarshal(line.Before, &before), json.Unmarshal(line.After, &after)); err != nil {
			return nil, fmt.Errorf("read settings of the audit: %w", err)
		}
		now, err := ReadValues(ctx, u.Tx)
		if err != nil {
			return nil, err
		}
		reverted, err := now.Revert(before, after)
		if err != nil {
			return nil, err
		}
		if err := PutValues(ctx, u.WriteTx, "undo", now, reverted); err != nil {
			return nil, err
		}
		u.Restored++
	}
	return nil, u.TouchSettings(ctx)
}
