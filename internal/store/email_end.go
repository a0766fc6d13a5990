package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/mail"
)

// claimed is the condition of a claim that has not ended. Another claim of the email has another end of its lease.
const claimed = "id = ? AND state = 'sending' AND next_at = ?"

func claimOf(e mail.Email) []any { return []any{e.ID, e.LeaseEnd.UnixMicro()} }

// EndEmail stores the outcome of an attempt to send a claimed email. It does nothing if the claim has ended. An email of an
// issue stays in its final state without its recipient. Another is deleted, unless it is about a submission and was not
// sent for sure.
func (s *Store) EndEmail(ctx context.Context, e mail.Email, outcome mail.Outcome) error {
	return s.WriteUnversioned(ctx, "", "store what became of an email", func(ctx context.Context, w *db.WriteTx) error {
		return endEmail(ctx, w, e, outcome)
	})
}

func endEmail(ctx context.Context, w *db.WriteTx, e mail.Email, outcome mail.Outcome) error {
	switch {
	case outcome.State == mail.Waiting:
		return requeueEmail(ctx, w, e, outcome)
	case e.Issue != 0:
		return endIssueEmail(ctx, w, e, outcome)
	case outcome.State == mail.Sent || outcome.State == mail.Skipped:
		return endSubmissionEmail(ctx, w, inbox.MailSent, "DELETE FROM emails WHERE "+claimed+" RETURNING submission_id", claimOf(e)...)
	}
	if err := w.Exec(ctx, "DELETE FROM emails WHERE "+claimed+" AND submission_id IS NULL", claimOf(e)...); err != nil {
		return err
	}
	return endSubmissionEmail(ctx, w, inbox.MailFailed, "UPDATE emails SET state = 'refused', next_at = NULL, done_at = ? WHERE "+claimed+" RETURNING submission_id",
		append([]any{w.At.UnixMicro()}, claimOf(e)...)...)
}

// requeueEmail lets an email wait for another attempt. One of an issue follows the issue, which may have been paused or
// stopped meanwhile; its row is locked first, as by whoever pauses it.
func requeueEmail(ctx context.Context, w *db.WriteTx, e mail.Email, outcome mail.Outcome) error {
	state, tries := mail.Waiting, 0
	if outcome.Uncounted {
		tries = 1
	}
	if e.Issue != 0 {
		var status string
		err := w.Row(ctx, "UPDATE newsletter_issues SET status = status WHERE number = ? RETURNING status", e.Issue).Scan(&status)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		switch status {
		case "paused":
			state = mail.Paused
		case "stopped":
			return w.Exec(ctx, "DELETE FROM emails WHERE "+claimed, claimOf(e)...)
		}
	}
	return w.Exec(ctx, "UPDATE emails SET state = ?, next_at = ?, tries = tries - ? WHERE "+claimed,
		append([]any{state, w.At.Add(outcome.Pause).UnixMicro(), tries}, claimOf(e)...)...)
}

// endIssueEmail ends an email of an issue, and counts how often its subscriber's address was refused since the last email
// that arrived.
func endIssueEmail(ctx context.Context, w *db.WriteTx, e mail.Email, outcome mail.Outcome) error {
	subscriber := "id = (SELECT subscriber_id FROM emails WHERE " + claimed + ")"
	var err error
	switch {
	case outcome.State == mail.Sent:
		err = w.Exec(ctx, "UPDATE newsletters SET failures = 0 WHERE failures > 0 AND "+subscriber, claimOf(e)...)
	case outcome.Permanent:
		err = w.Exec(ctx, "UPDATE newsletters SET failures = failures + 1 WHERE "+subscriber, claimOf(e)...)
	}
	if err != nil {
		return err
	}
	return w.Exec(ctx, "UPDATE emails SET state = ?, next_at = NULL, done_at = ?, recipient = '', recipient_key = '', data = CASE WHEN CAST(? AS TEXT) = '' THEN data ELSE ? END WHERE "+claimed,
		append([]any{outcome.State, w.At.UnixMicro(), outcome.Answer, outcome.Answer}, claimOf(e)...)...)
}

// endSubmissionEmail runs the query that ends an email, and sets the submission's mail state.
func endSubmissionEmail(ctx context.Context, w *db.WriteTx, state inbox.MailState, query string, args ...any) error {
	var submission sql.NullInt64
	err := w.Row(ctx, query, args...).Scan(&submission)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil || !submission.Valid {
		return err
	}
	return w.Exec(ctx, "UPDATE product_submissions SET mail = ? WHERE id = ?", state, submission)
}

// expiredBatch is how many expired claims one transaction ends.
const expiredBatch = 100

// EndExpiredEmails ends the claims whose lease has ended: whoever had them may have sent the emails, so they are never sent
// again. It calls unsure with each before it commits.
func (s *Store) EndExpiredEmails(ctx context.Context, unsure func(mail.Email)) error {
	now, found := s.Now().UnixMicro(), false
	err := s.Read(ctx, "look for claims of emails that have expired", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM emails WHERE state = 'sending' AND next_at <= ?)", now).Scan(&found)
	})
	if err != nil || !found {
		return err
	}
	return s.WriteUnversioned(ctx, "", "end claims of emails that have expired", func(ctx context.Context, w *db.WriteTx) error {
		// The outer condition repeats the inner one: another process may have ended the claim while this one waited.
		expired, err := db.Collect(ctx, w, func(rows *sql.Rows) (mail.Email, error) { return scanEmail(rows) },
			"UPDATE emails SET next_at = next_at WHERE state = 'sending' AND next_at <= ? AND id IN "+
				"(SELECT id FROM emails WHERE state = 'sending' AND next_at <= ? ORDER BY next_at LIMIT ?) RETURNING "+emailColumns, now, now, expiredBatch)
		if err != nil {
			return err
		}
		for _, e := range expired {
			unsure(e)
			if err := endEmail(ctx, w, e, mail.Outcome{State: mail.Unsure}); err != nil {
				return err
			}
		}
		return nil
	})
}
