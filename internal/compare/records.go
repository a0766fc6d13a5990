package compare

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the verdicts on comparisons.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "comparison_verdicts", Label: "verdict", Many: "Verdicts", Area: httpapi.Catalog, Archive: archived, Purge: purgeVerdicts, Replaced: dropReplaced,
		Uploads: []string{"SELECT text, products FROM comparison_verdicts WHERE text LIKE " + media.Like},
		Undo: records.Record[Verdict]{
			IsSetting: true, Decode: readVerdict, Same: func(a, b Verdict) bool { return a.Text == b.Text }, Put: revertVerdict,
			Read: func(ctx context.Context, tx db.Tx, of Verdict) (*Verdict, error) {
				return verdicts.First(ctx, tx, "WHERE products = ?", of.Products)
			},
		}.Undo,
	}}
}

// archived is how verdicts are in an archive: those on live products alone.
var archived = records.Rows[Verdict]{
	Label: "verdict on products", Twice: "verdict", Many: "verdicts", Most: MaxVerdicts,
	Name: func(v Verdict) (key, title string) { return v.Products, "Products " + v.Products },
	Read: func(ctx context.Context, tx db.Tx) ([]Verdict, error) {
		found, err := readVerdicts(ctx, tx)
		slices.SortFunc(found, func(a, b Verdict) int { return cmp.Compare(a.Products, b.Products) })
		return found, err
	},
	Check: func(v Verdict) (stored Verdict, err error) {
		stored = v
		stored.Text, err = CheckVerdict(v.Text)
		return stored, err
	},
	Among: func(v Verdict, live map[int64]bool) *Verdict {
		ids, err := v.ProductIDs()
		if err != nil || slices.ContainsFunc(ids, func(id int64) bool { return !live[id] }) {
			return nil
		}
		return &v
	},
	Uploads: func(v Verdict, note func(string)) { note(v.Text) },
	Table:   verdicts,
}

// dropReplaced deletes the verdicts on any of these products, in the trash too.
func dropReplaced(ctx context.Context, w *db.WriteTx, ids map[int64]bool) error {
	gone, err := verdictsOn(ctx, w.Tx, ids)
	for _, v := range gone {
		if err := w.Exec(ctx, "DELETE FROM comparison_verdicts WHERE products = ?", v.Products); err != nil {
			return err
		}
	}
	return err
}

// readVerdict decodes the verdict on products in the audit.
func readVerdict(products string, text []byte) (*Verdict, error) {
	var v auditedVerdict
	err := json.Unmarshal(text, &v)
	return &Verdict{Products: products, Text: v.Text}, err
}

func revertVerdict(ctx context.Context, w *db.WriteTx, action string, now, then *Verdict) error {
	if then == nil {
		return deleteVerdict(ctx, w, action, *now)
	}
	ids, err := then.ProductIDs()
	if err != nil {
		return err
	}
	if err := catalog.CheckNotPurged(ctx, w, ids); err != nil {
		return err
	}
	then.UpdatedAt = w.At
	return putVerdict(ctx, w, action, now, *then)
}
