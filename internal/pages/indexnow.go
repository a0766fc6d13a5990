package pages

import (
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
)

// isIndexNowKey reports whether a file is the one that proves that the site's calls of IndexNow are its own.
func (p *Pages) isIndexNowKey(name string) bool {
	settings := p.options.Site.Settings().IndexNow
	return settings.Key != "" && "/"+name == settings.KeyPath()
}

func (p *Pages) indexNowKey(*browse.Snapshot) (*content, error) {
	return p.file("text/plain; charset=utf-8", []byte(p.options.Site.Settings().IndexNow.Key)), nil
}

// ChangedSince returns the paths of the sitemap whose pages have changed since then and those of tools deleted since then, which
// answer that they are gone; and when the newest of all changed. Of a list with several pages it returns the first: all change
// with any of their products.
func (p *Pages) ChangedSince(since time.Time) (paths []string, newest time.Time) {
	snapshot := p.options.Catalogue.Snapshot()
	for _, url := range p.sitemapURLs(snapshot, p.options.Site.Settings()) {
		newest = later(newest, url.changed)
		if url.changed.After(since) && !strings.Contains(url.path, "/page/") {
			paths = append(paths, url.path)
		}
	}
	for _, deleted := range snapshot.DeletedSince(since) {
		newest = later(newest, deleted.DeletedAt)
		paths = append(paths, productPath(deleted.Product.Slug))
	}
	return paths, newest
}
