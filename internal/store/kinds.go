package store

import (
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// kinds is all that editors write, in the order in which an undo reverts a change of several of them.
func kinds() records.Kinds {
	all := slices.Concat(catalog.Kinds(), site.Kinds())
	for _, f := range features.All {
		all = append(all, f.Kinds...)
	}
	return all
}
