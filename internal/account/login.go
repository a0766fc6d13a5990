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
	"github.com/vitrine-directory/vitrine/internal/twofactor"
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
	factors twofactor.Queries
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
// "not_verified", and that of a user with a second factor Forbidden with "second_factor": LoginWithCode takes both. Login ends the presented sessions: a browser has one, and its older ids must stop working.
func (a *Accounts) Login(ctx context.Context, client netip.Addr, email, password string, presented ...string) (Grant, error) {
	return a.LoginWithCode(ctx, client, email, password, "", presented...)
}

// LoginWithCode is Login for a user with a second factor: it takes a code of their app, or a recovery code. A wrong code is Invalid.
func (a *Accounts) LoginWithCode(ctx context.Context, client netip.Addr, email, password, code string, presented ...string) (Grant, error) {
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
	if err := a.credentials.checkFactor(ctx, user, code); err != nil {
		return Grant{}, err
	}
	return a.Sessions.start(ctx, user, presented)
}

// CodeNeeded is the fault's code of the right password of a user with a second factor, without a code.
const CodeNeeded = "second_factor"

func codeNeeded(sentence string) error {
	f := fault.New(fault.Forbidden, sentence)
	f.Code = CodeNeeded
	return f
}

// checkFactor passes users without a second factor. Of others it takes a code.
func (c *credentials) checkFactor(ctx context.Context, user StoredUser, code string) error {
	status, err := c.factorOf(ctx, user.User)
	switch {
	case err != nil || !status.IsOn:
		return err
	case code == "":
		return codeNeeded("Enter the code from your authenticator app. Administrators sign in at /admin/login.")
	}
	return c.useCode(ctx, user, code)
}

// factorOf returns what an administrator has as a second factor. Readers have none.
func (c *credentials) factorOf(ctx context.Context, user User) (twofactor.Status, error) {
	if !user.IsAdmin {
		return twofactor.Status{}, nil
	}
	return c.factors.Status(ctx, user.ID)
}

// useCode uses up a code of a user's second factor. A wrong one is Invalid, counted, and written to the audit.
func (c *credentials) useCode(ctx context.Context, user StoredUser, code string) error {
	limits := []limit{ofFactor(ctx, user)}
	if err := c.limiter.refuse(limits); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), loginTimeout) // counted even if the client disconnects
	defer stop()
	counted, err := c.limiter.takeAttempt(ctx, limits)
	if err != nil {
		return err
	}
	isRight, err := c.factors.Use(ctx, user.ID, code)
	if err != nil {
		return err
	}
	if !isRight {
		if err := c.recordFailure(ctx, "code_failed", user.Email, user); err != nil {
			return err
		}
		return wrongCode("This code isn't right, or it was used before. Please wait for the next one.")
	}
	return c.limiter.giveBack(ctx, limits, counted)
}

// confirmedTime is how long what gives others access is possible after the user has signed in or confirmed.
const confirmedTime = 10 * time.Minute

// CheckConfirmed refuses what gives others access if the user has not signed in or confirmed within ten minutes: then it is
// Forbidden, with the code "confirmation_needed". Tokens are Forbidden too.
func (a *Accounts) CheckConfirmed(who Identity) error {
	if who.Session == "" {
		return InBrowser()
	}
	if a.now().Sub(who.ConfirmedAt) < confirmedTime {
		return nil
	}
	f := fault.New(fault.Forbidden, "Please confirm that it's you first.")
	f.Code = "confirmation_needed"
	return f
}

// InBrowser is the fault of a token where only a session will do: a token does not prove who sends it.
func InBrowser() error {
	return fault.New(fault.Forbidden, "This is done in a browser or on the command line, not with a token.")
}

// Confirm has a signed-in user prove again who they are: by a code if they have a second factor, else by the password. A wrong one
// is Invalid.
func (a *Accounts) Confirm(ctx context.Context, who Identity, password, code string) error {
	if who.Session == "" {
		return InBrowser()
	}
	if err := a.confirmUser(ctx, who.User, password, code); err != nil {
		return err
	}
	return a.Sessions.store.ConfirmSession(ctx, who.Session, a.now())
}

func (a *Accounts) confirmUser(ctx context.Context, user User, password, code string) error {
	status, err := a.credentials.factorOf(ctx, user)
	if err != nil {
		return err
	}
	if status.IsOn {
		return a.UseCode(ctx, user, code)
	}
	_, err = a.credentials.confirm(ctx, user, "password", password)
	return err
}

// UseCode uses up a code of a signed-in user's second factor; a wrong one is Invalid.
func (a *Accounts) UseCode(ctx context.Context, user User, code string) error {
	stored, err := a.users.UserByEmail(ctx, EmailKey(user.Email))
	if err != nil {
		return err
	}
	return a.credentials.useCode(ctx, stored, code)
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
	session, id := a.Sessions.newSession(ctx, user)
	session.ConfirmedAt = who.ConfirmedAt // a password alone may not be enough
	if err := a.users.SetPassword(ctx, actor(user.User), user, hash, &session); err != nil {
		return Grant{}, err
	}
	user.PasswordHash = hash
	return grantOf(ctx, user, id, session), nil
}
