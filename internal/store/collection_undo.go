package store

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// undoCollection reverts a change of a collection. It is a Conflict if it has changed since, or if a tool of it was deleted
// for good.
func (u *undoing) undoCollection(ctx context.Context, line auditLine) error {
	before, err := readCollection(line.before)
	if err != nil {
		return err
	}
	after, err := readCollection(line.after)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(line.objectID, 10, 64)
	if err != nil {
		return fmt.Errorf("read which collection was changed: %w", err)
	}
	found, err := collections(ctx, u.Tx, "WHERE id = ?", id)
	if err != nil {
		return err
	}
	var now *catalog.Collection
	if len(found) > 0 {
		now = &found[0]
	}
	if !isSameCollection(now, after) {
		return fault.New(fault.Conflict, "The collection has changed since. Nothing was undone.")
	}
	switch {
	case before == nil && now != nil:
		return deleteCollection(ctx, u.WriteTx, "undo", *now)
	case now == nil && before != nil:
		before.UpdatedAt, before.Version = u.At, before.Version+1
		if err := insertCollection(ctx, u.WriteTx, before); err != nil {
			return asUndoConflict(err)
		}
		return u.Audit(ctx, db.Entry{Action: "undo", Object: "collections", ObjectID: id, After: *before})
	case now != nil:
		return asUndoConflict(replaceCollection(ctx, u.WriteTx, "undo", *now, before))
	}
	return nil
}

func readCollection(text []byte) (*catalog.Collection, error) {
	if text == nil {
		return nil, nil
	}
	c := &catalog.Collection{OldSlugs: []string{}} // entries of earlier versions have none
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("read a collection of the audit: %w", err)
	}
	return c, nil
}

// isSameCollection reports whether two states are equal, apart from what every change sets.
func isSameCollection(a, b *catalog.Collection) bool {
	if a == nil || b == nil {
		return a == b
	}
	one, other := *a, *b
	one.UpdatedAt, one.Version, other.UpdatedAt, other.Version = time.Time{}, 0, time.Time{}, 0
	return reflect.DeepEqual(one, other)
}

// asUndoConflict returns the Conflict of an undo that would break a rule.
func asUndoConflict(err error) error {
	if fault.Is(err, fault.Invalid) {
		return fault.Because(fault.Conflict, "Another collection has this address now, or a tool of it was deleted for good. Nothing was undone.", err)
	}
	return err
}
