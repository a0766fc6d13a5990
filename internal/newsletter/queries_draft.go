package newsletter

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// storedDraft is a row of the drafts.
type storedDraft struct {
	Cadence Cadence `db:"cadence,key"`
	DraftInput
	UpdatedAt time.Time `db:"updated_at"`
}

var drafts = db.TableOf[storedDraft]("newsletter_drafts")

// NextIssue reads what the next issue of a cadence is made from.
func (s *IssueQueries) NextIssue(ctx context.Context, cadence Cadence) (next NextIssue, err error) {
	err = s.Read(ctx, "read the next issue", func(ctx context.Context, tx db.Tx) error {
		stored, err := drafts.First(ctx, tx, "WHERE cadence = ?", cadence)
		if err != nil {
			return err
		}
		if stored != nil {
			next.Stored = &stored.DraftInput
		}
		if next.Number, err = nextNumber(ctx, tx); err != nil {
			return err
		}
		last, err := lastSent(ctx, tx, cadence)
		if err != nil {
			return err
		}
		if last != nil {
			next.LastItems, next.LastSent = last.Items, last.SentAt
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

// sentDraft is what an issue that was sent was made from.
type sentDraft struct {
	DraftInput
	SentAt time.Time `db:"started_at"`
}

var sentDrafts = db.TableOf[sentDraft]("newsletter_issues")

// lastSent returns the last issue of a cadence that was sent, or nil.
func lastSent(ctx context.Context, tx db.Tx, cadence Cadence) (*sentDraft, error) {
	return sentDrafts.First(ctx, tx, "WHERE cadence = ? AND started_at IS NOT NULL ORDER BY started_at DESC LIMIT 1", cadence)
}

// auditedDraft is what the audit stores of a draft.
type auditedDraft struct {
	Cadence  Cadence `json:"cadence"`
	Subject  string  `json:"subject"`
	Products int     `json:"products"`
}

// SaveDraft stores an administrator's changes of the next issue.
func (s *IssueQueries) SaveDraft(ctx context.Context, by string, cadence Cadence, d DraftInput) error {
	return s.WriteUnversioned(ctx, by, "save a draft of the newsletter", func(ctx context.Context, w *db.WriteTx) error {
		if err := drafts.Upsert(ctx, w, &storedDraft{cadence, d, w.At}); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "update", Object: "newsletter_drafts", Key: string(cadence), After: auditedDraft{cadence, d.Subject, len(d.Items)}})
	})
}

// DiscardDraft forgets an administrator's changes of the next issue. Without any it does nothing.
func (s *IssueQueries) DiscardDraft(ctx context.Context, by string, cadence Cadence) error {
	return s.WriteUnversioned(ctx, by, "discard a draft of the newsletter", func(ctx context.Context, w *db.WriteTx) error {
		gone, err := deleteDraft(ctx, w, cadence)
		if err != nil || len(gone) == 0 {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "newsletter_drafts", Key: string(cadence), Before: auditedDraft{cadence, gone[0].Subject, len(gone[0].Items)}})
	})
}

func deleteDraft(ctx context.Context, w *db.WriteTx, cadence Cadence) ([]storedDraft, error) {
	return db.Collect(ctx, w, db.Columns[storedDraft], "DELETE FROM newsletter_drafts WHERE cadence = ? RETURNING "+drafts.Columns, cadence)
}
