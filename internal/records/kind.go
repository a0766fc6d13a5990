// Package records is the list of what editors write, one kind for each table, and what is the same for all of them: their
// history, its undo, and which uploads they name.
//
// # To change
//
//   - what a kind may say of itself: kind.go; records that are one row each: record.go
//   - what an archive has of the kinds: archive.go; the rows of a kind in it: rows.go
//   - the history: history.go; what is undone: undone.go; the undo and its preview: undo.go
package records

import (
	"context"
	"encoding/json"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// Kind is one kind of things that editors write, or that the history has entries about.
type Kind struct {
	Table string // as the audit names it
	Label string // one of them, in a sentence: "collection"
	One   string // the same in the history, if it is called otherwise there
	Many  string // all of them in the history: "Collections"; empty: it has no entries about them

	// Area says which administrators see its entries in the history and undo its changes; required with Many.
	Area httpapi.Area

	// Undo reverts a version's changes. What it returns, if anything, ends the undo when all kinds have reverted theirs.
	Undo     func(ctx context.Context, u *Undo, version int64) (end func(ctx context.Context) error, err error)
	UndoneBy string // the kind whose Undo reverts changes of this one, or
	NoUndo   string // why nothing does
	// Undoable reports whether an undo reverts an entry with an action; nil: each.
	Undoable func(action string) bool
	// Preview compares what a version changed with what is there now; nil: the kind has no preview.
	Preview func(ctx context.Context, tx db.Tx, p *Preview, version int64) error

	// Named returns the next entries, at most some, of the change with a version about records whose names, as they are now,
	// have the words of a search; nil: a change of several has no parts.
	Named   func(ctx context.Context, tx db.Tx, asked audit.Query, most int) (ids []int64, err error)
	Summary func() db.Summary                            // sums up changes of several of them in one transaction, or nil
	Shorten func(e audit.Entry) (json.RawMessage, error) // a long state after a change of several, or nil

	// Purge drops what names products that are about to be deleted for good; nil: references do.
	Purge func(ctx context.Context, w *db.WriteTx, ids []int64) error

	// Replaced drops what names products whose ids another site's tools take; nil: references do.
	Replaced func(ctx context.Context, w *db.WriteTx, ids map[int64]bool) error

	Archive     Archive // how the kind is in an archive of the site
	NotArchived string  // or why it is in none

	Uploads  []string // queries of two columns that may name uploads; a ? is the version of the catalogue since which they did
	CanPurge bool     // a row that is gone was deleted for good: nobody can bring its states back
}

// IsUndone reports whether an undo reverts changes of the kind.
func (k Kind) IsUndone() bool { return k.Undo != nil || k.UndoneBy != "" }

// reverts reports whether an undo of its version reverts an entry.
func (k Kind) reverts(e audit.Entry) bool {
	return k.IsUndone() && k.Table == e.Object && (k.Undoable == nil || k.Undoable(e.Action))
}

// Kinds is all kinds, in the order in which an undo reverts their changes.
type Kinds []Kind

// SumUp makes transactions of the database sum up changes as the kinds say.
func (kinds Kinds) SumUp(d *db.DB) {
	for _, k := range kinds {
		if k.Summary != nil {
			d.SumUp(k.Table, k.Summary)
		}
	}
}

// Purge drops what names products that are about to be deleted for good.
func (kinds Kinds) Purge(ctx context.Context, w *db.WriteTx, ids []int64) error {
	for _, k := range kinds {
		if k.Purge == nil {
			continue
		}
		if err := k.Purge(ctx, w, ids); err != nil {
			return err
		}
	}
	return nil
}

// in returns the tables of the kinds in areas that may passes.
func (kinds Kinds) in(may func(httpapi.Area) bool) (tables []string) {
	for _, k := range kinds {
		if k.Area != "" && may(k.Area) {
			tables = append(tables, k.Table)
		}
	}
	return tables
}

// Queries read the history of all kinds, and undo changes.
type Queries struct {
	*db.DB
	Kinds Kinds
}
