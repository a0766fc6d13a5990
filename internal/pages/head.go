package pages

import (
	"html/template"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// head is the metadata of a document, for browsers, search engines and social networks.
type head struct {
	Status       int
	SiteName     string
	Title        string
	SocialTitle  string // where the page is shared; empty: Title
	Description  string
	Canonical    string      // absolute; empty: the document is not a page of its own
	NoIndex      bool        // then Canonical is for other sites only: search engines get no contradiction
	Private      bool        // no cache may store the document
	Preview      previewLink // the social image; empty without Canonical
	Logo         string      // of the product, absolute; may be empty
	Alternates   []alternate
	Icon         icon
	Look         look
	Verification []site.Tag // for search consoles
	Crumbs       []crumb    // the pages between home and this one, which is the last; empty: it has no breadcrumb
	Data         any        // JSON-LD; nil for none

	nodes []object // of Data, without the breadcrumb
	twin  twin
}

// twin is the Markdown twin of a page.
type twin struct {
	title string
	path  string // of the page; empty: it has none
}

// alternate is another format of the page, or a feed of it.
type alternate struct {
	Type           template.HTMLAttr // a whole attribute, so that html/template does not escape its plus sign
	Title, Address string
}

// Media types of alternates.
const (
	atomType     template.HTMLAttr = `type="application/atom+xml"`
	jsonFeedType template.HTMLAttr = `type="application/feed+json"`
	markdownType template.HTMLAttr = `type="text/markdown"`
)

// longestDescription is how many code points of a description search engines show.
const longestDescription = 160

// describeMissing fills the head of a page whose name means nothing.
func (v *view) describeMissing(h *head, a address) {
	h.Status = http.StatusNotFound
	h.Title = a.page.noticeOf404().heading + " – " + h.SiteName
	h.Description = "There is nothing at this address. " + h.SiteName + " is a directory of AI tools."
	h.NoIndex = true
}

// extent returns the size of the catalogue: "5 tools in 2 categories"; just "tools" if it is empty.
func extent(snapshot *browse.Snapshot, tool string) string {
	if snapshot.Len() == 0 {
		return tool + "s"
	}
	return count(snapshot.Len(), tool, tool+"s") + " in " + count(len(snapshot.Categories()), "category", "categories")
}

// examples returns the first few names of a list, as the end of a clause.
func examples(items []*browse.Item) string {
	var names []string
	for _, item := range items[:min(3, len(items))] {
		names = append(names, item.Name())
	}
	if len(names) == 0 {
		return ""
	}
	return ": " + strings.Join(names, ", ") + " and more"
}

// among returns a sentence with the first few names of a list.
func among(items []*browse.Item) string {
	if text := examples(items); text != "" {
		return " Among them" + text + "."
	}
	return ""
}

// count returns a number with its noun: "1 category", "5,465 AI tools".
func count(n int, one, many string) string {
	word := many
	if n == 1 {
		word = one
	}
	return message.NewPrinter(language.English).Sprint(n) + " " + word
}

// limits returns what a page must have to be indexable.
func (v *view) limits() site.IndexLimits { return v.settings.Index }

// absolute returns the absolute URL of an image, or "" for a data URI.
func (v *view) absolute(image string) string {
	switch {
	case strings.HasPrefix(image, "/") && !strings.HasPrefix(image, "//"):
		return v.origin + image
	case field.WebURL(image):
		return image
	}
	return ""
}

// shorten returns the text on one line, cut at a word if it exceeds the limit in code points.
func shorten(text string, limit int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	text = string(runes[:limit-1])
	if blank := strings.LastIndexByte(text, ' '); utf8.RuneCountInString(text[:max(blank, 0)]) > limit/2 {
		text = text[:blank]
	}
	return strings.TrimRightFunc(text, unicode.IsPunct) + "…"
}

// headOf returns the head of the page at an address.
func (v *view) headOf(a address) *head {
	h := &head{Status: http.StatusOK, SiteName: v.siteName(), Icon: iconOf(v.settings), Look: v.lookOf(a)}
	if a.page.head != nil {
		a.page.head(v, a, h)
	} else {
		v.describeStatic(h, a)
	}
	h.Description = shorten(h.Description, longestDescription)
	if len(h.Crumbs) > 0 {
		h.nodes = append(h.nodes, v.breadcrumbs(h.Crumbs...))
	}
	if len(h.nodes) > 0 {
		h.Data = graph(h.nodes...)
	}
	switch {
	case a.page.scriptless: // the server takes what is below /api for the API
		h.Preview = v.headOf(address{page: &homePage, path: "/"}).Preview
	case h.Status == http.StatusOK && h.Canonical != "":
		h.Preview = v.previewLinkOf(a, h)
	}
	if h.twin.path != "" {
		h.Alternates = append(h.Alternates, alternate{markdownType, h.twin.title, v.origin + h.twin.path + twinSuffix})
	}
	if a.page != &adminPage {
		h.Alternates = append(h.Alternates, v.feedsAt("", "New tools", browse.Query{})...)
	}
	return h
}

// describeStatic fills the head of a page with the same text for every visitor.
func (v *view) describeStatic(h *head, a address) {
	h.Title = a.page.title + " – " + h.SiteName
	h.Description = strings.ReplaceAll(a.page.description, "{site}", h.SiteName)
	h.NoIndex, h.Private = a.page.unlisted, a.page.private
	if !a.page.unlisted {
		h.Canonical = v.origin + a.path
	}
	if a.page.data != nil {
		h.nodes = append(h.nodes, a.page.data(h))
	}
}

// screenTitle returns the title of a page without the site's name.
func screenTitle(h *head) string { return strings.TrimSuffix(h.Title, " – "+h.SiteName) }

// object is a JSON-LD node in the vocabulary of schema.org. html/template writes it into the document as JSON with <, >
// and & escaped.
type object map[string]any

func graph(nodes ...object) object {
	return object{"@context": "https://schema.org", "@graph": nodes}
}

func (v *view) website() object {
	return object{"@type": "WebSite", "@id": v.origin + "/#website", "name": v.siteName(), "url": v.origin + "/"}
}

func (v *view) searchedWebsite() object {
	website := v.website()
	website["potentialAction"] = object{
		"@type":       "SearchAction",
		"target":      object{"@type": "EntryPoint", "urlTemplate": v.origin + "/?search={search_term_string}"},
		"query-input": "required name=search_term_string",
	}
	return website
}

// listEntry is an entry of a list of pages.
type listEntry struct{ name, path string }

// list returns a list of pages with so many entries, of which these are the first.
func (v *view) list(canonical string, total int, entries []listEntry) object {
	elements := make([]object, len(entries))
	for i, entry := range entries {
		elements[i] = object{"@type": "ListItem", "position": i + 1, "name": entry.name, "url": v.origin + entry.path}
	}
	return object{"@type": "ItemList", "url": canonical, "numberOfItems": total, "itemListElement": elements}
}

// itemList returns a list of products.
func (v *view) itemList(canonical string, shown listing) object {
	entries := make([]listEntry, len(shown.items))
	for i, item := range shown.items {
		entries[i] = listEntry{item.Name(), productPath(item.Slug())}
	}
	return v.list(canonical, shown.total, entries)
}

// crumb is a page that a breadcrumb names.
type crumb struct{ Name, Path string }

// breadcrumbs returns the pages from the home page to the current one, which is the last.
func (v *view) breadcrumbs(crumbs ...crumb) object {
	crumbs = append([]crumb{{"Home", "/"}}, crumbs...)
	elements := make([]object, len(crumbs))
	for i, c := range crumbs {
		elements[i] = object{"@type": "ListItem", "position": i + 1, "name": c.Name, "item": v.origin + c.Path}
	}
	return object{"@type": "BreadcrumbList", "itemListElement": elements}
}

// look is what the theme and the administrator's own style sheet are in the head of a document.
type look struct {
	Hero         theme.Hero // ground of the home page's heading; empty for the default
	ColorSchemes string
	Grounds      []theme.Ground
	ThemeCSS     template.CSS
	CustomCSS    string       // URL; may be empty
	unused       []theme.Font // of those that come with the program
}

// fontFiles are the beginnings of the names of the font files.
var fontFiles = map[theme.Font]string{theme.Inter: "/assets/inter-", theme.InstrumentSerif: "/assets/instrument-serif-"}

// lookOf returns the look of the page at an address. The administrator's own style sheet is not for the admin screens: a
// mistake in it must not hide what is needed to go on.
func (v *view) lookOf(a address) look {
	l := look{ColorSchemes: v.settings.Theme.ColorSchemes(), Grounds: v.settings.Theme.Grounds(), ThemeCSS: template.CSS(v.settings.ThemeCSS)} //nolint:gosec // made of checked colours
	if v.settings.Theme.Hero != theme.Plain {
		l.Hero = v.settings.Theme.Hero
	}
	if a.page != &adminPage {
		l.CustomCSS = v.customCSS
	}
	for font := range fontFiles {
		if !v.settings.Theme.Uses(font) {
			l.unused = append(l.unused, font)
		}
	}
	return l
}

// needed returns the font files that the theme uses.
func (l look) needed(files []string) []string {
	if len(l.unused) == 0 {
		return files
	}
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return slices.ContainsFunc(l.unused, func(font theme.Font) bool { return strings.HasPrefix(file, fontFiles[font]) })
	})
}
