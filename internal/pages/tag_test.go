package pages

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// taggedTools returns so many products that have these tags.
func taggedTools(count int, tags ...string) []catalog.Product {
	list := tools(count)
	for i := range list {
		list[i].Tags = tags
	}
	return list
}

// A tag that enough products have has a page at its slug. One with the name of a category leads to that.
func TestTagAddress(t *testing.T) {
	products := taggedTools(97, "Open-Source", "Writing")
	for i := range 7 {
		products[i].Tags = append([]string{"rare"}, products[i].Tags...)
	}
	h := open(t, products, nil)
	h.answersWith(t, map[string]string{
		"/tag/open-source":                    "200",
		"/tag/open-source?pricing=Free":       "200",
		"/tag/open-source/page/2":             "200",
		"/tag/open-source/page/3":             "200",
		"/tag/open-source/page/1":             "308 /tag/open-source",
		"/tag/Open-Source":                    "308 /tag/open-source",
		"/TAG/open%20source/?utm_source=x":    "308 /tag/open-source?utm_source=x",
		"/tag/writing":                        "301 /category/writing",
		"/tag/WRITING?sort=name":              "301 /category/writing?sort=name",
		"/?tag=open-source":                   "200",
		"/tag/open-source/feed.xml":           "200",
		"/tag/open-source/feed.json?search=x": "200",
		"/tag/Open-Source/feed.xml":           "308 /tag/open-source/feed.xml",
		"/tag/writing/feed.xml":               "301 /category/writing/feed.xml",
		"/tag/writing.md":                     "301 /category/writing.md",
		"/tag/open-source/preview.png":        "200",
	})
	h.areMissing(t, "/tag", "/tag/", "/tag/nothing", "/tag/%00", "/tag/open-source/page/4", "/tag/rare", "/tag/rare/feed.xml", "/tag/rare/preview.png")
}

func TestTagPage(t *testing.T) {
	products := taggedTools(60, "Open-Source")
	h := open(t, products, nil)
	h.isHeaded(t, map[string]headline{
		"/tag/open-source":                  {"AI tools tagged Open-Source – Vitrine", "/tag/open-source", ""},
		"/tag/open-source?sort=latest":      {"AI tools tagged Open-Source – Vitrine", "/tag/open-source", ""},
		"/?tag=open-source":                 {"AI tools tagged Open-Source – Vitrine", "/tag/open-source", ""},
		"/tag/open-source/page/2":           {"AI tools tagged Open-Source, page 2 – Vitrine", "/tag/open-source/page/2", ""},
		"/category/writing?tag=open-source": {"Writing AI tools – Vitrine", "/category/writing", ""},
		"/tag/open-source?search=tool":      {"“tool” – Vitrine", "/tag/open-source", "noindex,follow"},
		"/?tag=nothing":                     {"No tools found – Vitrine", "/", "noindex,follow"},
	})
	page := h.page("/tag/open-source")
	hasParts(t, "the description", page.metas["description"], "60 AI tools tagged Open-Source: 60 free.")
	hasParts(t, "the data", page.blocks["application/ld+json"], `"ItemList"`, `"numberOfItems":60`)
	storetest.Same(t, "the breadcrumb", h.breadcrumbOf("/tag/open-source/page/2"),
		"1 Home /, 2 Tags /categories#tags, 3 Open-Source /tag/open-source, 4 Page 2 /tag/open-source/page/2")
	hasParts(t, "the feed", h.body("/tag/open-source/feed.xml"), "New tools tagged Open-Source – Vitrine", "https://tools.example/products/tool-60")
	hasParts(t, "the sitemap", h.body("/sitemap.xml"), "<loc>https://tools.example/tag/open-source</loc>", "<loc>https://tools.example/tag/open-source/page/2</loc>")
	hasParts(t, "llms.txt", h.body("/llms.txt"), "## Tags\n\n- [Open-Source](https://tools.example/tag/open-source.md): 60 tools\n")

	broken := open(t, products, plainOnly)
	plain := broken.page("/tag/open-source")
	storetest.Same(t, "the heading of the plain page", plain.heading, "AI tools tagged Open-Source")
	hasParts(t, "its links", strings.Join(plain.links["next"], " ")+strings.Join(plain.links["a"], " "), "/tag/open-source/page/2")
	hasParts(t, "the list of all categories", broken.body("/categories"), `<h2 id="tags">Tags</h2>`)
	for _, target := range []string{"/products/1", "/categories"} {
		hasParts(t, "the links of "+target, strings.Join(broken.page(target).links["a"], " "), "/tag/open-source")
	}
}
