package pages

import (
	"slices"
	"strings"
	"time"

	"vitrine/internal/site"
)

// isLegal reports whether a legal page is below the root at this name.
func isLegal(name string) bool {
	return slices.ContainsFunc(site.LegalTypes(), func(p site.LegalPage) bool { return string(p.Type) == name })
}

// describeLegal describes a legal page by its title and the beginning of its text, saved or not.
func (p *Pages) describeLegal(h *head, a address) {
	page, err := p.options.Site.Settings().LegalPage(site.LegalType(strings.TrimPrefix(a.path, "/")))
	if err != nil { // isLegal knows them all
		p.describeMissing(h, "Page Not Found")
		return
	}
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
		"dateModified": page.Changed.UTC().Format(time.DateOnly),
		"isPartOf":     object{"@type": "WebSite", "@id": p.origin + "/#website", "name": h.SiteName, "url": p.origin + "/"},
	})
}

// legalURLs are the legal pages in the sitemap.
func legalURLs(settings *site.Settings) []sitemapURL {
	urls := make([]sitemapURL, 0, len(settings.Shown))
	for _, page := range settings.Shown {
		urls = append(urls, sitemapURL{"/" + string(page.Type), page.Changed})
	}
	return urls
}
