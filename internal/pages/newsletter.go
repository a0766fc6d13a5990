package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/site"
)

var newsletterPages = []*Page{
	{
		paths:       []string{newsletterPath},
		exists:      hasNewsletter,
		module:      "src/public/newsletter/newsletter.tsx",
		title:       "Newsletter",
		description: "New AI tools and deals from {site} by email, once a week or once a month, about the topics that you choose.",
		notice:      "New AI tools and deals by email, once a week or once a month. Reload the page if the form doesn't appear.",
	},
	{
		paths:       []string{newsletterPath + "/confirm"},
		unlisted:    true,
		exists:      hasNewsletter,
		module:      "src/public/newsletter/confirm.tsx",
		title:       "Confirm your subscription",
		description: "Confirm that you want the newsletter of {site}.",
		notice:      "Confirming your subscription needs JavaScript. Reload the page if the button doesn't appear.",
	},
	{
		paths:       []string{newsletterPath + "/settings"},
		unlisted:    true,
		exists:      hasNewsletter,
		module:      "src/public/newsletter/settings.tsx",
		title:       "Newsletter settings",
		description: "Choose what you get from the newsletter of {site}, or unsubscribe.",
		notice:      "Changing your subscription needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		paths:    []string{archivePath},
		exists:   hasNewsletter,
		module:   "src/public/newsletter/archive.tsx",
		head:     archiveHead,
		markdown: archiveMarkdown,
		urls:     archiveURLs,
	},
	{
		paths:    []string{archivePath + "/:number"},
		exists:   hasNewsletter,
		module:   "src/public/newsletter/issue.tsx",
		missing:  notice{"Issue Not Found", "No issue of the newsletter has this number."},
		find:     findIssue,
		head:     issueHead,
		markdown: issueMarkdown,
		card:     issueCard,
		urls:     issueURLs,
	},
}

func hasNewsletter(o *Options) bool { return o.Newsletter }

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
	a = address{path: folder + escaped}
	if _, err := strconv.ParseInt(escaped, 10, 64); err != nil {
		return a, ""
	}
	return a, a.path
}

// issueAt returns the issue at an address.
func (v *view) issueAt(a address) (site.Issue, bool) {
	return v.issueNumbered(strings.TrimPrefix(a.path, archivePath+"/"))
}

func (v *view) issueNumbered(number string) (site.Issue, bool) {
	issues := v.settings.Issues
	at := slices.IndexFunc(issues, func(i site.Issue) bool { return strconv.FormatInt(i.Number, 10) == number })
	if at < 0 {
		return site.Issue{}, false
	}
	return issues[at], true
}

func archiveHead(v *view, a address, h *head) {
	h.Title = archiveTitle + " – " + h.SiteName
	h.Description = "Every issue of the newsletter of " + h.SiteName + ": new AI tools, featured ones, deals and what others visit most."
	h.Canonical = v.origin + a.path
	issues := v.settings.Issues
	if len(issues) == 0 {
		return
	}
	entries := make([]listEntry, len(issues))
	for i, issue := range issues {
		entries[i] = listEntry{issue.Subject, issuePath(issue)}
	}
	h.nodes = append(h.nodes, v.list(h.Canonical, len(entries), entries))
}

func issueHead(v *view, a address, h *head) {
	issue, ok := v.issueAt(a)
	if !ok {
		v.describeMissing(h, a)
		return
	}
	h.Title = issue.Subject + " – " + h.SiteName
	h.Description = aboutIssue(issue)
	h.Canonical = v.origin + a.path
	h.twin = twin{issue.Subject, a.path}
	h.Crumbs = []crumb{{archiveTitle, archivePath}, {issue.Subject, a.path}}
	h.nodes = append(h.nodes, object{
		"@type":         "Article",
		"headline":      issue.Subject,
		"description":   h.Description,
		"url":           h.Canonical,
		"image":         h.Canonical + previewName,
		"datePublished": issue.SentAt.UTC().Format(time.RFC3339),
		"author":        object{"@type": "Organization", "name": h.SiteName, "url": v.origin + "/"},
		"isPartOf":      v.website(),
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
	return fmt.Sprintf("%s, %s: %s%s.", longDay(issue.SentAt), count(len(names), "AI tool", "AI tools"), strings.Join(named, ", "), more)
}

func archiveURLs(v *view) []sitemapURL {
	return []sitemapURL{{archivePath, newest(issueURLs(v))}}
}

func issueURLs(v *view) []sitemapURL {
	urls := make([]sitemapURL, 0, len(v.settings.Issues))
	for _, issue := range v.settings.Issues {
		urls = append(urls, sitemapURL{issuePath(issue), issue.SentAt})
	}
	return urls
}

func archiveMarkdown(v *view, _ address, m *markdown) {
	m.title = archiveTitle
	for _, issue := range v.settings.Issues {
		m.write("- %s: %s\n", m.twinLink(issue.Subject, issuePath(issue)), issueName(issue)+" · "+longDay(issue.SentAt))
	}
	if len(v.settings.Issues) == 0 {
		m.paragraph("No issue has been sent yet.")
	}
}

func issueMarkdown(v *view, a address, m *markdown) {
	issue, _ := v.issueAt(a) // it exists, otherwise the status is 404
	m.title = issue.Subject
	m.paragraph(issueName(issue) + " of " + longDay(issue.SentAt) + ".")
	m.insert(issue.Intro, issue.Intro) // sanitised HTML, which Markdown may contain
	for _, section := range issue.Linked(v.snapshot.SlugOf).Sections {
		var list strings.Builder
		for _, product := range section.Products {
			name := markdownWords(product.Name)
			if product.Slug != "" {
				name = m.twinLink(product.Name, productPath(product.Slug))
			}
			fmt.Fprintf(&list, "- %s: %s\n", name, markdownWords(cmp.Or(product.Description, strings.Join(categoryNames(product), ", "))))
		}
		m.part(issueHeadings[section.Kind], list.String())
	}
	m.ending = m.link("This issue", issuePath(issue)) + ", in the " + m.link("archive of "+v.siteName(), archivePath)
}

func issueCard(v *view, a address, card *preview.Card) {
	issue, _ := v.issueAt(a) // it exists, otherwise there is no image
	card.Kicker, card.Facts = issueName(issue), []preview.Fact{{Text: longDay(issue.SentAt)}}
}

func categoryNames(product site.IssueProduct) []string {
	names := make([]string, len(product.Categories))
	for i, category := range product.Categories {
		names[i] = category.Name
	}
	return names
}

// issueLinks returns links to the latest issues.
func (m *markdown) issueLinks() string {
	issues := m.settings.Issues
	var b strings.Builder
	for _, issue := range issues[:min(llmsIssues, len(issues))] {
		fmt.Fprintf(&b, "- %s: %s\n", m.twinLink(issue.Subject, issuePath(issue)), longDay(issue.SentAt))
	}
	return b.String()
}
