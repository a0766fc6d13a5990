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
