package compare

import (
	"context"
	"encoding/json"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Kinds is the verdicts on comparisons.
func Kinds() []records.Kind {
	return []records.Kind{records.Record[site.Verdict]{
		Table: "comparison_verdicts", Label: "verdict", IsSetting: true,
		Uploads: []string{"SELECT text, products FROM comparison_verdicts WHERE text LIKE " + media.Like},
		Decode:  readVerdict, Read: verdictNow, Same: func(a, b site.Verdict) bool { return a.Text == b.Text }, Put: revertVerdict, Purge: purgeVerdicts,
	}.Kind()}
}

// readVerdict decodes the verdict on products in the audit.
func readVerdict(products string, text []byte) (*site.Verdict, error) {
	var v auditedVerdict
	err := json.Unmarshal(text, &v)
	return &site.Verdict{Products: products, Text: v.Text}, err
}

func verdictNow(ctx context.Context, tx db.Tx, of site.Verdict) (*site.Verdict, error) {
	return verdict(ctx, tx, of.Products)
}

func revertVerdict(ctx context.Context, w *db.WriteTx, action string, now, then *site.Verdict) error {
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
