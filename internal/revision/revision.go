// Package revision identifies the versions from which a response or page was made, and caches what was made from them.
package revision

import "strconv"

// Revision holds the versions from which something was made. It is valid while they are current.
type Revision struct {
	Catalogue  int64 // generation of the snapshot
	Settings   int64
	Popularity int64 // of the visit counts; 0 if the result does not depend on them
	Style      int64 // of the administrator's own style sheet; only documents depend on it
}

// Covers reports whether a result made at revision r is still valid at revision now.
func (r Revision) Covers(now Revision) bool {
	if r.Popularity == 0 {
		now.Popularity = 0
	}
	return r == now
}

// String returns the revision as part of a cache key.
func (r Revision) String() string {
	return strconv.FormatInt(r.Catalogue, 36) + "." + strconv.FormatInt(r.Settings, 36) + "." + strconv.FormatInt(r.Popularity, 36) + "." + strconv.FormatInt(r.Style, 36)
}
