package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// undoBatch is how many lines of the audit are read and taken back at once.
const undoBatch = 250

// Undo puts back every product that a catalogue version changed, all of them or none: changed ones to what they were,
// deleted ones into the catalogue, new ones into the trash, moved ones to their places. It is a change of its own, so it
// can be undone too. When one of the products is not any more as that version left it, it is a Conflict; as is a version
// whose changes the audit does not keep one by one, an import's. A version that changed no product is NotFound.
func (s *Store) Undo(ctx context.Context, by string, version int64) (restored int, err error) {
	err = s.write(ctx, job{by: by, doing: "undo a change", long: true}, func(w *writing) error {
		restored = 0
		shelf, err := w.shelf(ctx)
		if err != nil {
			return err
		}
		for last := int64(0); ; {
			lines, err := w.auditOf(ctx, version, last)
			if err != nil {
				return err
			}
			if len(lines) == 0 {
				break
			}
			last = lines[len(lines)-1].id
			count, err := w.undo(ctx, shelf, lines)
			if err != nil {
				return err
			}
			restored += count
		}
		if restored == 0 {
			return fault.New(fault.NotFound, "There is nothing to undo: this change changed no product.")
		}
		return w.auditMade(ctx, shelf)
	})
	if err != nil {
		return 0, err
	}
	return restored, nil
}

// productLine is a line of the audit about products.
type productLine struct {
	id            int64
	product       string
	before, after []byte
}

// auditOf reads the next lines about products of a version.
func (c session) auditOf(ctx context.Context, version, after int64) ([]productLine, error) {
	return collect(ctx, c, scanProductLine, "SELECT id, object_id, before, after FROM audit "+
		"WHERE version = ? AND id > ? AND object = 'products' ORDER BY id LIMIT ?", version, after, undoBatch)
}

func scanProductLine(rows *sql.Rows) (productLine, error) {
	var line productLine
	err := rows.Scan(&line.id, &line.product, &line.before, &line.after)
	return line, err
}

// undo takes back what some lines say, and tells how many products that were.
func (w *writing) undo(ctx context.Context, f *shelf, lines []productLine) (int, error) {
	var changes []change
	moved := 0
	for _, line := range lines {
		if line.product == "" {
			count, err := w.undoOrder(ctx, line.after)
			if err != nil {
				return 0, err
			}
			moved += count
			continue
		}
		c, err := line.change()
		if err != nil {
			return 0, err
		}
		if c != (change{}) { // as a product that left the trash for good
			changes = append(changes, c)
		}
	}
	return len(changes) + moved, w.takeBack(ctx, f, changes)
}

// change reads the line of one product.
func (l productLine) change() (c change, err error) {
	if c.before, err = readState(l.before); err != nil {
		return c, err
	}
	c.after, err = readState(l.after)
	return c, err
}

// readState reads a product as the audit has it.
func readState(text []byte) (*catalog.Product, error) {
	if text == nil {
		return nil, nil
	}
	p := &catalog.Product{}
	return p, json.Unmarshal(text, p)
}

// undoOrder takes a new order back. Each product must still stand where that order put it.
func (w *writing) undoOrder(ctx context.Context, text []byte) (int, error) {
	var order orderChange
	if err := json.Unmarshal(text, &order); err != nil {
		return 0, err
	}
	if len(order.Runs) == 0 { // another line about many products
		return 0, fault.New(fault.Conflict, "An import cannot be undone: its changes were not noted one by one.")
	}
	back := order.back()
	ids := make([]int64, len(back))
	for i, m := range back {
		ids[i] = m.id
	}
	places, err := w.places(ctx, ids)
	if err != nil {
		return 0, err
	}
	for _, m := range back {
		if place, known := places[m.id]; !known || place != m.from {
			return 0, changedSince()
		}
	}
	return len(back), w.move(ctx, "undo", back)
}

func changedSince() error {
	return fault.New(fault.Conflict, "One of these products has been changed since. Nothing was undone.")
}

// takeBack puts products back from what they are after a change to what they were before it.
func (w *writing) takeBack(ctx context.Context, f *shelf, changes []change) error {
	if len(changes) == 0 {
		return nil
	}
	ids := make([]int64, len(changes))
	for i, c := range changes {
		ids[i] = c.id()
	}
	rows, err := w.standing(ctx, ids)
	if err != nil {
		return err
	}
	wishes := make([]wish, len(changes))
	for i, c := range changes {
		now, known := rows[ids[i]]
		if !known || !f.holds(now, c) {
			return changedSince()
		}
		wishes[i] = wish{now, c.before}
	}
	return w.grant(ctx, f, "undo", wishes)
}

// id is the number of the product.
func (c change) id() int64 {
	if c.before != nil {
		return c.before.ID
	}
	return c.after.ID
}

// holds tells whether a product is as a change left it, whatever its categories are called by now. Of a deleted one the
// categories do not count, which may have been deleted after it, nor does the slug, which was free for others: where one
// of them had it, the product came back under another, until that was undone.
func (f *shelf) holds(now standing, c change) bool {
	if now.deleted != (c.after == nil) {
		return false
	}
	then := c.after
	if then == nil {
		then = c.before
	}
	if now.deleted {
		now.Slug = then.Slug
	} else if !slices.Equal(f.ids(now.Categories), f.ids(then.Categories)) {
		return false
	}
	return reflect.DeepEqual(lasting(now.Product), lasting(*then))
}

// lasting is the product without its categories and what moves with each change, its logo as the audit has it.
func lasting(p catalog.Product) catalog.Product {
	p.Categories, p.Version, p.UpdatedAt = nil, 0, time.Time{}
	p.Logo = logoMark(p.Logo)
	return p
}
