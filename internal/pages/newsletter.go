package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Paths of the newsletter. An issue's is the archive's with its number.
const (
	newsletterPath = "/newsletter"
	archivePath    = newsletterPath + "/archive"
)

// archiveTitle is the title of the archive. The front end has the same (web/src/public/newsletter/pages.ts).
const archiveTitle = "Past newsletter issues"

// issueHeadings are the headings of an issue's sections. The front end has the same (issue.tsx).
var issueHeadings = map[site.IssueSectionKind]string{
	site.NewProducts: "New tools", site.FeaturedProducts: "Featured", site.Deals: "Deals", site.PopularProducts: "Most visited",
}

func issuePath(issue site.Issue) string {
	return archivePath + "/" + strconv.FormatInt(issue.Number, 10)
}

// issueName returns what the archive calls an issue besides its subject.
func issueName(issue site.Issue) string {
	return fmt.Sprintf("Issue %d", issue.Number)
}

func longDay(at time.Time) string { return at.UTC().Format("January 2, 2006") }

// findIssue returns the address of an issue's page. What is no number has none.
func findIssue(folder, escaped string, _ *browse.Snapshot) (a address, canonical string) {
	a = address{screen: issue, path: folder + escaped}
	if _, err := strconv.ParseInt(escaped, 10, 64); err != nil {
		return a, ""
	}
	return a, a.path
}

// issueAt returns the issue at an address.
func (p *Pages) issueAt(a address) (site.Issue, bool) {
	return p.issueNumbered(strings.TrimPrefix(a.path, archivePath+"/"))
}

func (p *Pages) issueNumbered(number string) (site.Issue, bool) {
	issues := p.options.Site.Settings().Issues
	at := slices.IndexFunc(issues, func(i site.Issue) bool { return strconv.FormatInt(i.Number, 10) == number })
	if at < 0 {
		return site.Issue{}, false
	}
	return issues[at], true
}

func (p *Pages) describeArchive(h *head, a address, _ *browse.Snapshot) {
	h.Title = archiveTitle + " – " + h.SiteName
	h.Description = "Every issue of the newsletter of " + h.SiteName + ": new AI tools, featured ones, deals and what others visit most."
	h.Canonical = p.origin + a.path
	issues := p.options.Site.Settings().Issues
	if len(issues) == 0 {
		return
	}
	elements := make([]object, len(issues))
	for i, issue := range issues {
		elements[i] = object{"@type": "ListItem", "position": i + 1, "name": issue.Subject, "url": p.origin + issuePath(issue)}
	}
	h.Data = graph(object{"@type": "ItemList", "url": h.Canonical, "numberOfItems": len(issues), "itemListElement": elements})
}

func (p *Pages) describeIssue(h *head, a address, _ *browse.Snapshot) {
	issue, ok := p.issueAt(a)
	if !ok {
		p.describeMissing(h, "Issue Not Found")
		return
	}
	h.Title = issue.Subject + " – " + h.SiteName
	h.Description = aboutIssue(issue)
	h.Canonical = p.origin + a.path
	h.Alternates = []alternate{{markdownType, issue.Subject, h.Canonical + twinSuffix}}
	h.Data = graph(object{
		"@type":         "Article",
		"headline":      issue.Subject,
		"description":   h.Description,
		"url":           h.Canonical,
		"image":         h.Canonical + previewName,
		"datePublished": issue.SentAt.UTC().Format(time.RFC3339),
		"author":        object{"@type": "Organization", "name": h.SiteName, "url": p.origin + "/"},
		"isPartOf":      p.website(),
	}, p.breadcrumbs(crumb{archiveTitle, archivePath}, crumb{issue.Subject, a.path}))
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
	return fmt.Sprintf("%s, %s: %s%s.", longDay(issue.SentAt), count(len(names), "AI tool", "AI tools"), strings.Join(named, ", "), more)
}

func archiveURLs(_ *browse.Snapshot, settings *site.Settings) []sitemapURL {
	return []sitemapURL{{archivePath, newest(issueURLs(nil, settings))}}
}

func issueURLs(_ *browse.Snapshot, settings *site.Settings) []sitemapURL {
	urls := make([]sitemapURL, 0, len(settings.Issues))
	for _, issue := range settings.Issues {
		urls = append(urls, sitemapURL{issuePath(issue), issue.SentAt})
	}
	return urls
}

