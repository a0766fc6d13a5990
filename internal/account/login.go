package account

import (
	"context"
	"net/netip"
	"strconv"
	"time"

	"github.com/alexedwards/argon2id"

	"vitrine/internal/audit"
	"vitrine/internal/fault"
)

// Grant is a new session.
type Grant struct {
	User    User
	Cookie  string // the session's id, for the browser only
	Expires time.Time
}

// loginTimeout limits the rest of an attempt to sign in after the client has disconnected.
const loginTimeout = 10 * time.Second

// Login starts a session. A wrong password and an unknown email are Unauthorized, with the same message and timing; too
// many failed attempts from an address or at an account are TooMany, even with the right password; too many attempts at
// once are Unavailable. Login ends the presented sessions: a browser has one, and its older ids must stop working.
func (a *Accounts) Login(ctx context.Context, client netip.Addr, email, password string, presented ...string) (Grant, error) {
	limits := []limit{ofAddress(client), ofAccount(email)}
	user, err := a.verify(ctx, limits, "login_failed", email, password)
	if err != nil {
		return Grant{}, err
	}
	session, id := a.newSession(user)
	if err := a.store.StartSession(ctx, user.Email, session, maxSessions, presented); err != nil {
		return Grant{}, err
	}
	return Grant{user.User, id, session.ExpiresAt}, nil
}

// verify returns the user with this email and password. A wrong pair is Unauthorized, counted, and written to the audit
// as failed.
func (a *Accounts) verify(ctx context.Context, limits []limit, failed, email, password string) (StoredUser, error) {
	if err := a.limiter.refuse(limits); err != nil {
		return StoredUser{}, err
	}
	leave, err := a.hasher.enter(ctx)
	if err != nil {
		return StoredUser{}, err
	}
	defer leave()
	if err := a.limiter.refuse(limits); err != nil { // other attempts were faster
		return StoredUser{}, err
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), loginTimeout) // counted even if the client disconnects
	defer stop()
	counted, err := a.limiter.take(ctx, limits)
	if err != nil {
		return StoredUser{}, err
	}
	user, err := a.lookUp(ctx, email)
	if err != nil {
		return StoredUser{}, err
	}
	right, renewed, err := a.hasher.check(password, user.PasswordHash)
	if err != nil {
		return StoredUser{}, err
	}
	if !right || user.IsDisabled {
		if err := a.store.Record(ctx, shown(email), failure(failed, user)); err != nil {
			return StoredUser{}, err
		}
		return StoredUser{}, fault.New(fault.Unauthorized, "Invalid credentials")
	}
	if renewed != "" {
		if err := a.store.Rehash(ctx, user, renewed); err != nil {
			return StoredUser{}, err
		}
	}
	return user, a.limiter.giveBack(ctx, limits, counted)
}

// failure returns the audit event of a failed attempt, with the account if there is one.
func failure(action string, user StoredUser) audit.Event {
	e := audit.Event{Action: action, Object: "users"}
	if user.ID != 0 {
		e.ObjectID = strconv.FormatInt(user.ID, 10)
	}
	return e
}

// lookUp returns the user with that email, or an empty user. An unknown user, or one with an unreadable hash, gets a
// hash that matches no password.
func (a *Accounts) lookUp(ctx context.Context, email string) (StoredUser, error) {
	user, err := a.store.UserByEmail(ctx, EmailKey(email))
	if fault.Is(err, fault.NotFound) {
		return StoredUser{PasswordHash: a.hasher.nobody}, nil
	}
	if err != nil {
		return StoredUser{}, err
	}
	if _, _, _, err := argon2id.DecodeHash(user.PasswordHash); err != nil {
		a.logger.WarnContext(ctx, "read a password hash", "user", user.ID, "error", err)
		user.PasswordHash = a.hasher.nobody
	}
	return user, nil
}

// ChangePassword sets the signed-in user's password and starts a new session for this browser; it ends all other
// sessions and all tokens of the user. A wrong current password is Invalid, and counts like a failed sign-in to the
// account.
func (a *Accounts) ChangePassword(ctx context.Context, who Identity, current, password string) (Grant, error) {
	if who.Session == "" {
		return Grant{}, fault.New(fault.Forbidden, "A password is changed from a browser or on the command line, not with a token.")
	}
	if err := checkPassword("newPassword", password); err != nil {
		return Grant{}, err
	}
	user, err := a.verify(ctx, []limit{ofAccount(who.User.Email)}, "password_failed", who.User.Email, current)
	if fault.Is(err, fault.Unauthorized) {
		return Grant{}, fault.InvalidFields([]fault.Field{{Field: "currentPassword", Message: "This is not your current password."}})
	}
	if err != nil {
		return Grant{}, err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return Grant{}, err
	}
	session, id := a.newSession(user)
	if err := a.store.SetPassword(ctx, user.Email, user, hash, &session); err != nil {
		return Grant{}, err
	}
	return Grant{user.User, id, session.ExpiresAt}, nil
}
