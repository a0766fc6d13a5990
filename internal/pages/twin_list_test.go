package pages

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The lists have Markdown twins, which their pages and each other name.
func TestListTwins(t *testing.T) {
	products := taggedTools(twinTools+1, "Open *Source*")
	h := open(t, products, nil)
	h.answersWith(t, map[string]string{
		"/categories.md":        "200",
		"/category/writing.md":  "200",
		"/category/Writing.md":  "308 /category/writing.md",
		"/category/nothing.md":  "404",
		"/category/.md":         "404",
		"/tag/open-source.md":   "200",
		"/tag/Open%20source.md": "308 /tag/open-source.md",
		"/tag/nothing.md":       "404",
	})
	for page, parts := range map[string][]string{
		"/categories":       {"# AI tool categories", "[Writing](https://tools.example/category/writing.md): 201 tools: 201 free", `[Open \*Source\*](https://tools.example/tag/open-source.md): 201 tools`},
		"/category/writing": {"# Writing AI tools", "201 AI tools: 201 free.", "[Tool 201](https://tools.example/products/tool-201.md)", "(https://tools.example/api/products?category=writing&amp;limit=100)"},
		"/tag/open-source":  {`# AI tools tagged Open \*Source\*`, "These are the first 200.", "(https://tools.example/api/products?limit=100&amp;tag=open-source)"},
	} {
		h.isTwin(t, page, parts[0], append(parts, "[This page](https://tools.example"+page+")")...)
		hasParts(t, "the alternates of "+page, strings.Join(h.page(page).links["alternate"], " "), "https://tools.example"+page+".md")
	}
	storetest.Same(t, "tools that the twin names", strings.Count(h.body("/tag/open-source.md"), "\n- "), twinTools)
	hasParts(t, "llms.txt", h.body("/llms.txt"), "https://tools.example/categories.md", "`/tag/{slug}.md`")
}
