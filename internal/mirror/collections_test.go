package mirror_test

import (
	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func init() {
	featureRows = append(featureRows, func(c *archive.Content) {
		set(c, "collections", catalog.Collection{ID: 4, CreatedAt: at, UpdatedAt: at, CollectionFields: catalog.CollectionFields{
			Slug: "best", Title: "Best <b>", Introduction: "![y](/uploads/c.png)", Status: catalog.CollectionPublished, PublishedAt: at,
			Tools: []catalog.CollectionTool{{ID: 9, Note: "Why\n</script>"}},
		}, OldSlugs: []string{"top"}})
	})
	featureUploads = append(featureUploads, "c.png")
	wrong["a former slug of a collection that is no slug"] = changing("collections", func(g *catalog.Collection) { g.OldSlugs = []string{"../x"} })
}
