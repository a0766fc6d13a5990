package newsletter

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Pages returns the pages of the newsletter, if the site has one. Count counts a visit of a tool's website that comes from an
// issue, also after the newsletter was switched off; nil: nothing does.
func Pages(on bool, count func(r *http.Request, product, issue int64)) []*pages.Page {
	visited := pages.Page{Visited: func(v *pages.View, r *http.Request, product int64) {
		if issue := v.Settings.IssueFrom(r.URL.Query().Get("from"), product); count != nil && issue > 0 {
			count(r, product, issue)
		}
	}}
	if !on {
		return []*pages.Page{&visited}
	}
	return append(slices.Clone(screens), &visited)
}

// screens are the pages for visitors.
var screens = []*pages.Page{
	{
		Paths:       []string{newsletterPath},
		Module:      "src/public/newsletter/screens.ts",
		Title:       "Newsletter",
		Description: "New AI tools and deals from {site} by email, weekly or monthly. Everything, or just the topics you pick.",
		Notice:      "New AI tools and deals by email, weekly or monthly. Reload the page if the form doesn't appear.",
	},
	{
		Paths:       []string{newsletterPath + "/confirm"},
		Unlisted:    true,
		Module:      "src/public/newsletter/screens.ts",
		Title:       "Confirm your subscription",
		Description: "Confirm your subscription to the newsletter of {site}.",
		Notice:      "Confirming your subscription needs JavaScript. Reload the page if the button doesn't appear.",
	},
	{
		Paths:       []string{newsletterPath + "/settings"},
		Unlisted:    true,
		Module:      "src/public/newsletter/screens.ts",
		Title:       "Newsletter settings",
		Description: "Choose what you get from the newsletter of {site}, or unsubscribe.",
		Notice:      "Changing your subscription needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		Paths:    []string{archivePath},
		Module:   "src/public/newsletter/archive.tsx",
		Head:     archiveHead,
		Markdown: archiveMarkdown,
		URLs:     archiveURLs,
		Guide:    archiveGuide,
	},
	{
		Paths:    []string{archivePath + "/:number"},
		Module:   "src/public/newsletter/issue.tsx",
		Missing:  pages.Notice{Heading: "Issue Not Found", Text: "No issue of the newsletter has this number."},
		Find:     findIssue,
		Head:     issueHead,
		Markdown: issueMarkdown,
		Card:     issueCard,
		URLs:     issueURLs,
		Example:  exampleIssue,
	},
}

// Paths of the newsletter. An issue's is the archive's with its number.
const (
	newsletterPath = "/newsletter"
	archivePath    = newsletterPath + "/archive"
)

// archiveTitle is the title of the archive. The front end has the same (web/src/public/newsletter/pages.ts).
const archiveTitle = "Past newsletter issues"

// issueHeadings are the headings of an issue's sections. The front end has the same (issue.tsx).
var issueHeadings = map[site.IssueSectionKind]string{
	site.NewProducts: "New tools", site.FeaturedProducts: "Featured", site.Deals: "Deals", site.PopularProducts: "Most popular",
}

func issuePath(issue site.Issue) string {
	return archivePath + "/" + strconv.FormatInt(issue.Number, 10)
}

// issueName returns what the archive calls an issue besides its subject.
func issueName(issue site.Issue) string {
	return fmt.Sprintf("Issue %d", issue.Number)
}

// findIssue returns the address of an issue's page. What is no number has none.
func findIssue(folder, escaped string, _ *browse.Snapshot) (a pages.Address, canonical string) {
	a = pages.Address{Path: folder + escaped}
	if _, err := strconv.ParseInt(escaped, 10, 64); err != nil {
		return a, ""
	}
	return a, a.Path
}

// issueAt returns the issue at an address.
func issueAt(v *pages.View, a pages.Address) (site.Issue, bool) {
	number, issues := strings.TrimPrefix(a.Path, archivePath+"/"), v.Settings.Issues
	at := slices.IndexFunc(issues, func(i site.Issue) bool { return strconv.FormatInt(i.Number, 10) == number })
	if at < 0 {
		return site.Issue{}, false
	}
	return issues[at], true
}

func archiveHead(v *pages.View, a pages.Address, h *pages.Head) {
	h.Title = archiveTitle + " – " + h.SiteName
	h.Description = "Every issue of the newsletter of " + h.SiteName + ": new AI tools, featured tools, deals and what readers open most."
	h.Canonical = v.Origin + a.Path
	issues := v.Settings.Issues
	if len(issues) == 0 {
		return
	}
	entries := make([]pages.ListEntry, len(issues))
	for i, issue := range issues {
		entries[i] = pages.ListEntry{Name: issue.Subject, Path: issuePath(issue)}
	}
	h.Nodes = append(h.Nodes, v.List(h.Canonical, len(entries), entries))
}

