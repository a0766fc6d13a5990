package account

import (
	"context"
	"log/slog"
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

// credentials check passwords and count those that are wrong.
type credentials struct {
	users   UserQueries
	codes   CodeQueries
	limiter *limiter
	hasher  *hasher
	logger  *slog.Logger
	isOpen  bool // visitors can sign up
}

// loginTimeout limits the rest of an attempt to sign in after the client has disconnected.
const loginTimeout = 10 * time.Second

// Login starts a session. A wrong password and an unknown email are Unauthorized, with the same message and timing; too
// many failed attempts from an address or at an account are TooMany, even with the right password, except from a browser
// that has signed in to it before (WithDevice), whose attempts are counted apart; too many attempts at once are
// Unavailable. The right password of a user whose email is not verified is Forbidden, with the code
// "not_verified". Login ends the presented sessions: a browser has one, and its older ids must stop working.
func (a *Accounts) Login(ctx context.Context, client netip.Addr, email, password string, presented ...string) (Grant, error) {
	limits, err := a.credentials.limitsOf(ctx, client, email)
	if err != nil {
		return Grant{}, err
	}
	user, err := a.credentials.check(ctx, limits, "login_failed", email, password)
	if err != nil {
		return Grant{}, err
	}
	if !user.IsVerified {
		f := fault.New(fault.Forbidden, "Please confirm your email address first.")
		f.Code = "not_verified"
		return Grant{}, f
	}
	return a.Sessions.start(ctx, user, presented)
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

// check returns the user with this email and password. A wrong pair is Unauthorized, counted, and written to the audit as failed.
func (c *credentials) check(ctx context.Context, limits []limit, failed, email, password string) (StoredUser, error) {
	if err := c.limiter.refuse(limits); err != nil {
		return StoredUser{}, err
	}
	leave, err := c.hasher.enter(ctx)
	if err != nil {
		return StoredUser{}, err
	}
	defer leave()
	if err := c.limiter.refuse(limits); err != nil { // other attempts were faster
		return StoredUser{}, err
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), loginTimeout) // counted even if the client disconnects
	defer stop()
	counted, err := c.limiter.takeAttempt(ctx, limits)
	if err != nil {
		return StoredUser{}, err
	}
	user, err := c.lookUp(ctx, email)
	if err == nil && user.ID != 0 && !user.IsVerified {
		user, err = c.withSignUp(ctx, user)
	}
	if err != nil {
		return StoredUser{}, err
	}
	right, renewed, err := c.hasher.check(password, user.PasswordHash)
	if err != nil {
		return StoredUser{}, err
	}
	if !right || user.IsDisabled {
		if err := c.recordFailure(ctx, failed, email, user); err != nil {
			return StoredUser{}, err
		}
		return StoredUser{}, fault.New(fault.Unauthorized, "Invalid credentials")
	}
	if renewed != "" {
		if err := c.users.Rehash(ctx, user, renewed); err != nil {
			return StoredUser{}, err
		}
		user.PasswordHash = renewed
	}
	return user, c.limiter.giveBack(ctx, limits, counted)
}

// confirm refuses a wrong password of a signed-in user. Their tries are counted apart from those of strangers.
func (c *credentials) confirm(ctx context.Context, user User, field, password string) (StoredUser, error) {
	stored, err := c.check(ctx, []limit{ofUser(user.ID)}, "password_failed", user.Email, password)
	isAnother := err == nil && stored.ID != user.ID // who has the email in another spelling
	if isAnother || fault.Is(err, fault.Unauthorized) {
		return stored, fault.InvalidFields([]fault.Field{{Field: field, Message: "This is not your current password."}})
	}
	return stored, err
}

// withSignUp returns a user who is not verified with the address, name and password of the sign-up from this browser.
func (c *credentials) withSignUp(ctx context.Context, user StoredUser) (StoredUser, error) {
	s, err := c.codes.SignUpOf(ctx, user.ID, browserOf(ctx))
	if fault.Is(err, fault.NotFound) {
		return user, nil
	}
	user.SignUp, user.Email, user.Name, user.PasswordHash = s.ID, s.Email, s.Name, s.PasswordHash
	return user, err
}

// recordFailure writes a failed attempt to the audit, with the account if it is an administrator's. Where readers sign in
// too, the line of anybody else says neither who it was nor where. It is written all the same: an attempt takes as long
// for every address.
func (c *credentials) recordFailure(ctx context.Context, action, email string, user StoredUser) error {
	e := audit.Event{Action: action, Object: "users"}
	by := shown(email)
	switch {
	case user.IsAdmin:
		e.ObjectID = strconv.FormatInt(user.ID, 10)
	case user.ID != 0, c.isOpen:
		by, ctx = "", audit.With(ctx, audit.Origin{})
	}
	return c.users.Record(ctx, by, e)
}

// lookUp returns the user with that email, or an empty user. An unknown user, or one with an unreadable hash, gets a
// hash that matches no password.
func (c *credentials) lookUp(ctx context.Context, email string) (StoredUser, error) {
	user, err := c.users.UserByEmail(ctx, EmailKey(email))
	if fault.Is(err, fault.NotFound) {
		return StoredUser{PasswordHash: c.hasher.nobody}, nil
	}
	if err != nil {
		return StoredUser{}, err
	}
	if _, _, _, err := argon2id.DecodeHash(user.PasswordHash); err != nil {
		c.logger.WarnContext(ctx, "a password hash could not be read", "user", user.ID, "error", err)
		user.PasswordHash = c.hasher.nobody
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
	user, err := a.credentials.confirm(ctx, who.User, "currentPassword", current)
	if err != nil {
		return Grant{}, err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return Grant{}, err
	}
	session, id := a.Sessions.newSession(user)
	if err := a.users.SetPassword(ctx, actor(user.User), user, hash, &session); err != nil {
		return Grant{}, err
	}
	user.PasswordHash = hash
	return grantOf(ctx, user, id, session), nil
}
