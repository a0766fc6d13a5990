package pages

import (
	"html"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/api"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The description is the repository's, with this site as its server.
func TestDescriptionFile(t *testing.T) {
	w := isFile(t, nil, nil, "/openapi.yaml", "application/yaml")
	rest, ok := strings.CutPrefix(w.Body.String(), string(api.Description))
	if !ok {
		t.Error("it is not the description of the repository")
	}
	storetest.Same(t, "its end", rest, "servers:\n  - url: \"https://tools.example\"\n")
	packed := open(t, nil, nil).get("/openapi.yaml", "Accept-Encoding", "br")
	sent(t, "packed", packed, http.StatusOK, "Content-Encoding", "br", "Vary", "Accept-Encoding")
	if packed.Body.Len() > w.Body.Len()/4 {
		t.Errorf("packed it has %d bytes", packed.Body.Len())
	}
}

// sampleAPI has a call of each kind.
func sampleAPI(o *Options) {
	o.API = API{CallsPerSecond: 7, CallsAtOnce: 70, Calls: []api.Call{
		{Path: "/api/products", Summary: "List products", Params: []api.Param{{Name: "limit", In: "query", Text: "How many", Values: "1 to 100"}}},
		{Path: "/api/products/{x}", Summary: "Get a product", Params: []api.Param{{Name: "x", In: "path", Text: "Number or slug", Required: true}}},
		{Path: "/api/legal-pages/{type}", Summary: "Get a page", Params: []api.Param{{Name: "type", In: "path", Text: "Which", Values: "terms, privacy", Required: true}}},
		{Path: "/api/newsletter/issues/{number}", Summary: "Get an issue", Params: []api.Param{{Name: "number", In: "path", Text: "Which", Required: true}}},
		{Path: "/api/product-cards", Summary: "List these", Params: []api.Param{{Name: "ids", In: "query", Text: "Which", Required: true}}},
	}}
}

// The page about the API says what can be read, with examples that work.
func TestAPIPage(t *testing.T) {
	w := isFile(t, tools(2), sampleAPI, "/api", "text/html; charset=utf-8")
	storetest.Same(t, "Vary", strings.Join(w.Header()["Vary"], "; "), "Accept-Encoding")
	sent(t, "the page", w, http.StatusOK, "Content-Security-Policy", ContentSecurityPolicy)
	text := html.UnescapeString(w.Body.String())
	hasParts(t, "the page", text, "GET /api/products/{x}", "Get a product.", "7 calls a second, and 70 at once", "How many: 1 to 100", "Number or slug (required)",
		"curl 'https://tools.example/api/products?limit=5'", "https://tools.example/api/products/tool-", "https://tools.example/api/legal-pages/terms'", `href="/openapi.yaml"`)
	h := open(t, nil, sampleAPI)
	hasParts(t, "without products", h.body("/api"), "/api/products/name-of-a-tool")
	h.changeSettings(func(s *site.Settings) { s.Issues = []site.Issue{sampleIssue(9), sampleIssue(8)} })
	hasParts(t, "with issues", html.UnescapeString(h.body("/api")), "/api/newsletter/issues/9'", `<h2 id="newsletter-issues-number">GET /api/newsletter/issues/{number}</h2>`)
	h.isHeaded(t, map[string]headline{"/api": {"API – Vitrine", "/api", ""}})
	page := parse(t, w.Body)
	if page.heading != "API" || page.metas["description"] == "" || !slices.Contains(page.links["stylesheet"], "/assets/entry-1.css") {
		t.Errorf("the page is %+v", page)
	}
	if len(page.blocks) != 1 || page.blocks["application/ld+json"] == "" || len(page.links["modulepreload"]) != 0 {
		t.Errorf("it runs the scripts %v, %v", page.blocks, page.links["modulepreload"])
	}
}

// The page lists the projects with their versions and licences, and each text once with the names of its projects.
func TestLicences(t *testing.T) {
	const notices = `{"packages": [{"name": "alpha", "version": "1.2.3", "licences": ["MIT"], "texts": [0]}, {"name": "beta", "version": "v2", "licences": ["BSD-3-Clause", "MIT"], "texts": [1, 0]},
		{"name": "</td><img src=x onerror=alert(1)>", "version": "", "licences": ["ISC"], "texts": []}], "texts": ["Do as you like.", "Name <us>."]}`
	withNotices := func(o *Options) { o.Notices = []byte(notices) }
	w := isFile(t, nil, withNotices, "/about/licences", "text/html; charset=utf-8")
	text := w.Body.String()
	hasParts(t, "the page", text, "<td><a href=\"#part-3\">alpha</a></td>\n<td>1.2.3</td>\n<td>MIT</td>", "<td><a href=\"#part-4\">beta</a></td>\n<td>v2</td>\n<td>BSD-3-Clause, MIT</td>",
		"<h3 id=\"part-3\">alpha, beta</h3>\n<pre tabindex=\"0\"><code>Do as you like.\n</code></pre>", "<h3 id=\"part-4\">beta</h3>\n<pre tabindex=\"0\"><code>Name &lt;us&gt;.\n</code></pre>")
	page := parse(t, strings.NewReader(text))
	page.isHarmless(t, "the page", 0)
	storetest.Same(t, "title, heading and robots", []string{page.title, page.heading, page.metas["robots"]},
		[]string{"Licences – Vitrine", "Licences", "noindex,follow"})
	hasParts(t, "the page about the API", open(t, nil, withNotices).body("/api"), `href="/about/licences"`)
}

// Before the front end has been built nothing was collected, so there is no page.
func TestLicencesMissing(t *testing.T) {
	h := open(t, nil, nil)
	sent(t, "the page", h.get("/about/licences"), http.StatusNotFound)
	lacks(t, "the page about the API", h.body("/api"), "/about/licences")
}

func TestLicencesBad(t *testing.T) {
	for _, bad := range []string{"{", `{"packages": [{"name": "alpha", "texts": [1]}], "texts": ["MIT"]}`, `{"packages": [{"name": "alpha", "texts": [-1]}]}`} {
		if n, err := readNotices([]byte(bad)); err == nil {
			t.Errorf("%s is read as %+v", bad, n)
		}
	}
}