func issueHead(v *pages.View, a pages.Address, h *pages.Head) {
	issue, ok := issueAt(v, a)
	if !ok {
		v.DescribeMissing(h, a)
		return
	}
	h.Title = issue.Subject + " – " + h.SiteName
	h.Description = aboutIssue(issue)
	h.Canonical = v.Origin + a.Path
	h.Twin = pages.Twin{Title: issue.Subject, Path: a.Path}
	h.Crumbs = []pages.Crumb{{Name: archiveTitle, Path: archivePath}, {Name: issue.Subject, Path: a.Path}}
	h.Nodes = append(h.Nodes, pages.Object{
		"@type":         "Article",
		"headline":      issue.Subject,
		"description":   h.Description,
		"url":           h.Canonical,
		"image":         h.Canonical + pages.PreviewName,
		"datePublished": issue.SentAt.UTC().Format(time.RFC3339),
		"author":        pages.Object{"@type": "Organization", "name": h.SiteName, "url": v.Origin + "/"},
		"isPartOf":      v.Website(),
	})
}

// aboutIssue returns what an issue has, in a sentence.
func aboutIssue(issue site.Issue) string {
	var names []string
	for product := range issue.Products() {
		names = append(names, product.Name)
	}
	named, more := names[:min(3, len(names))], ""
	if len(names) > len(named) {
		more = " and more"
	}
	return fmt.Sprintf("%s, %s: %s%s.", pages.Day(issue.SentAt), pages.Count(len(names), "AI tool", "AI tools"), strings.Join(named, ", "), more)
}

func archiveURLs(v *pages.View) []pages.SitemapURL {
	return []pages.SitemapURL{{Path: archivePath, Changed: pages.Newest(issueURLs(v))}}
}

func issueURLs(v *pages.View) []pages.SitemapURL {
	urls := make([]pages.SitemapURL, 0, len(v.Settings.Issues))
	for _, issue := range v.Settings.Issues {
		urls = append(urls, pages.SitemapURL{Path: issuePath(issue), Changed: issue.SentAt})
	}
	return urls
}

func archiveMarkdown(v *pages.View, _ pages.Address, m *pages.Markdown) {
	m.Title = archiveTitle
	for _, issue := range v.Settings.Issues {
		m.Write("- %s: %s\n", m.TwinLink(issue.Subject, issuePath(issue)), issueName(issue)+" · "+pages.Day(issue.SentAt))
	}
	if len(v.Settings.Issues) == 0 {
		m.Paragraph("No issue has been sent yet.")
	}
}

func issueMarkdown(v *pages.View, a pages.Address, m *pages.Markdown) {
	issue, _ := issueAt(v, a) // it exists, otherwise the status is 404
	m.Title = issue.Subject
	m.Paragraph(issueName(issue) + " of " + pages.Day(issue.SentAt) + ".")
	m.Insert(issue.Intro, issue.Intro) // sanitized HTML, which Markdown may contain
	for _, section := range issue.Linked(browse.LinkOf(v.Snapshot)).Sections {
		var list strings.Builder
		for _, product := range section.Products {
			name := pages.MarkdownWords(product.Name)
			if product.Slug != "" {
				name = m.TwinLink(product.Name, pages.ProductPath(product.Slug))
			}
			fmt.Fprintf(&list, "- %s: %s\n", name, pages.MarkdownWords(cmp.Or(product.Description, strings.Join(categoryNames(product), ", "))))
		}
		m.Part(issueHeadings[section.Kind], list.String())
	}
	m.Ending = m.Link("This issue", issuePath(issue)) + ", in the " + m.Link("archive of "+v.SiteName(), archivePath)
}

func issueCard(v *pages.View, a pages.Address, card *preview.Card) {
	issue, _ := issueAt(v, a) // it exists, otherwise there is no image
	card.Kicker, card.Facts = issueName(issue), []preview.Fact{{Text: pages.Day(issue.SentAt)}}
}

func categoryNames(product site.IssueProduct) []string {
	names := make([]string, len(product.Categories))
	for i, category := range product.Categories {
		names[i] = category.Name
	}
	return names
}

// guideIssues is how many issues /llms.txt names.
const guideIssues = 10

func archiveGuide(m *pages.Markdown, g *pages.Guide) {
	issues := m.Settings.Issues
	var b strings.Builder
	for _, issue := range issues[:min(guideIssues, len(issues))] {
		fmt.Fprintf(&b, "- %s: %s\n", m.TwinLink(issue.Subject, issuePath(issue)), pages.Day(issue.SentAt))
	}
	g.News = append(g.News, pages.GuidePart{Heading: "Newsletter", Text: b.String()})
}

// exampleIssue returns the number of the latest issue.
func exampleIssue(v *pages.View) (parameter, value string) {
	value = "1"
	if issues := v.Settings.Issues; len(issues) > 0 {
		value = strconv.FormatInt(issues[0].Number, 10)
	}
	return "number", value
}
