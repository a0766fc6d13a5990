package store_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/imports"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func init() {
	plans = append(plans, plan{reflect.TypeFor[*imports.Queries](), planImports})
	growing = append(growing, struct{ table, fill string }{"import_images", `INSERT INTO import_images (product_id, url, host, state, added_by, added_at, tries, due_at, reason)
		SELECT i, 'https://old.example/' || i, 'host ' || i / 10, CASE WHEN i > 19970 THEN 'failed' ELSE 'pending' END, 'w', i, 0, CASE WHEN i < 500 THEN 0 ELSE 4000000000000000 END, '' FROM n`})
	belonging["import_images"] = belongings{"product_id",
		"INSERT INTO import_images VALUES (2, '', '', 'failed', '', 1, 0, 0, ''), (4, '', '', 'failed', '', 1, 0, 0, '')", nil, []string{"4"}}
}

func planImports(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx, q := t.Context(), &imports.Queries{DB: s.DB, Origin: "https://own.example"}
	look("Add")(q.WriteUnversioned(ctx, "w", "add images", func(ctx context.Context, w *db.WriteTx) error {
		product := catalog.Product{ID: 7}
		product.Logo = "https://old.example/logo.png"
		return q.Add(ctx, w, []catalog.Product{product})
	}))
	look("Active")(q.Active(ctx))
	look("DueHosts")(q.DueHosts(ctx, "host 1", 100))
	look("Due")(q.Due(ctx, "host 4", imports.Image{}, 100))
	look("Save")(q.Save(ctx, []imports.Found{{Image: imports.Image{Product: 7, URL: "https://old.example/logo.png"}, AsLogo: media.Added{URL: "/uploads/a.jpg"}}}))
	look("Status")(q.Status(ctx))
	look("Retry")(q.Retry(ctx, "w"))
	look("Prune")(q.Prune(ctx))
	look("Forget")(q.Forget(ctx, "w"))
}
