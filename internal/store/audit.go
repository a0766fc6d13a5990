package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// productChanges is the audit's entry for a change of several products, each of which has a part of its own.
type productChanges struct {
	Count  int      `json:"count"`
	Names  []string `json:"names"`            // of the first ones
	Fields []string `json:"fields,omitempty"` // those that changed, where products were updated
	To     any      `json:"to,omitempty"`     // the new value, if they have the same one field and value

	fields catalog.FieldSet
	mixed  bool // they have different new values
}

// namedProducts is how many products the entry of a change names.
const namedProducts = 3

// Add counts an entry about one product.
func (c *productChanges) Add(e db.Entry) {
	before, isUpdate := e.Before.(catalog.Product)
	after, isThere := e.After.(catalog.Product)
	c.add(cmp.Or(after.Name, before.Name))
	if isUpdate && isThere {
		c.addFields(before.ProductFields, after.ProductFields)
	}
}

func (c *productChanges) add(name string) {
	c.Count++
	if name != "" && len(c.Names) < namedProducts {
		c.Names = append(c.Names, name)
	}
}

// longestTo is the most bytes of a new value that the entry of a change has.
const longestTo = 100

func (c *productChanges) addFields(before, after catalog.ProductFields) {
	changed := before.Differing(after)
	if changed.Has("logo") {
		changed &^= catalog.FieldsNamed("logoColor") // it follows the logo
	}
	c.fields |= changed
	c.Fields = c.fields.Names()
	to := after.Short(changed, longestTo)
	if c.mixed = c.mixed || to == nil || len(c.Fields) > 1 || c.To != nil && c.To != to; c.mixed {
		to = nil
	}
	c.To = to
}

// Record writes an audit entry and changes nothing else, not even the catalogue's version.
func (s *Store) Record(ctx context.Context, by string, e audit.Event) error {
	return s.WriteUnversioned(ctx, by, "note in the audit", func(ctx context.Context, w *db.WriteTx) error {
		return w.Audit(ctx, db.Entry{Action: e.Action, Object: e.Object, Key: e.ObjectID, Before: e.Before, After: e.After})
	})
}

// Audit reads audit entries, the newest first.
func (s *Store) Audit(ctx context.Context, q audit.Query) ([]audit.Entry, error) {
	entries := []audit.Entry{}
	err := s.Read(ctx, "read the audit", func(ctx context.Context, tx db.Tx) error {
		query, args := auditQuery(q)
		if words := strings.Fields(catalog.Fold(q.Search)); q.Version > 0 && len(words) > 0 {
			ids, err := partsNamed(ctx, tx, q, words)
			if err != nil || len(ids) == 0 {
				return err
			}
			query, args = "SELECT "+auditColumns+" FROM audit WHERE id IN "+db.Placeholders(len(ids))+" ORDER BY id DESC", db.Args(ids)
		}
		err := tx.Each(ctx, func(rows *sql.Rows) error {
			e, err := scanEntry(rows)
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
	switch {
	case q.Version > 0:
		where, args = append(where, "version = ?", "object_id <> ''"), append(args, q.Version)
	case q.ObjectID == "":
		where = append(where, "NOT is_part")
	}
	if q.Before > 0 {
		where, args = append(where, "id < ?"), append(args, q.Before)
	}
	query := "SELECT " + auditColumns + " FROM audit"
	if len(where) > 0 {
		query += " WHERE " + strings.Join(where, " AND ")
	}
	return query + " ORDER BY id DESC LIMIT ?", append(args, limitOf(q))
}

func limitOf(q audit.Query) int {
	if q.Limit <= 0 {
		return audit.DefaultLimit
	}
	return min(q.Limit, audit.MaxLimit)
}

// namesRead is how many names one statement reads.
const namesRead = 2_000

// partsNamed returns the next entries about products of a change whose names, as they are now, contain these words. It folds
// the names here: neither engine does so alike for all scripts.
func partsNamed(ctx context.Context, tx db.Tx, q audit.Query, words []string) (ids []int64, err error) {
	type part struct {
		id   int64
		name string
	}
	last := q.Before
	if last == 0 {
		last = math.MaxInt64
	}
	for {
		parts, err := db.Collect(ctx, tx, func(rows *sql.Rows) (p part, err error) {
			err = rows.Scan(&p.id, &p.name)
			return p, err
		}, "SELECT a.id, COALESCE(p.name, '') FROM audit a LEFT JOIN products p ON p.id = CAST(a.object_id AS BIGINT) "+
			"WHERE a.version = ? AND a.object = 'products' AND a.object_id <> '' AND a.id < ? ORDER BY a.id DESC LIMIT ?", q.Version, last, namesRead)
		if err != nil || len(parts) == 0 {
			return ids, err
		}
		for _, p := range parts {
			name := catalog.Fold(p.name)
			if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(name, word) }) {
				continue
			}
			if ids = append(ids, p.id); len(ids) == limitOf(q) {
				return ids, nil
			}
		}
		last = parts[len(parts)-1].id
	}
}

const auditColumns = "id, at, actor, action, object, object_id, version, before, after, address, request_id, is_part"

// scanEntry reads a row of auditColumns.
func scanEntry(rows *sql.Rows) (audit.Entry, error) {
	var e audit.Entry
	var at int64
	var before, after *string
	var isPart bool
	err := rows.Scan(&e.ID, &at, &e.Actor, &e.Action, &e.Object, &e.ObjectID, &e.Version, &before, &after, &e.Address, &e.RequestID, &isPart)
	e.CanUndo = !isPart && e.Version > 0 && isUndoable(e)
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
