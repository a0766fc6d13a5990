package mirror

import (
	"context"
	"reflect"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/collections"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// contentCollections reads all collections with those of their tools that are among these products.
func contentCollections(ctx context.Context, tx db.Tx, products []catalog.Product) ([]catalog.Collection, error) {
	exists := make(map[int64]bool, len(products))
	for _, p := range products {
		exists[p.ID] = true
	}
	found, err := collections.Collections(ctx, tx, "")
	for i := range found {
		c := &found[i]
		c.Version = 0
		c.Tools = slices.DeleteFunc(c.Tools, func(tool catalog.CollectionTool) bool { return !exists[tool.ID] })
	}
	return found, err
}

// replaceCollections deletes the collections that want lacks or that differ, and inserts those that differ with the next
// version.
func (r replacing) replaceCollections(ctx context.Context) error {
	versions := map[int64]int64{}
	for i := range r.want.Collections {
		if c := &r.want.Collections[i]; c.OldSlugs == nil { // written by a version that had none
			c.OldSlugs = []string{}
		}
	}
	have, err := contentCollections(ctx, r.Tx, r.want.Products) // as the products have left them
	if err != nil {
		return err
	}
	for _, c := range have {
		if slices.ContainsFunc(r.want.Collections, func(other catalog.Collection) bool { return reflect.DeepEqual(c, other) }) {
			continue
		}
		stored, err := collections.Collection(ctx, r.Tx, c.ID)
		if err != nil {
			return err
		}
		versions[c.ID] = stored.Version
		if err := r.Exec(ctx, "DELETE FROM collections WHERE id = ?", c.ID); err != nil {
			return err
		}
	}
	ids, err := db.Collect(ctx, r, db.Column[int64], "SELECT id FROM collections")
	if err != nil {
		return err
	}
	for _, c := range r.want.Collections {
		if slices.Contains(ids, c.ID) {
			continue
		}
		c.Version = versions[c.ID] + 1
		if err := collections.InsertCollection(ctx, r.WriteTx, &c); err != nil {
			return err
		}
	}
	return nil
}
