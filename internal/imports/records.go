package imports

import "github.com/vitrine-directory/vitrine/internal/records"

// Kinds is the images that are still to be saved.
func Kinds() []records.Kind {
	return []records.Kind{{Table: "import_images", Label: "image of an imported tool", NotArchived: "work in progress; what is accepted is part of the tool"}}
}
