package alternatives_test

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// writers are six tools for the same, the first with the given name.
func writers(name string) []catalog.Product {
	list := pagestest.Tools(6)
	list[0].Name, list[0].Slug, list[0].Type = name, "first", catalog.Premium
	list[5].HasDeal = true
	return list
}

// The head of a page of alternatives is made from facts.
func TestAlternativesHead(t *testing.T) {
	h := pagestest.Open(t, writers("First"), nil)
	h.ChangeSettings(func(s *site.Settings) { s.Index.Alternatives = 5 })
	h.IsHeaded(t, map[string]pagestest.Headline{"/alternatives/first": {"5 alternatives to First – Vitrine", "/alternatives/first", ""}})
	storetest.Same(t, "description", h.Page("/alternatives/first").Metas["description"],
		"5 alternatives to First: Tool 2, Tool 3, Tool 4 and more. First is a paid tool; Tool 2, Tool 3, Tool 4 and 2 more are free.")
	pagestest.HasParts(t, "the structured data", h.Body("/alternatives/first"), `"@type":"ItemList"`, `"numberOfItems":5`,
		`"@type":"BreadcrumbList"`, `"item":"https://tools.example/products/first","name":"First"`, `"item":"https://tools.example/alternatives/first","name":"Alternatives"`)
	pagestest.HasParts(t, "the sitemap", h.Body("/sitemap.xml"), "<loc>https://tools.example/alternatives/first</loc>")
	pagestest.Sent(t, "its image", h.Get("/alternatives/first/preview.png"), http.StatusOK, "Content-Type", "image/png")
}

// A page with fewer alternatives than the setting says is not for search engines, nor one of a tool that is not.
func TestFewAlternatives(t *testing.T) {
	h := pagestest.Open(t, writers("First")[:5], nil)
	h.ChangeSettings(func(s *site.Settings) { s.Index.Alternatives = 5 })
	page := h.Page("/alternatives/first")
	storetest.Same(t, "status and image", []any{page.Status, page.Metas["og:image"]}, []any{http.StatusOK, ""})
	h.IsHeaded(t, map[string]pagestest.Headline{"/alternatives/first": {"4 alternatives to First – Vitrine", "", "noindex,follow"}})
	pagestest.Lacks(t, "the sitemap", h.Body("/sitemap.xml"), "/alternatives/")
	h.ChangeSettings(func(s *site.Settings) { s.Index.Alternatives = 4 })
	storetest.Same(t, "robots with a lower limit", h.Page("/alternatives/first").Metas["robots"], "")
	h.ChangeSettings(func(s *site.Settings) { s.Index.Description = 1000 })
	storetest.Same(t, "robots of a tool that is not indexable", h.Page("/alternatives/first").Metas["robots"], "noindex,follow")
}

// The twin says what the page says, whatever the texts are.
func TestAlternativesTexts(t *testing.T) {
	list := writers("N" + pagestest.Hostile)
	list[1].Description, list[1].Name = "D"+pagestest.Hostile, "O"+pagestest.Hostile
	h := pagestest.Open(t, list, nil)
	h.IsTwin(t, "/alternatives/first", "# 5 alternatives to N\\</script\\>", " is a paid tool; O", "\n\nTool 6 has a deal right now.\n\n",
		"## [Tool 3](https://tools.example/products/tool-3.md)\n\nWhat Tool 3 does.\n\n- In common: Writing\n- Different: Free\n",
		"- Different: Free · Deal\n", "[This page](https://tools.example/alternatives/first)")
	pagestest.Open(t, writers("First")[:1], nil).IsTwin(t, "/alternatives/first", "# Alternatives to First\n")
}

// An editor's introduction is above the alternatives. What people say who need the tool is nowhere.
func TestAlternativesIntroduction(t *testing.T) {
	list := writers("First")
	list[0].AlternativesIntroduction, list[0].Phrases = "For those who write alone.\nOr <b>together</b>.", []string{"i need a pen pal"}
	h := pagestest.Open(t, list, nil)
	h.IsTwin(t, "/alternatives/first", "# 5 alternatives to First", "\n\nFor those who write alone.  \nOr \\<b\\>together\\</b\\>.\n\nFirst is a paid tool")
	for _, path := range []string{"/alternatives/first.md", "/products/first.md"} {
		pagestest.Lacks(t, path, h.Body(path), "pen pal")
	}
}

// A page of alternatives has one address: its tool by its present slug.
func TestAlternativesAddress(t *testing.T) {
	h := pagestest.Renamed(t, "old")
	h.AnswersWith(t, map[string]string{
		"/alternatives/1":                    "308 /alternatives/chatgpt",
		"/Alternatives/ChatGPT/?utm_source=": "308 /alternatives/chatgpt?utm_source=",
		"/alternatives/1.md":                 "308 /alternatives/chatgpt.md",
		"/alternatives/Old":                  "301 /alternatives/chatgpt",
		"/alternatives/old.md":               "301 /alternatives/chatgpt.md",
	})
}
