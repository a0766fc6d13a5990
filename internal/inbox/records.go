package inbox

import (
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the submissions, which editors decide on.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "product_submissions", Label: "submission", Many: "Submissions", Area: httpapi.Inbox,
		NoUndo: "the submitter may have been told the decision", NotArchived: "personal, and not public",
	}}
}
