package redirects

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the old URLs, and how often they are requested.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "redirects", Label: "old URL", Many: "Old URLs", Area: httpapi.Catalog, Archive: archived, Undo: undo, Replaced: dropReplaced,
	}, {
		Table: "redirect_hits", Label: "count of requests for an old URL", NotArchived: "they are this site's own",
	}}
}

// archived is how old URLs are in an archive: by id, without those of products in the trash.
var archived = records.Rows[Redirect]{
	Label: "old URL", Many: "old URLs", Most: Max, Table: table,
	Name:   func(r Redirect) (key, title string) { return records.Number(r.ID), r.From },
	Unique: []func(Redirect) string{func(r Redirect) string { return r.From }},
	Check:  Redirect.Check,
	Among: func(r Redirect, live map[int64]bool) *Redirect {
		if r.Kind == Product && !live[r.Item] {
			return nil
		}
		return &r
	},
}

// dropReplaced deletes the old URLs of products whose ids another site's tools take.
func dropReplaced(ctx context.Context, w *db.WriteTx, products map[int64]bool) error {
	return db.InBatches(slices.Sorted(maps.Keys(products)), func(ids []int64) error {
		return w.Exec(ctx, "DELETE FROM redirects WHERE kind = 'product' AND target_id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
	})
}

// change is an old URL before and after; nil: it wasn't there, or isn't any more.
type change struct{ before, after *Redirect }

// write writes changes, with an entry in the audit for each, which is a part of one that the caller adds if isPart.
func write(ctx context.Context, w *db.WriteTx, action string, changes []change, isPart bool) error {
	var made []*Redirect
	var gone []int64
	for _, c := range changes {
		if c.before != nil {
			gone = append(gone, c.before.ID)
		}
		if c.after == nil {
			continue
		}
		c.after.UpdatedAt = w.At
		if c.after.CreatedAt.IsZero() {
			c.after.CreatedAt = w.At
		}
		made = append(made, c.after)
	}
	err := db.InBatches(gone, func(ids []int64) error {
		return w.Exec(ctx, "DELETE FROM redirects WHERE id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
	})
	if err != nil {
		return err
	}
	// Rows with a number and new ones go in separate statements.
	slices.SortStableFunc(made, func(a, b *Redirect) int { return int(min(a.ID, 1)) - int(min(b.ID, 1)) })
	known, _ := slices.BinarySearchFunc(made, 1, func(r *Redirect, least int) int { return int(min(r.ID, 1)) - least })
	if err := errors.Join(insert(ctx, w, made[known:]), insert(ctx, w, made[:known])); err != nil {
		return err
	}
	for _, c := range changes {
		entry := db.Entry{Action: action, Object: "redirects", IsPart: isPart}
		if c.before != nil {
			entry.ObjectID, entry.Before = c.before.ID, *c.before
		}
		if c.after != nil {
			entry.ObjectID, entry.After = c.after.ID, *c.after
		}
		if err := w.Audit(ctx, entry); err != nil {
			return err
		}
	}
	return w.TouchSettings(ctx)
}

// undo brings back the old URLs before a version's changes, one or tens of thousands. It is a Conflict if one has changed since.
func undo(ctx context.Context, u *records.Undo, version int64) (end func(ctx context.Context) error, err error) {
	lines, err := records.Lines(ctx, u.Tx, "redirects", version)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	have, err := table.Select(ctx, u.Tx, "ORDER BY id")
	if err != nil {
		return nil, err
	}
	byID, byPath := make(map[int64]*Redirect, len(have)), make(map[string]int64, len(have))
	for i := range have {
		byID[have[i].ID], byPath[have[i].From] = &have[i], have[i].ID
	}
	var changes []change
	for _, line := range lines {
		before, err := records.Decode[Redirect](line.Before)
		if err != nil {
			return nil, err
		}
		if line.Key == "" { // it sums up the others
			continue
		}
		after, err := records.Decode[Redirect](line.After)
		if err != nil {
			return nil, err
		}
		of := after
		if of == nil {
			of = before
		}
		now := byID[of.ID]
		if (now == nil) != (after == nil) || now != nil && !now.isLike(*after) {
			return nil, fault.New(fault.Conflict, "An old URL has changed since. Nothing was undone.")
		}
		changes = append(changes, change{now, before})
	}
	for _, c := range changes {
		if c.before != nil {
			delete(byPath, c.before.From)
		}
	}
	count := len(have)
	for _, c := range changes {
		if c.before != nil {
			count--
		}
		if c.after == nil {
			continue
		}
		if count++; byPath[c.after.From] > 0 {
			return nil, fault.New(fault.Conflict, "One of these old URLs was added again since. Nothing was undone.")
		}
	}
	if count > Max {
		return nil, tooMany()
	}
	if err := write(ctx, u.WriteTx, "undo", changes, len(changes) > 1); err != nil {
		return nil, err
	}
	if u.Restored += len(changes); len(changes) > 1 {
		err = u.Audit(ctx, db.Entry{Action: "undo", Object: "redirects", After: summary{Restored: len(changes)}})
	}
	return nil, err
}

// isLike reports whether two states of an old URL are equal, apart from what every change sets, and from which category it leads to:
// that changes with a merge.
func (r Redirect) isLike(other Redirect) bool {
	if r.Kind == Category && other.Kind == Category {
		r.Item = other.Item
	}
	return r.From == other.From && r.Status == other.Status && r.Target == other.Target
}
