package store

import (
	"context"
	"database/sql"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/db"
)

// MoveProduct puts a product directly after another one, or first where after is 0, and gives the version that this led
// to. Up to numberedFrom1 products are numbered 1, 2, 3, …; of more, few get another number. An unknown or deleted product
// is Invalid, as is one that should follow itself. A product that is there already writes nothing.
func (s *Store) MoveProduct(ctx context.Context, by string, id, after int64) (version int64, err error) {
	err = s.write(ctx, db.WriteOptions{By: by, Doing: "move a product", Long: true}, func(ctx context.Context, w *writeTx) error {
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
			return db.ErrNoChange
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
func (w *writeTx) moveAfter(ctx context.Context, action string, order productOrder, m singleMove) error {
	if err := w.place(ctx, order.moves(m)); err != nil {
		return err
	}
	summary := moveSummary{Moved: 1, Move: m}
	if err := w.Row(ctx, "SELECT name FROM products WHERE id = ?", m.ID).Scan(&summary.Name); err != nil {
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

// productOrder is all products that are not deleted, in the order of the site. One whose from and to are equal stays.
type productOrder []move

func (tx transaction) order(ctx context.Context) (productOrder, error) {
	return db.Collect(ctx, tx, func(rows *sql.Rows) (p move, err error) {
		err = rows.Scan(&p.id, &p.from)
		p.to = p.from
		return p, err
	}, orderQuery)
}

// orderQuery reads all products in the order of the site, which the index products_order has.
const orderQuery = "SELECT id, display_order FROM products WHERE deleted_at IS NULL ORDER BY display_order, created_at DESC, id DESC"

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

func (o productOrder) index(id int64) int {
	return slices.IndexFunc(o, func(p move) bool { return p.id == id })
}

const (
	// numberedFrom1 is how many products are numbered without a gap, and how many that have a number get another one for a
	// move among more: writing tens of thousands takes seconds.
	numberedFrom1 = 1_000
	// widestGap is how far apart more products are numbered once there is no room for a move.
	widestGap = 1_000
)

// moves are the display orders that products get for a move. All of them have one then.
func (o productOrder) moves(m singleMove) []move {
	o = slices.Clone(o)
	at := o.index(m.ID)
	moved := o[at]
	moved.to = 0
	o = slices.Delete(o, at, at+1)
	at = o.index(m.After) + 1
	o = slices.Insert(o, at, moved)
	if len(o) <= numberedFrom1 || !o.numberNew() || !o.makeRoom(at, at) {
		o.number(0, len(o)-1)
	}
	return slices.DeleteFunc(o, func(p move) bool { return p.from == p.to })
}

// numberNew numbers the products at the beginning that have no number yet. It reports whether there is room for them.
func (o productOrder) numberNew() bool {
	first := slices.IndexFunc(o, func(p move) bool { return p.to > 0 })
	return first == 0 || first > 0 && o.makeRoom(0, first-1)
}

// makeRoom numbers the products from one to another, and as few as possible of those before or after them. It reports
// whether there is room for them.
func (o productOrder) makeRoom(from, to int) bool {
	for reach := range numberedFrom1 {
		if end := min(to+reach, len(o)-1); o.fits(from, end) {
			o.number(from, end)
			return true
		}
		if start := max(from-reach, 0); o.fits(start, to) {
			o.number(start, to)
			return true
		}
	}
	return false
}

// fits reports whether there is a number for each of the products from one to another, between those around them.
func (o productOrder) fits(from, to int) bool {
	above, below := o.around(from, to)
	return below-above > to-from+1
}

// number spreads the numbers of the products from one to another evenly between those around them.
func (o productOrder) number(from, to int) {
	above, below := o.around(from, to)
	for i := from; i <= to; i++ {
		o[i].to = above + (below-above)*(i-from+1)/(to-from+2)
	}
}

// around are the numbers above and below the products from one to another. Below the last one there is a gap for each.
func (o productOrder) around(from, to int) (above, below int) {
	if from > 0 {
		above = o[from-1].to
	}
	if to < len(o)-1 {
		return above, o[to+1].to
	}
	gap := 1
	if len(o) > numberedFrom1 {
		gap = max(1, min(widestGap, catalog.MaxDisplayOrder/(len(o)+1)))
	}
	return above, min(above+gap*(to-from+2), catalog.MaxDisplayOrder+1)
}
