package pages

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// writers are six tools for the same, the first with the given name.
func writers(name string) []catalog.Product {
	list := tools(6)
	list[0].Name, list[0].Slug, list[0].Type = name, "first", catalog.Premium
	list[5].HasDeal = true
	return list
}

// The head of a page of alternatives is made from facts.
func TestAlternativesHead(t *testing.T) {
	h := open(t, writers("First"), nil)
	h.changeSettings(func(s *site.Settings) { s.Index.Alternatives = 5 })
	h.isHeaded(t, map[string]headline{"/alternatives/first": {"5 alternatives to First – Vitrine", "/alternatives/first", ""}})
	storetest.Same(t, "description", h.page("/alternatives/first").metas["description"],
		"5 alternatives to First: Tool 2, Tool 3, Tool 4 and more. First is premium; 5 of these 5 are free or freemium. 1 of these 5 comes with a deal; First doesn't.")
	hasParts(t, "the structured data", h.body("/alternatives/first"), `"@type":"ItemList"`, `"numberOfItems":5`,
		`"@type":"BreadcrumbList"`, `"item":"https://tools.example/products/first","name":"First"`, `"item":"https://tools.example/alternatives/first","name":"Alternatives"`)
	hasParts(t, "the sitemap", h.body("/sitemap.xml"), "<loc>https://tools.example/alternatives/first</loc>")
	sent(t, "its image", h.get("/alternatives/first/preview.png"), http.StatusOK, "Content-Type", "image/png")
}

// A page with fewer alternatives than the setting says is not for search engines, nor one of a tool that is not.
func TestFewAlternatives(t *testing.T) {
	h := open(t, writers("First")[:5], nil)
	h.changeSettings(func(s *site.Settings) { s.Index.Alternatives = 5 })
	page := h.page("/alternatives/first")
	storetest.Same(t, "status and image", []any{page.status, page.metas["og:image"]}, []any{http.StatusOK, ""})
	h.isHeaded(t, map[string]headline{"/alternatives/first": {"4 alternatives to First – Vitrine", "", "noindex,follow"}})
	lacks(t, "the sitemap", h.body("/sitemap.xml"), "/alternatives/")
	h.changeSettings(func(s *site.Settings) { s.Index.Alternatives = 4 })
	storetest.Same(t, "robots with a lower limit", h.page("/alternatives/first").metas["robots"], "")
	h.changeSettings(func(s *site.Settings) { s.Index.Description = 1000 })
	storetest.Same(t, "robots of a tool that is not indexable", h.page("/alternatives/first").metas["robots"], "noindex,follow")
}

// The twin says what the page says, whatever the texts are.
func TestAlternativesTexts(t *testing.T) {
	list := writers("N" + hostile)
	list[1].Description, list[1].Name = "D"+hostile, "O"+hostile
	h := open(t, list, nil)
	h.isTwin(t, "/alternatives/first", "# 5 alternatives to N\\</script\\>", "- N\\</script\\>",
		"is premium; 5 of these 5 are free or freemium.",
		"## [Tool 3](https://tools.example/products/tool-3.md)\n\nWhat Tool 3 does.\n\n- In common: Writing\n- Different: Free instead of Premium\n",
		"- Different: Free instead of Premium · Has a deal\n", "[This page](https://tools.example/alternatives/first)")
	open(t, writers("First")[:1], nil).isTwin(t, "/alternatives/first", "# Alternatives to First\n")
}
