package account

import (
	"context"
	"net/netip"
	"strconv"
	"time"

	"github.com/alexedwards/argon2id"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Grant is a new session.
type Grant struct {
	User    User
	Cookie  string // the session's id, for the browser only
	Expires time.Time
	device  string // the device's cookie; empty: it stays as it is
}

// loginTimeout limits the rest of an attempt to sign in after the client has disconnected.
const loginTimeout = 10 * time.Second

// Login starts a session. A wrong password and an unknown email are Unauthorized, with the same message and timing; too
// many failed attempts from an address or at an account are TooMany, even with the right password, except from a browser
// that has signed in to it before (WithDevice), whose attempts are counted apart; too many attempts at once are
// Unavailable. The right password of a user whose email is not verified is Forbidden, with the code
// "not_verified". Login ends the presented sessions: a browser has one, and its older ids must stop working.
func (a *Accounts) Login(ctx context.Context, client netip.Addr, email, password string, presented ...string) (Grant, error) {
	limits, err := a.limitsOf(ctx, client, email)
	if err != nil {
		return Grant{}, err
	}
	user, err := a.checkCredentials(ctx, limits, "login_failed", email, password)
	if err != nil {
		return Grant{}, err
	}
	if !user.IsVerified {
		f := fault.New(fault.Forbidden, "Please confirm your email address first.")
		f.Code = "not_verified"
		return Grant{}, f
	}
	return a.start(ctx, user, presented)
}

// start starts a session of the user and ends the presented ones.
func (a *Accounts) start(ctx context.Context, user StoredUser, presented []string) (Grant, error) {
	session, id := a.newSession(user)
	if err := a.store.StartSession(ctx, actor(user.User), session, maxSessions, presented); err != nil {
		return Grant{}, err
	}
	return grantOf(ctx, user, id, session), nil
}

// grantOf is the grant of a session that has started, with a device cookie that is new or lasts on.
func grantOf(ctx context.Context, user StoredUser, id string, session Session) Grant {
	device, _ := ctx.Value(deviceKey{}).(string)
	if deviceOf(ctx, user) == "" {
		device = newDevice(user)
	}
	return Grant{user.User, id, session.ExpiresAt, device}
}

// actor returns who the audit names for what a user does: an administrator's email. It names no reader, because its rows
// stay for ever, and what is stored of a reader goes with the account.
func actor(user User) string {
	if user.IsAdmin {
		return user.Email
	}
	return ""
}

// checkCredentials returns the user with this email and password. A wrong pair is Unauthorized, counted, and written to
// the audit as failed.
func (a *Accounts) checkCredentials(ctx context.Context, limits []limit, failed, email, password string) (StoredUser, error) {
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
	counted, err := a.limiter.takeAttempt(ctx, limits)
	if err != nil {
		return StoredUser{}, err
	}
	user, err := a.lookUp(ctx, email)
	if err == nil && user.ID != 0 && !user.IsVerified {
		user, err = a.withSignUp(ctx, user)
	}
	if err != nil {
		return StoredUser{}, err
	}
	right, renewed, err := a.hasher.check(password, user.PasswordHash)
	if err != nil {
		return StoredUser{}, err
	}
	if !right || user.IsDisabled {
		if err := a.recordFailure(ctx, failed, email, user); err != nil {
			return StoredUser{}, err
		}
		return StoredUser{}, fault.New(fault.Unauthorized, "Invalid credentials")
	}
	if renewed != "" {
		if err := a.store.Rehash(ctx, user, renewed); err != nil {
			return StoredUser{}, err
		}
		user.PasswordHash = renewed
	}
	return user, a.limiter.giveBack(ctx, limits, counted)
}

// withSignUp returns a user who is not verified with the address, name and password of the sign-up from this browser.
func (a *Accounts) withSignUp(ctx context.Context, user StoredUser) (StoredUser, error) {
	s, err := a.store.SignUpOf(ctx, user.ID, browserOf(ctx))
	if fault.Is(err, fault.NotFound) {
		return user, nil
	}
	user.SignUp, user.Email, user.Name, user.PasswordHash = s.ID, s.Email, s.Name, s.PasswordHash
	return user, err
}

// recordFailure writes a failed attempt to the audit, with the account if it is an administrator's. Where readers sign in
// too, the line of anybody else says neither who it was nor where. It is written all the same: an attempt takes as long
// for every address.
func (a *Accounts) recordFailure(ctx context.Context, action, email string, user StoredUser) error {
	e := audit.Event{Action: action, Object: "users"}
	by := shown(email)
	switch {
	case user.IsAdmin:
		e.ObjectID = strconv.FormatInt(user.ID, 10)
	case user.ID != 0, a.AreOpen():
		by, ctx = "", audit.With(ctx, audit.Origin{})
	}
	return a.store.Record(ctx, by, e)
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
		a.logger.WarnContext(ctx, "a password hash could not be read", "user", user.ID, "error", err)
		user.PasswordHash = a.hasher.nobody
	}
	return user, nil
}

// ChangePassword sets the signed-in user's password and starts a new session for this browser; it ends all other
// sessions and all tokens of the user. A wrong current password is Invalid.
func (a *Accounts) ChangePassword(ctx context.Context, who Identity, current, password string) (Grant, error) {
	if who.Session == "" {
		return Grant{}, fault.New(fault.Forbidden, "A password is changed from a browser or on the command line, not with a token.")
	}
	if err := checkPassword("newPassword", password); err != nil {
		return Grant{}, err
	}
	user, err := a.confirmPassword(ctx, who.User, "currentPassword", current)
	if err != nil {
		return Grant{}, err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return Grant{}, err
	}
	session, id := a.newSession(user)
	if err := a.store.SetPassword(ctx, actor(user.User), user, hash, &session); err != nil {
		return Grant{}, err
	}
	user.PasswordHash = hash
	return grantOf(ctx, user, id, session), nil
}
