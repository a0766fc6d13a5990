package mirror

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// liveIDs returns the ids of products as a set.
func liveIDs(products []catalog.Product) map[int64]bool {
	ids := make(map[int64]bool, len(products))
	for _, p := range products {
		ids[p.ID] = true
	}
	return ids
}

// contentPicks reads the picks of alternatives of these products, without those in the trash.
func contentPicks(ctx context.Context, tx db.Tx, live map[int64]bool) ([]Picks, error) {
	found, err := alternatives.Picks(ctx, tx, "")
	if err != nil {
		return nil, err
	}
	var list []Picks
	for _, id := range slices.Sorted(maps.Keys(found)) {
		list = append(list, Picks{Product: id, Picks: found[id]})
	}
	return PicksAmong(list, live), nil
}

// dropReplaced deletes what belongs to products, in the trash too, whose id has another tool in want: with the row go the
// rows that reference it (picks, favorites, former slugs, proposed logos); verdicts and counts have no references. It
// returns the versions of the deleted rows.
func (r replacing) dropReplaced(ctx context.Context) (versions map[int64]int64, err error) {
	trash, err := catalog.DeletedProducts(ctx, r.Tx, "(SELECT id FROM products WHERE deleted_at IS NOT NULL)")
	if err != nil {
		return nil, err
	}
	old, err := catalog.AllOldSlugs(ctx, r.Tx)
	if err != nil {
		return nil, err
	}
	replaced := r.want.Replaced(slices.Concat(r.have.Products, trash), old)
	versions = make(map[int64]int64, len(replaced))
	if len(replaced) == 0 {
		return versions, nil
	}
	err = db.InBatches(slices.Sorted(maps.Keys(replaced)), func(ids []int64) error {
		list, args := db.Placeholders(len(ids)), db.Args(ids)
		found, err := r.versions(ctx, ids)
		if err != nil {
			return err
		}
		maps.Copy(versions, found)
		for _, query := range []string{
			"DELETE FROM visits WHERE product_id IN ",
			"DELETE FROM newsletter_visits WHERE product_id IN ",
			"DELETE FROM product_categories WHERE product_id IN ",
			"DELETE FROM products WHERE id IN ",
		} {
			if err := r.Exec(ctx, query+list, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return versions, r.dropNaming(ctx, replaced)
}

// dropNaming deletes the verdicts on and the views of comparisons and alternatives of these products, which are found by
// the text of their keys.
func (r replacing) dropNaming(ctx context.Context, products map[int64]bool) error {
	for _, of := range []struct{ table, column, where string }{
		{"comparison_verdicts", "products", ""},
		{"page_views", "key", " AND kind IN ('alternatives', 'comparison')"},
	} {
		keys, err := db.Collect(ctx, r, db.Column[string], "SELECT DISTINCT "+of.column+" FROM "+of.table+" WHERE TRUE"+of.where)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if !compare.NamesOne(key, products) {
				continue
			}
			if err := r.Exec(ctx, "DELETE FROM "+of.table+" WHERE "+of.column+" = ?"+of.where, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// replaceAllPicks writes the picks of the wanted products. Those of and for products in the trash stay.
func (r replacing) replaceAllPicks(ctx context.Context) error {
	live := liveIDs(r.want.Products)
	have, err := contentPicks(ctx, r.Tx, live)
	if err != nil {
		return err
	}
	want := map[int64]catalog.Picks{}
	for _, p := range r.want.Picks {
		want[p.Product] = p.Picks
	}
	had := map[int64]catalog.Picks{}
	for _, p := range have {
		had[p.Product] = p.Picks
	}
	for _, id := range slices.Sorted(maps.Keys(live)) {
		if reflect.DeepEqual(had[id], want[id]) {
			continue
		}
		err := r.Exec(ctx, "DELETE FROM alternative_picks WHERE product_id = ? AND alternative_id IN (SELECT id FROM products WHERE deleted_at IS NULL)", id)
		if err != nil {
			return err
		}
		if err := alternatives.InsertPicks(ctx, r.WriteTx, id, want[id]); err != nil {
			return err
		}
	}
	return nil
}

// replaceVerdicts writes the wanted verdicts. Those on a product in the trash stay.
func (r replacing) replaceVerdicts(ctx context.Context) error {
	have, err := compare.Verdicts(ctx, r.Tx)
	if err != nil {
		return err
	}
	for _, v := range VerdictsAmong(have, liveIDs(r.want.Products)) {
		if slices.Contains(r.want.Verdicts, v) {
			continue
		}
		if err := r.Exec(ctx, "DELETE FROM comparison_verdicts WHERE products = ?", v.Products); err != nil {
			return err
		}
	}
	for _, v := range r.want.Verdicts {
		if slices.Contains(have, v) {
			continue
		}
		if err := compare.InsertVerdict(ctx, r.WriteTx, v); err != nil {
			return err
		}
	}
	return nil
}

// replaceSettings writes the wanted settings. Those that belong to this site's address stay.
func (r replacing) replaceSettings(ctx context.Context) error {
	now, err := site.ReadValues(ctx, r.Tx)
	if err != nil {
		return err
	}
	want, err := now.WithPortable(r.want.SettingRows())
	if err != nil {
		return err
	}
	_, changed := site.Changed(now, want)
	return site.WriteValues(ctx, r.WriteTx, changed, want.Rows())
}
