package pages

import (
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/site"
)

var legalPage = Page{
	paths:    legalPaths(),
	module:   "src/public/legal/legal-screen.tsx",
	head:     legalHead,
	markdown: legalMarkdown,
	card:     legalCard,
	urls:     legalURLs,
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
func (v *view) legalText(a address) site.ShownPage {
	page, _ := v.settings.LegalPage(site.LegalType(strings.TrimPrefix(a.path, "/")))
	return page
}

// describeLegal sets the title of a legal page, and the beginning of its text as the description.
func legalHead(v *view, a address, h *head) {
	page := v.legalText(a)
	h.Title = page.Title + " – " + h.SiteName
	h.Description = page.Summary
	if h.Description == "" {
		h.Description = page.Title + " of " + h.SiteName + "."
	}
	h.Canonical = v.origin + a.path
	h.nodes = append(h.nodes, object{
		"@type":        "WebPage",
		"name":         page.Title,
		"url":          h.Canonical,
		"dateModified": page.Changed.UTC().Format(time.RFC3339),
		"isPartOf":     v.website(),
	})
}

// legalURLs returns the legal pages for the sitemap.
func legalURLs(v *view) []sitemapURL {
	urls := make([]sitemapURL, 0, len(v.settings.Shown))
	for _, page := range v.settings.Shown {
		urls = append(urls, sitemapURL{"/" + string(page.Type), page.Changed})
	}
	return urls
}

func legalMarkdown(v *view, a address, m *markdown) {
	page := v.legalText(a)
	m.title = page.Title
	m.paragraph("Last updated " + page.LastUpdated + ".")
	m.insert(page.Content, page.HTML)
	m.contents, m.showContents = page.Headings, true
}

func legalCard(v *view, a address, card *preview.Card) {
	card.Facts = []preview.Fact{{Text: "Last updated " + longDay(v.legalText(a).Changed)}}
}
