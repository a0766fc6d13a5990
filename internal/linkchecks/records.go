package linkchecks

import "github.com/vitrine-directory/vitrine/internal/records"

// Kinds is the checks of links.
func Kinds() []records.Kind {
	return []records.Kind{{Table: "link_checks", Label: "check of a link", NotArchived: "each site checks its own"}}
}
