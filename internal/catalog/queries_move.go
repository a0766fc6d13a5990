package catalog

import (
	"context"
	"database/sql"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// MoveTarget says where a product moves to: before a product if Before is above 0, to a place from 1 if Place is above 0, and otherwise
// after a product, or to the front if After is 0.
type MoveTarget struct {
	After, Before int64
	Place         int
}

// MoveProduct moves a product and returns the resulting version. It numbers up to numberedFrom1 products 1, 2, 3, …; among more, it
// renumbers few. An unknown or deleted product is Invalid, as are a move of a product beside itself and a place that the list doesn't
// have. If the product is there already, it writes nothing.
func (s *Queries) MoveProduct(ctx context.Context, by string, id int64, to MoveTarget) (version int64, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "move a product", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		order, err := readOrder(ctx, w.Tx)
		if err != nil {
			return err
		}
		was, known := order.before(id)
		after, there := order.following(id, to)
		if !known || !there || id == after || id == to.Before {
			return unknownProduct("move")
		}
		version = w.Version
		if was == after {
			version--
			return db.ErrNoChange
		}
		return moveAfter(ctx, w, "reorder", order, singleMove{ID: id, Was: was, After: after})
	})
	return version, err
}

// singleMove is a move of one product. Was and After are the products that it followed and follows; 0: it was or is first.
type singleMove struct {
	ID    int64 `json:"id"`
	Was   int64 `json:"was"`
	After int64 `json:"after"`
}

// moveSummary is what the audit stores of a single move. The positions of the products around it follow from the move.
type moveSummary struct {
	Moved int        `json:"moved"`
	Name  string     `json:"name"`
	Move  singleMove `json:"move"`
}

// moveAfter writes and audits a move. order is the order before the move.
func moveAfter(ctx context.Context, w *db.WriteTx, action string, order productOrder, m singleMove) error {
	moves := order.moves(m)
	if len(moves) > 2*numberedFrom1 { // no room: one statement makes it faster
		var err error
		if err = spread(ctx, w, len(order)); err != nil {
			return err
		}
		if order, err = readOrder(ctx, w.Tx); err != nil {
			return err
		}
		moves = order.moves(m)
	}
	if err := setDisplayOrders(ctx, w, moves); err != nil {
		return err
	}
	summary := moveSummary{Moved: 1, Move: m}
	if err := w.Row(ctx, "SELECT name FROM products WHERE id = ?", m.ID).Scan(&summary.Name); err != nil {
		return err
	}
	return w.Audit(ctx, db.Entry{Action: action, Object: "products", After: summary})
}

// undoMove reverts a single move. The one that the product followed before must still exist.
func (u *undoing) undoMove(ctx context.Context, m singleMove) error {
	order, err := readOrder(ctx, u.Tx)
	if err != nil {
		return err
	}
	if !u.reverts(m.ID, order.standing(m)) {
		return nil
	}
	u.Restored++
	before, _ := order.before(m.ID)
	return moveAfter(ctx, u.WriteTx, "undo", order, singleMove{ID: m.ID, Was: before, After: m.Was})
}

// standing compares the order with that before and after a move.
func (o productOrder) standing(m singleMove) records.Standing {
	before, known := o.before(m.ID)
	_, wasKnown := o.before(m.Was)
	switch {
	case !known || !wasKnown && m.Was != 0:
		return records.Purged
	case before == m.After:
		return records.AsLeft
	case before == m.Was:
		return records.Reverted
	}
	return records.Changed
}

// productOrder is all live products in display order. A product whose from and to are equal keeps its number.
type productOrder []move

func readOrder(ctx context.Context, tx db.Tx) (productOrder, error) {
	return db.Collect(ctx, tx, func(rows *sql.Rows) (p move, err error) {
		err = rows.Scan(&p.id, &p.from)
		p.to = p.from
		return p, err
	}, OrderQuery)
}

// OrderQuery reads all live products in display order, which is the order of the index products_order.
const OrderQuery = "SELECT id, display_order FROM products WHERE deleted_at IS NULL ORDER BY display_order, created_at DESC, id DESC"

// before returns the product that the given one follows, 0 for the first, and whether the order has the given one.
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

