package directory_test

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
)

// A product that visitors don't see is unknown to them, not gone. An administrator sees its page, which nothing keeps.
func TestProductPreview(t *testing.T) {
	list := pagestest.Tools(3)
	list[0].Status, list[0].Slug = catalog.Hidden, "quiet"
	h := pagestest.Open(t, list, func(o *pagestest.Options) {
		o.IsAdministrator = func(r *http.Request) bool { return r.Header.Get("Cookie") == "sid=1" }
		o.Renderer = pagestest.Pool(t, `globalThis.vitrine = {
			needs: () => JSON.stringify(["/api/site", "/api/products/quiet", "/api/products/quiet/similar"]),
			render: (json) => { const { answers } = JSON.parse(json); return "<h1>" + answers["/api/products/quiet"].body.name + answers["/api/products/quiet/similar"].body.length + answers["/api/products/quiet"].body.status + "</h1>"; },
		}`)
	})
	for _, path := range []string{"/products/quiet", "/products/quiet.md", "/alternatives/quiet"} {
		pagestest.Sent(t, path, h.Get(path), http.StatusNotFound, "Location", "")
	}
	pagestest.Lacks(t, "the sitemap", h.Body("/sitemap.xml"), "quiet")
	for range 2 {
		shown := h.Get("/products/quiet", "Cookie", "sid=1")
		pagestest.Sent(t, "the preview", shown, http.StatusOK, "Cache-Control", "no-store")
		pagestest.HasParts(t, "the preview", shown.Body.String(), "<h1>"+list[0].Name+"2hidden</h1>", "<title>Preview: "+list[0].Name, `<meta name="robots" content="noindex`)
		pagestest.Sent(t, "for visitors", h.Get("/products/quiet"), http.StatusNotFound, "Location", "")
	}
}
