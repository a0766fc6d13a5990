package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"vitrine/internal/inbox"
	"vitrine/internal/mail"
)

// NextLetter takes the letter that is due first, so that nobody else takes it for the lease, and counts the try. It
// writes only where there is one.
func (s *Store) NextLetter(ctx context.Context, lease time.Duration) (l mail.Letter, found bool, err error) {
	now := s.stamp().UnixMicro()
	err = s.read(ctx, "look for letters", func(c session) error {
		return c.row(ctx, "SELECT EXISTS (SELECT 1 FROM letters WHERE next_at <= ?)", now).Scan(&found)
	})
	if err != nil || !found {
		return l, false, err
	}
	err = s.aside(ctx, "", "take a letter", func(w *writing) error {
		// The condition stands twice, for the row may have been taken by another while this waited for it.
		err := w.row(ctx, "UPDATE letters SET next_at = ?, tries = tries + 1 WHERE next_at <= ? AND id = "+
			"(SELECT id FROM letters WHERE next_at <= ? ORDER BY next_at, id LIMIT 1) RETURNING id, recipient, subject, body, tries",
			w.at.Add(lease).UnixMicro(), now, now).Scan(&l.ID, &l.To, &l.Subject, &l.Text, &l.Tries)
		if found = err == nil; errors.Is(err, sql.ErrNoRows) {
			return errNothingToKeep
		}
		return err
	})
	return l, found, err
}

// LetterSent forgets a letter that has arrived at a mail server. One that is gone meanwhile is no error.
func (s *Store) LetterSent(ctx context.Context, id int64) error {
	return s.aside(ctx, "", "forget a letter that was sent", func(w *writing) error {
		return w.endLetter(ctx, inbox.MailSent, "DELETE FROM letters WHERE id = ? RETURNING submission_id", id)
	})
}

// LetterFailed keeps a letter for another try after the pause; 0: it is given up, and its submission says so.
func (s *Store) LetterFailed(ctx context.Context, id int64, pause time.Duration) error {
	return s.aside(ctx, "", "keep a letter that was not sent", func(w *writing) error {
		if pause > 0 {
			return w.exec(ctx, "UPDATE letters SET next_at = ? WHERE id = ?", w.at.Add(pause).UnixMicro(), id)
		}
		return w.endLetter(ctx, inbox.MailFailed, "UPDATE letters SET next_at = NULL WHERE id = ? RETURNING submission_id", id)
	})
}

// endLetter runs what ends a letter, and has its submission say how it ended.
func (w *writing) endLetter(ctx context.Context, state inbox.MailState, query string, id int64) error {
	var submission int64
	err := w.row(ctx, query, id).Scan(&submission)
	if errors.Is(err, sql.ErrNoRows) {
		return errNothingToKeep
	}
	if err != nil {
		return err
	}
	return w.exec(ctx, "UPDATE product_submissions SET mail = ? WHERE id = ?", state, submission)
}
