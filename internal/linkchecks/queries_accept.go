package linkchecks

import (
	"context"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// proposal is what was found at a product's website.
type proposal struct {
	Product int64  `db:"product_id"`
	Target  string `db:"target"`
}

// Accept does what is proposed for the links in a state, as one change that can be undone: a product that has moved gets its new
// website, others go to the trash. Without ids, it does so for all. A product whose website is another one by now, or whose link is in
// another state, stays as it is. It returns the resulting version and how many products changed; if none does, it writes nothing.
func (s *Queries) Accept(ctx context.Context, by string, state State, ids []int64) (version int64, changed int, err error) {
	if !slices.Contains(broken, state) {
		return 0, 0, invalid("state", "Please choose gone, taken_over, parked or moved")
	}
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "accept what was found at links", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		version, changed = w.Version, 0
		for last := int64(0); ; {
			proposals, err := proposed(ctx, w, state, last, ids)
			if err != nil {
				return err
			}
			if len(proposals) == 0 {
				break
			}
			if err := accept(ctx, w, state, proposals); err != nil {
				return err
			}
			last = proposals[len(proposals)-1].Product
			changed += len(proposals)
		}
		if changed == 0 {
			version--
			return db.ErrNoChange
		}
		return nil
	})
	if err != nil {
		return 0, 0, err
	}
	return version, changed, nil
}

// proposed reads the next links in a state: of these ids, or without ids of all.
func proposed(ctx context.Context, w *db.WriteTx, state State, after int64, ids []int64) ([]proposal, error) {
	condition, args := "", []any{string(state), after}
	if ids != nil {
		condition, args = "AND l.product_id IN "+db.Placeholders(len(ids)), append(args, db.Args(ids)...)
	}
	return db.Collect(ctx, w, db.Columns[proposal], "SELECT l.product_id, l.target"+ofProducts+"AND l.state = ? AND l.product_id > ? "+condition+" ORDER BY l.product_id LIMIT ?",
		append(args, linksAWrite)...)
}

// accept changes or deletes the products of some proposals. Both have the same order.
func accept(ctx context.Context, w *db.WriteTx, state State, proposals []proposal) error {
	ids := make([]int64, len(proposals))
	for i, p := range proposals {
		ids[i] = p.Product
	}
	products, err := catalog.ReadProducts(ctx, w.Tx, db.Placeholders(len(ids)), db.Args(ids)...)
	if err != nil {
		return err
	}
	if state != Moved {
		return catalog.DeleteProducts(ctx, w, products)
	}
	rows := make([]*catalog.ProductRow, len(products))
	changes := make([]catalog.Change, len(products))
	for i, before := range products {
		rows[i] = &catalog.ProductRow{Product: before}
		rows[i].Website = proposals[i].Target
		changes[i] = catalog.Change{Before: &products[i], After: &rows[i].Product}
	}
	if err := catalog.UpdateProducts(ctx, w, rows); err != nil {
		return err
	}
	return catalog.AuditProducts(ctx, w, nil, "update", changes...)
}

// Confirm notes that a person has seen these products' websites and says that they are right, which visitors read; or takes that back.
// Links that were never read, and those of another URL, stay as they are.
func (s *Queries) Confirm(ctx context.Context, by string, ids []int64, confirmed bool) error {
	set := "state = 'ok', confirmed = found || ' ' || target, confirmed_at = ?"
	if !confirmed {
		set = "state = found, confirmed = '', confirmed_at = ?"
	}
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "confirm links"}, func(ctx context.Context, w *db.WriteTx) error {
		at := any(w.At.UnixMicro())
		if !confirmed {
			at = nil
		}
		for batch := range slices.Chunk(ids, linksAWrite) {
			args := append([]any{at}, db.Args(batch)...)
			if err := w.Exec(ctx, "UPDATE link_checks SET "+set+" WHERE state <> 'pending' AND product_id IN "+db.Placeholders(len(batch))+
				" AND EXISTS (SELECT 1 FROM products p WHERE p.id = product_id AND p.website = url)", args...); err != nil {
				return err
			}
			if err := w.Exec(ctx, "UPDATE products SET changed_in = ? WHERE id IN "+db.Placeholders(len(batch)), append([]any{w.Version}, db.Args(batch)...)...); err != nil {
				return err
			}
		}
		return nil
	})
}
