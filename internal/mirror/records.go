package mirror

import "github.com/vitrine-directory/vitrine/internal/records"

// Kinds is the syncs and imports that the history has.
func Kinds() []records.Kind {
	return []records.Kind{
		{
			Table: "content", Label: "content", Many: "Syncs and imports of a site",
			NoUndo: "the backup that was made before it has what was here", NotArchived: "nothing but the history has it",
		}, {
			Table: "sync_runs", Label: "sync", Many: "Failed and announced syncs",
			NoUndo: "a run that changed nothing", NotArchived: "no content",
		},
	}
}
