package catalog

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// orderBatch is how many products one statement reads or writes.
const orderBatch = 2_000

// ReorderProducts sets the display orders of all the products or none, and returns the resulting version. Products that
// order does not name keep theirs. An unknown or deleted product is Invalid, as is one that is named twice. An order that
// changes nothing writes nothing. A display order is not content: UpdatedAt stays.
func (s *Queries) ReorderProducts(ctx context.Context, by string, order []Placement) (version int64, err error) {
	if err := CheckOrder(order); err != nil {
		return 0, err
	}
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "reorder products", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		moves, err := moves(ctx, w, order)
		if err != nil {
			return err
		}
		version = w.Version
		if len(moves) == 0 {
			version--
			return db.ErrNoChange
		}
		return moveProducts(ctx, w, "reorder", moves, 0)
	})
	return version, err
}

// move is one product's change of display order.
type move struct {
	id       int64
	from, to int
}

// moves returns the changes of display order that an order requires.
func moves(ctx context.Context, w *db.WriteTx, order []Placement) ([]move, error) {
	ids := make([]int64, len(order))
	for i, placed := range order {
		ids[i] = placed.ID
	}
	positions, err := positionsOf(ctx, w.Tx, ids)
	if err != nil {
		return nil, err
	}
	var moves []move
	for _, placed := range order {
		from, known := positions[placed.ID]
		switch {
		case !known:
			return nil, unknownProduct("updates")
		case from != placed.DisplayOrder:
			moves = append(moves, move{placed.ID, from, placed.DisplayOrder})
		}
	}
	return moves, nil
}

// unknownProduct is the error for a list that names a product that does not exist.
func unknownProduct(field string) error {
	return fault.InvalidFields([]fault.Field{{Field: field,
		Message: "A product of the list does not exist. It may have been deleted. Nothing was changed"}})
}

// positionsOf returns the display orders of the live products among ids.
func positionsOf(ctx context.Context, tx db.Tx, ids []int64) (map[int64]int, error) {
	positions := make(map[int64]int, len(ids))
	for batch := range slices.Chunk(ids, orderBatch) {
		found, err := pairs[int64, int](ctx, tx, "SELECT id, display_order FROM products WHERE "+isLive+" AND id IN "+db.Placeholders(len(batch)), db.Args(batch)...)
		if err != nil {
			return nil, err
		}
		maps.Copy(positions, found)
	}
	return positions, nil
}

// move writes the moves, and one audit entry for all of them, which says how many products an undo left where they are.
func moveProducts(ctx context.Context, w *db.WriteTx, action string, moves []move, left int) error {
	if err := setDisplayOrders(ctx, w, moves); err != nil {
		return err
	}
	change := newOrderChange(moves)
	change.Left = left
	return w.Audit(ctx, db.Entry{Action: action, Object: "products", After: change})
}

// setDisplayOrders writes the moves, without an audit entry.
func setDisplayOrders(ctx context.Context, w *db.WriteTx, moves []move) error {
	for batch := range slices.Chunk(moves, orderBatch) {
		args := make([]any, 0, 1+2*len(batch))
		args = append(args, w.Version)
		for _, m := range batch {
			args = append(args, m.id, m.to)
		}
		err := w.Exec(ctx, "UPDATE products SET display_order = v.column2, version = products.version + 1, changed_in = ? FROM (VALUES "+
			pairsOf(len(batch))+") AS v WHERE products.id = v.column1", args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// orderChange is what the audit stores of moves: enough to revert them, and short if many products move by the same step,
// as they do when one is dragged past them.
type orderChange struct {
	Moved int        `json:"moved"`
	Left  int        `json:"left,omitempty"` // products that an undo left where they are
	Runs  []orderRun `json:"runs,omitempty"`
}

// orderRun is products with consecutive display orders after the change, all moved by the same step.
type orderRun struct {
	From int     `json:"from"` // display order of the first product after the change
	By   int     `json:"by"`   // step added to each display order; below 0: towards the front
	IDs  []int64 `json:"ids"`
}

func newOrderChange(moves []move) orderChange {
	sorted := slices.SortedFunc(slices.Values(moves), func(a, b move) int {
		return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.id, b.id))
	})
	change := orderChange{Moved: len(moves)}
	for _, m := range sorted {
		last := len(change.Runs) - 1
		if last < 0 || change.Runs[last].By != m.to-m.from || change.Runs[last].From+len(change.Runs[last].IDs) != m.to {
			change.Runs = append(change.Runs, orderRun{From: m.to, By: m.to - m.from})
			last++
		}
		change.Runs[last].IDs = append(change.Runs[last].IDs, m.id)
	}
	return change
}

// back returns the moves that revert the change.
func (o orderChange) back() []move {
	moves := make([]move, 0, o.Moved)
	for _, run := range o.Runs {
		for i, id := range run.IDs {
			moves = append(moves, move{id, run.From + i, run.From + i - run.By})
		}
	}
	return moves
}

// undoOrder reverts a reorder.
func (u *undoing) undoOrder(ctx context.Context, order orderChange) error {
	var moves []move
	err := eachMoved(ctx, u.Tx, order, func(m move, position int, found records.Standing) {
		if u.reverts(m.id, found) {
			moves = append(moves, move{m.id, position, m.to})
		}
	})
	if err != nil || len(u.changed) > 0 || len(moves) == 0 {
		return err
	}
	u.Restored += len(moves)
	return moveProducts(ctx, u.WriteTx, "undo", moves, u.Left)
}

// eachMoved calls found with each move that reverts a reorder, and the display order that its product has now.
func eachMoved(ctx context.Context, tx db.Tx, order orderChange, found func(back move, position int, of records.Standing)) error {
	back := order.back()
	ids := make([]int64, len(back))
	for i, m := range back {
		ids[i] = m.id
	}
	positions, err := positionsOf(ctx, tx, ids)
	if err != nil {
		return err
	}
	for _, m := range back {
		position, known := positions[m.id]
		of := records.Changed
		switch {
		case !known:
			of = records.Purged
		case position == m.from:
			of = records.AsLeft
		case position == m.to:
			of = records.Reverted
		}
		found(m, position, of)
	}
	return nil
}

// pairsOf returns VALUES rows of two placeholders each. PostgreSQL needs the casts to take them as numbers.
func pairsOf(rows int) string {
	const pair = "(CAST(? AS BIGINT), CAST(? AS BIGINT))"
	return pair + strings.Repeat(", "+pair, rows-1)
}
