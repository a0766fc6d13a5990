package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// PreviewUndo compares the products that a catalogue version changed with what they are now, and returns those that have
// changed since, a page at a time: the next ones after the given position, 0 for the first. It writes nothing.
func (s *Store) PreviewUndo(ctx context.Context, version, after int64) (audit.UndoPreview, error) {
	var found audit.UndoPreview
	err := s.Read(ctx, "preview an undo", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		index, err := readCategoryIndex(ctx, tx)
		if err != nil {
			return err
		}
		p := previewing{Tx: tx, index: index, after: after}
		p.found.Rows = []audit.ChangedRow{}
		for _, compare := range []func(context.Context, int64) error{p.products, p.merges} {
			if err := compare(ctx, version); err != nil {
				return err
			}
		}
		found = p.found
		if found.Total == 0 && after == 0 {
			return checkUndoable(ctx, tx, version)
		}
		return fillNames(ctx, tx, found.Rows)
	})
	return found, err
}

// checkUndoable returns NotFound if a version changed nothing that an undo reverts.
func checkUndoable(ctx context.Context, tx db.Tx, version int64) error {
	args := []any{version}
	for _, kind := range undoable {
		args = append(args, kind.object)
	}
	var isUndoable bool
	err := tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM audit WHERE version = ? AND (object IN "+db.Placeholders(len(undoable))+
		" OR object = 'categories' AND action = 'merge'))", args...).Scan(&isUndoable)
	if err == nil && !isUndoable {
		err = nothingToUndo()
	}
	return err
}

func nothingToUndo() error {
	return fault.New(fault.NotFound, "Nothing to undo: this change didn't change any product, collection, verdict, legal page or setting.")
}

// fillNames fills in the names that products have now.
func fillNames(ctx context.Context, tx db.Tx, rows []audit.ChangedRow) error {
	for i := range rows {
		if rows[i].Name != "" {
			continue
		}
		if err := tx.Row(ctx, "SELECT COALESCE(MAX(name), '') FROM products WHERE id = ?", rows[i].ID).Scan(&rows[i].Name); err != nil {
			return err
		}
	}
	return nil
}

// previewing is the state of one preview.
type previewing struct {
	db.Tx
	index *categoryIndex
	after int64
	last  int64 // the position of the last row
	found audit.UndoPreview
}

// note counts a product, and reports whether to add its row: it has changed since, and there is room.
func (p *previewing) note(position int64, of standing) bool {
	p.found.Total++
	switch of {
	case asLeft:
		p.found.Ready++
		return false
	case reverted:
		p.found.Reverted++
		return false
	case purged:
		p.found.Purged++
		return false
	}
	p.found.Changed++
	isNext := position > p.after
	if isNext && len(p.found.Rows) == audit.PreviewRows {
		p.found.Next = p.last
		return false
	}
	if isNext {
		p.last = position
	}
	return isNext
}

// isDone reports whether nothing is left to find: only the first page counts the products.
func (p *previewing) isDone() bool { return p.after > 0 && p.found.Next > 0 }

// add adds a row; a nil state is no product.
func (p *previewing) add(id int64, name string, then, now any) error {
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
	p.found.Rows = append(p.found.Rows, row)
	return nil
}

// products compares the products of the version's entries about products.
func (p *previewing) products(ctx context.Context, version int64) error {
	for last := int64(0); !p.isDone(); {
		lines, err := auditOf(ctx, p.Tx, version, last)
		if err != nil || len(lines) == 0 {
			return err
		}
		last = lines[len(lines)-1].id
		if err := p.lines(ctx, lines); err != nil {
			return err
		}
	}
	return nil
}

