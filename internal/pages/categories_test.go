package pages

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The list of all categories says in its head and on its plain page what the catalogue has.
func TestCategories(t *testing.T) {
	video := tool(2, "Runway")
	video.Categories = []string{"Video <b>"}
	products := []catalog.Product{tool(1, "ChatGPT"), video}
	page := open(t, products, nil).page("/categories")
	storetest.Same(t, "the description", page.metas["description"], "2 AI tools in 2 categories on Vitrine, from A to Z. The largest: Video <b>, Writing.")
	hasParts(t, "its data", page.blocks["application/ld+json"], `"ItemList"`, `"numberOfItems":2`, `"https://tools.example/category/video-b"`,
		`"BreadcrumbList"`, `"name":"Categories"`)
	plain := open(t, products, plainOnly).page("/categories")
	hasParts(t, "the plain page", plain.root, "AI tool categories", "Video <b>: 1 tool: 1 free")
	hasParts(t, "its links", strings.Join(plain.links["a"], " "), "/category/video-b", "/category/writing", "/categories")
	empty := open(t, nil, plainOnly).page("/categories")
	storetest.Same(t, "the description without a category", empty.metas["description"], "A directory of AI tools by category.")
	storetest.Same(t, "the heading without a category", empty.heading, "AI tool categories")
	lacks(t, "the data without a category", empty.blocks["application/ld+json"], "ItemList")
}
