package alternatives

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Feature is what the program is told of alternatives.
var Feature = feature.Feature{
	Name: "alternatives", Kinds: Kinds(), ReadCatalog: readCatalog, Pages: []*pages.Page{&alternativesPage},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		api := API{Queries: &Queries{DB: k.DB}, Catalogue: k.Catalogue, Visits: k.Visits}
		return feature.Parts{Calls: api.Group(), Views: []visits.PageKind{api.Views()}}, nil
	},
}

// readCatalog adds the picks of changed products.
func readCatalog(ctx context.Context, tx db.Tx, since int64, to *catalog.Changes) (err error) {
	if since == 0 {
		to.Picks, err = Picks(ctx, tx, "")
		return err
	}
	to.Picks, err = Picks(ctx, tx, "WHERE product_id IN "+catalog.ChangedSince, since)
	return err
}
