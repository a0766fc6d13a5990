package account

import (
	"net/http"
	"reflect"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls with which users sign in and out.
type API struct {
	Accounts *Accounts // nil: nobody can sign in
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Names: map[reflect.Type]string{reflect.TypeFor[CurrentSession](): "Session"},
		Name:  "account",
		Routes: []httpapi.Route{
			httpapi.Post("/api/auth/login", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.login),
				httpapi.Answers[SignedIn]("login", "Sign in; the response sets the session cookie")),
			httpapi.Post("/api/auth/login/code", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.loginWithCode),
				httpapi.Answers[SignedIn]("loginWithCode", "Sign in with two-factor authentication, after login has answered with the code second_factor")),
			httpapi.Post("/api/auth/logout", httpapi.SignedIn, httpapi.Bare(a.logout),
				httpapi.Done("logout", "Sign out")),
			httpapi.Get("/api/auth/me", httpapi.SignedIn, httpapi.Fetch(a.me),
				httpapi.Answers[CurrentSession]("me", "Get the signed-in user, and when the session ends")),
			httpapi.Post("/api/auth/password", httpapi.SignedIn, httpapi.Write(httpapi.MaxSmallBody, a.changePassword),
				httpapi.Answers[SignedIn]("changePassword", "Change your password; this ends all other sessions and revokes all tokens")),
		},
	}
}

// Credentials are what a user signs in with.
type Credentials struct {
	Username string `json:"username" doc:"The email address"`
	Password string `json:"password"`
}

// CodeCredentials are what a user with two-factor authentication signs in with.
type CodeCredentials struct {
	Credentials
	Code string `json:"code" doc:"The 6 digits that the authenticator app shows, or a recovery code; spaces and hyphens are ignored"`
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

// CurrentSession is the signed-in user and the session's expiry.
type CurrentSession struct {
	User     Person         `json:"user"`
	Expires  string         `json:"expires" doc:"When the session expires unless it is used; empty for a token that never expires"`
	Accounts bool           `json:"accounts" doc:"Whether visitors can sign up"`
	Role     httpapi.Role   `json:"role" enum:"owner,editor,viewer," doc:"What an administrator may do; empty for a reader"`
	Reads    []httpapi.Area `json:"reads" nullable:"false" enum:"own,catalog,inbox,audience,money,insights,settings,people" doc:"The areas that an administrator may read"`
	Changes  []httpapi.Area `json:"changes" nullable:"false" enum:"own,catalog,inbox,audience,money,insights,settings,people" doc:"The areas in which an administrator may change something"`
}

// Person is a user as the front end sees them.
type Person struct {
	ID      int64  `json:"id"`
	Email   string `json:"email"`
	Name    string `json:"name"`
	IsAdmin bool   `json:"isAdmin"`
}

// PersonOf returns a user as the front end sees them.
func PersonOf(u User) Person { return Person{u.ID, u.Email, u.Name, u.IsAdmin} }

// login starts a session and sets its cookie. It ends the sessions of the request's cookies.
func (a API) login(c *httpapi.Call, in Credentials) (any, error) {
	if err := fault.InvalidFields(in.missing()); err != nil {
		return nil, err
	}
	return a.signIn(c, in, "")
}

// loginWithCode is login for a user with a second factor.
func (a API) loginWithCode(c *httpapi.Call, in CodeCredentials) (any, error) {
	missing := in.missing()
	if in.Code == "" {
		missing = append(missing, fault.Field{Field: "code", Message: "Please enter the code from your authenticator app"})
	}
	if err := fault.InvalidFields(missing); err != nil {
		return nil, err
	}
	return a.signIn(c, in.Credentials, in.Code)
}

// missing returns the fields that are empty.
func (in Credentials) missing() (missing []fault.Field) {
	if in.Username == "" {
		missing = append(missing, fault.Field{Field: "username", Message: "Please enter your email"})
	}
	if in.Password == "" {
		missing = append(missing, fault.Field{Field: "password", Message: "Please enter your password"})
	}
	return missing
}

func (a API) signIn(c *httpapi.Call, in Credentials, code string) (any, error) {
	if a.Accounts == nil {
		return nil, fault.New(fault.Unauthorized, "Nobody can sign in here.")
	}
	sessions := a.Accounts.Sessions
	grant, err := a.Accounts.LoginWithCode(sessions.WithDevice(c.Request), c.Client(), in.Username, in.Password, code, sessions.PresentedSessions(c.Request)...)
	return a.Granted(c, grant, err)
}

// logout ends the session and deletes its cookie.
func (a API) logout(c *httpapi.Call) (any, error) {
	c.SetCookies = a.Accounts.Sessions.ClearedCookies()
	return nil, a.Accounts.Sessions.Logout(c.Ctx(), IdentityOf(c))
}

// me answers with the user of the request.
func (a API) me(c *httpapi.Call) (any, error) {
	role := IdentityOf(c).User.Role
	session := CurrentSession{User: PersonOf(IdentityOf(c).User), Accounts: a.Accounts.AreOpen(), Role: role,
		Reads: append([]httpapi.Area{}, role.Reads()...), Changes: append([]httpapi.Area{}, role.Changes()...)}
	if !IdentityOf(c).Expires.IsZero() {
		session.Expires = IdentityOf(c).Expires.Format(time.RFC3339)
	}
	return session, nil
}

// changePassword sets a new password, ends all other sessions and tokens of the user, and starts a new session.
func (a API) changePassword(c *httpapi.Call, in PasswordChange) (any, error) {
	grant, err := a.Accounts.ChangePassword(a.Accounts.Sessions.WithDevice(c.Request), IdentityOf(c), in.CurrentPassword, in.NewPassword)
	return a.Granted(c, grant, err)
}

// Granted sets the cookies of a new session and answers with its user.
func (a API) Granted(c *httpapi.Call, grant Grant, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	c.SetCookies = a.Accounts.Sessions.Cookies(grant)
	return SignedIn{PersonOf(grant.User)}, nil
}

// Caller returns who makes a request, for the API. Its errors are those of Sessions.Identify.
func (a API) Caller(r *http.Request) (httpapi.Caller, error) {
	who, err := a.Accounts.Sessions.Identify(r.Context(), r)
	if err != nil {
		return httpapi.Caller{}, err
	}
	return httpapi.Caller{Email: who.User.Email, Role: who.User.Role, May: who.May, Cookies: who.Cookies, Identity: who}, nil
}

// IdentityOf returns the user behind a call that Caller has let in.
func IdentityOf(c *httpapi.Call) Identity {
	who, _ := c.Identity.(Identity)
	return who
}

// Visitor returns the user who makes a public call; nil: nobody is signed in.
func (a API) Visitor(c *httpapi.Call) *User {
	if a.Accounts == nil || !a.Accounts.AreOpen() || c.Request.Header["Cookie"] == nil {
		return nil
	}
	who, err := a.Accounts.Sessions.Identify(c.Ctx(), c.Request)
	if err != nil { // not signed in
		return nil
	}
	c.SetCookies = who.Cookies
	return &who.User
}
