package pages

import (
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// legalPaths returns the paths of the legal pages. A path is "/" and the page's type.
func legalPaths() []string {
	var paths []string
	for _, page := range site.LegalTypes() {
		paths = append(paths, "/"+string(page.Type))
	}
	return paths
}

// legalPage returns the legal page at an address, saved or with its default text; each type has one page.
func (p *Pages) legalPage(a address) site.ShownPage {
	page, _ := p.options.Site.Settings().LegalPage(site.LegalType(strings.TrimPrefix(a.path, "/")))
	return page
}

// describeLegal sets the title of a legal page, and the beginning of its text as the description.
func (p *Pages) describeLegal(h *head, a address, _ *browse.Snapshot) {
	page := p.legalPage(a)
	h.Title = page.Title + " – " + h.SiteName
	h.Description = page.Summary
	if h.Description == "" {
		h.Description = page.Title + " of " + h.SiteName + "."
	}
	h.Canonical = p.origin + a.path
	h.Data = graph(object{
		"@type":        "WebPage",
		"name":         page.Title,
		"url":          h.Canonical,
		"dateModified": page.Changed.UTC().Format(time.RFC3339),
		"isPartOf":     p.website(),
	})
}

// legalURLs returns the legal pages for the sitemap.
func legalURLs(_ *browse.Snapshot, settings *site.Settings) []sitemapURL {
	urls := make([]sitemapURL, 0, len(settings.Shown))
	for _, page := range settings.Shown {
		urls = append(urls, sitemapURL{"/" + string(page.Type), page.Changed})
	}
	return urls
}

func (p *Pages) plainLegal(a address, _ *browse.Snapshot) (template string, content any) {
	return "legal", p.legalPage(a)
}
