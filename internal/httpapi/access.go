package httpapi

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Access says who may call a route. New panics on the zero value.
type Access int

// Who may call a route.
const (
	Public   Access = iota + 1 // everyone
	Signed                     // a signed request; its handler verifies the signature
	SignedIn                   // any user
	Reader                     // any user, told to sign in, not to sign in as an administrator
	Admin                      // administrators, to change something
	Content                    // administrators, to read the content
	Records                    // administrators, to read the other data: audit, submissions, trash, visits
)

// The scopes of tokens, each of which includes those before it.
const (
	ScopeRead    = "read"     // reads the content
	ScopeReadAll = "read-all" // reads everything
	ScopeAdmin   = "admin"    // may do whatever an administrator may
)

// String returns the tag in the description.
func (a Access) String() string {
	return map[Access]string{
		Public: "public", Signed: "signed request", SignedIn: "signed in", Reader: "signed in",
		Admin: "administrator", Content: "administrator", Records: "administrator",
	}[a]
}

// Scope returns the token scope that the route requires, or empty if it needs no user.
func (rt Route) Scope() string {
	switch {
	case rt.Access == Public, rt.Access == Signed:
		return ""
	case rt.Access == Content:
		return ScopeRead
	case rt.Access == Records, rt.forUsers() && rt.Method == http.MethodGet:
		return ScopeReadAll
	}
	return ScopeAdmin
}

// Caller is who makes a call.
type Caller struct {
	Email    string // of the user, for the audit
	IsAdmin  bool
	May      func(scope string) bool // reports whether the credentials suffice for a scope
	Cookies  []*http.Cookie          // to set, because the session was extended
	Identity any                     // what the feature that signs users in knows of the user
}

// guard checks that the user may call the route before it reads the body. Public routes need no user.
func (a *API) guard(w http.ResponseWriter, r *http.Request, rt *Route) (Caller, error) {
	scope := rt.Scope()
	if scope == "" {
		return Caller{}, nil
	}
	if a.options.Identify == nil {
		return Caller{}, fault.New(fault.Unauthorized, "Please sign in as an administrator.")
	}
	who, err := a.options.Identify(r)
	if rt.Access == Reader && fault.Is(err, fault.Unauthorized) {
		err = fault.New(fault.Unauthorized, "Please sign in.")
	}
	if err != nil {
		return Caller{}, err
	}
	setCookies(w, who.Cookies)
	if !rt.forUsers() && !who.IsAdmin {
		return Caller{}, fault.New(fault.Forbidden, "Only an administrator may do this.")
	}
	if !who.May(scope) {
		return Caller{}, fault.New(fault.Forbidden, "This needs a token with the scope "+scope+".")
	}
	return who, nil
}

// administrator reports whether the user of a public route is an administrator. Invalid credentials count as none.
func (a *API) administrator(w http.ResponseWriter, r *http.Request) (Caller, bool) {
	if a.options.Identify == nil || r.Header["Cookie"] == nil && r.Header["Authorization"] == nil {
		return Caller{}, false
	}
	who, err := a.options.Identify(r)
	if err != nil || !who.IsAdmin || !who.May(ScopeRead) {
		return Caller{}, false
	}
	setCookies(w, who.Cookies)
	return who, true
}

// forUsers reports whether every user may call the route, and not only administrators.
func (rt Route) forUsers() bool { return rt.Access == SignedIn || rt.Access == Reader }

func setCookies(w http.ResponseWriter, cookies []*http.Cookie) {
	for _, cookie := range cookies {
		http.SetCookie(w, cookie)
	}
}
