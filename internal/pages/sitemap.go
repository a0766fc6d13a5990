package pages

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/revision"
)

// sitemap caches the sitemap files of one revision.
type sitemap struct {
	mutex    sync.Mutex
	revision revision.Revision
	files    map[string]*content
}

// mostAddresses is the maximum number of URLs per sitemap file, below the 50,000 of sitemaps.org.
const mostAddresses = 45_000

func serveSitemap(v *View, w http.ResponseWriter, r *http.Request) bool {
	serveFile(w, r, v.pages.sitemap.file(v.pages, r.URL.Path))
	return true
}

func serveSecurity(v *View, w http.ResponseWriter, r *http.Request) bool {
	serveFile(w, r, security(v, time.Now()))
	return true
}

// file returns the file at a path, or nil: /sitemap.xml, and /sitemap-1.xml and so on if the first is an index.
func (s *sitemap) file(p *Pages, path string) *content {
	now := p.revisionOf(Address{})
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.files == nil || !s.revision.Covers(now) {
		s.files, s.revision = sitemapFiles(p.view(), mostAddresses), now
	}
	return s.files[path]
}

// SitemapURL is one URL of the sitemap, with the time when what it shows was last changed; zero: unknown, as of a screen
// whose text comes with the program.
type SitemapURL struct {
	Path    string
	Changed time.Time
}

// sitemapFiles returns the files of the sitemap, each with at most the given number of URLs.
func sitemapFiles(v *View, most int) map[string]*content {
	urls := sitemapURLs(v)
	if len(urls) <= most {
		return map[string]*content{"/sitemap.xml": sitemapContent(v, "urlset", "url", urls)}
	}
	files := map[string]*content{}
	var parts []SitemapURL
	for number := 1; len(urls) > 0; number++ {
		count := min(most, len(urls))
		part := SitemapURL{Path: fmt.Sprintf("/sitemap-%d.xml", number), Changed: Newest(urls[:count])}
		files[part.Path] = sitemapContent(v, "urlset", "url", urls[:count])
		parts, urls = append(parts, part), urls[count:]
	}
	files["/sitemap.xml"] = sitemapContent(v, "sitemapindex", "sitemap", parts)
	return files
}

// sitemapURLs returns all pages that search engines may index (internal/reach), in the order of the table.
func sitemapURLs(v *View) []SitemapURL {
	var urls []SitemapURL
	for _, page := range v.pages.options.Table {
		switch {
		case page.Unlisted:
		case page.URLs != nil:
			urls = append(urls, page.URLs(v)...)
		default:
			for _, path := range page.Paths {
				urls = append(urls, SitemapURL{Path: path})
			}
		}
	}
	return urls
}

// Newest returns when the last of these pages was changed.
func Newest(urls []SitemapURL) (at time.Time) {
	for _, url := range urls {
		at = Later(at, url.Changed)
	}
	return at
}

// Later returns the later of two times.
func Later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func sitemapContent(v *View, list, element string, urls []SitemapURL) *content {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s<%s xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n", xml.Header, list)
	for _, url := range urls {
		fmt.Fprintf(&b, "<%s><loc>", element)
		_ = xml.EscapeText(&b, []byte(v.Origin+url.Path)) // a bytes.Buffer never fails
		b.WriteString("</loc>")
		if !url.Changed.IsZero() {
			fmt.Fprintf(&b, "<lastmod>%s</lastmod>", url.Changed.UTC().Format(time.RFC3339))
		}
		fmt.Fprintf(&b, "</%s>\n", element)
	}
	fmt.Fprintf(&b, "</%s>\n", list)
	return v.File("application/xml; charset=utf-8", b.Bytes())
}

// ChangedSince returns the paths of the sitemap whose pages have changed since then and those of tools deleted since then, which
// answer that they are gone; and when the newest of all changed. Of a list with several pages it returns the first: all change
// with any of their products.
func (p *Pages) ChangedSince(since time.Time) (paths []string, newest time.Time) {
	v := p.view()
	for _, url := range sitemapURLs(v) {
		newest = Later(newest, url.Changed)
		if url.Changed.After(since) && !strings.Contains(url.Path, "/page/") {
			paths = append(paths, url.Path)
		}
	}
	for _, deleted := range v.Snapshot.Trash().Since(since) {
		newest = Later(newest, deleted.DeletedAt)
		paths = append(paths, ProductPath(deleted.Product.Slug))
	}
	return paths, newest
}

// securityPath is the URL of the file that says where to report security problems (RFC 9116).
const securityPath = "/.well-known/security.txt"

// security returns that file as of a time, or nil if there is no contact. It expires a year after that day, and is the
// same all day.
func security(v *View, now time.Time) *content {
	if v.pages.options.SecurityContact == "" {
		return nil
	}
	expires := now.UTC().Truncate(24*time.Hour).AddDate(1, 0, 0)
	return v.File("text/plain; charset=utf-8", fmt.Appendf(nil, "Contact: %s\nExpires: %s\nCanonical: %s%s\nPreferred-Languages: en\n",
		v.pages.options.SecurityContact, expires.Format(time.RFC3339), v.Origin, securityPath))
}
