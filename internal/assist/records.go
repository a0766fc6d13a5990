package assist

import (
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the drafts that editors asked for.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "drafts", Label: "draft", Many: "Drafted texts", Area: httpapi.Catalog,
		NoUndo: "a draft changes nothing", NotArchived: "nothing but the history has it",
	}}
}
