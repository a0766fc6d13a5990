package records

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Undo is an undo in progress, for the kinds.
type Undo struct {
	*db.WriteTx
	Since    audit.ChangedSince // what becomes of products that have changed since
	Restored int                // reverted changes
	Left     int                // products that were left as they are
	IsDone   bool               // something was reverted, even if it counts as no record

	kind Kind // whose changes are being reverted
}

// Undo reverts everything that a catalogue version changed, as its kinds say: an undo is a change of its own, so it can be
// undone too. If a product has changed since that version, since says whether it is left or reverted all the same; without
// it, Undo returns a Conflict and reverts none. It is a Conflict too if something else has changed since, or if no product
// is left to revert. A version that changed nothing undoable is NotFound.
func (q *Queries) Undo(ctx context.Context, by string, version int64, since audit.ChangedSince) (done audit.UndoResult, err error) {
	err = q.Write(ctx, db.WriteOptions{By: by, Doing: "undo a change", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		w.Undoes = version
		u := &Undo{WriteTx: w, Since: since}
		var ends []func(context.Context) error
		for _, kind := range q.Kinds {
			if kind.Undo == nil {
				continue
			}
			u.kind = kind
			end, err := kind.Undo(ctx, u, version)
			if err != nil {
				return err
			}
			if end != nil {
				ends = append(ends, end)
			}
		}
		for _, end := range ends {
			if err := end(ctx); err != nil {
				return err
			}
		}
		if u.Restored == 0 && !u.IsDone {
			return q.Kinds.nothingToUndo()
		}
		done = audit.UndoResult{Version: w.Version, Restored: u.Restored, Left: u.Left}
		return nil
	})
	if err != nil {
		return audit.UndoResult{}, err
	}
	return done, nil
}

// nothingToUndo is the NotFound of a version that changed nothing undoable.
func (kinds Kinds) nothingToUndo() error {
	var labels []string
	for _, k := range kinds {
		if k.Undo != nil {
			labels = append(labels, k.Label)
		}
	}
	last := len(labels) - 1
	return fault.New(fault.NotFound, "Nothing to undo: this change didn't change any "+strings.Join(labels[:last], ", ")+" or "+labels[last]+".")
}

// Preview is what an undo would find, a page at a time.
type Preview struct {
	audit.UndoPreview
	after int64 // only rows behind this position
	last  int64 // the position of the last row
}

// Standing is what became of a thing after a change.
type Standing int

// The standings.
const (
	AsLeft   Standing = iota // as the change left it
	Changed                  // it has changed since
	Reverted                 // as it was before the change
	Purged                   // it was deleted for good
)

// PreviewUndo compares what a catalogue version changed with what is there now, and returns what has changed since, a page at
// a time: the next rows after the given position, 0 for the first. It writes nothing.
func (q *Queries) PreviewUndo(ctx context.Context, version, after int64) (audit.UndoPreview, error) {
	p := &Preview{after: after}
	p.Rows = []audit.ChangedRow{}
	err := q.Read(ctx, "preview an undo", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		for _, kind := range q.Kinds {
			if kind.Preview == nil {
				continue
			}
			if err := kind.Preview(ctx, tx, p, version); err != nil {
				return err
			}
		}
		if p.Total == 0 && after == 0 {
			return q.checkUndoable(ctx, tx, version)
		}
		return nil
	})
	return p.UndoPreview, err
}

// checkUndoable returns NotFound if a version changed nothing that an undo reverts.
func (q *Queries) checkUndoable(ctx context.Context, tx db.Tx, version int64) error {
	entries, err := db.Collect(ctx, tx, scanEntry, "SELECT "+entryColumns+" FROM audit WHERE version = ? AND NOT is_part", version)
	for _, e := range entries {
		for _, kind := range q.Kinds {
			if kind.reverts(e) {
				return err
			}
		}
	}
	if err != nil {
		return err
	}
	return q.Kinds.nothingToUndo()
}

// Note counts a product, and reports whether to add its row: it has changed since, and there is room.
func (p *Preview) Note(position int64, of Standing) bool {
	p.Total++
	switch of {
	case AsLeft:
		p.Ready++
		return false
	case Reverted:
		p.UndoPreview.Reverted++
		return false
	case Purged:
		p.UndoPreview.Purged++
		return false
	}
	p.UndoPreview.Changed++
	isNext := position > p.after
	if isNext && len(p.Rows) == audit.PreviewRows {
		p.Next = p.last
		return false
	}
	if isNext {
		p.last = position
	}
	return isNext
}

// IsComplete reports whether nothing is left to find: only the first page counts the products.
func (p *Preview) IsComplete() bool { return p.after > 0 && p.Next > 0 }

// Add adds a row; a nil state is no product.
func (p *Preview) Add(id int64, name string, then, now any) error {
	row := audit.ChangedRow{ID: id, Name: name}
	for _, side := range []struct {
		state any
		text  *json.RawMessage
	}{{then, &row.Was}, {now, &row.Now}} {
		text, err := json.Marshal(side.state)
		if err != nil {
			return err
		}
		*side.text = text
	}
	p.Rows = append(p.Rows, row)
	return nil
}
