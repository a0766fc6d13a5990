package browse

import (
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Revision returns the current revision of the catalogue and the settings. Read the data after calling it: data may be
// newer than its revision, never older.
func Revision(catalogue *Live, settings *site.Live) revision.Revision {
	version, snapshot := settings.Version(), catalogue.Snapshot()
	return revision.Revision{Catalogue: snapshot.Generation(), Settings: version, Popularity: snapshot.Popularity()}
}
