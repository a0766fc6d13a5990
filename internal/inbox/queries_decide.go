package inbox

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/mail"
)

// ApproveSubmission creates the product of a submission that is not approved yet and records the approval: both, or
// neither. The draft has passed Draft.Check.
func (s *Queries) ApproveSubmission(ctx context.Context, by string, id int64, d catalog.Draft, compose Compose) (catalog.Product, error) {
	var p catalog.Product
	err := s.Write(ctx, db.WriteOptions{By: by, Doing: "approve a submission"}, func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &p, func() (err error) {
			p, err = approve(ctx, w, id, d, compose)
			return err
		})
	})
	return p, err
}

func approve(ctx context.Context, w *db.WriteTx, id int64, d catalog.Draft, compose Compose) (catalog.Product, error) {
	before, err := undecided(ctx, w, id, Approved)
	if err != nil {
		return catalog.Product{}, err
	}
	p, err := catalog.CreateProduct(ctx, w, d)
	if err != nil {
		return catalog.Product{}, err
	}
	after := before
	after.Status, after.ProductSlug, after.Reason = Approved, "", ""
	if is, _ := p.PhaseAt(w.At); is.IsPublic { // what visitors don't see has no page to send anybody to
		after.ProductSlug = p.Slug
	}
	return p, decide(ctx, w, before, after, p.ID, compose)
}

// ApproveSubmissions creates the products of submissions as they are, the one that was submitted first with the lowest id, and records the
// approvals: all, or nothing. A submission that can't become a product is named.
func (s *Queries) ApproveSubmissions(ctx context.Context, by string, ids []int64, compose Compose) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "approve submissions"}, func(ctx context.Context, w *db.WriteTx) error {
		for _, id := range ids {
			sent, err := submission(ctx, w.Tx, "s.id = ?", id)
			if err != nil {
				return err
			}
			d, err := sent.Draft.Product().Check(false)
			if err != nil {
				return fault.Because(fault.Conflict, fmt.Sprintf("“%s” can't be approved as it is. Please approve it by itself. Nothing was changed.", sent.ProductName), err)
			}
			if _, err := approve(ctx, w, id, d, compose); err != nil {
				return err
			}
		}
		return nil
	})
}

// RejectSubmissions records that pending submissions were rejected, for one reason: all, or nothing.
func (s *Queries) RejectSubmissions(ctx context.Context, by string, ids []int64, reason string, compose Compose) error {
	return s.WriteUnversioned(ctx, by, "reject submissions", func(ctx context.Context, w *db.WriteTx) error {
		for _, id := range ids {
			if err := reject(ctx, w, id, reason, compose); err != nil {
				return err
			}
		}
		return nil
	})
}

// RejectSubmission records that a pending submission was rejected, and why. Visitors see no submissions, so the catalogue's
// version stays.
func (s *Queries) RejectSubmission(ctx context.Context, by string, id int64, reason string, compose Compose) (Submission, error) {
	var after Submission
	err := s.WriteUnversioned(ctx, by, "reject a submission", func(ctx context.Context, w *db.WriteTx) error {
		err := reject(ctx, w, id, reason, compose)
		if err == nil {
			after, err = submission(ctx, w.Tx, "s.id = ?", id)
		}
		return err
	})
	return after, err
}

func reject(ctx context.Context, w *db.WriteTx, id int64, reason string, compose Compose) error {
	before, err := undecided(ctx, w, id, Rejected)
	if err != nil {
		return err
	}
	after := before
	after.Status, after.Reason = Rejected, reason
	return decide(ctx, w, before, after, 0, compose)
}

// undecided reads a submission that may get the status shall, and locks its row: of two concurrent decisions, the second
// finds the first. Only a rejected submission can be decided again: it can be approved.
func undecided(ctx context.Context, w *db.WriteTx, id int64, shall Status) (Submission, error) {
	if err := w.Exec(ctx, "UPDATE product_submissions SET status = status WHERE id = ?", id); err != nil {
		return Submission{}, err
	}
	found, err := submission(ctx, w.Tx, "s.id = ?", id)
	if err == nil && (found.Status == Approved || found.Status == shall) {
		decided := fault.New(fault.Conflict, "This submission has already been decided. Please reload the list.")
		decided.Code = "already_decided"
		return found, decided
	}
	return found, err
}

