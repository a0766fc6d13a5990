package api

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
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
func (o *Options) login(c *httpapi.Call, in Credentials) (any, error) {
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
	if o.Accounts == nil {
		return nil, fault.New(fault.Unauthorized, "Nobody can sign in here.")
	}
	accounts := o.Accounts
	grant, err := accounts.Login(accounts.WithDevice(c.Request), c.Client(), in.Username, in.Password, accounts.PresentedSessions(c.Request)...)
	return o.granted(c, grant, err)
}

// logout ends the session and deletes its cookie.
func (o *Options) logout(c *httpapi.Call) (any, error) {
	c.SetCookies = o.Accounts.ClearedCookies()
	return nil, o.Accounts.Logout(c.Ctx(), account.IdentityOf(c))
}

// me answers with the user of the request.
func (o *Options) me(c *httpapi.Call) (any, error) {
	session := Session{User: personOf(account.IdentityOf(c).User), Accounts: o.areAccountsOpen()}
	if !account.IdentityOf(c).Expires.IsZero() {
		session.Expires = account.IdentityOf(c).Expires.Format(time.RFC3339)
	}
	return session, nil
}

// changePassword sets a new password, ends all other sessions and tokens of the user, and starts a new session.
func (o *Options) changePassword(c *httpapi.Call, in PasswordChange) (any, error) {
	grant, err := o.Accounts.ChangePassword(o.Accounts.WithDevice(c.Request), account.IdentityOf(c), in.CurrentPassword, in.NewPassword)
	return o.granted(c, grant, err)
}

// granted sets the cookies of a new session and answers with its user.
func (o *Options) granted(c *httpapi.Call, grant account.Grant, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	c.SetCookies = o.Accounts.Cookies(grant)
	return SignedIn{personOf(grant.User)}, nil
}

// accountCalls are the calls of account.
func (o *Options) accountCalls() httpapi.Group {
	return httpapi.Group{
		Name: "account",
		Routes: []httpapi.Route{
			httpapi.Post("/api/auth/login", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, o.login),
				httpapi.Answers[SignedIn]("login", "Sign in; the response sets the session cookie")),
			httpapi.Post("/api/auth/logout", httpapi.SignedIn, httpapi.Bare(o.logout),
				httpapi.Done("logout", "Sign out")),
			httpapi.Get("/api/auth/me", httpapi.SignedIn, httpapi.Fetch(o.me),
				httpapi.Answers[Session]("me", "Get who is signed in, and for how long")),
			httpapi.Post("/api/auth/password", httpapi.SignedIn, httpapi.Write(httpapi.MaxSmallBody, o.changePassword),
				httpapi.Answers[SignedIn]("changePassword", "Change your password; this ends all other sessions and revokes all tokens")),
		},
	}
}
