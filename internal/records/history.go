package records

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// Audit reads audit entries, the newest first.
func (q *Queries) Audit(ctx context.Context, asked audit.Query) ([]audit.Entry, error) {
	entries := []audit.Entry{}
	err := q.Read(ctx, "read the audit", func(ctx context.Context, tx db.Tx) error {
		query, args := auditQuery(asked)
		if asked.Version > 0 && strings.TrimSpace(asked.Search) != "" {
			ids, err := q.Kinds.named(ctx, tx, asked)
			if err != nil || len(ids) == 0 {
				return err
			}
			query, args = "SELECT "+entryColumns+" FROM audit WHERE id IN "+db.Placeholders(len(ids))+" ORDER BY id DESC", db.Args(ids)
		}
		err := tx.Each(ctx, func(rows *sql.Rows) error {
			e, err := scanEntry(rows)
			if err == nil {
				err = q.Kinds.complete(&e)
			}
			entries = append(entries, e)
			return err
		}, query, args...)
		if err != nil {
			return err
		}
		return fillUndone(ctx, tx, entries)
	})
	return entries, err
}

// auditQuery returns the SQL of a query and its arguments.
func auditQuery(q audit.Query) (string, []any) {
	var where []string
	var args []any
	for _, asked := range []struct{ column, value string }{{"object", q.Object}, {"object_id", q.ObjectID}, {"action", q.Action}, {"actor", q.Actor}} {
		if asked.value != "" {
			where, args = append(where, asked.column+" = ?"), append(args, asked.value)
		}
	}
	if q.Objects != nil {
		// An expression, not the column: by an index of that, the database would sort all entries of these objects.
		where, args = append(where, "object || '' IN "+db.Placeholders(len(q.Objects))), append(args, db.Args(q.Objects)...)
	}
	switch {
	case q.Version > 0:
		where, args = append(where, "version = ?", "object_id <> ''"), append(args, q.Version)
	case q.ObjectID == "":
		where = append(where, "NOT is_part")
	}
	if q.Before > 0 {
		where, args = append(where, "id < ?"), append(args, q.Before)
	}
	query := "SELECT " + entryColumns + " FROM audit"
	if len(where) > 0 {
		query += " WHERE " + strings.Join(where, " AND ")
	}
	return query + " ORDER BY id DESC LIMIT ?", append(args, limitOf(q))
}

// hasOthers reports whether a version changed something that is in none of the tables.
func (q *Queries) hasOthers(ctx context.Context, version int64, tables []string) (has bool, err error) {
	err = q.Read(ctx, "read a change", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM audit WHERE version = ? AND object NOT IN "+db.Placeholders(len(tables))+")",
			append([]any{version}, db.Args(tables)...)...).Scan(&has)
	})
	return has, err
}

func limitOf(q audit.Query) int {
	if q.Limit <= 0 {
		return audit.DefaultLimit
	}
	return min(q.Limit, audit.MaxLimit)
}

// named returns the next entries of a change about records whose names have the words of the search.
func (kinds Kinds) named(ctx context.Context, tx db.Tx, asked audit.Query) ([]int64, error) {
	for _, k := range kinds {
		if k.Named != nil {
			return k.Named(ctx, tx, asked, limitOf(asked))
		}
	}
	return nil, nil
}

const entryColumns = "id, at, actor, action, object, object_id, version, before, after, address, request_id, is_part"

// scanEntry reads a row of entryColumns.
func scanEntry(rows *sql.Rows) (audit.Entry, error) {
	var e audit.Entry
	var at int64
	var before, after *string
	var isPart bool
	err := rows.Scan(&e.ID, &at, &e.Actor, &e.Action, &e.Object, &e.ObjectID, &e.Version, &before, &after, &e.Address, &e.RequestID, &isPart)
	e.CanUndo = !isPart && e.Version > 0
	e.At = db.TimeOf(at)
	if before != nil {
		e.Before = json.RawMessage(*before)
	}
	if after != nil {
		e.After = json.RawMessage(*after)
	}
	return e, err
}

// longState is the most bytes of a state that a page of the audit returns if its kind can shorten it: the order of thousands
// of shuffled products is as large as an image.
const longState = 4 << 10

// complete sets what the kind of an entry says: whether an undo reverts it, and a shorter state.
func (kinds Kinds) complete(e *audit.Entry) (err error) {
	isUndoable := false
	for _, k := range kinds {
		isUndoable = isUndoable || k.reverts(*e)
		if k.Table == e.Object && k.Shorten != nil && len(e.After) > longState {
			if e.After, err = k.Shorten(*e); err != nil {
				return err
			}
		}
	}
	e.CanUndo = e.CanUndo && isUndoable
	return nil
}
