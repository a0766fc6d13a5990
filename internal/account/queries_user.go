package account

import (
	"context"
	"database/sql"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

const noUser = "There is no such account."

// UserQueries read and write users, and queue the emails that people ask for.
type UserQueries struct{ *db.DB }

var users = db.TableOf[StoredUser]("users")

func readUser(ctx context.Context, tx db.Tx, id int64) (StoredUser, error) {
	return users.One(ctx, tx, noUser, "WHERE id = ?", id)
}

// Administrators reads the accounts of administrators, ordered by id.
func (s *UserQueries) Administrators(ctx context.Context) ([]User, error) {
	found, err := users.Select(ctx, db.Reading(s.DB, "read the administrators"), "WHERE is_admin = TRUE ORDER BY id")
	var administrators []User
	for _, user := range found {
		administrators = append(administrators, user.User)
	}
	return administrators, err
}

// UserByEmail reads the account with this email key; an unknown one is NotFound.
func (s *UserQueries) UserByEmail(ctx context.Context, key string) (StoredUser, error) {
	return users.One(ctx, db.Reading(s.DB, "read an account"), noUser, "WHERE email_key = ?", key)
}

// CreateUser stores a new account; a taken email key is a Conflict. A sign-up that nobody has confirmed takes none, as anybody may
// have made it.
func (s *UserQueries) CreateUser(ctx context.Context, by, key string, user StoredUser) (User, error) {
	err := s.WriteUnversioned(ctx, by, "make an account", func(ctx context.Context, w *db.WriteTx) error {
		return createUser(ctx, w, key, &user)
	})
	return user.User, err
}

// createUser is CreateUser in a transaction. It sets the user's number.
func createUser(ctx context.Context, w *db.WriteTx, key string, user *StoredUser) error {
	user.CreatedAt = w.At
	if err := w.Exec(ctx, "DELETE FROM users WHERE email_key = ? AND NOT is_verified AND NOT is_admin", key); err != nil {
		return err
	}
	err := w.Row(ctx, "INSERT INTO users (email, email_key, name, search_key, password_hash, is_admin, role, is_verified, is_disabled, session_epoch, created_at, updated_at) VALUES "+
		db.Placeholders(12)+" ON CONFLICT (email_key) DO NOTHING RETURNING id", user.Email, key, user.Name, searchKey(user.User), user.PasswordHash, user.IsAdmin, user.Role, user.IsVerified,
		user.IsDisabled, user.Epoch, w.At.UnixMicro(), w.At.UnixMicro()).Scan(&user.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.Conflict, "An account with this email already exists.")
	}
	if err != nil {
		return err
	}
	return w.Audit(ctx, db.Entry{Action: "create", Object: "users", ObjectID: user.ID, After: user.User})
}

// Join creates an administrator with the email and role that claim returns in the same transaction. A reader with that email becomes
// one, with the new name and password, and is signed out. An administrator's or a disabled account is a Conflict.
func (s *UserQueries) Join(ctx context.Context, user StoredUser, claim func(ctx context.Context, w *db.WriteTx) (email string, role httpapi.Role, err error)) (StoredUser, error) {
	err := s.WriteUnversioned(ctx, "", "accept an invitation", func(ctx context.Context, w *db.WriteTx) (err error) {
		if user.Email, user.Role, err = claim(ctx, w); err != nil {
			return err
		}
		w.By, user.IsAdmin, user.IsVerified = user.Email, true, true
		key := EmailKey(user.Email)
		reader, err := users.First(ctx, w, "WHERE email_key = ? AND is_verified", key)
		if err != nil {
			return err
		}
		if reader == nil {
			return createUser(ctx, w, key, &user)
		}
		if reader.IsAdmin || reader.IsDisabled {
			return fault.New(fault.Conflict, "This email has an administrator's account already, or a disabled one. Please ask who invited you.")
		}
		user.ID, user.CreatedAt = reader.ID, reader.CreatedAt
		if user.Epoch, err = endAccess(ctx, w, user.ID, "password_hash = ?", user.PasswordHash); err != nil {
			return err
		}
		if err := w.Exec(ctx, "UPDATE users SET is_admin = TRUE, role = ?, name = ?, search_key = ? WHERE id = ?", user.Role, user.Name, searchKey(user.User), user.ID); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "update", Object: "users", ObjectID: user.ID, Before: auditedUser(reader.User), After: user.User})
	})
	return user, err
}

// SetPassword stores another hash, deletes every session, token and code of the user, and starts session unless it is
// nil: then the user's email is verified.
// If the epoch has changed since user was read, it is a Conflict: somebody else has changed the password.
func (s *UserQueries) SetPassword(ctx context.Context, by string, user StoredUser, hash string, session *Session) error {
	return s.WriteUnversioned(ctx, by, "set a password", func(ctx context.Context, w *db.WriteTx) error {
		epoch, err := endAccess(ctx, w, user.ID, "password_hash = ?", hash)
		if err != nil {
			return err
		}
		if epoch != user.Epoch+1 {
			return fault.New(fault.Conflict, "This account has changed. Please sign in again.")
		}
		if session != nil {
			session.Epoch = epoch
			if err := w.Exec(ctx, "UPDATE users SET is_verified = TRUE, last_seen_at = ? WHERE id = ?", session.CreatedAt.UnixMicro(), user.ID); err != nil {
				return err
			}
			if err := w.Exec(ctx, "DELETE FROM sign_ups WHERE user_id = ?", user.ID); err != nil {
				return err
			}
			if err := sessions.Insert(ctx, w, session); err != nil {
				return err
			}
		}
		return AuditAccess(ctx, w, db.Entry{Action: "password", Object: "users", ObjectID: user.ID})
	})
}

