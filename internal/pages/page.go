package pages

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/feed"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Page is a kind of page. Its feature makes it, and the table of pages has it (Options.Table). One with the same text for
// every visitor needs no functions; one without paths only adds to what others show.
type Page struct {
	Paths      []string // as in pages.ts of the folders in web/src/public; a final ":id" matches one path segment
	Route      string   // in metrics; empty: the path, with {slug} for the name
	Longest    int      // bytes of the name in its path; 0: LongestName
	Numbered   bool     // a list with pages below it, "/page/2"
	Filtered   bool     // a list that the query of its URL narrows
	Unlisted   bool     // not indexed, not in the sitemap
	Private    bool     // not cached either, nor named in the log
	Scriptless bool     // has no screen: people read its text, even where the front end runs

	Module      string // of the front end, for a screen with its own script
	Title       string
	Description string // in this and in Notice, {site} is the site's name
	Notice      string // all that the page says without scripts, if it has no Markdown
	Missing     Notice // what it says where a name means nothing; empty: that there is no such page
	Menu        string // what the menu calls it; empty: it is not in the menu

	// Find returns the address of an item and its canonical path; nil: the path is already canonical.
	Find func(folder, escaped string, snapshot *browse.Snapshot) (Address, string)
	// Trim takes out of the query of an address what its path says; nil: nothing.
	Trim func(browse.Query) browse.Query
	// Head fills the head of a page whose text depends on the catalogue or the settings.
	Head func(v *View, a Address, h *Head)
	// Preview returns the answers of the API about a product that visitors don't see, by their URLs, from a snapshot in which they do; nil: an
	// administrator sees no more of the page than visitors.
	Preview func(snapshot *browse.Snapshot, name string) map[string]Answer
	// Data returns the structured data of a page without Head; nil: none.
	Data func(h *Head) Object
	// Markdown writes the text of the page; nil: the notice.
	Markdown func(v *View, a Address, m *Markdown)
	// Card adds to the page's social image, which has its title and description; nil: nothing.
	Card func(v *View, a Address, card *preview.Card)
	// Feed returns what is new on the page, for a search what it finds; nil: it has no feed.
	Feed func(v *View, a Address, q browse.Query) *feed.Feed
	// URLs returns the pages for the sitemap; nil: the paths.
	URLs func(v *View) []SitemapURL
	// Submit accepts the form of the page as a browser without scripts posts it, and returns the path to go to; nil: the page
	// takes no form.
	Submit func(ctx context.Context, form url.Values) (path string, err error)

	// What the page adds to others, each nil for nothing. Where several do, they come in the order of the table.

	// Files are paths of the feature that are no pages.
	Files []File
	// Footer returns what the footer calls the page; empty: it is not there.
	Footer func(v *View) string
	// HomeRow returns the row of the home page about it, between those of tools and the categories.
	HomeRow func(m *Markdown) Row
	// OnTool and AfterTool write what the text of a tool's page says of it, before and after the similar tools; AfterTool also
	// what that of a search for what is like the tool does.
	OnTool, AfterTool func(m *Markdown, item *browse.Item)
	// OnAPI writes what the page about the API says of it.
	OnAPI func(m *Markdown)
	// Example returns a parameter in paths of the API that the feature knows, and a value that works.
	Example func(v *View) (parameter, value string)
	// Guide adds what /llms.txt says of it.
	Guide func(m *Markdown, g *Guide)
	// Visited counts that a request goes to the website of a tool.
	Visited func(v *View, r *http.Request, product int64)
}

// Notice is a page with only a heading and a text.
type Notice struct{ Heading, Text string }

var pageNotFound = Notice{"Page Not Found", "Did you forget to add the page to the router?"}

// Row is a row of the home page: a list as Markdown, and the label and path of the link to the whole list.
type Row struct{ Heading, List, All, Path string }

// noticeOf404 returns what the page says where a name means nothing.
func (page *Page) noticeOf404() Notice { return cmp.Or(page.Missing, pageNotFound) }

// unknownPage is at every path without another page.
var unknownPage = Page{Head: func(v *View, a Address, h *Head) { v.DescribeMissing(h, a) }}

