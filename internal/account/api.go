package account

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// Caller returns who makes a request, for the API. Its errors are those of Identify.
func (a *Accounts) Caller(r *http.Request) (httpapi.Caller, error) {
	who, err := a.Identify(r.Context(), r)
	if err != nil {
		return httpapi.Caller{}, err
	}
	return httpapi.Caller{Email: who.User.Email, IsAdmin: who.User.IsAdmin, May: who.May, Cookies: who.Cookies, Identity: who}, nil
}

// IdentityOf returns the user behind a call that Caller has let in.
func IdentityOf(c *httpapi.Call) Identity {
	who, _ := c.Identity.(Identity)
	return who
}

// Visitor returns the user who makes a public call; nil: nobody is signed in.
func (a *Accounts) Visitor(c *httpapi.Call) *User {
	if a == nil || !a.AreOpen() || c.Request.Header["Cookie"] == nil {
		return nil
	}
	who, err := a.Identify(c.Ctx(), c.Request)
	if err != nil { // not signed in
		return nil
	}
	c.SetCookies = who.Cookies
	return &who.User
}