// decide writes the decision, its email and its audit entry.
func decide(ctx context.Context, w *db.WriteTx, before, after Submission, product int64, compose Compose) error {
	email := compose(after)
	after.Mail = NoMail
	if email != nil {
		after.Mail = MailWaiting
	}
	err := w.Exec(ctx, "UPDATE product_submissions SET status = ?, reason = ?, product_id = ?, mail = ?, decided_at = ?, decided_by = ? WHERE id = ?",
		after.Status, after.Reason, sql.NullInt64{Int64: product, Valid: product != 0}, after.Mail, w.At.UnixMicro(), w.By, after.ID)
	if err != nil {
		return err
	}
	if err := w.Exec(ctx, "DELETE FROM emails WHERE submission_id = ?", after.ID); err != nil { // from an earlier decision
		return err
	}
	if email != nil {
		err = w.Exec(ctx, "INSERT INTO emails (submission_id, recipient, recipient_key, subject, body, html, next_at, created_at) VALUES "+db.Placeholders(8),
			after.ID, email.To, account.EmailKey(email.To), email.Subject, email.Text, email.HTML, w.At.UnixMicro(), w.At.UnixMicro())
		if err != nil {
			return err
		}
	}
	action := "approve"
	if after.Status == Rejected {
		action = "reject"
	}
	decided := auditedSubmission(after)
	decided.ProductID = product
	return w.Audit(ctx, db.Entry{Action: action, Object: "product_submissions", ObjectID: after.ID, Before: auditedSubmission(before), After: decided})
}

// submissionLine is what the audit stores of a submission. It omits the sender's email address and notes, because audit
// entries stay forever.
type submissionLine struct {
	ProductName string `json:"productName"`
	Website     string `json:"website"`
	Status      Status `json:"status"`
	Reason      string `json:"reason,omitempty"`
	ProductID   int64  `json:"productId,omitempty"`
}

func auditedSubmission(s Submission) submissionLine {
	return submissionLine{ProductName: s.ProductName, Website: s.Website, Status: s.Status, Reason: s.Reason}
}

// DeleteSubmission deletes a submission, and its email if that has not been sent.
func (s *Queries) DeleteSubmission(ctx context.Context, by string, id int64) error {
	return s.WriteUnversioned(ctx, by, "delete a submission", func(ctx context.Context, w *db.WriteTx) error {
		before, err := submission(ctx, w.Tx, "s.id = ?", id)
		if err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM product_submissions WHERE id = ?", id); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "product_submissions", ObjectID: id, Before: auditedSubmission(before)})
	})
}

// forgetBatch is how many old submissions one transaction deletes.
const forgetBatch = 500

// ForgetSubmissions deletes the submissions that were decided before the given time, and returns how many.
func (s *Queries) ForgetSubmissions(ctx context.Context, by string, decided time.Time) (removed int, err error) {
	for {
		var gone []int64
		err := s.WriteUnversioned(ctx, by, "remove old submissions", func(ctx context.Context, w *db.WriteTx) error {
			gone, err = db.Collect(ctx, w, db.Column[int64], "DELETE FROM product_submissions WHERE id IN "+
				"(SELECT id FROM product_submissions WHERE decided_at < ? ORDER BY id LIMIT ?) RETURNING id", decided.UnixMicro(), forgetBatch)
			if err != nil || len(gone) == 0 {
				return err
			}
			return w.Audit(ctx, db.Entry{Action: "forget", Object: "product_submissions", After: struct {
				Removed int `json:"removed"`
			}{len(gone)}})
		})
		removed += len(gone)
		if err != nil || len(gone) < forgetBatch {
			return removed, err
		}
	}
}

// EndEmail stores what became of the email to the sender of a submission.
func EndEmail(ctx context.Context, w *db.WriteTx, submission int64, state mail.State) error {
	is := MailFailed
	if state == mail.Sent {
		is = MailSent
	}
	return w.Exec(ctx, "UPDATE product_submissions SET mail = ? WHERE id = ?", is, submission)
}
