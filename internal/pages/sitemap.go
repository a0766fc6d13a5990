package pages

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// sitemap caches the sitemap files of one revision.
type sitemap struct {
	mutex    sync.Mutex
	revision revision.Revision
	files    map[string]*content
}

// mostAddresses is the maximum number of URLs per sitemap file, below the 50,000 of sitemaps.org.
const mostAddresses = 45_000

// sitemapFile returns the file at a path, or nil: /sitemap.xml, and /sitemap-1.xml and so on if the first is an index.
func (p *Pages) sitemapFile(path string) *content {
	now, s := p.revisionOf(address{}), &p.sitemap
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.files == nil || !s.revision.Covers(now) {
		s.files, s.revision = p.sitemapFiles(p.options.Catalogue.Snapshot(), mostAddresses), now
	}
	return s.files[path]
}

// sitemapURL is one URL of the sitemap, with the time when what it shows was last changed; zero: unknown, as of a screen
// whose text comes with the program.
type sitemapURL struct {
	path    string
	changed time.Time
}

// sitemapFiles returns the files of the sitemap, each with at most the given number of URLs.
func (p *Pages) sitemapFiles(snapshot *browse.Snapshot, most int) map[string]*content {
	urls := p.sitemapURLs(snapshot, p.options.Site.Settings())
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

// sitemapURLs returns all pages that search engines may index (internal/reach), in the order of the table of screens.
func (p *Pages) sitemapURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	var urls []sitemapURL
	for s, info := range screens {
		switch {
		case info.unlisted || !p.exists(screen(s)):
		case info.urls != nil:
			urls = append(urls, info.urls(snapshot, settings)...)
		default:
			for _, path := range info.paths {
				urls = append(urls, sitemapURL{path: path})
			}
		}
	}
	return append(urls, sitemapURL{path: apiPath})
}

// homeURLs returns the home page, which changes with any product.
func homeURLs(snapshot *browse.Snapshot, _ *site.Settings) []sitemapURL {
	home := sitemapURL{path: "/"}
	for item := range snapshot.All() {
		home.changed = later(home.changed, item.UpdatedAt())
	}
	return []sitemapURL{home}
}

// categoryURLs returns the pages of the indexable categories. A category changes with any of its products; another name
// is usually another URL, which is fetched anyway.
func categoryURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	changed := map[int64]time.Time{}
	for item := range snapshot.All() {
		for _, category := range snapshot.CategoriesOf(item) {
			changed[category.ID] = later(changed[category.ID], item.UpdatedAt())
		}
	}
	var urls []sitemapURL
	for _, category := range snapshot.Categories() {
		products := snapshot.CountIn(category)
		if len(reach.OfCategory(products, settings.Index)) == 0 {
			urls = append(urls, numberedURLs(categoryPath(category), products, changed[category.ID])...)
		}
	}
	return urls
}

// toolURLs returns the pages of the list of all tools, which changes with any of them.
func toolURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	return numberedURLs(toolsPath, snapshot.Len(), homeURLs(snapshot, settings)[0].changed)
}

// numberedURLs returns the pages of a list with so many products.
func numberedURLs(path string, products int, changed time.Time) (urls []sitemapURL) {
	for number := 1; (number-1)*browse.PageLength < products; number++ {
		urls = append(urls, sitemapURL{path + numberPath(number), changed})
	}
	return urls
}

func productURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	urls := make([]sitemapURL, 0, snapshot.Len())
	for item := range snapshot.All() {
		if len(reach.OfItem(snapshot, item, settings.Index)) == 0 {
			urls = append(urls, sitemapURL{productPath(item.Slug()), item.UpdatedAt()})
		}
	}
	return urls
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
		_ = xml.EscapeText(&b, []byte(p.origin+url.path)) // a bytes.Buffer never fails
		b.WriteString("</loc>")
		if !url.changed.IsZero() {
			fmt.Fprintf(&b, "<lastmod>%s</lastmod>", url.changed.UTC().Format(time.RFC3339))
		}
		fmt.Fprintf(&b, "</%s>\n", element)
	}
	fmt.Fprintf(&b, "</%s>\n", list)
	return p.file("application/xml; charset=utf-8", b.Bytes())
}
