package api

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// access says who may call a route. New panics on the zero value.
type access int

const (
	public   access = iota + 1 // everyone
	signed                     // a signed request; its handler verifies the signature
	signedIn                   // any user
	visitor                    // everyone, if visitors can sign up; else the route does not exist
	reader                     // any user, if visitors can sign up; else the route does not exist
	admin                      // admins, to change something
	content                    // admins, to read the content
	records                    // admins, to read the other data: audit, submissions, trash, visits
)

// String returns the tag in the description.
func (a access) String() string {
	return map[access]string{
		public: "public", signed: "signed request", signedIn: "signed in", visitor: "public", reader: "signed in",
		admin: "administrator", content: "administrator", records: "administrator",
	}[a]
}

// scope returns the token scope that the route requires, or empty if it needs no user.
func (rt *route) scope() string {
	switch {
	case rt.access == public, rt.access == visitor, rt.access == signed:
		return ""
	case rt.access == content:
		return account.ScopeRead
	case rt.access == records, rt.forUsers() && rt.method == http.MethodGet:
		return account.ScopeReadAll
	}
	return account.ScopeAdmin
}

// guard checks that the user may call the route before it reads the body. Public routes need no user.
func (a *API) guard(w http.ResponseWriter, r *http.Request, rt *route) (account.Identity, error) {
	if rt.scope() == "" {
		return account.Identity{}, nil
	}
	if a.options.Accounts == nil {
		return account.Identity{}, fault.New(fault.Unauthorized, "Please sign in as an administrator.")
	}
	who, err := a.options.Accounts.Identify(r.Context(), r)
	if rt.access == reader && fault.Is(err, fault.Unauthorized) {
		err = fault.New(fault.Unauthorized, "Please sign in.")
	}
	if err != nil {
		return account.Identity{}, err
	}
	setCookies(w, who.Cookies)
	if !rt.forUsers() && !who.User.IsAdmin {
		return account.Identity{}, fault.New(fault.Forbidden, "Only an administrator may do this.")
	}
	if scope := rt.scope(); !who.May(scope) {
		return account.Identity{}, fault.New(fault.Forbidden, "This needs a token with the scope "+scope+".")
	}
	return who, nil
}

// administrator reports whether the user of a public route is an admin. Invalid credentials count as none.
func (a *API) administrator(w http.ResponseWriter, r *http.Request) (account.Identity, bool) {
	if a.options.Accounts == nil || r.Header["Cookie"] == nil && r.Header["Authorization"] == nil {
		return account.Identity{}, false
	}
	who, err := a.options.Accounts.Identify(r.Context(), r)
	if err != nil || !who.User.IsAdmin || !who.May(account.ScopeRead) {
		return account.Identity{}, false
	}
	setCookies(w, who.Cookies)
	return who, true
}

// forUsers reports whether every user may call the route, and not only administrators.
func (rt *route) forUsers() bool { return rt.access == signedIn || rt.access == reader }

// needsAccounts reports whether the route exists only where visitors can sign up.
func (rt *route) needsAccounts() bool {
	return rt.access == visitor || rt.access == reader || rt.handler.ofReaders
}

func setCookies(w http.ResponseWriter, cookies []*http.Cookie) {
	for _, cookie := range cookies {
		http.SetCookie(w, cookie)
	}
}
