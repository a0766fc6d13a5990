package store

import (
	"slices"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Kinds is all that editors write, in the order in which an undo reverts a change of several of them, and an archive has them: what
// features add to the catalogue follows it, as their rows name its products.
func Kinds() records.Kinds {
	var archived, others records.Kinds
	for _, f := range features.All {
		for _, k := range f.Kinds {
			if k.Archive != nil {
				archived = append(archived, k)
			} else {
				others = append(others, k)
			}
		}
	}
	return slices.Concat(catalog.Kinds(), archived, site.Kinds(), records.Kinds{records.UploadKind}, inbox.Kinds(), account.Kinds(), visits.Kinds(), others, archive.Kinds())
}
