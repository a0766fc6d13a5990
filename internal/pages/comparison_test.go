package pages

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

func compared(t *testing.T) *testSite {
	t.Helper()
	first, second := tool(1, "Alpha <b>|</b>"), tool(2, "Beta")
	first.Slug, second.Slug, second.Type, second.HasDeal = "alpha", "beta", catalog.Premium, true
	second.Categories = []string{"Video"}
	h := open(t, []catalog.Product{first, second}, nil)
	h.changeSettings(func(s *site.Settings) { s.Index = site.DefaultValues().Index })
	return h
}

func withVerdict(s *site.Settings) {
	s.Verdicts = []site.Verdict{{Products: "1,2", Text: "Take **Alpha**."}}
}

// A comparison is indexed if it has a verdict or enough facts differ, and the sitemap has it only then.
func TestComparisonIndexed(t *testing.T) {
	h := compared(t)
	const path, title = "/compare/alpha-vs-beta", "Alpha <b>|</b> vs Beta – Vitrine"
	h.isHeaded(t, map[string]headline{path: {title, path, "noindex,follow"}})
	lacks(t, "the sitemap", h.body("/sitemap.xml"), path)
	h.changeSettings(withVerdict)
	h.isHeaded(t, map[string]headline{path: {title, path, ""}})
	hasParts(t, "the sitemap", h.body("/sitemap.xml"), path+"</loc>")
	hasParts(t, "the description", h.page(path).metas["description"], "Compare Alpha <b>|</b> and Beta.", "Beta: premium, video; with a deal.")
}

func TestComparisonTwin(t *testing.T) {
	h := compared(t)
	h.changeSettings(withVerdict)
	h.isTwin(t, "/compare/alpha-vs-beta", `# Alpha \<b\>\|\</b\> vs Beta`, "| Price | Free | Premium |", "| Deal | – | Available |",
		"## Verdict\n\nTake **Alpha**.", "https://tools.example/go/beta")
	hasParts(t, "the twin of the product", h.body("/products/alpha.md"), "https://tools.example/compare/alpha-vs-beta.md")
}
