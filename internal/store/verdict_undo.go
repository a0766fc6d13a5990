package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// undoVerdict reverts a change of a verdict. It is a Conflict if it has changed since, or if a product of it was deleted
// for good.
func (u *undoing) undoVerdict(ctx context.Context, line auditLine) error {
	before, err := readVerdict(line.objectID, line.before)
	if err != nil {
		return err
	}
	after, err := readVerdict(line.objectID, line.after)
	if err != nil {
		return err
	}
	now, err := verdict(ctx, u.Tx, line.objectID)
	if err != nil {
		return err
	}
	if (now == nil) != (after == nil) || now != nil && now.Text != after.Text {
		return fault.New(fault.Conflict, "The verdict has changed since. Nothing was undone.")
	}
	if before == nil {
		return deleteVerdict(ctx, u.WriteTx, "undo", *now)
	}
	ids, err := before.ProductIDs()
	if err != nil {
		return err
	}
	if err := u.checkNotPurged(ctx, ids); err != nil {
		return err
	}
	before.UpdatedAt = u.At
	return putVerdict(ctx, u.WriteTx, "undo", now, *before)
}

// readVerdict decodes the verdict on products in the audit; nil: there was none.
func readVerdict(products string, text []byte) (*site.Verdict, error) {
	if text == nil {
		return nil, nil
	}
	var v auditedVerdict
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, fmt.Errorf("read a verdict of the audit: %w", err)
	}
	return &site.Verdict{Products: products, Text: v.Text}, nil
}
