// Package revision names what an answer or a page was made from.
package revision

import (
	"strconv"

	"vitrine/internal/browse"
	"vitrine/internal/site"
)

// Revision says which versions something was made from. It is good while they are the current ones.
type Revision struct {
	Catalogue  int64
	Settings   int64
	Popularity int64 // of the numbers of visits; 0 of what does not go by them
}

// Current is the revision of what is made from all. What is read after it may be newer, never older.
func Current(catalogue *browse.Live, settings *site.Live) Revision {
	version, snapshot := settings.Version(), catalogue.Snapshot()
	return Revision{snapshot.Version(), version, snapshot.Popularity()}
}

// Covers reports whether what was made from r is still good when now is the current revision.
func (r Revision) Covers(now Revision) bool {
	if r.Popularity == 0 {
		now.Popularity = 0
	}
	return r == now
}

// String is the revision as part of a key.
func (r Revision) String() string {
	return strconv.FormatInt(r.Catalogue, 36) + "." + strconv.FormatInt(r.Settings, 36) + "." + strconv.FormatInt(r.Popularity, 36)
}
