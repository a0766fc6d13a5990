package pages

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/browse"
	"vitrine/internal/catalog"
)

// address is the URL of a page in its canonical spelling: two addresses that show the same are equal.
type address struct {
	screen  screen
	path    string       // as the browser sees it, escaped
	query   browse.Query // of home and category, with the category of the path; see browse.ParsePageQuery
	product string       // id or slug
	renamed bool         // the request has a former name of its category
}

// unknownPath is the path of every page without a screen: they all show the same.
const unknownPath = "/page-not-found"

// search is the address from its question mark on.
func (a address) search() string {
	q := a.query
	if a.screen == category {
		q.Category = ""
	}
	return q.Encode()
}

// homeAt is the address of home with a query: of the category's page where the query has a category.
func homeAt(q browse.Query, snapshot *browse.Snapshot) address {
	a := address{screen: home, path: "/", query: q}
	if found, known := snapshot.Category(q.Category); known {
		a.screen, a.path, a.query.Category = category, categoryPath(found), found.Slug
	}
	return a
}

// key identifies the page among all pages.
func (a address) key() string { return a.path + a.search() }

// logged is the key as the log may have it: without the secret key of a submission.
func (a address) logged() string {
	if screens[a.screen].private {
		return a.path[:strings.LastIndex(a.path, "/")+1]
	}
	return a.key()
}

// longestName is how many bytes an id, slug or category name may have; a longer one names nothing.
const longestName = 512

// unreadable replaces a part of a path that is not valid UTF-8 or has control characters. It names nothing. The front
// end replaces such a part too.
const unreadable = "\uFFFD"

// resolve finds the address that a URL means, or the canonical URL that the request should have used.
func resolve(u *url.URL, snapshot *browse.Snapshot) (a address, moved string) {
	parts := strings.Split(u.EscapedPath(), "/")
	for i, part := range parts {
		if !readable(unescaped(part)) {
			parts[i] = url.PathEscape(unreadable)
		}
	}
	path := "/" + strings.TrimPrefix(strings.Join(parts, "/"), "/")
	a, canonical := screenAt(path, snapshot)
	switch {
	case canonical == "": // no screen
		return a, ""
	case canonical == path:
		if a.screen == home || a.screen == category {
			a.query = queryOf(u.RawQuery, a.query.Category)
		}
		return a, ""
	case u.RawQuery != "":
		canonical += "?" + u.RawQuery
	}
	return a, canonical
}

// queryOf reads a query. The category of the path, if there is one, replaces that of the query.
func queryOf(text, category string) browse.Query {
	q := browse.ParsePageQuery(text)
	if category != "" {
		q.Category = category
	}
	return q
}

func readable(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl)
}

// categoryAt is the page of a category. The category's name, its slug in capitals and its former names lead to the slug,
// "all" leads home.
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

// productAt is the page of a product by id or slug; a slug in capitals leads to the right one.
func productAt(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	if _, spelling, ok := productNamed(name, snapshot); ok && spelling != name {
		name, path = spelling, folder+url.PathEscape(spelling)
	}
	return address{screen: product, path: path, product: name}, path
}

// productNamed finds a product by id or slug, also by a slug in capitals, and gives the right spelling.
func productNamed(name string, snapshot *browse.Snapshot) (*browse.Item, string, bool) {
	for _, spelling := range [...]string{name, strings.ToLower(name)} {
		if found, ok := snapshot.Product(spelling); ok {
			return found, spelling, true
		}
	}
	return nil, "", false
}

func unescaped(part string) string {
	if plain, err := url.PathUnescape(part); err == nil {
		return plain
	}
	return part
}
