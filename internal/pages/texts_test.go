package pages

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// rename sets texts of the site.
func (h *testSite) rename(texts site.Texts) {
	h.changeSettings(func(s *site.Settings) { s.Texts = texts })
}

// Everything that names the site follows the administrator's name, also what was served before the change.
func TestSiteName(t *testing.T) {
	h := open(t, tools(3), nil)
	h.changeSettings(func(s *site.Settings) { s.Issues = nil })
	paths := []string{
		"/", "/category/writing", "/products/tool-1", "/privacy-policy", "/submit", "/nowhere", "/admin",
		"/opensearch.xml", "/manifest.webmanifest", "/badge/tool-1.svg", "/feed.xml", "/feed.json", "/llms.txt", "/products/tool-1.md",
	}
	for _, path := range paths {
		hasParts(t, path, h.body(path), "Vitrine")
	}
	h.rename(site.Texts{Name: "Orchestra"})
	for _, path := range paths {
		hasParts(t, path, h.body(path), "Orchestra")
		lacks(t, path, h.body(path), "Vitrine")
	}
}

// The home page has the site's tagline, its social title and the tags of search consoles, and no other page has them.
func TestHomeTexts(t *testing.T) {
	h := open(t, tools(3), nil)
	h.changeSettings(func(s *site.Settings) {
		s.Texts = site.Texts{Tagline: `A "tag" & <line>`, SocialTitle: `Look: <b>tools</b>`, Hero: "Tools", HeroAccent: "on stage"}
		s.Verification = site.VerificationTags{Google: "g-1", Yandex: "y-1"}
	})
	page := h.page("/")
	storetest.Same(t, "title", page.title, `Vitrine – A "tag" & <line>`)
	for name, want := range map[string]string{
		"og:title": `Look: <b>tools</b>`, "twitter:title": `Look: <b>tools</b>`, "google-site-verification": "g-1", "yandex-verification": "y-1", "msvalidate.01": "",
	} {
		storetest.Same(t, name, page.metas[name], want)
	}
	for _, path := range []string{"/?search=tool", "/category/writing", "/products/tool-1", "/submit"} {
		metas := h.page(path).metas
		lacks(t, path, metas["og:title"]+metas["google-site-verification"], "Look", "g-1")
	}
	v := h.view()
	a, _ := v.follow("/")
	card := v.cardOf(a, v.headOf(a))
	storetest.Same(t, "the title of the preview, and its accented words", []any{card.Title, card.Accent}, []any{"Tools on stage", 2})
}

// A page that Go writes has the heading; hostile texts are text.
func TestPlainTexts(t *testing.T) {
	h := open(t, tools(3), plainOnly)
	h.rename(site.Texts{Name: "<script>x</script>", Hero: `"><img src=x>`, HeroAccent: "{{.}}"})
	body := h.body("/")
	hasParts(t, "the page", body, "&lt;img src=x&gt; {{.}}")
	lacks(t, "the page", body, "<script>x", "<img src=x")
}
