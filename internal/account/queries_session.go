package account

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

const noSession = "There is no such session. It may have ended."

// SessionQueries read and write sessions and tokens, and delete what has expired.
type SessionQueries struct{ *db.DB }

var sessions = db.TableOf[Session]("sessions")

// Session reads a session and its user; an unknown one is NotFound. It does not check whether they are still valid.
func (s *SessionQueries) Session(ctx context.Context, hash string) (Session, StoredUser, error) {
	var found Session
	var user StoredUser
	err := s.Read(ctx, "read a session", func(ctx context.Context, tx db.Tx) error {
		var err error
		if found, err = sessions.One(ctx, tx, noSession, "WHERE hash = ?", hash); err != nil {
			return err
		}
		user, err = readUser(ctx, tx, found.UserID)
		return err
	})
	return found, user, err
}

// StartSession stores a new session, marks the user as seen and deletes the sessions with the ended hashes. Of the user's
// older sessions it keeps the most-1 most recently used.
func (s *SessionQueries) StartSession(ctx context.Context, by string, session Session, most int, ended []string) error {
	return s.WriteUnversioned(ctx, by, "start a session", func(ctx context.Context, w *db.WriteTx) error {
		if err := noteSeen(ctx, w, session.UserID, session.CreatedAt); err != nil {
			return err
		}
		for _, hash := range ended {
			if _, err := endSession(ctx, w, hash); err != nil {
				return err
			}
		}
		err := w.Exec(ctx, "DELETE FROM sessions WHERE user_id = ? AND hash NOT IN "+
			"(SELECT hash FROM sessions WHERE user_id = ? ORDER BY last_used_at DESC, hash LIMIT ?)", session.UserID, session.UserID, most-1)
		if err != nil {
			return err
		}
		if err := sessions.Insert(ctx, w, &session); err != nil {
			return err
		}
		return AuditAccess(ctx, w, db.Entry{Action: "login", Object: "users", ObjectID: session.UserID})
	})
}

// noteSeen updates when the user was seen last. It comes before changes of sessions: transactions that lock rows in one
// order cannot wait for each other.
func noteSeen(ctx context.Context, w *db.WriteTx, userID int64, at time.Time) error {
	return w.Exec(ctx, "UPDATE users SET last_seen_at = ? WHERE id = ? AND COALESCE(last_seen_at, 0) < ?", at.UnixMicro(), userID, at.UnixMicro())
}

// NoteUses updates the last use of sessions, their users and tokens, and the expiry of sessions, where they still exist.
// It never overwrites a later use.
func (s *SessionQueries) NoteUses(ctx context.Context, sessions []Session, tokens []Token) error {
	return s.WriteUnversioned(ctx, "", "note the use of sessions and tokens", func(ctx context.Context, w *db.WriteTx) error {
		seen := map[int64]time.Time{}
		for _, session := range sessions {
			if session.LastUsedAt.After(seen[session.UserID]) {
				seen[session.UserID] = session.LastUsedAt
			}
		}
		for _, userID := range slices.Sorted(maps.Keys(seen)) {
			if err := noteSeen(ctx, w, userID, seen[userID]); err != nil {
				return err
			}
		}
		for _, session := range sessions {
			err := w.Exec(ctx, "UPDATE sessions SET last_used_at = ?, expires_at = ? WHERE hash = ? AND expires_at < ?",
				session.LastUsedAt.UnixMicro(), session.ExpiresAt.UnixMicro(), session.Hash, session.ExpiresAt.UnixMicro())
			if err != nil {
				return err
			}
		}
		for _, token := range tokens {
			at := token.LastUsedAt.UnixMicro()
			if err := w.Exec(ctx, "UPDATE tokens SET last_used_at = ? WHERE id = ? AND COALESCE(last_used_at, 0) < ?", at, token.ID, at); err != nil {
				return err
			}
		}
		return nil
	})
}

// EndSession deletes a session; a missing one is no error and leaves no audit entry.
func (s *SessionQueries) EndSession(ctx context.Context, by, hash string) error {
	return s.WriteUnversioned(ctx, by, "end a session", func(ctx context.Context, w *db.WriteTx) error {
		ended, err := endSession(ctx, w, hash)
		if err == nil && !ended {
			return db.ErrNoChange
		}
		return err
	})
}

// EndSessionOf deletes the session of a user whose hash begins with id; without such a session it is NotFound.
func (s *SessionQueries) EndSessionOf(ctx context.Context, by string, userID int64, id string) error {
	return s.WriteUnversioned(ctx, by, "end a session", func(ctx context.Context, w *db.WriteTx) error {
		if _, err := sessions.Delete(ctx, w, noSession, "user_id = ? AND substr(hash, 1, ?) = ?", userID, sessionIDLength, id); err != nil {
			return err
		}
		return AuditAccess(ctx, w, db.Entry{Action: "logout", Object: "users", ObjectID: userID})
	})
}

// ConfirmSession notes that the user of a session has proved who they are.
func (s *SessionQueries) ConfirmSession(ctx context.Context, hash string, at time.Time) error {
	return s.WriteUnversioned(ctx, "", "confirm a session", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE sessions SET confirmed_at = ? WHERE hash = ?", at.UnixMicro(), hash)
	})
}

// endSession deletes a session and reports whether it existed.
func endSession(ctx context.Context, w *db.WriteTx, hash string) (ended bool, err error) {
	var userID int64
	err = w.Row(ctx, "DELETE FROM sessions WHERE hash = ? RETURNING user_id", hash).Scan(&userID)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, AuditAccess(ctx, w, db.Entry{Action: "logout", Object: "users", ObjectID: userID})
}

// ForgetExpired deletes expired sessions, codes, email changes and rate limits, and the sign-ups from before the given time with
// their users, unless somebody has signed up with that email since.
func (s *SessionQueries) ForgetExpired(ctx context.Context, unverified time.Time) error {
	now := s.Now()
	for _, expired := range []struct {
		query string
		at    time.Time
	}{
		{"DELETE FROM sessions WHERE expires_at < ?", now},
		{"DELETE FROM rate_limits WHERE expires_at < ?", now},
		{"DELETE FROM email_changes WHERE expires_at < ?", now},
		{"UPDATE users SET verification_code = '', verification_expiry = NULL WHERE verification_expiry < ?", now},
		{"UPDATE sign_ups SET code = '', expires_at = NULL WHERE expires_at < ?", now},
		{"DELETE FROM users WHERE NOT is_verified AND NOT is_admin AND created_at < ?", unverified},
		{"DELETE FROM sign_ups WHERE created_at < ?", unverified},
	} {
		err := s.WriteUnversioned(ctx, "", "delete what has expired", func(ctx context.Context, w *db.WriteTx) error {
			return w.Exec(ctx, expired.query, expired.at.UnixMicro())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// mostFailed is the number up to which failed sign-ins are counted.
const mostFailed = 1_000

// CountFailedLogins returns how many attempts to sign in have failed since a time, at most mostFailed.
func (s SessionQueries) CountFailedLogins(ctx context.Context, since time.Time) (count int, err error) {
	err = s.Read(ctx, "count the failed sign-ins", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT COUNT(*) FROM (SELECT at FROM audit WHERE action = 'login_failed' AND NOT is_part ORDER BY id DESC LIMIT ?) AS latest WHERE at > ?",
			mostFailed, since.UnixMicro()).Scan(&count)
	})
	return count, err
}
