package account

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/quota"
)

// QueueEmails counts a use of the limit and queues the emails whose own limits are not reached. If the limit is reached, it is
// TooMany and nothing is queued. A limit that is both is counted once.
func (s *UserQueries) QueueEmails(ctx context.Context, limit EmailLimit, queued ...QueuedEmail) error {
	return s.WriteUnversioned(ctx, "", "queue emails", func(ctx context.Context, w *db.WriteTx) error {
		return QueueEmails(ctx, w, limit, queued...)
	})
}

// QueueEmails is UserQueries.QueueEmails in a transaction.
func QueueEmails(ctx context.Context, w *db.WriteTx, limit EmailLimit, queued ...QueuedEmail) error {
	wait, err := CountEmail(ctx, w, limit)
	if err != nil {
		return err
	}
	if wait > 0 {
		return TooManyEmails(wait)
	}
	for _, e := range queued {
		isTooMany := false
		for _, own := range e.Limits {
			if own == limit || isTooMany {
				continue
			}
			wait, err := CountEmail(ctx, w, own)
			if err != nil {
				return err
			}
			isTooMany = wait > 0
		}
		if isTooMany {
			continue
		}
		err := w.Exec(ctx, "INSERT INTO emails (kind, data, recipient, recipient_key, subject, body, next_at, created_at) VALUES "+db.Placeholders(8),
			e.Kind, e.Data, e.To, e.Key, "", "", w.At.UnixMicro(), w.At.UnixMicro())
		if err != nil {
			return err
		}
	}
	return nil
}

// countEmail counts a use of the limit, or returns how long to wait until it allows one.
func CountEmail(ctx context.Context, w *db.WriteTx, limit EmailLimit) (wait time.Duration, err error) {
	err = quota.Change(ctx, w, []string{limit.Key}, limit.Within, func(uses [][]time.Time) error {
		uses[0], wait = limit.Recent(uses[0], w.At)
		if wait == 0 {
			uses[0] = append(uses[0], w.At)
		}
		return nil
	})
	return wait, err
}

// RequestEmailChange is QueueEmails for a change of a user's email, which it stores instead of an earlier one.
func (s *CodeQueries) RequestEmailChange(ctx context.Context, userID int64, email string, expires time.Time, limit EmailLimit, queued ...QueuedEmail) error {
	return s.WriteUnversioned(ctx, "", "request an email change", func(ctx context.Context, w *db.WriteTx) error {
		err := w.Exec(ctx, "INSERT INTO email_changes (user_id, email, email_key, expires_at) VALUES (?, ?, ?, ?) ON CONFLICT (user_id) DO UPDATE SET "+
			"current_code = '', new_code = '', tries = 0, "+db.SetExcluded("email, email_key, expires_at"), userID, email, EmailKey(email), expires.UnixMicro())
		if err != nil {
			return err
		}
		return QueueEmails(ctx, w, limit, queued...)
	})
}

var emailChanges = db.TableOf[EmailChange]("email_changes")

const noChange = "There is no email change to confirm."

// EmailChange reads a user's email change; none is NotFound.
func (s *CodeQueries) EmailChange(ctx context.Context, userID int64) (EmailChange, error) {
	return emailChanges.One(ctx, db.Reading(s.DB, "read an email change"), noChange, "WHERE user_id = ?", userID)
}

// SetChangeCode sets the code for the new address of a change to this email, or for the current one. It does nothing if the
// user asks for another email by now.
func (s *CodeQueries) SetChangeCode(ctx context.Context, userID int64, email string, isNew bool, code CodeHash) error {
	column := "current_code"
	if isNew {
		column = "new_code"
	}
	return s.WriteUnversioned(ctx, "", "set a code of an email change", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE email_changes SET "+column+" = ?, expires_at = ? WHERE user_id = ? AND email = ?", code.Hash, code.Expiry.UnixMicro(), userID, email)
	})
}

// TryEmailChange counts a try of the codes and returns the change. One that has expired, or was tried as often as most, is
// NotFound.
func (s *CodeQueries) TryEmailChange(ctx context.Context, userID int64, most int) (EmailChange, error) {
	var change EmailChange
	err := s.WriteUnversioned(ctx, "", "try the codes of an email change", func(ctx context.Context, w *db.WriteTx) error {
		tried, err := db.Collect(ctx, w, db.Columns[EmailChange], "UPDATE email_changes SET tries = tries + 1 WHERE user_id = ? AND tries < ? AND expires_at > ? RETURNING "+
			emailChanges.Columns, userID, most, w.At.UnixMicro())
		if err != nil {
			return err
		}
		change, err = db.Only(tried, noChange)
		return err
	})
	return change, err
}

// SetEmail sets the user's email and ends the change, a code that was sent to the old address, and all sessions but the one
// with the kept hash. A subscription to the newsletter moves with it. An address that is taken is a Conflict.
func (s *CodeQueries) SetEmail(ctx context.Context, by string, userID int64, email, key, kept string) error {
	return s.WriteUnversioned(ctx, by, "change an email", func(ctx context.Context, w *db.WriteTx) error {
		before, err := readUser(ctx, w.Tx, userID)
		if err != nil {
			return err
		}
		after := before.User
		after.Email = email
		err = w.Exec(ctx, "UPDATE users SET email = ?, email_key = ?, search_key = ?, verification_code = '', verification_expiry = NULL, updated_at = ? WHERE id = ?",
			email, key, searchKey(after), w.At.UnixMicro(), userID)
		if err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM email_changes WHERE user_id = ?", userID); err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM sessions WHERE user_id = ? AND hash <> ?", userID, kept); err != nil {
			return err
		}
		if err := s.AddressChanged(ctx, w, before.Email, email); err != nil {
			return err
		}
		return AuditAccess(ctx, w, db.Entry{Action: "update", Object: "users", ObjectID: userID, Before: auditedUser(before.User), After: auditedUser(after)})
	})
}

// CancelEmailChange forgets a change of the user's email.
func (s *CodeQueries) CancelEmailChange(ctx context.Context, userID int64) error {
	return s.WriteUnversioned(ctx, "", "cancel an email change", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "DELETE FROM email_changes WHERE user_id = ?", userID)
	})
}
