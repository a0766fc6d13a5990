package store

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/db"
	"vitrine/internal/site"
)

const verdictColumns = "products, text, updated_at"

func scanVerdict(rows *sql.Rows) (site.Verdict, error) {
	var v site.Verdict
	var updated int64
	err := rows.Scan(&v.Products, &v.Text, &updated)
	v.UpdatedAt = db.TimeOf(updated)
	return v, err
}

// verdicts reads all verdicts by their products.
func (tx transaction) verdicts(ctx context.Context) ([]site.Verdict, error) {
	return db.Collect(ctx, tx, scanVerdict, "SELECT "+verdictColumns+" FROM comparison_verdicts ORDER BY products")
}

func (tx transaction) verdict(ctx context.Context, products string) ([]site.Verdict, error) {
	return db.Collect(ctx, tx, scanVerdict, "SELECT "+verdictColumns+" FROM comparison_verdicts WHERE products = ?", products)
}

// SaveVerdict stores the verdict on products, given as site.Verdict has them, in place of an earlier one. It returns the
// verdict as stored, and whether it is the first. A text that is there already is not written again. One more than
// site.MaxVerdicts is a Conflict.
func (s *Store) SaveVerdict(ctx context.Context, by, products, text string) (saved site.Verdict, first bool, err error) {
	err = s.setting(ctx, by, "save a verdict", func(ctx context.Context, w *writeTx) error {
		before, err := w.verdict(ctx, products)
		if err != nil {
			return err
		}
		e := entry{Action: "update", Object: "comparison_verdicts", Key: products}
		if first = len(before) == 0; first {
			e.Action = "create"
			err = w.checkVerdicts(ctx)
		} else if e.Before, saved = before[0], before[0]; saved.Text == text {
			return db.ErrNoChange
		}
		if err != nil {
			return err
		}
		saved = site.Verdict{Products: products, Text: text, UpdatedAt: w.at}
		err = w.Exec(ctx, "INSERT INTO comparison_verdicts ("+verdictColumns+") VALUES "+db.Placeholders(3)+
			" ON CONFLICT (products) DO UPDATE SET "+setExcluded("text, updated_at"), products, text, w.at.UnixMicro())
		if err != nil {
			return err
		}
		e.After = saved
		return w.audit(ctx, e)
	})
	return saved, first, err
}

// checkVerdicts returns a Conflict if no further verdict may be added.
func (w *writeTx) checkVerdicts(ctx context.Context) error {
	var count int
	if err := w.Row(ctx, "SELECT count(*) FROM comparison_verdicts").Scan(&count); err != nil {
		return err
	}
	if count >= site.MaxVerdicts {
		return site.ErrTooManyVerdicts()
	}
	return nil
}

// DeleteVerdict deletes the verdict on products. An unknown one is NotFound.
func (s *Store) DeleteVerdict(ctx context.Context, by, products string) error {
	return s.setting(ctx, by, "delete a verdict", func(ctx context.Context, w *writeTx) error {
		before, err := w.verdict(ctx, products)
		if err != nil {
			return err
		}
		gone, err := only(before, "There is no verdict on these tools. It may have been deleted.")
		if err != nil {
			return err
		}
		return w.deleteVerdict(ctx, gone)
	})
}

func (w *writeTx) deleteVerdict(ctx context.Context, gone site.Verdict) error {
	if err := w.Exec(ctx, "DELETE FROM comparison_verdicts WHERE products = ?", gone.Products); err != nil {
		return err
	}
	return w.audit(ctx, entry{Action: "delete", Object: "comparison_verdicts", Key: gone.Products, Before: gone})
}

// purgeVerdicts deletes the verdicts on any of these products, which are being purged.
func (w *writeTx) purgeVerdicts(ctx context.Context, ids []int64) error {
	verdicts, err := w.verdicts(ctx)
	if err != nil {
		return err
	}
	purged := make(map[string]bool, len(ids))
	for _, id := range ids {
		purged[strconv.FormatInt(id, 10)] = true
	}
	gone := slices.DeleteFunc(verdicts, func(v site.Verdict) bool {
		return !slices.ContainsFunc(strings.Split(v.Products, ","), func(id string) bool { return purged[id] })
	})
	if len(gone) == 0 {
		return nil
	}
	for _, v := range gone {
		if err := w.deleteVerdict(ctx, v); err != nil {
			return err
		}
	}
	return w.touchSettings(ctx)
}
