package store

import (
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// kinds is all that editors write.
func kinds() records.Kinds {
	return append(records.Kinds{catalog.ProductKind, catalog.CategoryKind, picksKind, collectionKind, verdictKind}, slices.Concat(site.Kinds(), newsletter.Kinds(), logos.Kinds())...)
}
