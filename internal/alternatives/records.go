package alternatives

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the picks of alternatives.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "alternative_picks", Label: "list of alternatives", One: "alternatives", Many: "Alternatives", Area: httpapi.Catalog, Archive: archived,
		Undo: records.Record[auditedPicks]{
			Decode: decodePicks, Read: picksNow, Same: func(a, b auditedPicks) bool { return samePicks(a.Picks, b.Picks) }, Put: revertPicks,
		}.Undo,
	}}
}

// decodePicks reads the picks of the product with this id from the audit.
func decodePicks(id string, text []byte) (*auditedPicks, error) {
	var picks auditedPicks
	if err := json.Unmarshal(text, &picks); err != nil {
		return nil, err
	}
	var err error
	picks.product.ID, err = strconv.ParseInt(id, 10, 64)
	return &picks, err
}

// picksNow reads the picks of the product; nil: it is not in the catalogue.
func picksNow(ctx context.Context, tx db.Tx, of auditedPicks) (*auditedPicks, error) {
	p, err := catalog.ReadProduct(ctx, tx, of.product.ID)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found, err := picksOf(ctx, tx, p.ID)
	return &auditedPicks{product: p, Name: p.Name, Picks: found}, err
}

func revertPicks(ctx context.Context, w *db.WriteTx, action string, now, then *auditedPicks) error {
	if err := catalog.CheckNotPurged(ctx, w, slices.Concat(then.Pinned, then.Hidden)); err != nil {
		return err
	}
	return replacePicks(ctx, w, action, now.product, now.Picks, then.Picks)
}

// archived is how picks are in an archive: by product, without tools in the trash.
var archived = records.Rows[catalog.ProductPicks]{
	Label: "choice of alternatives to product", Twice: "product with a choice of alternatives",
	Name: func(p catalog.ProductPicks) (key, title string) {
		return records.Number(p.Product), "Product " + records.Number(p.Product)
	},
	Read: func(ctx context.Context, tx db.Tx) (list []catalog.ProductPicks, err error) {
		found, err := Picks(ctx, tx, "")
		for _, id := range slices.Sorted(maps.Keys(found)) {
			list = append(list, catalog.ProductPicks{Product: id, Picks: found[id]})
		}
		return list, err
	},
	Check: func(p catalog.ProductPicks) (catalog.ProductPicks, error) {
		err := p.Picks.Check(p.Product)
		p.Hidden = slices.Clone(p.Hidden)
		slices.Sort(p.Hidden)
		return p, err
	},
	Among: func(p catalog.ProductPicks, live map[int64]bool) *catalog.ProductPicks {
		isGone := func(id int64) bool { return !live[id] }
		p.Pinned = slices.DeleteFunc(append([]int64{}, p.Pinned...), isGone)
		p.Hidden = slices.DeleteFunc(append([]int64{}, p.Hidden...), isGone)
		if !live[p.Product] || len(p.Pinned)+len(p.Hidden) == 0 {
			return nil
		}
		return &p
	},
	Replace: replaceAll,
}

// replaceAll writes the wanted picks. Those of and for products in the trash stay.
func replaceAll(ctx context.Context, r *records.Replacing, have, want []catalog.ProductPicks) error {
	had, wanted := byProduct(have), byProduct(want)
	for _, id := range slices.Sorted(maps.Keys(r.Want.ProductIDs())) {
		if reflect.DeepEqual(had[id], wanted[id]) {
			continue
		}
		err := r.Exec(ctx, "DELETE FROM alternative_picks WHERE product_id = ? AND EXISTS (SELECT 1 FROM products p WHERE p.id = alternative_id AND p.deleted_at IS NULL)", id)
		if err != nil {
			return err
		}
		if err := insertPicks(ctx, r.WriteTx, id, wanted[id]); err != nil {
			return err
		}
	}
	return nil
}

func byProduct(list []catalog.ProductPicks) map[int64]catalog.Picks {
	by := make(map[int64]catalog.Picks, len(list))
	for _, p := range list {
		by[p.Product] = p.Picks
	}
	return by
}
