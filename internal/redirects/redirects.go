// Package redirects answers the URLs that a site had before it moved here, so that links to it still lead somewhere.
//
// An old URL leads to a product, category, collection or tag wherever that is now, or to a path of the site, or says that what was there
// is gone. A page of the site at the same URL goes before it. Slugs that change on this site are not here: catalog stores those.
//
// # To change
//
//   - what an old URL and its target may be: here; go test ./internal/redirects
//   - how a request finds one: table.go; the page for what is gone: internal/pages/old_urls.go
//   - what is counted of requests: hits.go; what is stored: queries.go; undo and archive: records.go
//   - imports: import.go; what an old URL is found by: match.go; the files: internal/exchange/old_urls.go
package redirects

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// Limits of old URLs.
const (
	Max     = 50_000
	maxPath = 2_048 // characters, of an old path and of a new one
)

// Kind is what an old URL leads to.
type Kind string

// The kinds.
const (
	Gone       Kind = "gone" // what was there is gone
	Path       Kind = "path"
	Product    Kind = "product"
	Category   Kind = "category"
	Collection Kind = "collection"
	Tag        Kind = "tag"
)

// Target is what an old URL leads to.
type Target struct {
	Kind Kind   `json:"kind" db:"kind" enum:"gone,path,product,category,collection,tag" doc:"What it leads to"`
	Item int64  `json:"targetId" db:"target_id" doc:"Of the product, category or collection; 0: none"`
	Text string `json:"target" db:"target" doc:"Slug of the tag, or the path"`
}

// Redirect is an old URL with what it leads to.
type Redirect struct {
	ID     int64  `json:"id" db:"id,serial"`
	From   string `json:"from" db:"old_path" doc:"Path of the old URL, escaped, with its query if it has one"`
	Status int    `json:"status" db:"status" enum:"301,302,307,308,410"`
	Target
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
	UpdatedAt time.Time `json:"updatedAt" db:"updated_at"`
}

var table = db.TableOf[Redirect]("redirects")

// statuses are those that an old URL may answer with; the first is that of one without.
var statuses = []int{http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect, http.StatusGone}

// location is the part of a URL by which old URLs are told apart.
type location struct {
	path  string // not escaped, without a slash at its end
	query string // sorted, without tracking parameters
}

// locationOf returns the location of a URL; not if nothing can be there.
func locationOf(u *url.URL) (location, bool) {
	path, err := url.PathUnescape(u.EscapedPath())
	if err != nil || !isPlain(path) {
		return location{}, false
	}
	path = strings.TrimRight(norm.NFC.String("/"+strings.TrimLeft(path, "/")), "/")
	path = strings.TrimSuffix(path, "/index.php") // WordPress without nice URLs
	if path == "" {
		path = "/"
	}
	at := location{path: path}
	if u.RawQuery != "" {
		values, _ := url.ParseQuery(u.RawQuery) // what can be read of it
		for name := range values {
			if catalog.IsTracker(name) || !isPlain(name+strings.Join(values[name], "")) {
				delete(values, name)
			}
		}
		at.query = values.Encode()
	}
	return at, true
}

// String returns the location as it is stored.
func (l location) String() string {
	text := (&url.URL{Path: l.path}).EscapedPath()
	if l.query != "" {
		text += "?" + l.query
	}
	return text
}

// folded returns the location in lower case.
func (l location) folded() location { return location{strings.ToLower(l.path), l.query} }

// readLocation reads a URL or a path as people and files write it: its host is another one's.
func readLocation(text string) (location, bool) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") && !strings.HasPrefix(text, "/") {
		text = "/" + text
	}
	u, err := url.Parse(text)
	if err != nil || len(text) > maxPath {
		return location{}, false
	}
	at, ok := locationOf(u)
	return at, ok && at != location{path: "/"}
}