// View is what pages are made of: the catalogue and the settings of one moment.
type View struct {
	Origin   string // scheme and host of the site
	Snapshot *browse.Snapshot
	Settings *site.Settings

	pages *Pages
	given map[string]Answer // instead of the API's, by their URLs
}

func (p *Pages) view() *View {
	return &View{Origin: p.origin, Snapshot: p.options.Catalogue.Snapshot(), Settings: p.options.Site.Settings(), pages: p}
}

// EachPage calls do for each page of the table, in its order.
func (v *View) EachPage(do func(page *Page)) {
	for _, page := range v.pages.options.Table {
		do(page)
	}
}

// SiteName returns the site's name.
func (v *View) SiteName() string { return v.Settings.ShownTexts.Name }

// Address is the URL of a page in its canonical spelling: two addresses of the same page are equal.
type Address struct {
	Page    *Page
	Path    string       // escaped, as in the browser
	Query   browse.Query // of a list; includes what the path says; see browse.ParsePageQuery
	Product string       // id or slug; of product and alternatives
	Name    string       // of another item that the page is about
	Missing bool         // no item has the name in the path, which nothing may cache: anybody can make up millions
	Renamed bool         // the request used a former or another name of the item
}

// unknownPath is the address of every path without a page, because they all show the same.
const unknownPath = "/page-not-found"

// Search returns the query string, with its question mark.
func (a Address) Search() string {
	if a.Page.Trim != nil {
		return a.Page.Trim(a.Query).Encode()
	}
	return a.Query.Encode()
}

// Key returns the key of the page in the cache.
func (a Address) Key() string { return a.Path + a.Search() }

// logged returns the key for the log, without the secret key of a submission.
func (a Address) logged() string {
	if a.Page.Private {
		return a.Path[:strings.LastIndex(a.Path, "/")+1]
	}
	return a.Key()
}

// LongestName is the maximum length of an id, slug or category name, in bytes. A longer one matches nothing.
const LongestName = 512

// unreadable replaces a part of a path that has control characters or invalid UTF-8, so that it matches nothing. The
// front end does the same.
const unreadable = "\uFFFD"

// resolve returns the address of a URL, or the canonical URL to redirect to.
func (v *View) resolve(u *url.URL) (a Address, moved string) {
	parts := strings.Split(u.EscapedPath(), "/")
	for i, part := range parts {
		if !readable(Unescaped(part)) {
			parts[i] = url.PathEscape(unreadable)
		}
	}
	path := "/" + strings.TrimPrefix(strings.Join(parts, "/"), "/")
	first, number := CutNumber(path)
	a, canonical := v.pageAt(first)
	if number > 0 && (!a.Page.Numbered || canonical == "/") {
		return Address{Page: &unknownPage, Path: unknownPath}, ""
	}
	if a.Page.Filtered {
		a.Query = queryOf(u.RawQuery, a.Query.Category, a.Query.Tag)
	}
	if number > 1 && a.Query.Page > 0 { // filtered lists have no numbered pages
		a.Query.Page, a.Path, canonical = number, a.Path+NumberPath(number), canonical+NumberPath(number)
	}
	switch {
	case canonical == "" || canonical == path: // "": no page
		return a, ""
	case u.RawQuery != "":
		canonical += "?" + u.RawQuery
	}
	return a, canonical
}

// follow returns the address of a path without a query, where it redirects if it does; renamed is that of the redirect.
func (v *View) follow(path string) (a Address, renamed bool) {
	a, moved := v.resolve(&url.URL{Path: Unescaped(path), RawPath: path})
	renamed = a.Renamed
	if moved != "" {
		a, _ = v.resolve(&url.URL{Path: Unescaped(moved), RawPath: moved})
	}
	return a, renamed
}

// pageAt returns the address for an escaped path, and the canonical path; "" if no page matches.
func (v *View) pageAt(path string) (Address, string) {
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	for _, page := range v.pages.options.Table {
		for _, pattern := range page.Paths {
			folder, name, ok := match(pattern, path)
			if !ok || len(name) > cmp.Or(page.Longest, LongestName) {
				continue
			}
			a, canonical := Address{Path: folder + name}, folder+name
			if page.Find != nil {
				a, canonical = page.Find(folder, name, v.Snapshot)
			}
			a.Page = page
			return a, canonical
		}
	}
	if lower := strings.ToLower(path); lower == "/admin" || strings.HasPrefix(lower, "/admin/") {
		return adminAt(v, lower)
	}
	return Address{Page: &unknownPage, Path: unknownPath}, ""
}

