package compare

import (
	"context"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

var verdicts = db.TableOf[Verdict]("comparison_verdicts")

// Verdicts reads all verdicts by their products.
func readVerdicts(ctx context.Context, tx db.Tx) ([]Verdict, error) {
	return verdicts.Select(ctx, tx, "ORDER BY products")
}

// SaveVerdict stores the verdict on products, given as Verdict has them, in place of an earlier one. It returns the
// verdict as stored, and whether it is the first. A text that is there already is not written again. One more than
// MaxVerdicts is a Conflict.
func (s *Queries) SaveVerdict(ctx context.Context, by, products, text string) (saved Verdict, first bool, err error) {
	err = s.WriteSettings(ctx, by, "save a verdict", func(ctx context.Context, w *db.WriteTx) error {
		before, err := verdicts.First(ctx, w, "WHERE products = ?", products)
		if err != nil {
			return err
		}
		action := "update"
		if first = before == nil; first {
			action = "create"
		} else if saved = *before; saved.Text == text {
			return db.ErrNoChange
		}
		saved = Verdict{Products: products, Text: text, UpdatedAt: w.At}
		return putVerdict(ctx, w, action, before, saved)
	})
	return saved, first, err
}

// putVerdict stores a verdict, with its audit entry. before is the one that it replaces; nil: it is the first.
func putVerdict(ctx context.Context, w *db.WriteTx, action string, before *Verdict, after Verdict) error {
	if before == nil {
		if err := checkVerdicts(ctx, w); err != nil {
			return err
		}
	}
	if err := verdicts.Upsert(ctx, w, &after); err != nil {
		return err
	}
	return auditVerdict(ctx, w, action, after.Products, before, &after)
}

// auditedVerdict is what the audit stores of a verdict, with the ids of its products as the entry's object.
type auditedVerdict struct {
	Name string `json:"name"` // the products' names
	Text string `json:"text"`
}

// auditVerdict writes the audit entry of a change of the verdict on products. before is nil if the change created it, after if
// it deleted it.
func auditVerdict(ctx context.Context, w *db.WriteTx, action, products string, before, after *Verdict) error {
	ids, err := Verdict{Products: products}.ProductIDs()
	if err != nil {
		return err
	}
	names, err := db.Collect(ctx, w, db.Column[string], "SELECT name FROM products WHERE id IN "+db.Placeholders(len(ids))+" ORDER BY slug", db.Args(ids)...)
	if err != nil {
		return err
	}
	e, name := db.Entry{Action: action, Object: "comparison_verdicts", Key: products}, strings.Join(names, " vs ")
	if before != nil {
		e.Before = auditedVerdict{name, before.Text}
	}
	if after != nil {
		e.After = auditedVerdict{name, after.Text}
	}
	return w.Audit(ctx, e)
}

// checkVerdicts returns a Conflict if no further verdict may be added.
func checkVerdicts(ctx context.Context, w *db.WriteTx) error {
	var count int
	if err := w.Row(ctx, "SELECT count(*) FROM comparison_verdicts").Scan(&count); err != nil {
		return err
	}
	if count >= MaxVerdicts {
		return ErrTooManyVerdicts()
	}
	return nil
}

// DeleteVerdict deletes the verdict on products. An unknown one is NotFound.
func (s *Queries) DeleteVerdict(ctx context.Context, by, products string) error {
	return s.WriteSettings(ctx, by, "delete a verdict", func(ctx context.Context, w *db.WriteTx) error {
		gone, err := verdicts.One(ctx, w, "There is no verdict on these tools. It may have been deleted.", "WHERE products = ?", products)
		if err != nil {
			return err
		}
		return deleteVerdict(ctx, w, "delete", gone)
	})
}

func deleteVerdict(ctx context.Context, w *db.WriteTx, action string, gone Verdict) error {
	if err := w.Exec(ctx, "DELETE FROM comparison_verdicts WHERE products = ?", gone.Products); err != nil {
		return err
	}
	return auditVerdict(ctx, w, action, gone.Products, &gone, nil)
}

// purgeVerdicts deletes the verdicts on any of these products, which are being purged.
func purgeVerdicts(ctx context.Context, w *db.WriteTx, ids []int64) error {
	purged := make(map[int64]bool, len(ids))
	for _, id := range ids {
		purged[id] = true
	}
	gone, err := verdictsOn(ctx, w.Tx, purged)
	if err != nil || len(gone) == 0 {
		return err
	}
	for _, v := range gone {
		if err := deleteVerdict(ctx, w, "delete", v); err != nil {
			return err
		}
	}
	return w.TouchSettings(ctx)
}

// verdictsOn reads the verdicts on any of these products.
func verdictsOn(ctx context.Context, tx db.Tx, products map[int64]bool) ([]Verdict, error) {
	found, err := readVerdicts(ctx, tx)
	return slices.DeleteFunc(found, func(v Verdict) bool { return !visits.NamesOne(v.Products, products) }), err
}

// Queries read and write verdicts on comparisons.
type Queries struct{ *db.DB }
