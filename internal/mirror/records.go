package mirror

import (
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the syncs that the history has.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "sync_runs", Label: "sync", Many: "Failed and announced syncs", Area: httpapi.Settings,
		NoUndo: "a run that changed nothing", NotArchived: "no content",
	}}
}
