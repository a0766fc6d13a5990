// Package alternatives keeps which tools an editor pins on, and hides from, the page of alternatives to a tool.
//
// # To change
//
//   - the rows: queries.go; their undo, and how they are in an archive: records.go; which tools are alternatives: internal/catalog/alternatives.go
//   - its page: pages.go; go test ./internal/alternatives
package alternatives

import (
	"context"
	"database/sql"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// AlternativePicks reads an administrator's picks for the page of alternatives to a product, and the product's version.
func (s *Queries) AlternativePicks(ctx context.Context, id int64) (picks catalog.Picks, version int64, err error) {
	err = s.Read(ctx, "read the picks of a product", func(ctx context.Context, tx db.Tx) error {
		p, err := catalog.ReadProduct(ctx, tx, id)
		if err != nil {
			return err
		}
		picks, err = picksOf(ctx, tx, id)
		version = p.Version
		return err
	})
	return picks, version, err
}

// SetAlternativePicks replaces the picks, which have passed Picks.Check, and returns the product's next version. A version
// other than 0 and the product's is a Conflict, a pick that does not exist is Invalid.
func (s *Queries) SetAlternativePicks(ctx context.Context, by string, id, version int64, picks catalog.Picks) (next int64, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "pick alternatives to a product"}, func(ctx context.Context, w *db.WriteTx) error {
		p, err := catalog.ReadProduct(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		next = p.Version
		if version != 0 && version != p.Version {
			return fault.New(fault.Conflict, "Someone else changed this product. Please reload it and try again.")
		}
		before, err := picksOf(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		if samePicks(before, picks) {
			return db.ErrNoChange
		}
		if err := checkPicks(ctx, w, picks); err != nil {
			return err
		}
		next++
		return replacePicks(ctx, w, "update", p, before, picks)
	})
	return next, err
}

func samePicks(a, b catalog.Picks) bool {
	return slices.Equal(a.Pinned, b.Pinned) && slices.Equal(slices.Sorted(slices.Values(a.Hidden)), slices.Sorted(slices.Values(b.Hidden)))
}

// checkPicks refuses picks that were deleted for good, or never existed.
func checkPicks(ctx context.Context, w *db.WriteTx, picks catalog.Picks) error {
	if err := catalog.CheckExist(ctx, w, "pinned", picks.Pinned); err != nil {
		return err
	}
	return catalog.CheckExist(ctx, w, "hidden", picks.Hidden)
}

// auditedPicks is what the audit stores of a product's picks.
type auditedPicks struct {
	product catalog.Product
	Name    string `json:"name"`
	catalog.Picks
}

// replacePicks writes the picks of a product, as a change of the product, with its audit entry.
func replacePicks(ctx context.Context, w *db.WriteTx, action string, p catalog.Product, before, after catalog.Picks) error {
	if err := w.Exec(ctx, "DELETE FROM alternative_picks WHERE product_id = ?", p.ID); err != nil {
		return err
	}
	if err := insertPicks(ctx, w, p.ID, after); err != nil {
		return err
	}
	if err := w.Exec(ctx, "UPDATE products SET updated_at = ? WHERE id = ?", w.At.UnixMicro(), p.ID); err != nil {
		return err
	}
	return w.Audit(ctx, db.Entry{Action: action, Object: "alternative_picks", ObjectID: p.ID,
		Before: auditedPicks{Name: p.Name, Picks: before}, After: auditedPicks{Name: p.Name, Picks: after}})
}

// insertPicks adds the rows of a product's picks, and makes them a change of the product: it has the next version.
func insertPicks(ctx context.Context, w *db.WriteTx, product int64, picks catalog.Picks) error {
	var args []any
	for position, id := range picks.Pinned {
		args = append(args, product, id, position)
	}
	for _, id := range picks.Hidden {
		args = append(args, product, id, nil)
	}
	if len(args) > 0 {
		err := w.Exec(ctx, "INSERT INTO alternative_picks (product_id, alternative_id, position) VALUES "+db.Rows(len(args)/3, 3), args...)
		if err != nil {
			return err
		}
	}
	return w.Exec(ctx, "UPDATE products SET version = version + 1, changed_in = ? WHERE id = ?", w.Version, product)
}

// picksOf reads the picks of one product.
func picksOf(ctx context.Context, tx db.Tx, id int64) (catalog.Picks, error) {
	found, err := Picks(ctx, tx, "WHERE product_id = ?", id)
	p := found[id]
	return catalog.Picks{Pinned: append([]int64{}, p.Pinned...), Hidden: append([]int64{}, p.Hidden...)}, err
}

// Picks reads the picks of the products in the condition; a product without any has no entry.
func Picks(ctx context.Context, tx db.Tx, condition string, args ...any) (map[int64]catalog.Picks, error) {
	var found map[int64]catalog.Picks
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		var product, alternative int64
		var position *int64
		if err := rows.Scan(&product, &alternative, &position); err != nil {
			return err
		}
		if found == nil {
			found = map[int64]catalog.Picks{}
		}
		p := found[product]
		if position == nil {
			p.Hidden = append(p.Hidden, alternative)
		} else {
			p.Pinned = append(p.Pinned, alternative)
		}
		found[product] = p
		return nil
	}, "SELECT product_id, alternative_id, position FROM alternative_picks "+condition+" ORDER BY product_id, position, alternative_id", args...)
	return found, err
}

// Queries read and write the picks of alternatives to a product.
type Queries struct{ *db.DB }