func (p *previewing) lines(ctx context.Context, lines []auditLine) error {
	var changes []change
	var positions []int64
	for _, line := range lines {
		if line.objectID == "" {
			if err := p.many(ctx, line); err != nil {
				return err
			}
			continue
		}
		c, err := line.change()
		if err != nil {
			return err
		}
		if c != (change{}) {
			changes, positions = append(changes, c), append(positions, line.id)
		}
	}
	if len(changes) == 0 {
		return nil
	}
	rows, err := currentStates(ctx, p.Tx, idsOfChanges(changes))
	if err != nil {
		return err
	}
	for i, c := range changes {
		now, known := rows[c.id()]
		c = c.withPosition(now)
		if !p.note(positions[i], p.index.standing(now, known, c)) {
			continue
		}
		then, current, err := p.index.differing(now, c.after)
		if err != nil {
			return err
		}
		if err := p.add(c.id(), now.Name, then, current); err != nil {
			return err
		}
	}
	return nil
}

// fields are values of a product, by the fields' names in JSON; nil: there is no product.
type fields map[string]json.RawMessage

// differing returns the fields in which a product differs from its state after a change. A product without one of the two
// states has no fields to compare.
func (x *categoryIndex) differing(now currentState, then *catalog.Product) (was, is fields, err error) {
	switch {
	case then == nil && now.deleted:
		return nil, nil, nil
	case then == nil:
		return nil, fields{}, nil
	case now.deleted:
		return fields{}, nil, nil
	}
	now.Logo = logoMark(now.Logo)
	names := then.Differing(now.ProductFields).Names()
	if then.Slug != now.Slug {
		names = append(names, "slug")
	}
	if slices.Equal(x.ids(now.Categories), x.ids(then.Categories)) { // only their names changed
		names = slices.DeleteFunc(names, func(name string) bool { return name == "categories" })
	}
	if was, err = fieldsOf(*then, names); err != nil {
		return nil, nil, err
	}
	is, err = fieldsOf(now.Product, names)
	return was, is, err
}

func fieldsOf(p catalog.Product, names []string) (fields, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	all, some := fields{}, fields{}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	for _, name := range names {
		some[name] = all[name]
	}
	return some, nil
}

// many compares the products of a new order or of a move.
func (p *previewing) many(ctx context.Context, line auditLine) error {
	var summary manyChanged
	if err := json.Unmarshal(line.after, &summary); err != nil {
		return err
	}
	switch {
	case len(summary.Runs) > 0:
		position := int64(0)
		var failed error
		err := eachMoved(ctx, p.Tx, summary.orderChange, func(back move, now int, of standing) {
			if position++; p.note(position, of) && failed == nil {
				failed = p.add(back.id, "", map[string]int{"displayOrder": back.from}, map[string]int{"displayOrder": now})
			}
		})
		return errors.Join(err, failed)
	case summary.Move.ID != 0:
		return p.move(ctx, summary.Move)
	}
	return nil
}

func (p *previewing) move(ctx context.Context, m singleMove) error {
	order, err := readOrder(ctx, p.Tx)
	if err != nil || !p.note(1, order.standing(m)) {
		return err
	}
	before, _ := order.before(m.ID)
	follows := []audit.ChangedRow{{ID: m.After}, {ID: before}}
	if err := fillNames(ctx, p.Tx, follows); err != nil {
		return err
	}
	return p.add(m.ID, "", map[string]string{"follows": follows[0].Name}, map[string]string{"follows": follows[1].Name})
}

// merges compares the products of the version's merge of categories.
func (p *previewing) merges(ctx context.Context, version int64) error {
	return eachMerge(ctx, p.Tx, version, func(from catalog.Category, summary mergeSummary) error {
		if len(summary.Categories) != len(summary.Products) {
			return oldMerge()
		}
		now, err := categoriesOf(ctx, p.Tx, summary.Products)
		if err != nil {
			return err
		}
		for i, id := range summary.Products {
			of := summary.standing(i, now[i], from.ID)
			if of == purged || !p.note(int64(i)+1, of) { // an undo of a merge needs no purged product
				continue
			}
			then := merged(summary.Categories[i], from.ID, summary.Into.ID)
			err := p.add(id, "", map[string][]string{"categories": p.index.names(then)}, map[string][]string{"categories": p.index.names(now[i])})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// names returns the names of the categories with these ids that exist.
func (x *categoryIndex) names(ids []int64) []string {
	names := []string{}
	for _, id := range ids {
		if category, exists := x.byID[id]; exists {
			names = append(names, category.Name)
		}
	}
	return names
}
