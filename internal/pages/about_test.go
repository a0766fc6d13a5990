package pages_test

import (
	"html"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/api"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The description is the repository's, with this site as its server.
func TestDescriptionFile(t *testing.T) {
	w := pagestest.IsFile(t, nil, nil, "/openapi.yaml", "application/yaml")
	rest, ok := strings.CutPrefix(w.Body.String(), string(api.Description))
	if !ok {
		t.Error("it is not the description of the repository")
	}
	storetest.Same(t, "its end", rest, "servers:\n  - url: \"https://tools.example\"\n")
	packed := pagestest.Open(t, nil, nil).Get("/openapi.yaml", "Accept-Encoding", "br")
	pagestest.Sent(t, "packed", packed, http.StatusOK, "Content-Encoding", "br", "Vary", "Accept-Encoding")
	if packed.Body.Len() > w.Body.Len()/4 {
		t.Errorf("packed it has %d bytes", packed.Body.Len())
	}
}

// The page about the API says what can be read, with examples that work.
func TestAPIPage(t *testing.T) {
	w := pagestest.IsFile(t, pagestest.Tools(2), pagestest.SampleAPI, "/api", "text/html; charset=utf-8")
	storetest.Same(t, "Vary", strings.Join(w.Header()["Vary"], "; "), "Accept-Encoding")
	pagestest.Sent(t, "the page", w, http.StatusOK, "Content-Security-Policy", pages.ContentSecurityPolicy)
	text := html.UnescapeString(w.Body.String())
	pagestest.HasParts(t, "the page", text, "GET /api/products/{x}", "Get a product.", "7 calls a second, and 70 at once", "How many: 1 to 100", "Number or slug (required)",
		"curl 'https://tools.example/api/products?limit=5'", "https://tools.example/api/products/tool-", "https://tools.example/api/legal-pages/terms'", `href="/openapi.yaml"`)
	h := pagestest.Open(t, nil, pagestest.SampleAPI)
	pagestest.HasParts(t, "without products", h.Body("/api"), "/api/products/name-of-a-tool")
	h.IsHeaded(t, map[string]pagestest.Headline{"/api": {"API – Vitrine", "/api", ""}})
	page := pagestest.Parse(t, w.Body)
	if page.Heading != "API" || page.Metas["description"] == "" || !slices.Contains(page.Links["stylesheet"], "/assets/entry-1.css") {
		t.Errorf("the page is %+v", page)
	}
	if len(page.Blocks) != 1 || page.Blocks["application/ld+json"] == "" || len(page.Links["modulepreload"]) != 0 {
		t.Errorf("it runs the scripts %v, %v", page.Blocks, page.Links["modulepreload"])
	}
}

// The page lists the projects with their versions and licenses, and each text once with the names of its projects.
func TestLicences(t *testing.T) {
	const notices = `{"packages": [{"name": "alpha", "version": "1.2.3", "licences": ["MIT"], "texts": [0]}, {"name": "beta", "version": "v2", "licences": ["BSD-3-Clause", "MIT"], "texts": [1, 0]},
		{"name": "</td><img src=x onerror=alert(1)>", "version": "", "licences": ["ISC"], "texts": []}], "texts": ["Do as you like.", "Name <us>."]}`
	withNotices := func(o *pagestest.Options) { o.Notices = []byte(notices) }
	w := pagestest.IsFile(t, nil, withNotices, "/about/licences", "text/html; charset=utf-8")
	text := w.Body.String()
	pagestest.HasParts(t, "the page", text, "<td><a href=\"#part-3\">alpha</a></td>\n<td>1.2.3</td>\n<td>MIT</td>", "<td><a href=\"#part-4\">beta</a></td>\n<td>v2</td>\n<td>BSD-3-Clause, MIT</td>",
		"<h3 id=\"part-3\">alpha, beta</h3>\n<pre tabindex=\"0\"><code>Do as you like.\n</code></pre>", "<h3 id=\"part-4\">beta</h3>\n<pre tabindex=\"0\"><code>Name &lt;us&gt;.\n</code></pre>")
	page := pagestest.Parse(t, strings.NewReader(text))
	page.IsHarmless(t, "the page", 0)
	storetest.Same(t, "title, heading and robots", []string{page.Title, page.Heading, page.Metas["robots"]},
		[]string{"Licenses – Vitrine", "Licenses", "noindex,follow"})
	pagestest.HasParts(t, "the page about the API", pagestest.Open(t, nil, withNotices).Body("/api"), `href="/about/licences"`)
}

// Before the front end has been built nothing was collected, so there is no page.
func TestLicencesMissing(t *testing.T) {
	h := pagestest.Open(t, nil, nil)
	pagestest.Sent(t, "the page", h.Get("/about/licences"), http.StatusNotFound)
	pagestest.Lacks(t, "the page about the API", h.Body("/api"), "/about/licences")
}

func TestLicencesBad(t *testing.T) {
	for _, bad := range []string{"{", `{"packages": [{"name": "alpha", "texts": [1]}], "texts": ["MIT"]}`, `{"packages": [{"name": "alpha", "texts": [-1]}]}`} {
		if n, err := pages.ReadNotices([]byte(bad)); err == nil {
			t.Errorf("%s is read as %+v", bad, n)
		}
	}
}
