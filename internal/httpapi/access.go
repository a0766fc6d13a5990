package httpapi

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Access says who may call a route. New panics on the zero value.
type Access struct {
	kind accessKind
	area Area // of administrators' routes
}

type accessKind int

const (
	public accessKind = iota + 1
	signed
	signedIn
	reader
	change
	content
	allRecords
)

// Who may call a route that is not for administrators alone.
var (
	Public   = Access{kind: public}   // everyone
	Signed   = Access{kind: signed}   // a signed request; its handler verifies the signature
	SignedIn = Access{kind: signedIn} // any user
	Reader   = Access{kind: reader}   // any user, told to sign in, not to sign in as an administrator
)

// Change is for administrators whose role may change the area, to change something.
func (a Area) Change() Access { return Access{change, a} }

// Content is for administrators whose role may read the area, to read the content.
func (a Area) Content() Access { return Access{content, a} }

// Records is for administrators whose role may read the area, to read other data: the audit, submissions, the trash, visits.
func (a Area) Records() Access { return Access{allRecords, a} }

// The scopes of tokens, each of which includes those before it.
const (
	ScopeRead    = "read"     // reads the content
	ScopeReadAll = "read-all" // reads everything
	ScopeAdmin   = "admin"    // may do whatever an administrator may
)

// String returns the tag in the description.
func (a Access) String() string {
	switch a.kind {
	case public:
		return "public"
	case signed:
		return "signed request"
	case signedIn, reader:
		return "signed in"
	}
	return "administrator"
}

// Area returns the area of an administrators' route; empty: it is for others too.
func (a Access) Area() Area { return a.area }

// Roles returns the roles that may call an administrators' route.
func (a Access) Roles() []Role {
	var may []Role
	for _, role := range Roles() {
		if a.allows(role) {
			may = append(may, role)
		}
	}
	return may
}

// forWhom says which administrators may call the route; empty: it is for others too.
func (a Access) forWhom() string {
	switch roles := a.Roles(); {
	case a.area == "":
		return ""
	case len(roles) == len(Roles()):
		return "For every administrator."
	case len(roles) == 1:
		return "For owners."
	}
	return "For owners and editors."
}

// allows reports whether an administrators' route is for a role.
func (a Access) allows(r Role) bool {
	if a.kind == change {
		return r.CanChange(a.area)
	}
	return r.CanRead(a.area)
}

// Scope returns the token scope that the route requires, or empty if it needs no user.
func (rt Route) Scope() string {
	switch rt.Access.kind {
	case public, signed:
		return ""
	case content:
		return ScopeRead
	case allRecords:
		return ScopeReadAll
	}
	if rt.forUsers() && rt.Method == http.MethodGet {
		return ScopeReadAll
	}
	return ScopeAdmin
}

// Caller is who makes a call.
type Caller struct {
	Email    string                  // of the user, for the audit
	Role     Role                    // empty: a reader
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
	if rt.Access.kind == reader && fault.Is(err, fault.Unauthorized) {
		err = fault.New(fault.Unauthorized, "Please sign in.")
	}
	if err != nil {
		return Caller{}, err
	}
	setCookies(w, who.Cookies)
	switch {
	case rt.forUsers():
	case who.Role == "":
		return Caller{}, fault.New(fault.Forbidden, "Only an administrator may do this.")
	case !rt.Access.allows(who.Role):
		return Caller{}, who.Role.Forbidden()
	}
	if !who.May(scope) {
		return Caller{}, fault.New(fault.Forbidden, "This needs a token with the scope "+scope+".")
	}
	return who, nil
}

// administrator reports whether the user of a public route is an administrator who may read the area. Invalid credentials
// count as none.
func (a *API) administrator(w http.ResponseWriter, r *http.Request, area Area) (Caller, bool) {
	if a.options.Identify == nil || r.Header["Cookie"] == nil && r.Header["Authorization"] == nil {
		return Caller{}, false
	}
	who, err := a.options.Identify(r)
	if err != nil || !who.Role.CanRead(area) || !who.May(ScopeRead) {
		return Caller{}, false
	}
	setCookies(w, who.Cookies)
	return who, true
}

// forUsers reports whether every user may call the route, and not only administrators.
func (rt Route) forUsers() bool { return rt.Access.kind == signedIn || rt.Access.kind == reader }

func setCookies(w http.ResponseWriter, cookies []*http.Cookie) {
	for _, cookie := range cookies {
		http.SetCookie(w, cookie)
	}
}
