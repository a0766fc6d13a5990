package crawler_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/crawler"
)

// publicURL is the origin of the test's site in its own links.
const publicURL = "https://tools.example"

// indexed returns a page that may be indexed, with links.
func indexed(path string, links ...string) string {
	var body strings.Builder
	for _, link := range links {
		fmt.Fprintf(&body, "<a href=%q>x</a>", link)
	}
	return fmt.Sprintf(`<!doctype html><title>%s</title><meta name="description" content="About %s"><link rel="canonical" href="%s%s"><h1>%s</h1>%s`,
		path, path, publicURL, path, path, body.String())
}

// serve serves pages by path; one that begins with "→" redirects.
func serve(t *testing.T, pages map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, found := pages[r.URL.RequestURI()]
		target, moved := strings.CutPrefix(text, "→")
		switch {
		case moved:
			http.Redirect(w, r, target, http.StatusFound)
		case !found:
			http.NotFound(w, r)
		case strings.HasPrefix(text, "<!doctype"):
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(text))
		default:
			w.Header().Set("Content-Type", "application/xml")
			_, _ = w.Write([]byte(text))
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func urlset(paths ...string) string {
	return "<urlset><url><loc>" + publicURL + strings.Join(paths, "</loc></url><url><loc>"+publicURL) + "</loc></url></urlset>"
}

func crawl(t *testing.T, pages map[string]string) *crawler.Report {
	t.Helper()
	report, err := crawler.Crawl(t.Context(), serve(t, pages), publicURL, 100)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// A site in order has no problems. Depths are the fewest clicks; a page counts once for each page that links to it.
func TestCrawl(t *testing.T) {
	report := crawl(t, map[string]string{
		"/":              indexed("/", "/list", "/list#part", publicURL+"/products/a", "/saved", "/go/a", "https://other.example/x", "mailto:a@b.example"),
		"/list":          indexed("/list", "/products/a", "/products/a", "/products/b", "/list", ""),
		"/products/a":    indexed("/products/a", "/products/b") + `<link rel="alternate" href="/feed.xml"><svg><title>Icon</title></svg>`,
		"/products/b":    indexed("/products/b", "/old"),
		"/old":           "→/list",
		"/go/a":          "→https://a.example/",
		"/saved":         `<!doctype html><title>Saved</title><meta name="robots" content="noindex"><h1>a</h1><h1>b</h1><a href="/nowhere">x</a>`,
		"/feed.xml":      "<feed/>",
		"/sitemap.xml":   "<sitemapindex><sitemap><loc>" + publicURL + "/sitemap-1.xml</loc></sitemap><sitemap><loc>" + publicURL + "/sitemap-2.xml</loc></sitemap></sitemapindex>",
		"/sitemap-1.xml": urlset("/", "/list"), "/sitemap-2.xml": urlset("/products/a", "/products/b"),
	})
	if len(report.Problems) > 0 {
		t.Errorf("the report has problems:\n%s", report)
	}
	if report.Read != 8 || report.Indexed != 4 || report.NoIndex != 1 || !slices.Equal(report.Depth, []int{1, 2, 1}) || !slices.Equal(report.Inbound, []int{2, 2}) {
		t.Errorf("the report is %+v", report)
	}
}

// Each kind of problem is found, with its address.
func TestCrawlProblems(t *testing.T) {
	long := map[string]string{"/": "", "/1": "→/2", "/2": "→/3", "/3": indexed("/3"), "/circle": "→/circle"}
	long["/"] = indexed("/", "/1", "/circle", "/3")
	for _, test := range []struct {
		kind, address string
		pages         map[string]string
	}{
		{crawler.Orphan, "/alone", map[string]string{"/": indexed("/"), "/alone": indexed("/alone"), "/sitemap.xml": urlset("/", "/alone")}},
		{crawler.Unlisted, "/a", map[string]string{"/": indexed("/", "/a"), "/a": indexed("/a"), "/sitemap.xml": urlset("/")}},
		{crawler.ListedWrongly, "/a", map[string]string{"/": indexed("/", "/a"), "/a": indexed("/a") + `<meta name="robots" content="noindex">`, "/sitemap.xml": urlset("/", "/a")}},
		{crawler.ListedWrongly, "/, twice", map[string]string{"/": indexed("/"), "/sitemap.xml": urlset("/", "/")}},
		{crawler.ListedWrongly, "/a", map[string]string{"/": indexed("/", "/a"), "/a": indexed("/b"), "/sitemap.xml": urlset("/", "/a")}},
		{crawler.Missing, "/a answers 404", map[string]string{"/": indexed("/", "/a"), "/sitemap.xml": urlset("/")}},
		{crawler.RedirectChain, "/1", long},
		{crawler.RedirectChain, "/circle", long},
		{crawler.Headings, "/a has 2", map[string]string{"/": indexed("/", "/a"), "/a": indexed("/a") + "<h1>b</h1>", "/sitemap.xml": urlset("/", "/a")}},
		{crawler.NoTitle, "/a", map[string]string{"/": indexed("/", "/a"), "/a": strings.Replace(indexed("/a"), "<title>/a</title>", "", 1), "/sitemap.xml": urlset("/", "/a")}},
		{crawler.SameTitle, "/a and /", map[string]string{"/": indexed("/", "/a"), "/a": strings.Replace(indexed("/a"), "<title>/a", "<title>/", 1), "/sitemap.xml": urlset("/", "/a")}},
		{crawler.NoDescription, "/a", map[string]string{"/": indexed("/", "/a"), "/a": strings.Replace(indexed("/a"), "About /a", "", 1), "/sitemap.xml": urlset("/", "/a")}},
		{crawler.SameDescription, "/a and /", map[string]string{"/": indexed("/", "/a"), "/a": strings.Replace(indexed("/a"), "About /a", "About /", 1), "/sitemap.xml": urlset("/", "/a")}},
		{crawler.ForeignCanonical, "/a", map[string]string{"/": indexed("/", "/a"), "/a": indexed("/") + `<meta name="robots" content="noindex">`, "/sitemap.xml": urlset("/")}},
	} {
		if test.pages["/sitemap.xml"] == "" {
			test.pages["/sitemap.xml"] = urlset("/", "/3")
		}
		report := crawl(t, test.pages)
		if !slices.Contains(report.Problems[test.kind], test.address) || report.Count(test.kind) != len(report.Problems[test.kind]) {
			t.Errorf("%s: %s is not found, but\n%s", test.kind, test.address, report)
		}
	}
}

// A crawl ends at its limit of addresses, and without a sitemap.
func TestCrawlFails(t *testing.T) {
	pages := map[string]string{"/": indexed("/", "/a", "/b"), "/a": indexed("/a"), "/b": indexed("/b")}
	if _, err := crawler.Crawl(t.Context(), serve(t, pages), publicURL, 100); err == nil || err.Error() != "/sitemap.xml answers 404" {
		t.Errorf("without a sitemap: %v", err)
	}
	if _, err := crawler.Crawl(t.Context(), serve(t, pages), publicURL, 2); err == nil || err.Error() != "the site has more than 2 URLs" {
		t.Errorf("with more addresses than the limit: %v", err)
	}
}