// plainIssueLink is an issue in the plain archive.
type plainIssueLink struct{ Href, Subject, About string }

func (p *Pages) plainArchive(address, *browse.Snapshot) (template string, content any) {
	links := []plainIssueLink{}
	for _, issue := range p.options.Site.Settings().Issues {
		links = append(links, plainIssueLink{issuePath(issue), issue.Subject, issueName(issue) + " · " + longDay(issue.SentAt)})
	}
	return "archive", struct {
		Heading string
		Issues  []plainIssueLink
	}{archiveTitle, links}
}

// plainIssueSection is a section of an issue with its products as cards show them.
type plainIssueSection struct {
	Heading  string
	Products []catalog.Product
}

func (p *Pages) plainIssue(a address, snapshot *browse.Snapshot) (template string, content any) {
	issue, _ := p.issueAt(a) // it exists, otherwise the status is 404
	var sections []plainIssueSection
	for _, section := range issue.Linked(snapshot.SlugOf).Sections {
		shown := plainIssueSection{Heading: issueHeadings[section.Kind]}
		for _, one := range section.Products {
			shown.Products = append(shown.Products, catalog.Product{Slug: one.Slug, ProductFields: catalog.ProductFields{
				Name: one.Name, Description: one.Description, Logo: one.Image, Type: catalog.Type(one.Type), HasDeal: one.HasDeal,
				IsFeatured: section.Kind == site.FeaturedProducts, Categories: categoryNames(one), Website: redirectPath(one.Slug),
			}})
		}
		sections = append(sections, shown)
	}
	return "issue", struct {
		Subject, Archive, About, Intro string
		Sections                       []plainIssueSection
	}{issue.Subject, archiveTitle, issueName(issue) + " · " + longDay(issue.SentAt), issue.Intro, sections}
}

func categoryNames(product site.IssueProduct) []string {
	names := make([]string, len(product.Categories))
	for i, category := range product.Categories {
		names[i] = category.Name
	}
	return names
}

// issueText returns the Markdown twin of an issue.
func (p *Pages) issueText(number string) programText {
	issue, ok := p.issueNumbered(number)
	if !ok {
		return programText{}
	}
	return programText{path: issuePath(issue) + twinSuffix, make: func(snapshot *browse.Snapshot) (*content, error) {
		return p.issueTwin(issue.Linked(snapshot.SlugOf)), nil
	}}
}

// issueTwin returns an issue as Markdown. Its introduction is sanitised HTML, which Markdown may contain.
func (p *Pages) issueTwin(issue site.Issue) *content {
	page := p.origin + issuePath(issue)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s of %s.\n\n", markdownWords(issue.Subject), issueName(issue), longDay(issue.SentAt))
	if issue.Intro != "" {
		b.WriteString(issue.Intro + "\n\n")
	}
	for _, section := range issue.Sections {
		var list strings.Builder
		for _, product := range section.Products {
			name := markdownWords(product.Name)
			if product.Slug != "" {
				name = markdownLink(product.Name, p.origin+twinPath(product.Slug))
			}
			fmt.Fprintf(&list, "- %s: %s\n", name,
				markdownWords(cmp.Or(product.Description, strings.Join(categoryNames(product), ", "))))
		}
		writePart(&b, issueHeadings[section.Kind], list.String())
	}
	fmt.Fprintf(&b, "---\n\n%s, in the %s.\n", markdownLink("This issue", page), markdownLink("archive of "+p.siteName(), p.origin+archivePath))
	return p.file("text/markdown; charset=utf-8", []byte(b.String()), header("Link", "<"+page+`>; rel="canonical"`))
}

// issueLinks returns links to the twins of the latest issues.
func (p *Pages) issueLinks() string {
	issues := p.options.Site.Settings().Issues
	var b strings.Builder
	for _, issue := range issues[:min(llmsIssues, len(issues))] {
		fmt.Fprintf(&b, "- %s: %s\n", markdownLink(issue.Subject, p.origin+issuePath(issue)+twinSuffix), longDay(issue.SentAt))
	}
	return b.String()
}
