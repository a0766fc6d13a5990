package pages

import (
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// LegalPages returns the page of each legal text.
func LegalPages() []*Page { return []*Page{&legalPage} }

var legalPage = Page{
	Paths:    legalPaths(),
	Module:   "src/public/legal/legal-screen.tsx",
	Head:     legalHead,
	Markdown: legalMarkdown,
	Card:     legalCard,
	URLs:     legalURLs,
}

// legalPaths returns the paths of the legal pages. A path is "/" and the page's type.
func legalPaths() []string {
	var paths []string
	for _, page := range site.LegalTypes() {
		paths = append(paths, "/"+string(page.Type))
	}
	return paths
}

// legalText returns the legal page at an address, saved or with its default text; each type has one page.
func legalText(v *View, a Address) site.ShownPage {
	page, _ := v.Settings.LegalPage(site.LegalType(strings.TrimPrefix(a.Path, "/")))
	return page
}

// describeLegal sets the title of a legal page, and the beginning of its text as the description.
func legalHead(v *View, a Address, h *Head) {
	page := legalText(v, a)
	h.Title = page.Title + " – " + h.SiteName
	h.Description = page.Summary
	if h.Description == "" {
		h.Description = page.Title + " of " + h.SiteName + "."
	}
	h.Canonical = v.Origin + a.Path
	h.Nodes = append(h.Nodes, Object{
		"@type":        "WebPage",
		"name":         page.Title,
		"url":          h.Canonical,
		"dateModified": page.Changed.UTC().Format(time.RFC3339),
		"isPartOf":     v.Website(),
	})
}

// legalURLs returns the legal pages for the sitemap.
func legalURLs(v *View) []SitemapURL {
	urls := make([]SitemapURL, 0, len(v.Settings.Shown))
	for _, page := range v.Settings.Shown {
		urls = append(urls, SitemapURL{"/" + string(page.Type), page.Changed})
	}
	return urls
}

func legalMarkdown(v *View, a Address, m *Markdown) {
	page := legalText(v, a)
	m.Title = page.Title
	m.Paragraph("Last updated " + page.LastUpdated + ".")
	m.Insert(page.Content, page.HTML)
	m.contents, m.ShowContents = page.Headings, true
}

// Day returns a day as people read it: "Jan 2, 2026".
func Day(at time.Time) string { return at.UTC().Format("Jan 2, 2006") }

func legalCard(v *View, a Address, card *preview.Card) {
	card.Facts = []preview.Fact{{Text: "Last updated " + legalText(v, a).LastUpdated}}
}
