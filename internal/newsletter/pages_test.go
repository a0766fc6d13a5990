package newsletter_test

import (
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// An issue has its own page, in the archive, the sitemap and llms.txt; an unknown number has none.
func TestIssuePages(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), nil)
	h.ChangeSettings(func(s *site.Settings) { s.Issues = []site.Issue{pagestest.SampleIssue(2), pagestest.SampleIssue(1)} })
	page := h.Page("/newsletter/archive/2")
	storetest.Same(t, "title", page.Title, "Tools <of> the week – Vitrine")
	storetest.Same(t, "description", page.Metas["description"], "Dec 7, 2026, 4 AI tools: Pen, Ink, Brush and more.")
	storetest.Same(t, "alternate", page.Links["alternate"][0], "https://tools.example/newsletter/archive/2.md")
	pagestest.HasParts(t, "the structured data", page.Blocks["application/ld+json"], `"@type":"Article"`, `"datePublished":"2026-12-07T08:00:00Z"`, `"BreadcrumbList"`)
	pagestest.HasParts(t, "the archive's structured data", h.Page("/newsletter/archive").Blocks["application/ld+json"],
		`"numberOfItems":2`, `"url":"https://tools.example/newsletter/archive/1"`)
	pagestest.HasParts(t, "the sitemap", h.Body("/sitemap.xml"),
		"<loc>https://tools.example/newsletter</loc>", "<loc>https://tools.example/newsletter/archive</loc><lastmod>2026-12-07T08:00:00Z</lastmod>",
		"<loc>https://tools.example/newsletter/archive/1</loc><lastmod>2026-11-30T08:00:00Z</lastmod>")
	pagestest.HasParts(t, "llms.txt", h.Body("/llms.txt"),
		"## Newsletter\n\n- [Tools \\<of\\> the week](https://tools.example/newsletter/archive/2.md): Dec 7, 2026\n")
	h.AnswersWith(t, map[string]string{
		"/newsletter/archive/3": "404", "/newsletter/archive/01": "404", "/newsletter/archive/x": "404", "/newsletter/archive/3/preview.png": "404",
		"/newsletter/archive/1/preview.png": "200", "/newsletter/archive/3.md": "404", "/Newsletter/Archive/1.md": "308 /newsletter/archive/1.md",
	})
	storetest.Same(t, "the title of a missing one", h.Page("/newsletter/archive/3").Title, "Issue Not Found – Vitrine")

	before := h.Get("/newsletter/archive").Header().Get("Etag")
	h.ChangeSettings(func(s *site.Settings) { s.Issues = append([]site.Issue{pagestest.SampleIssue(3)}, s.Issues...) })
	h.AnswersWith(t, map[string]string{"/newsletter/archive/3": "200", "/newsletter/archive/3.md": "200"})
	if h.Get("/newsletter/archive").Header().Get("Etag") == before {
		t.Error("the archive stays as it was")
	}
}

// The example on the page about the API is the newest issue.
func TestIssueExample(t *testing.T) {
	h := pagestest.Open(t, nil, pagestest.SampleAPI)
	h.ChangeSettings(func(s *site.Settings) { s.Issues = []site.Issue{pagestest.SampleIssue(9), pagestest.SampleIssue(8)} })
	pagestest.HasParts(t, "the page", html.UnescapeString(h.Body("/api")), "/api/newsletter/issues/9'", `<h2 id="newsletter-issues-number">GET /api/newsletter/issues/{number}</h2>`)
}

// An issue's Markdown twin has what the issue has.
func TestIssueTwin(t *testing.T) {
	pagestest.Library(t).IsTwin(t, "/newsletter/archive/1",
		"# Tools \\<of\\> the week\n\nIssue 1 of Nov 30, 2026.\n\n<p>Hello <strong>all</strong>.</p>\n\n",
		"## New tools\n\n- [Pen](https://tools.example/products/chatgpt.md): What Pen does.\n", "## Deals\n\n- Paper: What Paper does.\n",
		"[This issue](https://tools.example/newsletter/archive/1), in the [archive of Vitrine](https://tools.example/newsletter/archive).")
}

// Where the front end cannot be rendered, Go writes the archive and its issues.
func TestPlainIssues(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(3), pagestest.PlainOnly)
	pagestest.HasParts(t, "the empty archive", h.Page("/newsletter/archive").Root, "Past newsletter issues", "No issue has been sent yet.")
	h.ChangeSettings(func(s *site.Settings) { s.Issues = []site.Issue{pagestest.SampleIssue(1)} })
	archive := h.Page("/newsletter/archive")
	pagestest.HasParts(t, "the archive", archive.Root, "Tools <of> the week", "Issue 1 · Nov 30, 2026")
	pagestest.HasParts(t, "its links", strings.Join(archive.Links["a"], " "), "/newsletter/archive/1 ")
	issue := h.Page("/newsletter/archive/1")
	pagestest.HasParts(t, "the issue", issue.Root, "Tools <of> the week", "Hello all.", "New tools", "Pen", "What Pen does.", "Deals", "Paper")
	links := strings.Join(issue.Links["a"], " ")
	pagestest.HasParts(t, "its links", links, "/products/tool-1")
	pagestest.Lacks(t, "its links, with a tool that was deleted since", links+issue.Root, "paper")
	pagestest.HasParts(t, "a missing issue", h.Page("/newsletter/archive/2").Root, "Issue Not Found")
}

// A visit that comes from a newsletter issue counts for the issue, if it was sent and has the product.
func TestGoFromIssue(t *testing.T) {
	var seen []string
	h := pagestest.Open(t, pagestest.Tools(2), func(o *pagestest.Options) {
		o.VisitedFromIssue = func(_ *http.Request, product, issue int64) {
			seen = append(seen, fmt.Sprint("visit ", product, " from issue ", issue))
		}
	})
	h.ChangeSettings(func(s *site.Settings) {
		s.Issues = []site.Issue{{Number: 4, IssueContent: site.IssueContent{Sections: []site.IssueSection{
			{Kind: site.NewProducts, Products: []site.IssueProduct{{ID: 9}}}, {Kind: site.Deals, Products: []site.IssueProduct{{ID: 1}}},
		}}}}
	})
	for _, target := range []string{"/go/1?from=issue-4", "/go/2?from=issue-4", "/go/1?from=issue-5", "/go/1?from=4", "/go/1?from=issue-", "/go/1?from=issue-99999999999999999999"} {
		storetest.Same(t, target, h.Get(target).Code, http.StatusFound)
	}
	storetest.Same(t, "counted", seen, []string{"visit 1 from issue 4"})
}
