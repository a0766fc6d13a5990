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
	if s.files == nil || !s.revision.Holds(now) {
		s.files, s.revision = p.sitemapFiles(p.options.Catalogue.Picture(), mostAddresses), now
	}
	return s.files[path]
}

// place is one address of the sitemap.
type place struct {
	path    string
	changed time.Time
}

// sitemapFiles are the files of the sitemap with at most so many addresses in each.
func (p *Pages) sitemapFiles(picture *browse.Picture, most int) map[string]*content {
	places := placesOf(picture, p.options.Site.Settings())
	if len(places) <= most {
		return map[string]*content{"/sitemap.xml": p.sitemapContent("urlset", "url", places)}
	}
	files := map[string]*content{}
	var parts []place
	for number := 1; len(places) > 0; number++ {
		count := min(most, len(places))
		part := place{path: fmt.Sprintf("/sitemap-%d.xml", number), changed: newest(places[:count])}
		files[part.path] = p.sitemapContent("urlset", "url", places[:count])
		parts, places = append(parts, part), places[count:]
	}
	files["/sitemap.xml"] = p.sitemapContent("sitemapindex", "sitemap", parts)
	return files
}

// placesOf are the home page, the generator, the legal pages, the categories that have a product, and the products. What
// lists products changed when the newest of them did.
func placesOf(picture *browse.Picture, settings *site.Settings) []place {
	changed := map[string]time.Time{}
	products := make([]place, 0, picture.Len())
	for item := range picture.All() {
		products = append(products, place{productPath(item.Slug()), item.UpdatedAt()})
		for _, category := range picture.CategoriesOf(item) {
			changed[categoryPath(category)] = later(changed[categoryPath(category)], item.UpdatedAt())
		}
	}
	places := append([]place{{"/", newest(products)}, {path: generatorPath}, {path: submitPath}}, legalPlaces(settings)...)
	for _, category := range picture.Categories() {
		if at, used := changed[categoryPath(category)]; used {
			places = append(places, place{categoryPath(category), at})
		}
	}
	return append(places, products...)
}

func newest(places []place) (at time.Time) {
	for _, place := range places {
		at = later(at, place.changed)
	}
	return at
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (p *Pages) sitemapContent(list, element string, places []place) *content {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s<%s xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n", xml.Header, list)
	for _, place := range places {
		fmt.Fprintf(&b, "<%s><loc>", element)
		_ = xml.EscapeText(&b, []byte(p.origin+place.path)) // a buffer takes everything
		b.WriteString("</loc>")
		if !place.changed.IsZero() {
			fmt.Fprintf(&b, "<lastmod>%s</lastmod>", place.changed.UTC().Format(time.RFC3339))
		}
		fmt.Fprintf(&b, "</%s>\n", element)
	}
	fmt.Fprintf(&b, "</%s>\n", list)
	return newContent(p.packer, encoding.Default, http.StatusOK, b.Bytes(),
		header("Content-Type", "application/xml; charset=utf-8"),
		header("Cache-Control", "no-cache"),
	)
}
