package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// undoLegalPage reverts a change of a legal page. It is a Conflict if it has changed since.
func (u *undoing) undoLegalPage(ctx context.Context, line auditLine) error {
	before, err := readState[site.LegalPage](line.before)
	if err != nil {
		return err
	}
	after, err := readState[site.LegalPage](line.after)
	if err != nil {
		return err
	}
	now, err := site.ReadLegalPage(ctx, u.Tx, cmp.Or(before, after).Type)
	if err != nil {
		return err
	}
	if (now == nil) != (after == nil) || now != nil && (now.Title != after.Title || now.Content != after.Content) {
		return fault.New(fault.Conflict, "The legal page has changed since. Nothing was undone.")
	}
	if before == nil {
		if err := u.Exec(ctx, "DELETE FROM legal_pages WHERE type = ?", string(now.Type)); err != nil {
			return err
		}
		return u.Audit(ctx, db.Entry{Action: "undo", Object: "legal_pages", Key: line.objectID, Before: now})
	}
	before.UpdatedAt = u.At
	return site.PutLegalPage(ctx, u.WriteTx, "undo", now, *before)
}

// undoValues reverts a change of the settings that have a default. It is a Conflict if one of them has changed since.
func (u *undoing) undoValues(ctx context.Context, line auditLine) error {
	var before, after map[string]string
	if err := errors.Join(json.Unmarshal(line.before, &before), json.Unmarshal(line.after, &after)); err != nil {
		return fmt.Errorf("read settings of the audit: %w", err)
	}
	now, err := site.ReadValues(ctx, u.Tx)
	if err != nil {
		return err
	}
	reverted, err := now.Revert(before, after)
	if err != nil {
		return err
	}
	return site.PutValues(ctx, u.WriteTx, "undo", now, reverted)
}
