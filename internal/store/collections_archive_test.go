package store_test

import (
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func init() {
	drawn = append(drawn, drawCollections)
}

// drawCollections draws collections of products.
func drawCollections(t *rapid.T, c *archive.Content) {
	words := []string{"art", "code", "music", "text", "video"}
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_000, time.UTC)
	var list []catalog.Collection
	collectionSlugs := rapid.Permutation(words).Draw(t, "collection slugs")
	for i, id := range slices.Sorted(slices.Values(rapid.SliceOfNDistinct(rapid.Int64Range(1, 5), 0, 4, rapid.ID).Draw(t, "collections"))) {
		g := catalog.Collection{ID: id, CreatedAt: at, UpdatedAt: at, CollectionFields: catalog.CollectionFields{
			Slug: collectionSlugs[i], Title: rapid.SampledFrom(words).Draw(t, "title"), Status: catalog.CollectionDraft, Tools: []catalog.CollectionTool{},
		}}
		if rapid.Bool().Draw(t, "is published") {
			g.Status, g.PublishedAt = catalog.CollectionPublished, at
		}
		for _, p := range rapid.Permutation(c.Products()).Draw(t, "tools")[:min(len(c.Products()), 2)] {
			g.Tools = append(g.Tools, catalog.CollectionTool{ID: p.ID, Note: "Why"})
		}
		list = append(list, g)
	}
	setList(c, "collections", list...)
}
