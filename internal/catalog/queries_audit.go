package catalog

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// productChanges is the audit's entry for a change of several products, each of which has a part of its own.
type productChanges struct {
	Count  int      `json:"count"`
	Names  []string `json:"names"`            // of the first ones
	Fields []string `json:"fields,omitempty"` // those that changed, where products were updated
	To     any      `json:"to,omitempty"`     // the new value, if they have the same one field and value

	fields FieldSet
	mixed  bool // they have different new values
}

// namedProducts is how many products the entry of a change names.
const namedProducts = 3

// Add counts an entry about one product.
func (c *productChanges) Add(e db.Entry) {
	before, isUpdate := e.Before.(Product)
	after, isThere := e.After.(Product)
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

func (c *productChanges) addFields(before, after ProductFields) {
	changed := before.Differing(after)
	if changed.Has("logo") {
		changed &^= FieldsNamed("logoColor") // it follows the logo
	}
	c.fields |= changed
	c.Fields = c.fields.Names()
	to := after.Short(changed, longestTo)
	if c.mixed = c.mixed || to == nil || len(c.Fields) > 1 || c.To != nil && c.To != to; c.mixed {
		to = nil
	}
	c.To = to
}

// shortOrder cuts a new order to the number of moved products.
func shortOrder(e audit.Entry) (json.RawMessage, error) {
	var order orderChange
	if e.ObjectID != "" || e.Action != "reorder" && e.Action != "undo" {
		return e.After, nil
	}
	if err := json.Unmarshal(e.After, &order); err != nil {
		return nil, err
	}
	order.Runs = nil
	return json.Marshal(order)
}

// shortMerge drops the fields of a merge that only its undo needs.
func shortMerge(e audit.Entry) (json.RawMessage, error) {
	var merge mergeSummary
	if e.Action != "merge" {
		return e.After, nil
	}
	if err := json.Unmarshal(e.After, &merge); err != nil {
		return nil, err
	}
	merge.Categories, merge.OldNames, merge.OldSlugs = nil, nil, nil
	return json.Marshal(merge)
}

// namesRead is how many names one statement reads.
const namesRead = 2_000

// partsNamed returns the next entries about products of a change whose names, as they are now, contain these words. It folds
// the names here: neither engine does so alike for all scripts.
func partsNamed(ctx context.Context, tx db.Tx, q audit.Query, most int) (ids []int64, err error) {
	words := strings.Fields(Fold(q.Search))
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
			name := Fold(p.name)
			if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(name, word) }) {
				continue
			}
			if ids = append(ids, p.id); len(ids) == most {
				return ids, nil
			}
		}
		last = parts[len(parts)-1].id
	}
}

// Change is a product before and after a change; nil: it did not exist or was deleted.
type Change struct{ Before, After *Product }

// AuditProducts adds an audit entry for each change, and for each category that was created for the changes.
func AuditProducts(ctx context.Context, w *db.WriteTx, x *categoryIndex, action string, changes ...Change) error {
	if err := auditChanges(ctx, w, db.Entry{Action: action}, changes); err != nil || x == nil {
		return err
	}
	return auditMade(ctx, w, x)
}

// auditChanges adds an audit entry for each change, with line as the template.
func auditChanges(ctx context.Context, w *db.WriteTx, line db.Entry, changes []Change) error {
	entries := make([]db.Entry, 0, len(changes))
	for _, c := range changes {
		e := line
		e.Object = "products"
		for _, side := range []struct {
			p    *Product
			kept *any
		}{{c.Before, &e.Before}, {c.After, &e.After}} {
			if side.p == nil {
				continue
			}
			p := *side.p
			var err error
			if p.Logo, err = storeLogo(ctx, w, p.Logo); err != nil {
				return err
			}
			e.ObjectID, *side.kept = p.ID, p
		}
		entries = append(entries, e)
	}
	return w.Audit(ctx, entries...)
}

// logoMark returns a logo as the audit stores it: a hash in place of a data URL.
func logoMark(logo string) string {
	if strings.HasPrefix(logo, "data:") {
		return db.FileMark([]byte(logo))
	}
	return logo
}

// storeLogo returns logoMark(logo). It stores a file once, in audit_files, so that the product can have it back.
func storeLogo(ctx context.Context, w *db.WriteTx, logo string) (string, error) {
	mark := logoMark(logo)
	if mark == logo {
		return logo, nil
	}
	return mark, w.Exec(ctx, "INSERT INTO audit_files (mark, content) VALUES (?, ?) ON CONFLICT (mark) DO NOTHING", mark, logo)
}

// logoOf returns the logo for an audit's mark, or other if the audit has not stored the file.
func logoOf(ctx context.Context, w *db.WriteTx, mark, other string) (string, error) {
	if !strings.HasPrefix(mark, db.FileMarkStart) {
		return mark, nil
	}
	found, err := db.Collect(ctx, w, db.Column[string], "SELECT content FROM audit_files WHERE mark = ?", mark)
	if err != nil || len(found) == 0 {
		return other, err
	}
	return found[0], nil
}
