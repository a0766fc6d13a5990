package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// entry is one audit entry: what was done to what. Before and After become JSON; nil is no value.
type entry struct {
	Action   string
	Object   string // the table
	ObjectID int64  // 0 if it is not a single row
	Key      string // instead of ObjectID, for an object without a number
	Before   any
	After    any
	IsPart   bool // another entry of the same version sums it up
}

// auditBatch is how many entries one statement writes.
const auditBatch = 500

// audit writes the entries in the transaction.
func (w *writeTx) audit(ctx context.Context, entries ...entry) error {
	const columns = 11
	from := audit.From(ctx)
	for len(entries) > 0 {
		batch := entries[:min(auditBatch, len(entries))]
		entries = entries[len(batch):]
		args := make([]any, 0, columns*len(batch))
		for _, e := range batch {
			values, err := w.auditValues(e, from)
			if err != nil {
				return err
			}
			args = append(args, values...)
		}
		err := w.Exec(ctx, "INSERT INTO audit (at, actor, action, object, object_id, version, before, after, address, request_id, is_part) VALUES "+
			db.Rows(len(batch), columns), args...)
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writeTx) auditValues(e entry, from audit.Origin) ([]any, error) {
	before, err := auditValue(e.Before)
	if err != nil {
		return nil, err
	}
	after, err := auditValue(e.After)
	if err != nil {
		return nil, err
	}
	if e.ObjectID != 0 {
		e.Key = strconv.FormatInt(e.ObjectID, 10)
	}
	return []any{w.at.UnixMicro(), w.by, e.Action, e.Object, e.Key, w.version, before, after,
		from.Address, from.RequestID, e.IsPart}, nil
}

func auditValue(value any) (*string, error) {
	if value == nil {
		return nil, nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	kept := string(text)
	return &kept, nil
}

// Record writes an audit entry and changes nothing else, not even the catalogue's version.
func (s *Store) Record(ctx context.Context, by string, e audit.Event) error {
	return s.writeUnversioned(ctx, by, "note in the audit", func(ctx context.Context, w *writeTx) error {
		return w.audit(ctx, entry{Action: e.Action, Object: e.Object, Key: e.ObjectID, Before: e.Before, After: e.After})
	})
}

// Audit reads audit entries, the newest first.
func (s *Store) Audit(ctx context.Context, q audit.Query) ([]audit.Entry, error) {
	query, args := auditQuery(q)
	entries := []audit.Entry{}
	err := s.read(ctx, "read the audit", func(ctx context.Context, tx transaction) error {
		return tx.Each(ctx, func(rows *sql.Rows) error {
			e, err := scanEntry(rows)
			entries = append(entries, e)
			return err
		}, query, args...)
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
	if q.ObjectID == "" {
		where = append(where, "NOT is_part")
	}
	if q.Before > 0 {
		where, args = append(where, "id < ?"), append(args, q.Before)
	}
	query := "SELECT " + auditColumns + " FROM audit"
	if len(where) > 0 {
		query += " WHERE " + strings.Join(where, " AND ")
	}
	limit := q.Limit
	if limit <= 0 {
		limit = audit.DefaultLimit
	}
	return query + " ORDER BY id DESC LIMIT ?", append(args, min(limit, audit.MaxLimit))
}

const auditColumns = "id, at, actor, action, object, object_id, version, before, after, address, request_id"

// scanEntry reads a row of auditColumns.
func scanEntry(rows *sql.Rows) (audit.Entry, error) {
	var e audit.Entry
	var at int64
	var before, after *string
	err := rows.Scan(&e.ID, &at, &e.Actor, &e.Action, &e.Object, &e.ObjectID, &e.Version, &before, &after, &e.Address, &e.RequestID)
	e.At = db.TimeOf(at)
	if before != nil {
		e.Before = json.RawMessage(*before)
	}
	if after != nil {
		e.After = json.RawMessage(*after)
	}
	if err != nil || len(e.After) <= longOrder {
		return e, err
	}
	switch {
	case e.Object == "products" && e.ObjectID == "" && (e.Action == "reorder" || e.Action == "undo"):
		e.After, err = shortOrder(e.After)
	case e.Object == "categories" && e.Action == "merge":
		e.After, err = shortMerge(e.After)
	}
	return e, err
}

// shortMerge drops the fields of a merge that only its undo needs.
func shortMerge(text []byte) (json.RawMessage, error) {
	var merge mergeSummary
	if err := json.Unmarshal(text, &merge); err != nil {
		return nil, err
	}
	merge.Categories, merge.OldNames, merge.OldSlugs = nil, nil, nil
	return json.Marshal(merge)
}

// longOrder is the most bytes of a new order that a page of the audit returns; a longer one is cut to the number of moved
// products. The order of thousands of shuffled products is as large as an image.
const longOrder = 4 << 10

func shortOrder(text []byte) (json.RawMessage, error) {
	var order orderChange
	if err := json.Unmarshal(text, &order); err != nil {
		return nil, err
	}
	order.Runs = nil
	return json.Marshal(order)
}
