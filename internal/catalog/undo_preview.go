package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// previewProducts compares the products that a catalogue version changed with what they are now.
func previewProducts(ctx context.Context, tx db.Tx, of *records.Preview, version int64) error {
	index, err := readCategoryIndex(ctx, tx)
	if err != nil {
		return err
	}
	p := previewing{Preview: of, Tx: tx, index: index}
	if err := errors.Join(p.compareProducts(ctx, version), p.compareMerges(ctx, version)); err != nil {
		return err
	}
	return fillNames(ctx, tx, p.Rows)
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
	*records.Preview
	db.Tx
	index *categoryIndex
}

// compareProducts compares the products of the version's entries about products.
func (p *previewing) compareProducts(ctx context.Context, version int64) error {
	for last := int64(0); !p.IsComplete(); {
		lines, err := auditOf(ctx, p.Tx, version, last)
		if err != nil || len(lines) == 0 {
			return err
		}
		last = lines[len(lines)-1].ID
		if err := p.compareLines(ctx, lines); err != nil {
			return err
		}
	}
	return nil
}

func (p *previewing) compareLines(ctx context.Context, lines []records.Line) error {
	var changes []Change
	var positions []int64
	for _, line := range lines {
		if line.Key == "" {
			if err := p.compareMany(ctx, line); err != nil {
				return err
			}
			continue
		}
		c, err := changeOf(line)
		if err != nil {
			return err
		}
		if c != (Change{}) {
			changes, positions = append(changes, c), append(positions, line.ID)
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
		if !p.Note(positions[i], p.index.standing(now, known, c)) {
			continue
		}
		then, current, err := p.index.differing(now, c.After)
		if err != nil {
			return err
		}
		if err := p.Add(c.id(), now.Name, then, current); err != nil {
			return err
		}
	}
	return nil
}

// fields are values of a product, by the fields' names in JSON; nil: there is no product.
type fields map[string]json.RawMessage

// differing returns the fields in which a product differs from its state after a change. A product without one of the two
// states has no fields to compare.
func (x *categoryIndex) differing(now currentState, then *Product) (was, is fields, err error) {
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

func fieldsOf(p Product, names []string) (fields, error) {
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

// compareMany compares the products of a new order or of a move.
func (p *previewing) compareMany(ctx context.Context, line records.Line) error {
	var summary manyChanged
	if err := json.Unmarshal(line.After, &summary); err != nil {
		return err
	}
	switch {
	case len(summary.Runs) > 0:
		position := int64(0)
		var failed error
		err := eachMoved(ctx, p.Tx, summary.orderChange, func(back move, now int, of records.Standing) {
			if position++; p.Note(position, of) && failed == nil {
				failed = p.Add(back.id, "", map[string]int{"displayOrder": back.from}, map[string]int{"displayOrder": now})
			}
		})
		return errors.Join(err, failed)
	case summary.Move.ID != 0:
		return p.compareMove(ctx, summary.Move)
	}
	return nil
}

func (p *previewing) compareMove(ctx context.Context, m singleMove) error {
	order, err := readOrder(ctx, p.Tx)
	if err != nil || !p.Note(1, order.standing(m)) {
		return err
	}
	before, _ := order.before(m.ID)
	follows := []audit.ChangedRow{{ID: m.After}, {ID: before}}
	if err := fillNames(ctx, p.Tx, follows); err != nil {
		return err
	}
	return p.Add(m.ID, "", map[string]string{"follows": follows[0].Name}, map[string]string{"follows": follows[1].Name})
}

// compareMerges compares the products of the version's merge of categories.
func (p *previewing) compareMerges(ctx context.Context, version int64) error {
	return eachMerge(ctx, p.Tx, version, func(from Category, summary mergeSummary) error {
		if len(summary.Categories) != len(summary.Products) {
			return oldMerge()
		}
		now, err := categoriesOf(ctx, p.Tx, summary.Products)
		if err != nil {
			return err
		}
		for i, id := range summary.Products {
			of := summary.standing(i, now[i], from.ID)
			if of == records.Purged || !p.Note(int64(i)+1, of) { // an undo of a merge needs no purged product
				continue
			}
			then := merged(summary.Categories[i], from.ID, summary.Into.ID)
			err := p.Add(id, "", map[string][]string{"categories": p.index.names(then)}, map[string][]string{"categories": p.index.names(now[i])})
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
