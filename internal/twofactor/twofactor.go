// Package twofactor keeps the second factor of users who have one: the secret of an authenticator app (TOTP, RFC 6238), and
// recovery codes for when the app is lost. It knows users by their numbers; account asks for the codes.
//
// # To change
//
//   - what is stored, and how a code is used up: twofactor.go; go test ./internal/twofactor ./internal/store
//   - which codes an app shows, and the picture that it reads: code.go
//   - how secrets are encrypted: key.go
package twofactor

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Queries read and write second factors.
type Queries struct {
	*db.DB
	Key *Key
}

// Status is what a user has.
type Status struct {
	IsOn          bool `json:"isOn"`
	RecoveryCodes int  `json:"recoveryCodes" doc:"How many are left"`
}

// stored is a row of two_factor.
type stored struct {
	Secret   string `db:"secret"` // encrypted
	IsOn     bool   `db:"is_on"`
	LastStep int64  `db:"last_step"`
}

var factors = db.TableOf[stored]("two_factor")

const notOn = "Two-factor authentication is not turned on."

// Status reads what a user has.
func (q Queries) Status(ctx context.Context, userID int64) (s Status, err error) {
	err = q.Read(ctx, "read a second factor", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM two_factor WHERE user_id = ? AND is_on), (SELECT count(*) FROM recovery_codes WHERE user_id = ?)", userID, userID).
			Scan(&s.IsOn, &s.RecoveryCodes)
	})
	return s, err
}

// Start stores a new secret that counts for nothing until Confirm, in place of an earlier one. It is a Conflict if the user has a
// second factor, and Unavailable if the site has no key.
func (q Queries) Start(ctx context.Context, userID int64) (secret string, err error) {
	secret = newSecret()
	encrypted, err := q.Key.encrypt(userID, secret)
	if err != nil {
		return "", err
	}
	return secret, q.WriteUnversioned(ctx, "", "start a second factor", func(ctx context.Context, w *db.WriteTx) error {
		err := w.Row(ctx, "INSERT INTO two_factor (user_id, secret, is_on, last_step, created_at) VALUES (?, ?, FALSE, 0, ?) "+
			"ON CONFLICT (user_id) DO UPDATE SET "+db.SetExcluded("secret, last_step, created_at")+" WHERE NOT two_factor.is_on RETURNING user_id",
			userID, encrypted, w.At.UnixMicro()).Scan(&userID)
		if errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.Conflict, "Two-factor authentication is already turned on.")
		}
		return err
	})
}

// setUpTime is how long a started set-up may take.
const setUpTime = 15 * time.Minute

// Confirm turns the started second factor on if the code is right, and returns recovery codes, which are stored nowhere else. The
// user's sessions but the kept one end: nobody was asked for a code in them. A wrong code is Invalid.
func (q Queries) Confirm(ctx context.Context, by string, userID int64, typed, kept string) (codes []string, err error) {
	err = q.WriteUnversioned(ctx, by, "turn a second factor on", func(ctx context.Context, w *db.WriteTx) error {
		found, err := factors.One(ctx, w, "Please start again: this takes at most 15 minutes.", "WHERE user_id = ? AND NOT is_on AND created_at > ?",
			userID, w.At.Add(-setUpTime).UnixMicro())
		if err != nil {
			return err
		}
		step, err := q.stepOf(userID, found, typed, w.At)
		if err != nil {
			return err
		}
		if step == 0 {
			return wrongCode()
		}
		if err := w.Exec(ctx, "UPDATE two_factor SET is_on = TRUE, last_step = ? WHERE user_id = ?", step, userID); err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM sessions WHERE user_id = ? AND hash <> ?", userID, kept); err != nil {
			return err
		}
		if codes, err = replaceCodes(ctx, w, userID); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "two_factor_on", Object: "users", ObjectID: userID})
	})
	return codes, err
}

// Use reports whether a typed code is right, and uses it up: neither a code of the app nor a recovery code works twice. A user without
// a second factor has no right code.
func (q Queries) Use(ctx context.Context, userID int64, typed string) (isRight bool, err error) {
	typed = plain(typed)
	err = q.WriteUnversioned(ctx, "", "use a code", func(ctx context.Context, w *db.WriteTx) error {
		found, err := factors.First(ctx, w, "WHERE user_id = ? AND is_on", userID)
		if err != nil || found == nil {
			return err
		}
		if len(typed) == recoveryLength {
			isRight, err = changes(ctx, w, "DELETE FROM recovery_codes WHERE user_id = ? AND hash = ? RETURNING user_id", userID, hashOf(userID, typed))
			return err
		}
		step, err := q.stepOf(userID, *found, typed, w.At)
		if err != nil || step == 0 {
			return err
		}
		isRight, err = changes(ctx, w, "UPDATE two_factor SET last_step = ? WHERE user_id = ? AND last_step < ? RETURNING user_id", step, userID, step)
		return err
	})
	return isRight, err
}

// changes reports whether a statement that returns a number changes a row.
func changes(ctx context.Context, w *db.WriteTx, query string, args ...any) (bool, error) {
	var id int64
	err := w.Row(ctx, query, args...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// stepOf returns the time step of a code of the app that was not used yet; 0: it is wrong.
func (q Queries) stepOf(userID int64, of stored, typed string, now time.Time) (int64, error) {
	secret, err := q.Key.decrypt(userID, of.Secret)
	if err != nil {
		return 0, err
	}
	step := stepOf(secret, plain(typed), now)
	if step <= of.LastStep {
		return 0, nil
	}
	return step, nil
}

// NewCodes replaces the recovery codes of a user.
func (q Queries) NewCodes(ctx context.Context, by string, userID int64) (codes []string, err error) {
	err = q.WriteUnversioned(ctx, by, "make recovery codes", func(ctx context.Context, w *db.WriteTx) error {
		_, err := factors.One(ctx, w, notOn, "WHERE user_id = ? AND is_on", userID)
		if err != nil {
			return err
		}
		if codes, err = replaceCodes(ctx, w, userID); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "recovery_codes", Object: "users", ObjectID: userID})
	})
	return codes, err
}

func replaceCodes(ctx context.Context, w *db.WriteTx, userID int64) (codes []string, err error) {
	if err := w.Exec(ctx, "DELETE FROM recovery_codes WHERE user_id = ?", userID); err != nil {
		return nil, err
	}
	for range recoveryCodes {
		code := newRecoveryCode()
		if err := w.Exec(ctx, "INSERT INTO recovery_codes (user_id, hash) VALUES (?, ?)", userID, hashOf(userID, plain(code))); err != nil {
			return nil, err
		}
		codes = append(codes, code)
	}
	return codes, nil
}

// TurnOff removes the second factor of a user; without one it is NotFound.
func (q Queries) TurnOff(ctx context.Context, by string, userID int64) error {
	return q.WriteUnversioned(ctx, by, "turn a second factor off", func(ctx context.Context, w *db.WriteTx) error {
		if _, err := factors.Delete(ctx, w, notOn, "user_id = ? AND is_on", userID); err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM recovery_codes WHERE user_id = ?", userID); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "two_factor_off", Object: "users", ObjectID: userID})
	})
}

// Forget deletes set-ups that were started and never confirmed.
func (q Queries) Forget(ctx context.Context) error {
	return q.WriteUnversioned(ctx, "", "delete unfinished second factors", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "DELETE FROM two_factor WHERE NOT is_on AND created_at < ?", w.At.Add(-setUpTime).UnixMicro())
	})
}

func wrongCode() error {
	return fault.InvalidFields([]fault.Field{{Field: "code", Message: "This code isn't right. Each code works once: wait for the next one."}})
}
