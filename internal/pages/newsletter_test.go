package pages

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// sampleIssue is an issue of the newsletter with two sections.
func sampleIssue(number int64) site.Issue {
	product := func(id int64, name string) site.IssueProduct {
		return site.IssueProduct{
			ID: id, Slug: strings.ToLower(name), Name: name, Description: "What " + name + " does.", Type: "Free",
			Categories: []site.IssueCategory{{ID: 1, Name: "Writing"}},
		}
	}
	return site.Issue{
		Number: number, Cadence: "weekly", Subject: "Tools <of> the week",
		IssueContent: site.IssueContent{Intro: "<p>Hello <strong>all</strong>.</p>", Sections: []site.IssueSection{
			{Kind: site.NewProducts, Products: []site.IssueProduct{product(1, "Pen"), product(2, "Ink"), product(3, "Brush")}},
			{Kind: site.Deals, Products: []site.IssueProduct{product(4, "Paper")}},
		}},
		SentAt: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC).AddDate(0, 0, 7*int(number)),
	}
}

// An issue has its own page, in the archive, the sitemap and llms.txt; an unknown number has none.
func TestIssuePages(t *testing.T) {
	h := open(t, tools(1), nil)
	h.changeSettings(func(s *site.Settings) { s.Issues = []site.Issue{sampleIssue(2), sampleIssue(1)} })
	page := h.page("/newsletter/archive/2")
	storetest.Same(t, "title", page.title, "Tools <of> the week – Vitrine")
	storetest.Same(t, "description", page.metas["description"], "December 7, 2026, 4 AI tools: Pen, Ink, Brush and more.")
	storetest.Same(t, "alternate", page.links["alternate"][0], "https://tools.example/newsletter/archive/2.md")
	hasParts(t, "the structured data", page.blocks["application/ld+json"], `"@type":"Article"`, `"datePublished":"2026-12-07T08:00:00Z"`, `"BreadcrumbList"`)
	hasParts(t, "the archive's structured data", h.page("/newsletter/archive").blocks["application/ld+json"],
		`"numberOfItems":2`, `"url":"https://tools.example/newsletter/archive/1"`)
	hasParts(t, "the sitemap", h.body("/sitemap.xml"),
		"<loc>https://tools.example/newsletter</loc>", "<loc>https://tools.example/newsletter/archive</loc><lastmod>2026-12-07T08:00:00Z</lastmod>",
		"<loc>https://tools.example/newsletter/archive/1</loc><lastmod>2026-11-30T08:00:00Z</lastmod>")
	hasParts(t, "llms.txt", h.body("/llms.txt"),
		"## Newsletter\n\n- [Tools \\<of\\> the week](https://tools.example/newsletter/archive/2.md): December 7, 2026\n")
	h.answersWith(t, map[string]string{
		"/newsletter/archive/3": "404", "/newsletter/archive/01": "404", "/newsletter/archive/x": "404", "/newsletter/archive/3/preview.png": "404",
		"/newsletter/archive/1/preview.png": "200", "/newsletter/archive/3.md": "404", "/Newsletter/Archive/1.md": "308 /newsletter/archive/1.md",
	})
	storetest.Same(t, "the title of a missing one", h.page("/newsletter/archive/3").title, "Issue Not Found – Vitrine")

	before := h.get("/newsletter/archive").Header().Get("Etag")
	h.changeSettings(func(s *site.Settings) { s.Issues = append([]site.Issue{sampleIssue(3)}, s.Issues...) })
	h.answersWith(t, map[string]string{"/newsletter/archive/3": "200", "/newsletter/archive/3.md": "200"})
	if h.get("/newsletter/archive").Header().Get("Etag") == before {
		t.Error("the archive stays as it was")
	}
}

// An issue's Markdown twin has what the issue has.
func TestIssueTwin(t *testing.T) {
	library(t).isTwin(t, "/newsletter/archive/1",
		"# Tools \\<of\\> the week\n\nIssue 1 of November 30, 2026.\n\n<p>Hello <strong>all</strong>.</p>\n\n",
		"## New tools\n\n- [Pen](https://tools.example/products/chatgpt.md): What Pen does.\n", "## Deals\n\n- Paper: What Paper does.\n",
		"[This issue](https://tools.example/newsletter/archive/1), in the [archive of Vitrine](https://tools.example/newsletter/archive).")
}

// Where the front end cannot be rendered, Go writes the archive and its issues.
func TestPlainIssues(t *testing.T) {
	h := open(t, tools(3), plainOnly)
	hasParts(t, "the empty archive", h.page("/newsletter/archive").root, "Past newsletter issues", "No issue has been sent yet.")
	h.changeSettings(func(s *site.Settings) { s.Issues = []site.Issue{sampleIssue(1)} })
	archive := h.page("/newsletter/archive")
	hasParts(t, "the archive", archive.root, "Tools <of> the week", "Issue 1 · November 30, 2026")
	hasParts(t, "its links", strings.Join(archive.links["a"], " "), "/newsletter/archive/1 ")
	issue := h.page("/newsletter/archive/1")
	hasParts(t, "the issue", issue.root, "Tools <of> the week", "Hello all.", "New tools", "Pen", "What Pen does.", "Deals", "Paper")
	links := strings.Join(issue.links["a"], " ")
	hasParts(t, "its links", links, "/products/tool-1")
	lacks(t, "its links, with a tool that was deleted since", links+issue.root, "paper")
	hasParts(t, "a missing issue", h.page("/newsletter/archive/2").root, "Issue Not Found")
}
