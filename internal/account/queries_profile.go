package account

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Profile reads what a user sees about their account.
func (s *UserQueries) Profile(ctx context.Context, userID int64) (Profile, error) {
	var profile Profile
	err := s.Read(ctx, "read an account", func(ctx context.Context, tx db.Tx) error {
		user, err := readUser(ctx, tx, userID)
		if err != nil {
			return err
		}
		profile.User = user.User
		pending, err := db.Collect(ctx, tx, db.Column[string], "SELECT email FROM email_changes WHERE user_id = ? AND expires_at > ?", userID, s.Now().UnixMicro())
		if err != nil {
			return err
		}
		for _, email := range pending { // at most one
			profile.PendingEmail = email
		}
		profile.Sessions, err = sessions.Select(ctx, tx, "WHERE user_id = ? AND expires_at > ? ORDER BY last_used_at DESC, hash",
			userID, s.Now().UnixMicro())
		return err
	})
	return profile, err
}

// Rename sets the user's name.
func (s *UserQueries) Rename(ctx context.Context, by string, userID int64, name string) error {
	return s.WriteUnversioned(ctx, by, "rename a user", func(ctx context.Context, w *db.WriteTx) error {
		before, err := readUser(ctx, w.Tx, userID)
		if err != nil {
			return err
		}
		if before.Name == name {
			return db.ErrNoChange
		}
		after := before.User
		after.Name = name
		if err := w.Exec(ctx, "UPDATE users SET name = ?, search_key = ?, updated_at = ? WHERE id = ?", name, searchKey(after), w.At.UnixMicro(), userID); err != nil {
			return err
		}
		return AuditAccess(ctx, w, db.Entry{Action: "update", Object: "users", ObjectID: userID, Before: before.User, After: after})
	})
}

// EndOtherSessions deletes all sessions of the user but the one with this hash.
func (s *SessionQueries) EndOtherSessions(ctx context.Context, by string, userID int64, kept string) error {
	return s.WriteUnversioned(ctx, by, "end sessions", func(ctx context.Context, w *db.WriteTx) error {
		if err := w.Exec(ctx, "DELETE FROM sessions WHERE user_id = ? AND hash <> ?", userID, kept); err != nil {
			return err
		}
		return AuditAccess(ctx, w, db.Entry{Action: "logout", Object: "users", ObjectID: userID})
	})
}

// DeleteUser deletes the user and everything of theirs, also the subscription of their address: sessions, saved tools,
// submissions and an email change go with the row. A submission that they sent without signing in stays, without their address.
// What has another spelling of it may be another person's, and stays.
func (s *UserQueries) DeleteUser(ctx context.Context, by string, user User) error {
	return s.WriteUnversioned(ctx, by, "delete a user", func(ctx context.Context, w *db.WriteTx) error {
		key := EmailKey(user.Email)
		for _, statement := range []struct {
			query string
			args  []any
		}{
			{"DELETE FROM users WHERE id = ? AND NOT is_admin", []any{user.ID}},
			{"DELETE FROM emails WHERE recipient_key = ? AND (recipient = ? OR kind IN " + db.Placeholders(len(emailKinds)) + ")",
				append([]any{key, user.Email}, db.Args(emailKinds)...)},
			{"DELETE FROM newsletters WHERE email_key = ? AND email = ?", []any{key, user.Email}},
			{"UPDATE product_submissions SET email = '' WHERE email = ?", []any{user.Email}},
		} {
			if err := w.Exec(ctx, statement.query, statement.args...); err != nil {
				return err
			}
		}
		limits := []string{ofAccount(user.Email).key, ofUser(user.ID).key}
		for _, kind := range emailKinds {
			limits = append(limits, ofEmails(user.Email, kind))
		}
		for _, limit := range limits {
			if err := w.Exec(ctx, "DELETE FROM rate_limits WHERE key = ?", limit); err != nil {
				return err
			}
		}
		return AuditAccess(ctx, w, db.Entry{Action: "delete", Object: "users", ObjectID: user.ID})
	})
}
