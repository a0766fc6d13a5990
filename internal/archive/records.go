package archive

import (
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the syncs and imports of a site's content that the history has.
func Kinds() records.Kinds {
	return records.Kinds{{
		Table: "content", Label: "content", Many: "Syncs and imports of a site", Area: httpapi.Settings,
		NoUndo: "the backup that was made before it has what was here", NotArchived: "nothing but the history has it",
	}}
}
