package store

import (
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// kinds is all that editors write.
func kinds() records.Kinds {
	return append(records.Kinds{catalog.ProductKind, catalog.CategoryKind, picksKind, collectionKind, verdictKind, proposalKind}, append(site.Kinds(), newsletter.Kinds()...)...)
}

// proposalKind is the logos that are proposed for tools without one.
var proposalKind = records.Kind{
	Table:   "logo_proposals",
	Uploads: []string{"SELECT l.image, l.host FROM logo_proposals l JOIN products p ON p.id = l.product_id WHERE l.state IN ('proposed', 'dismissed') AND " + withoutLogo},
}