// endAccess updates a user's row, deletes the user's sessions, tokens and code, and returns the new epoch.
func endAccess(ctx context.Context, w *db.WriteTx, id int64, set string, value any) (epoch int64, err error) {
	err = w.Row(ctx, "UPDATE users SET "+set+", verification_code = '', verification_expiry = NULL, session_epoch = session_epoch + 1, updated_at = ? WHERE id = ? RETURNING session_epoch",
		value, w.At.UnixMicro(), id).Scan(&epoch)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.NotFound, noUser)
	}
	if err != nil {
		return 0, err
	}
	if err := w.Exec(ctx, "DELETE FROM sessions WHERE user_id = ?", id); err != nil {
		return 0, err
	}
	return epoch, w.Exec(ctx, "DELETE FROM tokens WHERE user_id = ?", id)
}

// Rehash stores another hash of the same password, unless the password has changed since user was read.
func (s *UserQueries) Rehash(ctx context.Context, user StoredUser, hash string) error {
	return s.WriteUnversioned(ctx, user.Email, "renew a password's hash", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?", hash, user.ID, user.PasswordHash)
	})
}

// SetDisabled disables a user and deletes every session and token, or enables the user again. Disabling the last owner who can
// sign in is a Conflict. It writes nothing if the user already has that status.
func (s *UserQueries) SetDisabled(ctx context.Context, by string, userID int64, disabled bool) error {
	return s.changeAccess(ctx, by, userID, func(u *User) error {
		u.IsDisabled = disabled
		return nil
	})
}

// ChangeAdministrator gives an administrator another role, and disables or enables them, each unless it is nil, and deletes every
// session and token. It is a Conflict if no owner could sign in then. A reader is NotFound.
func (s *UserQueries) ChangeAdministrator(ctx context.Context, by string, userID int64, role *httpapi.Role, disabled *bool) error {
	return s.changeAccess(ctx, by, userID, func(u *User) error {
		if !u.IsAdmin {
			return fault.New(fault.NotFound, NoAdministrator)
		}
		if role != nil {
			u.Role = *role
		}
		if disabled != nil {
			u.IsDisabled = *disabled
		}
		return nil
	})
}

// NoAdministrator is the message for a number that no administrator has.
const NoAdministrator = "There is no such administrator."

// changeAccess changes a user's role and whether they are disabled, and ends every session and token. It is a Conflict if no owner
// could sign in then.
func (s *UserQueries) changeAccess(ctx context.Context, by string, userID int64, change func(u *User) error) error {
	return s.WriteUnversioned(ctx, by, "change what a user may do", func(ctx context.Context, w *db.WriteTx) error {
		if err := LockAdministrators(ctx, w); err != nil {
			return err
		}
		before, err := readUser(ctx, w.Tx, userID)
		if err != nil {
			return err
		}
		after := before.User
		if err := change(&after); err != nil {
			return err
		}
		if after == before.User {
			return db.ErrNoChange
		}
		if _, err := endAccess(ctx, w, userID, "role = ?", after.Role); err != nil {
			return err
		}
		if err := w.Exec(ctx, "UPDATE users SET is_disabled = ? WHERE id = ?", after.IsDisabled, userID); err != nil {
			return err
		}
		if err := checkOwners(ctx, w, before.User); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "update", Object: "users", ObjectID: userID, Before: auditedUser(before.User), After: auditedUser(after)})
	})
}

// LockAdministrators locks the rows of all administrators, so that changes of them run one after the other.
func LockAdministrators(ctx context.Context, w *db.WriteTx) error {
	return w.Exec(ctx, "UPDATE users SET updated_at = updated_at WHERE is_admin = TRUE")
}

// checkOwners returns a Conflict if the transaction has taken the last owner who can sign in. The rows of administrators are
// locked.
func checkOwners(ctx context.Context, w *db.WriteTx, before User) error {
	if before.Role != httpapi.Owner || before.IsDisabled {
		return nil
	}
	var left int
	if err := w.Row(ctx, "SELECT count(*) FROM users WHERE is_admin = TRUE AND role = ? AND NOT is_disabled", httpapi.Owner).Scan(&left); err != nil {
		return err
	}
	if left == 0 {
		return fault.New(fault.Conflict, "This is the only owner who can sign in. Make somebody else an owner first.")
	}
	return nil
}

// auditedUser returns what the audit stores of a user. Audit entries stay for ever, so they have no email and no name of a
// reader.
func auditedUser(user User) any {
	if user.IsAdmin {
		return user
	}
	return struct {
		IsDisabled bool `json:"isDisabled"`
	}{user.IsDisabled}
}

// auditAccess is audit for what users do themselves. It omits readers, who are no actors in the audit.
func AuditAccess(ctx context.Context, w *db.WriteTx, e db.Entry) error {
	if w.By == "" {
		return nil
	}
	return w.Audit(ctx, e)
}
