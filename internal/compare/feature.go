package compare

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Feature is what the program is told of comparisons and their verdicts.
var Feature = feature.Feature{
	Name: "compare", Kinds: Kinds(),
	Pages:   []*pages.Page{&comparisonPage},
	Screens: map[string]string{"/admin/verdicts": "Comparisons"},
	ReadSettings: func(ctx context.Context, tx db.Tx, to *site.Settings) error {
		found, err := readVerdicts(ctx, tx)
		site.Add(to, Verdicts(found))
		return err
	},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		api := API{Queries: &Queries{DB: k.DB}, Catalogue: k.Catalogue, Site: k.Site, Visits: k.Visits}
		return feature.Parts{Calls: api.Group(), Views: []visits.PageKind{api.Views()}}, nil
	},
}
