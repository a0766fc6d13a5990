package collections

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Feature is what the program is told of collections.
var Feature = feature.Feature{
	Name: "collections", Kinds: Kinds(), ReadCatalog: readCatalog,
	Pages:   []*pages.Page{&collectionsPage, &collectionPage},
	Screens: map[string]string{"/admin/collections": "Collections"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		api := API{Queries: &Queries{DB: k.DB}, Catalogue: k.Catalogue, Site: k.Site, Visits: k.Visits}
		return feature.Parts{Calls: api.Group(), Views: []visits.PageKind{api.Views()}}, nil
	},
}

// readCatalog adds the changed collections, and which ones there are.
func readCatalog(ctx context.Context, tx db.Tx, since int64, to *catalog.Changes) (err error) {
	changed, args := "WHERE changed_in > ?", []any{since}
	if since == 0 {
		changed, args = "", nil
	}
	if to.Collections, err = Collections(ctx, tx, changed, args...); err != nil {
		return err
	}
	to.CollectionIDs, err = db.Collect(ctx, tx, db.Column[int64], "SELECT id FROM collections ORDER BY id")
	return err
}
