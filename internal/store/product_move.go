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
		order, err := w.orderAround(ctx, id, after)
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
	if err := w.place(ctx, order.after(m).moves()); err != nil {
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
	order, err := u.orderAround(ctx, m.ID, m.After, m.Was)
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

// productOrder is products that are not deleted, in the order of the site: all of them, or those between two places.
type productOrder struct {
	first    int // place that the first of them gets
	products []placed
}

const selectOrder = "SELECT id, display_order FROM products WHERE deleted_at IS NULL"

// orderAround reads the order from before the first of these products to behind the last one. Where not all products are
// numbered from 1 on it reads the order of all. Products that are unknown, and 0, are not in it.
func (c session) orderAround(ctx context.Context, ids ...int64) (productOrder, error) {
	var count, lowest, highest int
	err := c.row(ctx, "SELECT count(*), COALESCE(min(display_order), 0), COALESCE(max(display_order), 0) FROM products WHERE deleted_at IS NULL").
		Scan(&count, &lowest, &highest)
	if err != nil {
		return productOrder{}, err
	}
	if lowest == 1 && highest == count {
		places, err := c.places(ctx, ids)
		if err != nil {
			return productOrder{}, err
		}
		from, to := count, 1
		for _, id := range ids {
			from, to = min(from, max(places[id]-1, 1)), max(to, min(places[id]+1, count))
		}
		around, err := c.order(ctx, from, selectOrder+" AND display_order BETWEEN ? AND ?", from, to)
		if err != nil || len(around.products) == to-from+1 && len(around.moves()) == 0 {
			return around, err
		}
	}
	return c.order(ctx, 1, selectOrder)
}

func (c session) order(ctx context.Context, first int, query string, args ...any) (productOrder, error) {
	found, err := collect(ctx, c, func(rows *sql.Rows) (p placed, err error) {
		err = rows.Scan(&p.id, &p.place)
		return p, err
	}, query+" ORDER BY display_order, created_at DESC, id DESC", args...)
	return productOrder{first, found}, err
}

// before is the product that the given one follows; 0: none, it is the first.
func (o productOrder) before(id int64) (int64, bool) {
	switch at := index(o.products, id); at {
	case -1:
		return 0, false
	case 0:
		return 0, true
	default:
		return o.products[at-1].id, true
	}
}

func index(products []placed, id int64) int {
	return slices.IndexFunc(products, func(p placed) bool { return p.id == id })
}

// after is the order after a move.
func (o productOrder) after(m singleMove) productOrder {
	at := index(o.products, m.ID)
	rest := slices.Delete(slices.Clone(o.products), at, at+1)
	return productOrder{o.first, slices.Insert(rest, index(rest, m.After)+1, o.products[at])}
}

// moves are what has to be moved for each product to have its number in this order.
func (o productOrder) moves() []move {
	var moves []move
	for i, p := range o.products {
		if to := o.first + i; p.place != to {
			moves = append(moves, move{p.id, p.place, to})
		}
	}
	return moves
}
