package pages

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/site"
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
		if body := h.body(path); !strings.Contains(body, "Vitrine") {
			t.Errorf("%s does not name the site: %.300s", path, body)
		}
	}
	h.rename(site.Texts{Name: "Orchestra"})
	for _, path := range paths {
		if body := h.body(path); strings.Contains(body, "Vitrine") || !strings.Contains(body, "Orchestra") {
			t.Errorf("%s names the site as before: %.300s", path, body)
		}
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
	if page.title != `Vitrine – A "tag" & <line>` {
		t.Errorf("title %q", page.title)
	}
	for name, want := range map[string]string{
		"og:title": `Look: <b>tools</b>`, "twitter:title": `Look: <b>tools</b>`, "google-site-verification": "g-1", "yandex-verification": "y-1", "msvalidate.01": "",
	} {
		if got := page.metas[name]; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for _, path := range []string{"/?search=tool", "/category/writing", "/products/tool-1", "/submit"} {
		if page := h.page(path); page.metas["google-site-verification"] != "" || strings.Contains(page.metas["og:title"], "Look") {
			t.Errorf("%s has %v", path, page.metas)
		}
	}
	if card := h.homeCard(h.options.Catalogue.Snapshot()); card.Title != "Tools on stage" || card.Accent != 2 {
		t.Errorf("preview image %+v", card)
	}
}

// A page that Go writes has the heading; hostile texts are text.
func TestPlainTexts(t *testing.T) {
	h := open(t, tools(3), plainOnly)
	h.rename(site.Texts{Name: "<script>x</script>", Hero: `"><img src=x>`, HeroAccent: "{{.}}"})
	body := h.body("/")
	if strings.Contains(body, "<script>x") || strings.Contains(body, "<img src=x") || !strings.Contains(body, "&lt;img src=x&gt; {{.}}") {
		t.Errorf("%.1500s", body)
	}
	var manifest struct{ Name string }
	if err := json.Unmarshal(h.get("/manifest.webmanifest").Body.Bytes(), &manifest); err != nil || manifest.Name != "<script>x</script>" {
		t.Errorf("%v, name %q", err, manifest.Name)
	}
}
