package generator_test

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/pagestest"
)

// The page is titled and described, and its plain page, to which the menu leads, says what it is.
func TestGeneratorPage(t *testing.T) {
	const path = "/veo3-generator"
	h := pagestest.Open(t, nil, nil)
	h.IsHeaded(t, map[string]pagestest.Headline{path + "?utm_source=x": {"VEO 3 Script Generator – Vitrine", path, ""}})
	page := h.Page(path)
	pagestest.HasParts(t, "the description", page.Metas["description"], "Create professional JSON prompts for VEO 3")
	pagestest.HasParts(t, "the structured data", page.Blocks["application/ld+json"], `"@type":"WebApplication"`, `"name":"VEO 3 Script Generator"`)
	pagestest.HasParts(t, "the sitemap", h.Body("/sitemap.xml"), "<loc>https://tools.example"+path+"</loc>")
	pagestest.Sent(t, "its image", h.Get(path+"/preview.png"), http.StatusOK, "Content-Type", "image/png")

	broken := pagestest.Open(t, nil, pagestest.PlainOnly)
	pagestest.HasParts(t, "the plain page", broken.Page(path).Main, "VEO 3 Script Generator", "Create professional JSON prompts")
	pagestest.HasParts(t, "the menu of the plain home page", broken.Body("/"), `<a href="/veo3-generator">VEO 3 Generator</a>`)
}