// match splits a path that fits the pattern into the fixed part, spelled as in the pattern, and the name after it. A
// pattern without a name is all fixed part.
func match(pattern, path string) (folder, name string, ok bool) {
	folder, _, named := strings.Cut(pattern, ":")
	if len(path) < len(folder) || !strings.EqualFold(path[:len(folder)], folder) {
		return "", "", false
	}
	name = path[len(folder):]
	if !named {
		return folder, "", name == ""
	}
	return folder, name, name != "" && !strings.Contains(name, "/")
}

// Route returns the name of a path in metrics, one of a small set whatever paths clients send.
func (p *Pages) Route(path string) string {
	if len(path) > 1 {
		for _, r := range p.routes[path[1]] {
			if strings.HasPrefix(path, r.begins) {
				return r.name
			}
		}
		return "/ (other)"
	}
	return "/"
}

// route is the name in metrics of the paths that begin like this.
type route struct{ begins, name string }

// routesOf returns the names of all pages and files by the first letter of their path, the longest beginning first.
func routesOf(table []*Page, files []File) map[byte][]route {
	all := map[byte][]route{}
	add := func(begins, name string) {
		if len(begins) > 1 && name != "" {
			all[begins[1]] = append(all[begins[1]], route{begins, name})
		}
	}
	add("/admin", "/admin")
	for _, page := range table {
		for _, pattern := range page.Paths {
			folder, _, named := strings.Cut(pattern, ":")
			name := folder
			if named {
				name += "{slug}"
			}
			add(folder, cmp.Or(page.Route, name))
		}
	}
	for _, f := range files {
		add(strings.TrimSuffix(f.Path, "*"), f.Route)
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b route) int { return len(b.begins) - len(a.begins) })
	}
	return all
}

// CutNumber splits the number of a page off the path of a list: "/tools/page/2". It returns 0 if there is none.
func CutNumber(path string) (first string, number int) {
	first, digits, found := strings.Cut(strings.TrimSuffix(path, "/"), pageFolder)
	number, err := strconv.Atoi(digits)
	if !found || err != nil || number < 1 || number > browse.MaxPage || digits != strconv.Itoa(number) {
		return path, 0
	}
	return first, number
}

// pageFolder is between the path of a list and the number of a page.
const pageFolder = "/page/"

// NumberPath returns the end of the path of a list's page; "" for the first.
func NumberPath(number int) string {
	if number <= 1 {
		return ""
	}
	return pageFolder + strconv.Itoa(number)
}

func readable(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl)
}

// Unescaped returns a part of a path without its escapes; one that has wrong ones as it is.
func Unescaped(part string) string {
	if plain, err := url.PathUnescape(part); err == nil {
		return plain
	}
	return part
}

// adminPage is the administrator's screens. Its documents have no markup.
var adminPage = Page{Head: adminHead}

// unknownAdminPath is the address of every path below /admin without a screen, because they all show the same page.
const unknownAdminPath = "/admin/page-not-found"

// adminAt returns the admin screen for a lower-case path, and the canonical path. A screen's title leads to it as well.
func adminAt(v *View, path string) (Address, string) {
	if v.pages.options.AdminTitles[path] == "" {
		for screen, title := range v.pages.options.AdminTitles {
			if path == "/admin/"+strings.ToLower(title) {
				return adminAt(v, screen)
			}
		}
		return Address{Page: &adminPage, Path: unknownAdminPath}, ""
	}
	return Address{Page: &adminPage, Path: path}, path
}

// adminHead fills the head of an admin screen. Its document holds nothing from the database: anyone can load it and
// gets only a script that asks for a password.
func adminHead(v *View, a Address, h *Head) {
	title := v.pages.options.AdminTitles[a.Path]
	if title == "" {
		title = "Page Not Found"
		h.Status = http.StatusNotFound
	}
	h.Title = title + " – " + h.SiteName
	h.Description = "Sign in to manage " + h.SiteName + "."
	h.NoIndex = true
}
