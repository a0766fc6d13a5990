package compare_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
)

func compared(t *testing.T) *pagestest.Site {
	t.Helper()
	first, second := pagestest.Tool(1, "Alpha <b>|</b>"), pagestest.Tool(2, "Beta")
	first.Slug, second.Slug, second.Type, second.HasDeal = "alpha", "beta", catalog.Premium, true
	second.Categories = []string{"Video"}
	h := pagestest.Open(t, []catalog.Product{first, second}, nil)
	h.ChangeSettings(func(s *site.Settings) { s.Index = site.DefaultValues().Index })
	return h
}

func withVerdict(s *site.Settings) {
	site.Add(s, compare.Verdicts{{Products: "1,2", Text: "Take **Alpha**."}})
}

// A comparison is indexed if it has a verdict or enough facts differ, and the sitemap has it only then.
func TestComparisonIndexed(t *testing.T) {
	h := compared(t)
	const path, title = "/compare/alpha-vs-beta", "Alpha <b>|</b> vs Beta – Vitrine"
	h.IsHeaded(t, map[string]pagestest.Headline{path: {title, path, "noindex,follow"}})
	pagestest.Lacks(t, "the sitemap", h.Body("/sitemap.xml"), path)
	h.ChangeSettings(withVerdict)
	h.IsHeaded(t, map[string]pagestest.Headline{path: {title, path, ""}})
	pagestest.HasParts(t, "the sitemap", h.Body("/sitemap.xml"), path+"</loc>")
	pagestest.HasParts(t, "the description", h.Page(path).Metas["description"], "Compare Alpha <b>|</b> and Beta.", "Beta: premium, video; with a deal.")
}

func TestComparisonTwin(t *testing.T) {
	h := compared(t)
	h.ChangeSettings(withVerdict)
	h.IsTwin(t, "/compare/alpha-vs-beta", `# Alpha \<b\>\|\</b\> vs Beta`, "| Price | Free | Premium |", "| Deal | – | Available |",
		"## Verdict\n\nTake **Alpha**.", "https://tools.example/go/beta")
	pagestest.HasParts(t, "the twin of the product", h.Body("/products/alpha.md"), "https://tools.example/compare/alpha-vs-beta.md")
}

// A comparison has one address: its tools by their present slugs, in the order of the ids.
func TestComparisonAddress(t *testing.T) {
	h := pagestest.Renamed(t, "old")
	h.AnswersWith(t, map[string]string{
		"/compare/chatgpt-vs-editeur-video?a=1": "200",
		"/compare/editeur-video-vs-chatgpt":     "301 /compare/chatgpt-vs-editeur-video",
		"/compare/old-vs-editeur-video":         "301 /compare/chatgpt-vs-editeur-video",
		"/compare/1-vs-2":                       "301 /compare/chatgpt-vs-editeur-video",
		"/compare/ChatGPT-vs-editeur-video/?b=": "301 /compare/chatgpt-vs-editeur-video?b=",
		"/COMPARE/chatgpt-vs-editeur-video":     "308 /compare/chatgpt-vs-editeur-video",
		"/compare?a=editeur-video&b=chatgpt":    "303 /compare/chatgpt-vs-editeur-video",
		"/compare/2-vs-1.md":                    "301 /compare/chatgpt-vs-editeur-video.md",
	})
	pagestest.HasParts(t, "llms.txt", h.Body("/llms.txt"), "`https://tools.example/compare/{slug}-vs-{slug}.md` compares up to 4 tools")
}
