package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// undoSettings reverts a version's changes of verdicts, legal pages and the settings that have a default. It is a Conflict
// if one has changed since.
func (u *undoing) undoSettings(ctx context.Context, version int64) error {
	before := u.restored
	for _, kind := range []struct {
		object string
		undo   func(context.Context, productLine) error
	}{
		{"comparison_verdicts", u.undoVerdict}, {"legal_pages", u.undoLegalPage}, {"site_settings", u.undoValues},
	} {
		lines, err := db.Collect(ctx, u, scanProductLine, "SELECT "+productLineColumns+" FROM audit WHERE version = ? AND object = ? ORDER BY id", version, kind.object)
		if err != nil {
			return err
		}
		for _, line := range lines {
			if err := kind.undo(ctx, line); err != nil {
				return err
			}
			u.restored++
		}
	}
	if u.restored == before {
		return nil
	}
	return u.touchSettings(ctx)
}

func (u *undoing) undoLegalPage(ctx context.Context, line productLine) error {
	before, err := readLegalPage(line.before)
	if err != nil {
		return err
	}
	after, err := readLegalPage(line.after)
	if err != nil {
		return err
	}
	kind := before
	if kind == nil {
		kind = after
	}
	now, err := u.legalPage(ctx, kind.Type)
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
		return u.audit(ctx, entry{Action: "undo", Object: "legal_pages", Key: line.product, Before: now})
	}
	before.UpdatedAt = u.at
	return u.putLegalPage(ctx, "undo", now, *before)
}

// readLegalPage decodes a legal page in the audit; nil: there was none.
func readLegalPage(text []byte) (*site.LegalPage, error) {
	if text == nil {
		return nil, nil
	}
	page := &site.LegalPage{}
	if err := json.Unmarshal(text, page); err != nil {
		return nil, fmt.Errorf("read a legal page of the audit: %w", err)
	}
	return page, nil
}

func (u *undoing) undoValues(ctx context.Context, line productLine) error {
	var before, after map[string]string
	if err := errors.Join(json.Unmarshal(line.before, &before), json.Unmarshal(line.after, &after)); err != nil {
		return fmt.Errorf("read settings of the audit: %w", err)
	}
	now, err := u.values(ctx)
	if err != nil {
		return err
	}
	reverted, err := now.Revert(before, after)
	if err != nil {
		return err
	}
	return u.putValues(ctx, "undo", now, reverted)
}
