package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"vitrine/internal/db"
	"vitrine/internal/inbox"
	"vitrine/internal/mail"
)

// NextEmail leases the email that is due first, so that no other process takes it until the lease ends, and counts the
// try. It writes only if an email is due.
func (s *Store) NextEmail(ctx context.Context, lease time.Duration) (e mail.Email, found bool, err error) {
	now, created := s.Now().UnixMicro(), int64(0)
	err = s.read(ctx, "look for emails", func(ctx context.Context, tx transaction) error {
		return tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM emails WHERE next_at <= ?)", now).Scan(&found)
	})
	if err != nil || !found {
		return e, false, err
	}
	err = s.writeUnversioned(ctx, "", "take an email", func(ctx context.Context, w *writeTx) error {
		// The outer condition repeats the inner one: another process may have taken the row while this one waited.
		err := w.Row(ctx, "UPDATE emails SET next_at = ?, tries = tries + 1 WHERE next_at <= ? AND id = "+
			"(SELECT id FROM emails WHERE next_at <= ? ORDER BY next_at, id LIMIT 1) RETURNING id, recipient, subject, body, html, tries, kind, data, created_at",
			w.at.Add(lease).UnixMicro(), now, now).Scan(&e.ID, &e.To, &e.Subject, &e.Text, &e.HTML, &e.Tries, &e.Kind, &e.Data, &created)
		e.CreatedAt = db.TimeOf(created)
		if found = err == nil; errors.Is(err, sql.ErrNoRows) {
			return db.ErrNoChange
		}
		return err
	})
	return e, found, err
}

// EmailSent deletes an email that a mail server has accepted, or that need not be sent. A missing one is no error.
func (s *Store) EmailSent(ctx context.Context, id int64) error {
	return s.writeUnversioned(ctx, "", "forget an email that was sent", func(ctx context.Context, w *writeTx) error {
		return w.endEmail(ctx, inbox.MailSent, "DELETE FROM emails WHERE id = ? RETURNING submission_id", id)
	})
}

// EmailFailed schedules another try after the pause; 0 gives up. An email about a submission that is given up stays, and
// sets the submission's mail state to failed.
func (s *Store) EmailFailed(ctx context.Context, id int64, pause time.Duration) error {
	return s.writeUnversioned(ctx, "", "keep an email that was not sent", func(ctx context.Context, w *writeTx) error {
		if pause > 0 {
			return w.Exec(ctx, "UPDATE emails SET next_at = ? WHERE id = ?", w.at.Add(pause).UnixMicro(), id)
		}
		if err := w.Exec(ctx, "DELETE FROM emails WHERE id = ? AND submission_id IS NULL", id); err != nil {
			return err
		}
		return w.endEmail(ctx, inbox.MailFailed, "UPDATE emails SET next_at = NULL WHERE id = ? RETURNING submission_id", id)
	})
}

// endEmail runs the query that ends an email, and sets the submission's mail state.
func (w *writeTx) endEmail(ctx context.Context, state inbox.MailState, query string, id int64) error {
	var submission sql.NullInt64
	err := w.Row(ctx, query, id).Scan(&submission)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil || !submission.Valid {
		return err
	}
	return w.Exec(ctx, "UPDATE product_submissions SET mail = ? WHERE id = ?", state, submission)
}

// EmailsWaiting counts the emails that wait for their first or another try.
func (s *Store) EmailsWaiting(ctx context.Context) (count int, err error) {
	err = s.read(ctx, "count the e-mails that wait", func(ctx context.Context, tx transaction) error {
		return tx.Row(ctx, "SELECT count(*) FROM emails WHERE next_at IS NOT NULL").Scan(&count)
	})
	return count, err
}
