package pages

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"sync"
	"time"

	"vitrine/internal/browse"
	"vitrine/internal/encoding"
	"vitrine/internal/revision"
	"vitrine/internal/site"
)

// sitemap keeps the sitemap's files for one revision.
type sitemap struct {
	mutex    sync.Mutex
	revision revision.Revision
	files    map[string]*content
}

// mostAddresses is how many addresses one sitemap file may have, by the protocol of sitemaps.org.
const mostAddresses = 50_000

// sitemapFile is the file at a path: /sitemap.xml, or /sitemap-1.xml and so on where the first is an index; nil when
// there is none.
func (p *Pages) sitemapFile(path string) *content {
	now, s := p.revisionOf(address{}), &p.sitemap
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.files == nil || !s.revision.Covers(now) {
		s.files, s.revision = p.sitemapFiles(p.options.Catalogue.Snapshot(), mostAddresses), now
	}
	return s.files[path]
}

// sitemapURL is one address of the sitemap.
type sitemapURL struct {
	path    string
	changed time.Time
}

// sitemapFiles are the files of the sitemap with at most so many addresses in each.
func (p *Pages) sitemapFiles(snapshot *browse.Snapshot, most int) map[string]*content {
	urls := sitemapURLs(snapshot, p.options.Site.Settings())
	if len(urls) <= most {
		return map[string]*content{"/sitemap.xml": p.sitemapContent("urlset", "url", urls)}
	}
	files := map[string]*content{}
	var parts []sitemapURL
	for number := 1; len(urls) > 0; number++ {
		count := min(most, len(urls))
		part := sitemapURL{path: fmt.Sprintf("/sitemap-%d.xml", number), changed: newest(urls[:count])}
		files[part.path] = p.sitemapContent("urlset", "url", urls[:count])
		parts, urls = append(parts, part), urls[count:]
	}
	files["/sitemap.xml"] = p.sitemapContent("sitemapindex", "sitemap", parts)
	return files
}

// sitemapURLs are the home page, the generator, the legal pages, the categories that have a product, and the products. What
// lists products changed when the newest of them did.
func sitemapURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	changed := map[string]time.Time{}
	products := make([]sitemapURL, 0, snapshot.Len())
	for item := range snapshot.All() {
		products = append(products, sitemapURL{productPath(item.Slug()), item.UpdatedAt()})
		for _, category := range snapshot.CategoriesOf(item) {
			changed[categoryPath(category)] = later(changed[categoryPath(category)], item.UpdatedAt())
		}
	}
	urls := append([]sitemapURL{{"/", newest(products)}, {path: generatorPath}, {path: submitPath}}, legalURLs(settings)...)
	for _, category := range snapshot.Categories() {
		if at, used := changed[categoryPath(category)]; used {
			urls = append(urls, sitemapURL{categoryPath(category), at})
		}
	}
	return append(urls, products...)
}

func newest(urls []sitemapURL) (at time.Time) {
	for _, url := range urls {
		at = later(at, url.changed)
	}
	return at
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (p *Pages) sitemapContent(list, element string, urls []sitemapURL) *content {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s<%s xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n", xml.Header, list)
	for _, url := range urls {
		fmt.Fprintf(&b, "<%s><loc>", element)
		_ = xml.EscapeText(&b, []byte(p.origin+url.path)) // a buffer takes everything
		b.WriteString("</loc>")
		if !url.changed.IsZero() {
			fmt.Fprintf(&b, "<lastmod>%s</lastmod>", url.changed.UTC().Format(time.RFC3339))
		}
		fmt.Fprintf(&b, "</%s>\n", element)
	}
	fmt.Fprintf(&b, "</%s>\n", list)
	return newContent(p.packer, encoding.Default, http.StatusOK, b.Bytes(),
		header("Content-Type", "application/xml; charset=utf-8"),
		header("Cache-Control", "no-cache"),
	)
}
