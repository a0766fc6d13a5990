package pages

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/browse"
	"vitrine/internal/catalog"
)

// screen is what is at an address.
type screen int

const (
	home       screen = iota // the directory, whole or one category of it
	product                  // one product
	generator                // the VEO 3 prompt generator
	submit                   // where visitors send a tool in
	submission               // how what was sent in stands, for its sender
	legal                    // one of the legal pages
	admin                    // one of the administrator's, which only browsers render
	unknown                  // no screen
)

// address is where a page stands, in its one spelling: two addresses that show the same are equal.
type address struct {
	screen  screen
	path    string  // as the browser sees it, escaped
	filters filters // of home, with the category of /category/{slug}
	product string  // id or slug
	renamed bool    // the request called its category as it was called before
}

// unknownPath stands for every path without a screen: they all show the same.
const unknownPath = "/page-not-found"

// search is the address from its question mark on.
func (a address) search() string {
	f := a.filters
	if a.inCategory() {
		f.category = ""
	}
	return f.query()
}

// homeAt is the address of home with these filters: a category's own page where one is chosen.
func homeAt(f filters, snapshot *browse.Snapshot) address {
	a := address{screen: home, path: "/", filters: f}
	if category, known := snapshot.Category(f.category); known {
		a.path, a.filters.category = categoryPath(category), category.Slug
	}
	return a
}

// inCategory reports whether it is the address of a category.
func (a address) inCategory() bool { return strings.HasPrefix(a.path, "/category/") }

// key names the page among all pages.
func (a address) key() string { return a.path + a.search() }

// logged is the key as the log may have it: without what only a submission's sender knows.
func (a address) logged() string {
	if a.screen == submission {
		return statusPath
	}
	return a.key()
}

// longestName is how many bytes of an id, slug or category name are looked at; what is longer names nothing.
const longestName = 512

// unreadable stands for a part of a path that is not valid UTF-8 or has control characters. It names nothing. The front
// end reads such a part so too.
const unreadable = "\uFFFD"

// resolve finds the address that a request means, or the one spelling that it should have used, on this site.
func resolve(u *url.URL, snapshot *browse.Snapshot) (a address, moved string) {
	parts := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	for i, part := range parts {
		if !readable(unescaped(part)) {
			parts[i] = url.PathEscape(unreadable)
		}
	}
	a, spelling := known(parts, snapshot)
	switch {
	case spelling == "": // no screen
		return a, ""
	case spelling == "/"+strings.Join(parts, "/"):
		if a.screen == home {
			a.filters = a.filters.with(u.RawQuery)
		}
		return a, ""
	case u.RawQuery != "":
		spelling += "?" + u.RawQuery
	}
	return a, spelling
}

// with are the filters of the query. The category of the path, if there is one, stays.
func (f filters) with(query string) filters {
	read := parseFilters(query)
	if f.category != "" {
		read.category = f.category
	}
	return read
}

func readable(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl)
}

// known finds the screen of a path and how the path should be spelled.
func known(parts []string, snapshot *browse.Snapshot) (address, string) {
	if len(parts) > 1 && parts[len(parts)-1] == "" { // a slash at the end
		parts = parts[:len(parts)-1]
	}
	kind := strings.ToLower(parts[0])
	switch {
	case len(parts) == 1 && kind == "":
		return address{screen: home, path: "/"}, "/"
	case len(parts) == 1 && "/"+kind == generatorPath:
		return address{screen: generator, path: generatorPath}, generatorPath
	case kind == "submit":
		return submitAt(parts)
	case len(parts) == 1 && isLegal(kind):
		return address{screen: legal, path: "/" + kind}, "/" + kind
	case kind == "admin":
		return adminAt(parts)
	case len(parts) != 2 || parts[1] == "" || len(parts[1]) > longestName:
	case kind == "category":
		return categoryAt(parts[1], snapshot)
	case kind == "product", kind == "products":
		return productAt(kind, parts[1], snapshot)
	}
	return address{screen: unknown, path: unknownPath}, ""
}

// categoryAt is the page of a category. Its name, its slug in capitals and what it was called before lead to the slug,
// "all" leads home.
func categoryAt(escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), "/category/"+escaped
	if catalog.Fold(name) == "all" {
		return address{screen: home, path: "/"}, "/"
	}
	a := address{screen: home}
	found, ok := snapshot.Category(name)
	if ok && found.Slug != name {
		key := catalog.Fold(name)
		a.renamed = key != found.Slug && key != catalog.Fold(found.Name)
		name = found.Slug
		path = "/category/" + url.PathEscape(name)
	}
	a.path, a.filters = path, filters{category: name}
	return a, path
}

// productAt is the page of a product by id or slug; a slug in capitals leads to the right one.
func productAt(kind, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), "/"+kind+"/"+escaped
	if _, spelling, ok := productNamed(name, snapshot); ok && spelling != name {
		name = spelling
		path = "/" + kind + "/" + url.PathEscape(name)
	}
	return address{screen: product, path: path, product: name}, path
}

// productNamed finds a product by id or slug, also by a slug in capitals, and says how the name should be spelled.
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
