package httpapi

import (
	"slices"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Role is what an administrator may do. Users without one are readers. Decision 37 says why there are these.
type Role string

// The roles.
const (
	Owner  Role = "owner"  // everything
	Editor Role = "editor" // changes the catalog and decides on submissions
	Viewer Role = "viewer" // reads what an editor reads, and changes nothing
)

// Roles returns all roles, the one that may do most first.
func Roles() []Role { return []Role{Owner, Editor, Viewer} }

// Area is a part of what administrators do. Each of their routes is in one, and so is each kind of things in the history.
type Area string

// The areas.
const (
	Own      Area = "own"      // the administrator's own account
	Catalog  Area = "catalog"  // products, categories, collections, comparisons, logos of products, synonyms
	Inbox    Area = "inbox"    // submissions
	Audience Area = "audience" // readers' accounts, subscribers, the newsletter
	Money    Area = "money"    // affiliate links, earnings, booked places
	Insights Area = "insights" // clicks and views, search engines, the history
	Settings Area = "settings" // texts, appearance, legal pages, social links, logos of the site, sync, backups
	People   Area = "people"   // administrators and invitations
)

// Areas returns all areas.
func Areas() []Area { return []Area{Own, Catalog, Inbox, Audience, Money, Insights, Settings, People} }

// Reads returns the areas whose routes a role may read. This and Changes are the only list of what roles may do: the guard
// asks it for each route, and the screens get it from /api/auth/me.
func (r Role) Reads() []Area {
	switch r {
	case Owner:
		return Areas()
	case Editor, Viewer:
		return []Area{Own, Catalog, Inbox, Insights}
	}
	return nil
}

// Changes returns the areas in which a role may change something.
func (r Role) Changes() []Area {
	switch r {
	case Owner:
		return Areas()
	case Editor:
		return []Area{Own, Catalog, Inbox}
	case Viewer:
		return []Area{Own}
	}
	return nil
}

// CanRead reports whether the role may read what is in an area.
func (r Role) CanRead(a Area) bool { return slices.Contains(r.Reads(), a) }

// CanChange reports whether the role may change what is in an area.
func (r Role) CanChange(a Area) bool { return slices.Contains(r.Changes(), a) }

// Forbidden is the fault of an administrator's call that the role does not allow.
func (r Role) Forbidden() error {
	return fault.New(fault.Forbidden, "Your role, "+string(r)+", doesn't allow this. An owner of the site can change it.")
}
