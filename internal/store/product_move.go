package store

import (
	"context"
	"database/sql"
	"slices"
)

// MoveProduct puts a product directly after another one, or first where after is 0, numbers all products by their order
// from 1 on, and gives the version that this led to. An unknown or deleted product is Invalid, as is one that should
// follow itself. A product that stands there already writes nothing.
func (s *Store) MoveProduct(ctx context.Context, by string, id, after int64) (version int64, err error) {
	err = s.write(ctx, job{by: by, doing: "move a product", long: true}, func(w *writing) error {
		order, err := w.order(ctx)
		if err != nil {
			return err
		}
		was, known := order.before(id)
		if _, there := order.before(after); !known || after != 0 && !there || id == after {
			return unknownProduct("move")
		}
		version = w.version
		if was == after {
			version--
			return errNothingToKeep
		}
		return w.moveAfter(ctx, "reorder", order, singleMove{ID: id, Was: was, After: after})
	})
	return version, err
}

// singleMove is the way of one product. Was and After are the products that it followed and follows; 0: it was or is first.
type singleMove struct {
	ID    int64 `json:"id"`
	Was   int64 `json:"was"`
	After int64 `json:"after"`
}

// moveSummary is what the audit keeps of a single move. The places of the products around it follow from it.
type moveSummary struct {
	Moved int        `json:"moved"`
	Name  string     `json:"name"`
	Move  singleMove `json:"move"`
}

// moveAfter writes a move that the order does not have yet.
func (w *writing) moveAfter(ctx context.Context, action string, order productOrder, m singleMove) error {
	if err := w.place(ctx, order.after(m).numbered()); err != nil {
		return err
	}
	summary := moveSummary{Moved: 1, Move: m}
	if err := w.row(ctx, "SELECT name FROM products WHERE id = ?", m.ID).Scan(&summary.Name); err != nil {
		return err
	}
	return w.audit(ctx, entry{Action: action, Object: "products", After: summary})
}

// undoMove takes a single move back. The product must still follow the one that it was moved after, and the one that it
// followed before must be there.
func (u *undoing) undoMove(ctx context.Context, m singleMove) error {
	order, err := u.order(ctx)
	if err != nil {
		return err
	}
	if before, known := order.before(m.ID); !known || before != m.After {
		u.changed = append(u.changed, m.ID)
	}
	if _, known := order.before(m.Was); !known && m.Was != 0 {
		u.changed = append(u.changed, m.Was)
	}
	if len(u.changed) > 0 {
		return nil
	}
	u.restored++
	return u.moveAfter(ctx, "undo", order, singleMove{ID: m.ID, Was: m.After, After: m.Was})
}

// placed is a product and its place.
type placed struct {
	id    int64
	place int
}

// productOrder is all products that are not deleted, in the order of the site.
type productOrder []placed

// order reads the order of all products.
func (c session) order(ctx context.Context) (productOrder, error) {
	return collect(ctx, c, func(rows *sql.Rows) (p placed, err error) {
		err = rows.Scan(&p.id, &p.place)
		return p, err
	}, "SELECT id, display_order FROM products WHERE deleted_at IS NULL ORDER BY display_order, created_at DESC, id DESC")
}

func (o productOrder) index(id int64) int {
	return slices.IndexFunc(o, func(p placed) bool { return p.id == id })
}

// before is the product that the given one follows; 0: none, it is the first.
func (o productOrder) before(id int64) (int64, bool) {
	switch at := o.index(id); at {
	case -1:
		return 0, false
	case 0:
		return 0, true
	default:
		return o[at-1].id, true
	}
}

// after is the order after a move.
func (o productOrder) after(m singleMove) productOrder {
	at := o.index(m.ID)
	moved := o[at]
	rest := slices.Delete(slices.Clone(o), at, at+1)
	return slices.Insert(rest, rest.index(m.After)+1, moved)
}

// numbered are the moves that put the products at 1, 2, 3, …
func (o productOrder) numbered() []move {
	var moves []move
	for i, p := range o {
		if p.place != i+1 {
			moves = append(moves, move{p.id, p.place, i + 1})
		}
	}
	return moves
}
