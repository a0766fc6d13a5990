package api

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Credentials are what a user signs in with.
type Credentials struct {
	Username string `json:"username" doc:"The email address"`
	Password string `json:"password"`
}

// PasswordChange is the user's current password and the new one.
type PasswordChange struct {
	CurrentPassword string `json:"currentPassword"`
	NewPassword     string `json:"newPassword" doc:"12 to 128 characters"`
}

// SignedIn is the user who has signed in.
type SignedIn struct {
	User Person `json:"user"`
}

// Session is the signed-in user and the session's expiry.
type Session struct {
	User     Person `json:"user"`
	Expires  string `json:"expires" doc:"When the session expires unless it is used; empty for a token that never expires"`
	Accounts bool   `json:"accounts" doc:"Whether visitors can sign up"`
}

// Person is a user as the front end sees them.
type Person struct {
	ID      int64  `json:"id"`
	Email   string `json:"email"`
	Name    string `json:"name"`
	IsAdmin bool   `json:"isAdmin"`
}

func personOf(u account.User) Person { return Person{u.ID, u.Email, u.Name, u.IsAdmin} }

// login starts a session and sets its cookie. It ends the sessions of the request's cookies.
func login(c *call, in Credentials) (any, error) {
	var missing []fault.Field
	if in.Username == "" {
		missing = append(missing, fault.Field{Field: "username", Message: "Please enter your email"})
	}
	if in.Password == "" {
		missing = append(missing, fault.Field{Field: "password", Message: "Please enter your password"})
	}
	if err := fault.InvalidFields(missing); err != nil {
		return nil, err
	}
	if c.options.Accounts == nil {
		return nil, fault.New(fault.Unauthorized, "Nobody can sign in here.")
	}
	accounts := c.options.Accounts
	return c.granted(accounts.Login(accounts.WithDevice(c.request), c.client(), in.Username, in.Password, accounts.PresentedSessions(c.request)...))
}

// logout ends the session and deletes its cookie.
func logout(c *call) (any, error) {
	c.cookies = c.options.Accounts.ClearedCookies()
	return nil, c.options.Accounts.Logout(c.ctx(), c.identity)
}

// me answers with the user of the request.
func me(c *call) (any, error) {
	session := Session{User: personOf(c.identity.User), Accounts: c.areAccountsOpen()}
	if !c.identity.Expires.IsZero() {
		session.Expires = c.identity.Expires.Format(time.RFC3339)
	}
	return session, nil
}

// changePassword sets a new password, ends all other sessions and tokens of the user, and starts a new session.
func changePassword(c *call, in PasswordChange) (any, error) {
	return c.granted(c.options.Accounts.ChangePassword(c.options.Accounts.WithDevice(c.request), c.identity, in.CurrentPassword, in.NewPassword))
}

// granted sets the cookies of a new session and answers with its user.
func (c *call) granted(grant account.Grant, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	c.cookies = c.options.Accounts.Cookies(grant)
	return SignedIn{personOf(grant.User)}, nil
}
