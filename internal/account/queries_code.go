package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/quota"
)

// CodeQueries read and write what a code in an email confirms: sign-ups, forgotten passwords and changes of emails.
type CodeQueries struct {
	*db.DB
	// AddressChanged is called in the transaction in which a user's new address replaces the former one.
	AddressChanged func(ctx context.Context, w *db.WriteTx, from, to string) error
}

var signUps = db.TableOf[SignUp]("sign_ups")

// maxSignUps is how many sign-ups an address has at once: no more emails go to it in a day.
const maxSignUps = 30

// SignUp stores a sign-up with a code, in place of an earlier one from the same browser. The first one of an email key makes a user
// who is not verified. If the user is verified, nothing changes.
func (s *CodeQueries) SignUp(ctx context.Context, key string, signUp SignUp, code CodeHash) error {
	return s.WriteUnversioned(ctx, "", "sign up a user", func(ctx context.Context, w *db.WriteTx) error {
		now := w.At.UnixMicro()
		var id int64
		err := w.Row(ctx, "INSERT INTO users (email, email_key, name, search_key, password_hash, created_at, updated_at) VALUES "+db.Placeholders(7)+
			" ON CONFLICT (email_key) DO UPDATE SET "+db.SetExcluded("created_at, updated_at")+" WHERE NOT users.is_verified RETURNING id",
			signUp.Email, key, signUp.Name, searchKey(User{Email: signUp.Email, Name: signUp.Name}), signUp.PasswordHash, now, now).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return db.ErrNoChange
		}
		if err != nil {
			return err
		}
		err = w.Exec(ctx, "INSERT INTO sign_ups (user_id, browser, email, name, password_hash, code, expires_at, created_at) VALUES "+db.Placeholders(8)+
			" ON CONFLICT (user_id, browser) DO UPDATE SET tries = 0, "+db.SetExcluded("email, name, password_hash, code, expires_at, created_at"),
			id, signUp.Browser, signUp.Email, signUp.Name, signUp.PasswordHash, code.Hash, code.Expiry.UnixMicro(), now)
		if err != nil {
			return err
		}
		return w.Exec(ctx, "DELETE FROM sign_ups WHERE user_id = ? AND id NOT IN (SELECT id FROM sign_ups WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?)",
			id, id, maxSignUps)
	})
}

// SignUpOf reads the sign-up of a user from this browser, or else the latest; none is NotFound.
func (s *CodeQueries) SignUpOf(ctx context.Context, userID int64, browser string) (SignUp, error) {
	return signUps.One(ctx, db.Reading(s.DB, "read a sign-up"), "There is no such sign-up.",
		"WHERE user_id = ? ORDER BY (browser = ?) DESC, created_at DESC, id DESC LIMIT 1", userID, browser)
}

// SetCode replaces the user's code.
func (s *CodeQueries) SetCode(ctx context.Context, userID int64, code CodeHash) error {
	return s.WriteUnversioned(ctx, "", "set a code", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE users SET verification_code = ?, verification_expiry = ?, verification_tries = 0 WHERE id = ?",
			code.Hash, code.Expiry.UnixMicro(), userID)
	})
}

// TryCode counts a try of the user's code and returns its hash: "" if there is none, it has expired, or it was tried as
// often as most.
func (s *CodeQueries) TryCode(ctx context.Context, userID int64, most int) (hash string, err error) {
	return s.tryCode(ctx, "UPDATE users SET verification_tries = verification_tries + 1 WHERE id = ? AND verification_tries < ? AND verification_expiry > ? "+
		"RETURNING verification_code", userID, most)
}

// TrySignUpCode is TryCode of a sign-up.
func (s *CodeQueries) TrySignUpCode(ctx context.Context, id int64, most int) (hash string, err error) {
	return s.tryCode(ctx, "UPDATE sign_ups SET tries = tries + 1 WHERE id = ? AND tries < ? AND expires_at > ? RETURNING code", id, most)
}

func (s *CodeQueries) tryCode(ctx context.Context, query string, id int64, most int) (hash string, err error) {
	err = s.WriteUnversioned(ctx, "", "try a code", func(ctx context.Context, w *db.WriteTx) error {
		err := w.Row(ctx, query, id, most, w.At.UnixMicro()).Scan(&hash)
		if errors.Is(err, sql.ErrNoRows) { // a write all the same: a try takes as long for every address
			_, err = quota.Lock(ctx, w, "tries without a code", time.Minute)
		}
		return err
	})
	return hash, err
}

// Verify makes the user of a sign-up whose code has this hash a verified one, with the email, name and password of that sign-up, and
// deletes the others. If the sign-up has another code now, or the user is verified, it is a Conflict.
func (s *CodeQueries) Verify(ctx context.Context, user StoredUser, hash string) error {
	return s.WriteUnversioned(ctx, "", "verify an email", func(ctx context.Context, w *db.WriteTx) error {
		var id int64
		err := w.Row(ctx, "UPDATE users SET is_verified = TRUE, email = ?, name = ?, search_key = ?, password_hash = ?, verification_code = '', verification_expiry = NULL, updated_at = ? "+
			"WHERE id = ? AND NOT is_verified AND EXISTS (SELECT 1 FROM sign_ups WHERE sign_ups.id = ? AND user_id = users.id AND code = ? AND sign_ups.password_hash = ?) RETURNING id",
			user.Email, user.Name, searchKey(user.User), user.PasswordHash, w.At.UnixMicro(), user.ID, user.SignUp, hash, user.PasswordHash).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.Conflict, "This account has changed. Please use the newest code.")
		}
		if err != nil {
			return err
		}
		return w.Exec(ctx, "DELETE FROM sign_ups WHERE user_id = ?", id)
	})
}
