package api

import (
	"net/http"

	"vitrine/internal/account"
	"vitrine/internal/fault"
)

// access says who may call a route. The zero value says nothing, and is refused when the API is made.
type access int

const (
	public   access = iota + 1 // anybody
	signed                     // who has signed the request itself, which its handler sees to
	signedIn                   // who has proved who they are
	admin                      // an administrator; for changes
	content                    // an administrator, to read what the site is made of
	records                    // an administrator, to read what else there is: the audit, submissions, the trash, visits
)

// String is the access as the description has it, as a tag.
func (a access) String() string {
	return map[access]string{
		public: "public", signed: "signed request", signedIn: "signed in",
		admin: "administrator", content: "administrator", records: "administrator",
	}[a]
}

// scope is what a token needs for the route; empty where nobody is asked who they are.
func (rt *route) scope() string {
	switch {
	case rt.access == public, rt.access == signed:
		return ""
	case rt.access == content:
		return account.ScopeRead
	case rt.access == records, rt.access == signedIn && rt.method == http.MethodGet:
		return account.ScopeReadAll
	}
	return account.ScopeAdmin
}

// guard lets through who may call a route, before anything of the request's body is read. Routes for everybody do not ask
// who it is.
func (a *API) guard(w http.ResponseWriter, r *http.Request, rt *route) (account.Identity, error) {
	if rt.access == public || rt.access == signed {
		return account.Identity{}, nil
	}
	if a.options.Accounts == nil {
		return account.Identity{}, fault.New(fault.Unauthorized, "Please sign in as an administrator.")
	}
	who, err := a.options.Accounts.Identify(r.Context(), r)
	if err != nil {
		return account.Identity{}, err
	}
	if who.Cookie != nil {
		http.SetCookie(w, who.Cookie)
	}
	if rt.access != signedIn && !who.User.IsAdmin {
		return account.Identity{}, fault.New(fault.Forbidden, "Only an administrator may do this.")
	}
	if scope := rt.scope(); !who.May(scope) {
		return account.Identity{}, fault.New(fault.Forbidden, "This needs a token with the scope "+scope+".")
	}
	return who, nil
}

// administrator reports whether an administrator asks for what everybody may ask for. Who proves nothing, or fails to, is
// everybody.
func (a *API) administrator(w http.ResponseWriter, r *http.Request) (account.Identity, bool) {
	if a.options.Accounts == nil || r.Header["Cookie"] == nil && r.Header["Authorization"] == nil {
		return account.Identity{}, false
	}
	who, err := a.options.Accounts.Identify(r.Context(), r)
	if err != nil || !who.User.IsAdmin || !who.May(account.ScopeRead) {
		return account.Identity{}, false
	}
	if who.Cookie != nil {
		http.SetCookie(w, who.Cookie)
	}
	return who, true
}