// Check checks the rules of an old URL, as for a row of another site.
func (r Redirect) Check() (Redirect, error) {
	var c field.Checker
	if at, ok := readLocation(r.From); ok && len(at.String()) <= maxPath {
		r.From = at.String()
	} else {
		c.Fail("from", "Please enter the path of an old URL, like /tool/example. The home page can't be one")
	}
	switch {
	case !slices.Contains(statuses, r.Status):
		c.Fail("status", "Please choose 301, 302, 307, 308 or 410")
	case (r.Status == http.StatusGone) != (r.Kind == Gone):
		c.Fail("to", "Please enter where the old URL leads, or choose 410")
	case r.Kind == Gone:
		r.Target = Target{Kind: Gone}
	case r.Kind == Path:
		if own, ok := ownPath(r.Text); ok && own != r.From {
			r.Target = Target{Kind: Path, Text: own}
		} else {
			c.Fail("to", "Please enter another path of this site, like /products/example")
		}
	case r.Kind == Tag && catalog.ValidSlug(r.Text):
		r.Target = Target{Kind: Tag, Text: r.Text}
	case slices.Contains([]Kind{Product, Category, Collection}, r.Kind) && r.Item > 0:
		r.Target = Target{Kind: r.Kind, Item: r.Item}
	default:
		c.Fail("to", "Please enter a path of this site, like /products/example")
	}
	return r, c.Fault()
}

// ownPath returns a path of this site with its query, as it is stored. What a browser would take for another site's is refused.
func ownPath(text string) (string, bool) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") ||
		strings.Contains(u.Path, `\`) || !isPlain(u.Path) || len(u.RequestURI()) > maxPath {
		return "", false
	}
	return u.RequestURI(), true
}

// bestFolder is before the slug of a collection.
const bestFolder = "/best/"

// targetOf returns what a path of this site leads to: something with an id, whose slug may change, or the path.
func targetOf(text string, s *browse.Snapshot) (Target, bool) {
	own, ok := ownPath(text)
	if !ok {
		return Target{}, false
	}
	path := strings.TrimSuffix(own, "/")
	slash := strings.LastIndexByte(path, '/') + 1
	name := pages.Unescaped(path[slash:])
	switch path[:slash] {
	case pages.ProductFolder, "/product/":
		item, found := s.ProductByAnySlug(name)
		if !found {
			item, found = browse.Unpublished(s, name)
		}
		if found {
			return Target{Kind: Product, Item: item.ID()}, true
		}
	case pages.CategoryFolder:
		if found, ok := s.Categories().Find(name); ok {
			return Target{Kind: Category, Item: found.ID}, true
		}
	case bestFolder:
		if found, ok := s.Collections().FindByAnySlug(name); ok {
			return Target{Kind: Collection, Item: found.ID}, true
		}
	case pages.TagFolder:
		if found, ok := s.Tags().Find(name); ok {
			return Target{Kind: Tag, Text: found.Slug}, true
		}
	}
	return Target{Kind: Path, Text: own}, true
}

// place returns the name of what a target is, and its path; "" if visitors don't see it. A path is not looked at.
func (t Target) place(s *browse.Snapshot) (name, path string) {
	switch t.Kind {
	case Path:
		return t.Text, t.Text
	case Product:
		id := strconv.FormatInt(t.Item, 10)
		if item, found := s.Product(id); found {
			return item.Name(), pages.ProductPath(item.Slug())
		}
		if item, found := browse.Unpublished(s, id); found {
			return item.Name(), ""
		}
	case Category:
		for _, c := range s.Categories().All() {
			if c.ID == t.Item {
				return c.Name, pages.CategoryPath(c)
			}
		}
	case Collection:
		for _, c := range s.Collections().Published() {
			if c.ID == t.Item {
				return c.Title, bestFolder + url.PathEscape(c.Slug)
			}
		}
	case Tag:
		if found, ok := s.Tags().Find(t.Text); ok {
			return found.Name, pages.TagPath(found.Tag)
		}
		if category, ok := s.Tags().Category(t.Text); ok { // which has the tag's name
			return category.Name, pages.CategoryPath(category)
		}
	}
	return "", ""
}

// isPlain reports whether a text is UTF-8 without control characters.
func isPlain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// has reports whether the old path, or what it leads to, has a text in it, in any case.
func (r Redirect) has(text string, s *browse.Snapshot) bool {
	text = strings.ToLower(text)
	if strings.Contains(strings.ToLower(r.From), text) || strings.Contains(strings.ToLower(pages.Unescaped(r.From)), text) {
		return true
	}
	name, path := r.place(s)
	return strings.Contains(strings.ToLower(name), text) || strings.Contains(strings.ToLower(path), text)
}