// following returns the product that one follows after its move, and whether the list has it.
func (o productOrder) following(id int64, to MoveTarget) (after int64, there bool) {
	at := 0 // where it is inserted, without it
	rest := slices.DeleteFunc(slices.Clone(o), func(p move) bool { return p.id == id })
	switch {
	case to.Before > 0:
		at = rest.index(to.Before)
	case to.Place > 0:
		at = to.Place - 1
	case to.After != 0:
		if at = rest.index(to.After); at >= 0 {
			at++
		} else if at = -1; to.After == id {
			return id, true
		}
	}
	if at < 0 || at > len(rest) {
		return 0, false
	}
	if at == 0 {
		return 0, true
	}
	return rest[at-1].id, true
}

func (o productOrder) index(id int64) int {
	return slices.IndexFunc(o, func(p move) bool { return p.id == id })
}

// hasGaps reports whether a move finds a free number near each place, or the list is so long that there can be no gaps.
func (o productOrder) hasGaps() bool {
	last, run := 0, 0
	for _, p := range o {
		if p.from > last+1 {
			run = 0
		}
		last = p.from
		if run++; run > numberedFrom1 {
			return MaxDisplayOrder/(len(o)+1) < 2
		}
	}
	return true
}

// SpreadOrder makes gaps between the display orders of a long list that has none, as earlier versions and imports left it:
// otherwise the first move has to number all products, which takes seconds at 100,000. The order stays.
func (s *Queries) SpreadOrder(ctx context.Context) error {
	const doing = "make gaps in the order of products"
	var order productOrder
	err := s.Read(ctx, doing, func(ctx context.Context, tx db.Tx) (err error) {
		order, err = readOrder(ctx, tx)
		return err
	})
	if err != nil || order.hasGaps() {
		return err
	}
	return s.Write(ctx, db.WriteOptions{Doing: doing, Long: true, LongLockWait: true}, func(ctx context.Context, w *db.WriteTx) error {
		return spreadOrder(ctx, w)
	})
}

func spreadOrder(ctx context.Context, w *db.WriteTx) error {
	order, err := readOrder(ctx, w.Tx)
	if err != nil || order.hasGaps() {
		return err
	}
	return spread(ctx, w, len(order))
}

// spread numbers all products, with as wide gaps as so many allow.
func spread(ctx context.Context, w *db.WriteTx, products int) error {
	return w.Exec(ctx, "UPDATE products SET display_order = v.place * CAST(? AS BIGINT), changed_in = ? FROM (SELECT id AS product, ROW_NUMBER() OVER "+
		"(ORDER BY display_order, created_at DESC, id DESC) AS place FROM products WHERE deleted_at IS NULL) AS v WHERE products.id = v.product", gapAmong(products), w.Version)
}

// gapAmong returns the widest gap between the display orders of so many products.
func gapAmong(products int) int {
	return max(1, min(widestGap, MaxDisplayOrder/(products+1)))
}

const (
	// numberedFrom1 is the number of products up to which display orders have no gaps. Among more, a move looks for room by
	// renumbering at most so many that have a number: writing tens of thousands takes seconds (decision 17).
	numberedFrom1 = 1_000
	// widestGap is the largest gap between the display orders of more products when a move has to renumber them.
	widestGap = 1_000
)

// moves returns the display orders that a move changes. After the move, every product has a number above 0.
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

// numberNew numbers the products at the front that have no number yet. It reports whether there is room for them.
func (o productOrder) numberNew() bool {
	first := slices.IndexFunc(o, func(p move) bool { return p.to > 0 })
	return first == 0 || first > 0 && o.makeRoom(0, first-1)
}

// makeRoom numbers the products in [from, to], and as few as possible of those before or after them. It reports whether
// there is room for them.
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

// fits reports whether the numbers between the neighbors suffice for the products in [from, to].
func (o productOrder) fits(from, to int) bool {
	above, below := o.around(from, to)
	return below-above > to-from+1
}

// number spreads the numbers of the products in [from, to] evenly between those of their neighbors.
func (o productOrder) number(from, to int) {
	above, below := o.around(from, to)
	for i := from; i <= to; i++ {
		o[i].to = above + (below-above)*(i-from+1)/(to-from+2)
	}
}

// around returns the neighbors' numbers above and below from and to. Below the last product there is a gap for each.
func (o productOrder) around(from, to int) (above, below int) {
	if from > 0 {
		above = o[from-1].to
	}
	if to < len(o)-1 {
		return above, o[to+1].to
	}
	gap := 1
	if len(o) > numberedFrom1 {
		gap = gapAmong(len(o))
	}
	return above, min(above+gap*(to-from+2), MaxDisplayOrder+1)
}
