package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// SignUp stores a new user with a code. If the email key belongs to a user who is not verified, it replaces the name,
// password and code; any other user stays as they are.
func (s *Store) SignUp(ctx context.Context, key string, user account.StoredUser, code account.CodeHash) error {
	return s.writeUnversioned(ctx, "", "sign up a user", func(ctx context.Context, w *writeTx) error {
		now := w.at.UnixMicro()
		return w.Exec(ctx, "INSERT INTO users (email, email_key, name, search_key, password_hash, verification_code, verification_expiry, created_at, updated_at) VALUES "+
			db.Placeholders(9)+" ON CONFLICT (email_key) DO UPDATE SET verification_tries = 0, "+
			setExcluded("email, name, search_key, password_hash, verification_code, verification_expiry, updated_at")+" WHERE NOT users.is_verified",
			user.Email, key, user.Name, searchKey(user.User), user.PasswordHash, code.Hash, code.Expiry.UnixMicro(), now, now)
	})
}

// SetCode replaces the user's code.
func (s *Store) SetCode(ctx context.Context, userID int64, code account.CodeHash) error {
	return s.writeUnversioned(ctx, "", "set a code", func(ctx context.Context, w *writeTx) error {
		return w.Exec(ctx, "UPDATE users SET verification_code = ?, verification_expiry = ?, verification_tries = 0 WHERE id = ?",
			code.Hash, code.Expiry.UnixMicro(), userID)
	})
}

// TryCode counts a try of the user's code and returns its hash: "" if there is none, it has expired, or it was tried as
// often as most.
func (s *Store) TryCode(ctx context.Context, userID int64, most int) (hash string, err error) {
	err = s.writeUnversioned(ctx, "", "try a code", func(ctx context.Context, w *writeTx) error {
		err := w.Row(ctx, "UPDATE users SET verification_tries = verification_tries + 1 WHERE id = ? AND verification_tries < ? AND verification_expiry > ? "+
			"RETURNING verification_code", userID, most, w.at.UnixMicro()).Scan(&hash)
		if errors.Is(err, sql.ErrNoRows) { // a write all the same: a try takes as long for every address
			_, err = w.lockUses(ctx, "tries without a code", time.Minute)
		}
		return err
	})
	return hash, err
}

// Verify marks the user's email as verified and forgets the code. If the user has another code now, it is a Conflict.
func (s *Store) Verify(ctx context.Context, user account.StoredUser, hash string) error {
	return s.writeUnversioned(ctx, "", "verify an email", func(ctx context.Context, w *writeTx) error {
		var id int64
		err := w.Row(ctx, "UPDATE users SET is_verified = TRUE, verification_code = '', verification_expiry = NULL, updated_at = ? WHERE id = ? AND verification_code = ? AND password_hash = ? RETURNING id",
			w.at.UnixMicro(), user.ID, hash, user.PasswordHash).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.Conflict, "This account has changed. Please use the newest code.")
		}
		return err
	})
}
