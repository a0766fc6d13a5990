package api

import (
	"net/netip"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/audit"
	"vitrine/internal/fault"
)

// Credentials are what somebody signs in with.
type Credentials struct {
	Username string `json:"username" doc:"The email address"`
	Password string `json:"password"`
}

// PasswordChange is the password of who is signed in, and the one that replaces it.
type PasswordChange struct {
	CurrentPassword string `json:"currentPassword"`
	NewPassword     string `json:"newPassword" doc:"12 to 128 characters"`
}

// SignedIn says who is signed in.
type SignedIn struct {
	User Person `json:"user"`
}

// Session says who is signed in, and for how long.
type Session struct {
	User    Person `json:"user"`
	Expires string `json:"expires" doc:"When the session ends if nobody uses it; empty for a token that lasts for ever"`
}

// Person is a user as the screens know them.
type Person struct {
	ID      int64  `json:"id"`
	Email   string `json:"email"`
	Name    string `json:"name"`
	IsAdmin bool   `json:"isAdmin"`
}

func personOf(u account.User) Person { return Person{u.ID, u.Email, u.Name, u.IsAdmin} }

// login begins a session and gives its cookie. A session that the request has a cookie of ends.
func login(c *call, in Credentials) (answer, error) {
	var missing []fault.Field
	if in.Username == "" {
		missing = append(missing, fault.Field{Field: "username", Message: "Please enter your email"})
	}
	if in.Password == "" {
		missing = append(missing, fault.Field{Field: "password", Message: "Please enter your password"})
	}
	if err := fault.InvalidFields(missing); err != nil {
		return answer{}, err
	}
	if c.api.options.Accounts == nil {
		return answer{}, fault.New(fault.Unauthorized, "Nobody can sign in here.")
	}
	ctx := c.request.Context()
	client, _ := netip.ParseAddr(audit.From(ctx).Address) // who has none (a Unix socket) is counted as one client
	accounts := c.api.options.Accounts
	grant, err := accounts.Login(ctx, client, in.Username, in.Password, accounts.PresentedSessions(c.request)...)
	if err != nil {
		return answer{}, err
	}
	return answer{body: SignedIn{personOf(grant.User)}, cookie: accounts.Cookie(grant)}, nil
}

// logout ends the session and takes its cookie away.
func logout(c *call) (answer, error) {
	if err := c.api.options.Accounts.Logout(c.request.Context(), c.identity); err != nil {
		return answer{}, err
	}
	return answer{cookie: c.api.options.Accounts.ClearedCookie()}, nil
}

// me says who asks.
func me(c *call) (answer, error) {
	said := Session{User: personOf(c.identity.User)}
	if !c.identity.Expires.IsZero() {
		said.Expires = c.identity.Expires.Format(time.RFC3339)
	}
	return answer{body: said}, nil
}

// changePassword gives who asks a new password and a new session; all their others end, and their tokens.
func changePassword(c *call, in PasswordChange) (answer, error) {
	grant, err := c.api.options.Accounts.ChangePassword(c.request.Context(), c.identity, in.CurrentPassword, in.NewPassword)
	if err != nil {
		return answer{}, err
	}
	return answer{body: SignedIn{personOf(grant.User)}, cookie: c.api.options.Accounts.Cookie(grant)}, nil
}
