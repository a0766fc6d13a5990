package logos

import "github.com/vitrine-directory/vitrine/internal/records"

// Kinds is the logos that are proposed for tools without one.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "logo_proposals", Label: "proposed logo",
		NotArchived: "work in progress; what is accepted is part of the tool",
		Uploads: []string{"SELECT l.image, l.host FROM logo_proposals l JOIN products p ON p.id = l.product_id " +
			"WHERE l.state IN ('proposed', 'dismissed') AND " + withoutLogo},
	}}
}
