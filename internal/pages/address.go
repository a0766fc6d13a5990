package pages

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// address is the URL of a page in its canonical spelling: two addresses of the same page are equal.
type address struct {
	screen     screen
	path       string       // escaped, as in the browser
	query      browse.Query // of home, category, tag and allTools; includes what the path says; see browse.ParsePageQuery
	product    string       // id or slug; of product and alternatives
	comparison string       // its name; empty: no comparison has the name in the path
	collection string       // its slug; empty: no collection has the name in the path
	renamed    bool         // the request used a former name of the category, a former slug of the product or collection, or another name of the comparison
}

// unknownPath is the address of every path without a screen, because they all show the same page.
const unknownPath = "/page-not-found"

// search returns the query string, with its question mark.
func (a address) search() string {
	q := a.query
	switch a.screen {
	case category:
		q.Category = ""
	case tag:
		q.Tag = ""
	case allTools:
		return ""
	}
	return q.Encode()
}

// homeAt returns the address of home for a query, or of the category's or the tag's page if the query has one.
func homeAt(q browse.Query, snapshot *browse.Snapshot) address {
	a := address{screen: home, path: "/", query: q}
	switch about := topicOf(q, snapshot); {
	case about.category.Slug != "":
		a.screen, a.path, a.query.Category = category, about.path(), about.category.Slug
	case about.tag.Slug != "":
		a.screen, a.path, a.query.Tag = tag, about.path(), about.tag.Slug
	}
	return a
}

// key returns the key of the page in the cache.
func (a address) key() string { return a.path + a.search() }

// logged returns the key for the log, without the secret key of a submission.
func (a address) logged() string {
	if screens[a.screen].private {
		return a.path[:strings.LastIndex(a.path, "/")+1]
	}
	return a.key()
}

// longestName is the maximum length of an id, slug or category name, in bytes. A longer one matches nothing.
const longestName = 512

// unreadable replaces a part of a path that has control characters or invalid UTF-8, so that it matches nothing. The
// front end does the same.
const unreadable = "\uFFFD"

// resolve returns the address of a URL, or the canonical URL to redirect to.
func resolve(u *url.URL, snapshot *browse.Snapshot) (a address, moved string) {
	parts := strings.Split(u.EscapedPath(), "/")
	for i, part := range parts {
		if !readable(unescaped(part)) {
			parts[i] = url.PathEscape(unreadable)
		}
	}
	path := "/" + strings.TrimPrefix(strings.Join(parts, "/"), "/")
	first, number := cutNumber(path)
	a, canonical := screenAt(first, snapshot)
	if number > 0 && !screens[a.screen].numbered {
		return address{screen: unknown, path: unknownPath}, ""
	}
	if a.screen == home || a.screen == category || a.screen == tag {
		a.query = queryOf(u.RawQuery, a.query.Category, a.query.Tag)
	}
	if number > 1 && a.query.Page > 0 { // filtered lists have no numbered pages
		a.query.Page, a.path, canonical = number, a.path+numberPath(number), canonical+numberPath(number)
	}
	switch {
	case canonical == "" || canonical == path: // "": no screen
		return a, ""
	case u.RawQuery != "":
		canonical += "?" + u.RawQuery
	}
	return a, canonical
}

// resolve is like the function, but a screen that the site does not have is an unknown path.
func (p *Pages) resolve(u *url.URL, snapshot *browse.Snapshot) (a address, moved string) {
	a, moved = resolve(u, snapshot)
	if !p.exists(a.screen) {
		return address{screen: unknown, path: unknownPath}, ""
	}
	return a, moved
}

// queryOf parses a query. The category or the tag of the path, if any, replaces the query's. A whole category or tag has
// numbered pages.
func queryOf(text, category, tag string) browse.Query {
	q := browse.ParsePageQuery(text)
	switch {
	case category != "":
		q.Category = category
	case tag != "":
		q.Category, q.Tag = "", tag
	}
	if whole := (browse.Query{Category: q.Category, Tag: q.Tag}); q == whole && (q.Category == "") != (q.Tag == "") {
		q.Page = 1
	}
	return q
}

// cutNumber splits the number of a page off the path of a list: "/tools/page/2". It returns 0 if there is none.
func cutNumber(path string) (first string, number int) {
	first, digits, found := strings.Cut(strings.TrimSuffix(path, "/"), pageFolder)
	number, err := strconv.Atoi(digits)
	if !found || err != nil || number < 1 || number > browse.MaxPage || digits != strconv.Itoa(number) {
		return path, 0
	}
	return first, number
}

// pageFolder is between the path of a list and the number of a page.
const pageFolder = "/page/"

// numberPath returns the end of the path of a list's page; "" for the first.
func numberPath(number int) string {
	if number <= 1 {
		return ""
	}
	return pageFolder + strconv.Itoa(number)
}

// findTools returns the address of the list of all tools.
func findTools(folder, _ string, _ *browse.Snapshot) (address, string) {
	return address{screen: allTools, path: folder, query: browse.Query{Sort: browse.SortName, Page: 1}}, folder
}

func readable(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl)
}

// categoryAt returns the address of a category's page. The category's name, its slug in capitals and its former names
// redirect to the slug; "all" redirects home.
func categoryAt(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	key := catalog.Fold(name)
	if key == "all" {
		return address{screen: home, path: "/"}, "/"
	}
	a := address{screen: category}
	found, ok := snapshot.Category(name)
	if ok && found.Slug != name {
		a.renamed = key != found.Slug && key != catalog.Fold(found.Name)
		name, path = found.Slug, categoryPath(found)
	}
	a.path, a.query.Category = path, name
	return a, path
}

// productAt returns the address of a product's page by id or slug; a slug in capitals redirects to the right one, a former
// slug to the product's page.
func productAt(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	found, ok := productNamed(name, snapshot)
	switch {
	case ok && found.renamed:
		name, path = found.spelling, productPath(found.spelling)
	case ok && found.spelling != name:
		name, path = found.spelling, folder+url.PathEscape(found.spelling)
	}
	return address{screen: product, path: path, product: name, renamed: found.renamed}, path
}

// namedProduct is a product as a URL names it.
type namedProduct struct {
	*browse.Item
	spelling string // canonical, of the id or slug
	renamed  bool   // by a former slug; the spelling is the present one
}

// productNamed finds a product by id or slug, also by a slug in capitals or a former one.
func productNamed(name string, snapshot *browse.Snapshot) (found namedProduct, ok bool) {
	spellings := [...]string{name, strings.ToLower(name)}
	for _, spelling := range spellings {
		if item, ok := snapshot.Product(spelling); ok {
			return namedProduct{item, spelling, false}, true
		}
	}
	for _, spelling := range spellings {
		if item, ok := snapshot.ProductByAnySlug(spelling); ok {
			return namedProduct{item, item.Slug(), true}, true
		}
	}
	return namedProduct{}, false
}

func unescaped(part string) string {
	if plain, err := url.PathUnescape(part); err == nil {
		return plain
	}
	return part
}
