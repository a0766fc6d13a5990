package newsletter

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// scanDraft reads subject, intro and items.
func scanDraft(rows *sql.Rows) (DraftInput, error) {
	var d DraftInput
	var items string
	if err := rows.Scan(&d.Subject, &d.Intro, &items); err != nil {
		return d, err
	}
	return d, json.Unmarshal([]byte(items), &d.Items)
}

// NextIssue reads what the next issue of a cadence is made from.
func (s *Queries) NextIssue(ctx context.Context, cadence Cadence) (next NextIssue, err error) {
	err = s.Read(ctx, "read the next issue", func(ctx context.Context, tx db.Tx) error {
		stored, err := db.Collect(ctx, tx, scanDraft, "SELECT subject, intro, items FROM newsletter_drafts WHERE cadence = ?", cadence)
		if err != nil {
			return err
		}
		if len(stored) > 0 {
			next.Stored = &stored[0]
		}
		if next.Number, err = nextNumber(ctx, tx); err != nil {
			return err
		}
		last, sent, err := lastSent(ctx, tx, cadence)
		if err != nil {
			return err
		}
		next.LastItems = last.Items
		if sent != 0 {
			next.LastSent = db.TimeOf(sent)
		}
		return tx.Row(ctx, "SELECT COUNT(*) FROM newsletters WHERE cadence = ? AND "+getsIssues, cadence).Scan(&next.Recipients)
	})
	return next, err
}

// nextNumber returns the number of the next issue.
func nextNumber(ctx context.Context, tx db.Tx) (number int64, err error) {
	err = tx.Row(ctx, "SELECT COALESCE(MAX(number), 0) + 1 FROM newsletter_issues").Scan(&number)
	return number, err
}

// lastSent returns the last issue of a cadence that was sent, and when; 0 if none was.
func lastSent(ctx context.Context, tx db.Tx, cadence Cadence) (d DraftInput, at int64, err error) {
	var items string
	err = tx.Row(ctx, "SELECT subject, intro, items, started_at FROM newsletter_issues WHERE cadence = ? AND started_at IS NOT NULL ORDER BY started_at DESC LIMIT 1",
		cadence).Scan(&d.Subject, &d.Intro, &items, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return d, 0, nil
	}
	if err != nil {
		return d, 0, err
	}
	return d, at, json.Unmarshal([]byte(items), &d.Items)
}

// auditedDraft is what the audit stores of a draft.
type auditedDraft struct {
	Cadence  Cadence `json:"cadence"`
	Subject  string  `json:"subject"`
	Products int     `json:"products"`
}

// SaveDraft stores an administrator's changes of the next issue.
func (s *Queries) SaveDraft(ctx context.Context, by string, cadence Cadence, d DraftInput) error {
	return s.WriteUnversioned(ctx, by, "save a draft of the newsletter", func(ctx context.Context, w *db.WriteTx) error {
		if err := saveDraft(ctx, w, cadence, d); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "update", Object: "newsletter_drafts", Key: string(cadence), After: auditedDraft{cadence, d.Subject, len(d.Items)}})
	})
}

func saveDraft(ctx context.Context, w *db.WriteTx, cadence Cadence, d DraftInput) error {
	items, err := json.Marshal(d.Items)
	if err != nil {
		return err
	}
	return w.Exec(ctx, "INSERT INTO newsletter_drafts (cadence, subject, intro, items, updated_at) VALUES "+db.Placeholders(5)+
		" ON CONFLICT (cadence) DO UPDATE SET "+db.SetExcluded("subject, intro, items, updated_at"), cadence, d.Subject, d.Intro, string(items), w.At.UnixMicro())
}

// DiscardDraft forgets an administrator's changes of the next issue. Without any it does nothing.
func (s *Queries) DiscardDraft(ctx context.Context, by string, cadence Cadence) error {
	return s.WriteUnversioned(ctx, by, "discard a draft of the newsletter", func(ctx context.Context, w *db.WriteTx) error {
		gone, err := deleteDraft(ctx, w, cadence)
		if err != nil || len(gone) == 0 {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "newsletter_drafts", Key: string(cadence), Before: auditedDraft{cadence, gone[0].Subject, len(gone[0].Items)}})
	})
}

func deleteDraft(ctx context.Context, w *db.WriteTx, cadence Cadence) ([]DraftInput, error) {
	return db.Collect(ctx, w, scanDraft, "DELETE FROM newsletter_drafts WHERE cadence = ? RETURNING subject, intro, items", cadence)
}
