package records

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Record undoes changes of a kind whose entries in the audit are one record each, as JSON before and after the change.
type Record[T any] struct {
	IsSetting bool // a change is one of the site's settings

	// Decode reads a record of the audit; nil: its JSON is T.
	Decode func(key string, text []byte) (*T, error)
	// Read reads what is there now of a record of the audit; nil: nothing.
	Read func(ctx context.Context, tx db.Tx, of T) (*T, error)
	// Same reports whether two records are equal, apart from what every change sets.
	Same func(a, b T) bool
	// Put writes a record with an audit entry of this action. now is what is there, then what shall be; nil: none.
	Put func(ctx context.Context, w *db.WriteTx, action string, now, then *T) error
}

// Undo is Kind.Undo: it brings back the records before a version's changes. It is a Conflict if one has changed since.
func (r Record[T]) Undo(ctx context.Context, u *Undo, version int64) (end func(ctx context.Context) error, err error) {
	lines, err := Lines(ctx, u.Tx, u.kind.Table, version)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	for _, line := range lines {
		if err := r.revert(ctx, u, line); err != nil {
			return nil, err
		}
		u.Restored++
	}
	if r.IsSetting {
		err = u.TouchSettings(ctx)
	}
	return nil, err
}

func (r Record[T]) revert(ctx context.Context, u *Undo, line Line) error {
	if line.Before == nil && line.After == nil {
		return nil
	}
	before, err := r.decode(line.Key, line.Before)
	if err != nil {
		return fmt.Errorf("read the %s of the audit: %w", u.kind.Label, err)
	}
	after, err := r.decode(line.Key, line.After)
	if err != nil {
		return fmt.Errorf("read the %s of the audit: %w", u.kind.Label, err)
	}
	now, err := r.Read(ctx, u.Tx, *cmp.Or(before, after))
	if err != nil {
		return err
	}
	if (now == nil) != (after == nil) || now != nil && !r.Same(*now, *after) {
		return fault.New(fault.Conflict, "The "+u.kind.Label+" has changed since. Nothing was undone.")
	}
	return r.Put(ctx, u.WriteTx, "undo", now, before)
}

func (r Record[T]) decode(key string, text []byte) (*T, error) {
	if text == nil || r.Decode == nil {
		return Decode[T](text)
	}
	return r.Decode(key, text)
}

// Decode decodes a state in the audit; nil: it did not exist or was deleted.
func Decode[T any](text []byte) (*T, error) {
	if text == nil {
		return nil, nil
	}
	state := new(T)
	if err := json.Unmarshal(text, state); err != nil {
		return nil, fmt.Errorf("read a state of the audit: %w", err)
	}
	complete(state)
	return state, nil
}

// complete fills in what an earlier version of the program did not write, if the state has such a method.
func complete(state any) {
	if s, ok := state.(interface{ Complete() }); ok {
		s.Complete()
	}
}

// Line is what an undo needs of an audit entry.
type Line struct {
	ID            int64
	Action, Key   string
	Before, After []byte
}

// LineColumns are the columns that ScanLine reads.
const LineColumns = "id, action, object_id, before, after"

// ScanLine reads a row of LineColumns.
func ScanLine(rows *sql.Rows) (Line, error) {
	var line Line
	err := rows.Scan(&line.ID, &line.Action, &line.Key, &line.Before, &line.After)
	return line, err
}

// Lines reads a version's entries about a table. They are few, unless it is the table of products.
func Lines(ctx context.Context, tx db.Tx, table string, version int64) ([]Line, error) {
	return db.Collect(ctx, tx, ScanLine, "SELECT "+LineColumns+" FROM audit WHERE version = ? AND object = ? ORDER BY id", version, table)
}
