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

// Head is the metadata of a document, for browsers, search engines and social networks.
type Head struct {
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
	Alternates   []Alternate
	Icon         icon
	Look         look
	Verification []site.Tag // for search consoles
	Crumbs       []Crumb    // the pages between home and this one, which is the last; empty: it has no breadcrumb
	Data         any        // JSON-LD; nil for none

	Nodes []Object // of Data, without the breadcrumb
	Twin  Twin
}

// Twin is the Markdown twin of a page.
type Twin struct {
	Title string
	Path  string // of the page; empty: it has none
}

// Alternate is another format of the page, or a feed of it.
type Alternate struct {
	Type           template.HTMLAttr // a whole attribute, so that html/template does not escape its plus sign
	Title, Address string
}

// Media types of alternates.
const (
	atomType     template.HTMLAttr = `type="application/atom+xml"`
	jsonFeedType template.HTMLAttr = `type="application/feed+json"`
	markdownType template.HTMLAttr = `type="text/markdown"`
)

// LongestDescription is how many code points of a description search engines show.
const LongestDescription = 160

// DescribeMissing fills the head of a page whose name means nothing.
func (v *View) DescribeMissing(h *Head, a Address) {
	h.Status = http.StatusNotFound
	h.Title = a.Page.noticeOf404().Heading + " – " + h.SiteName
	h.Description = "There is no page at this URL. " + h.SiteName + " is a directory of AI tools."
	h.NoIndex = true
}

// Extent returns the size of the catalogue: "5 tools in 2 categories"; just "tools" if it is empty.
func Extent(snapshot *browse.Snapshot, tool string) string {
	if snapshot.Len() == 0 {
		return tool + "s"
	}
	return Count(snapshot.Len(), tool, tool+"s") + " in " + Count(len(snapshot.Categories().All()), "category", "categories")
}

// Examples returns the first few names of a list, as the end of a clause.
func Examples(items []*browse.Item) string {
	var names []string
	for _, item := range items[:min(3, len(items))] {
		names = append(names, item.Name())
	}
	if len(names) == 0 {
		return ""
	}
	return ": " + strings.Join(names, ", ") + " and more"
}

// Count returns a number with its noun: "1 category", "5,465 AI tools".
func Count(n int, one, many string) string {
	word := many
	if n == 1 {
		word = one
	}
	return message.NewPrinter(language.English).Sprint(n) + " " + word
}

// Limits returns what a page must have to be indexable.
func (v *View) Limits() site.IndexLimits { return v.Settings.Index }

// Absolute returns the absolute URL of an image, or "" for a data URI.
func (v *View) Absolute(image string) string {
	switch {
	case strings.HasPrefix(image, "/") && !strings.HasPrefix(image, "//"):
		return v.Origin + image
	case field.WebURL(image):
		return image
	}
	return ""
}

// Shorten returns the text on one line, cut at a word if it exceeds the limit in code points.
func Shorten(text string, limit int) string {
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
func (v *View) headOf(a Address) *Head {
	h := &Head{Status: http.StatusOK, SiteName: v.SiteName(), Icon: iconOf(v.Settings), Look: lookOf(v, a)}
	if a.Page.Head != nil {
		a.Page.Head(v, a, h)
	} else {
		describeStatic(v, h, a)
	}
	h.Description = Shorten(h.Description, LongestDescription)
	if len(h.Crumbs) > 0 {
		h.Nodes = append(h.Nodes, breadcrumbs(v, h.Crumbs...))
	}
	if len(h.Nodes) > 0 {
		h.Data = graph(h.Nodes...)
	}
	switch {
	case a.Page == &apiPage: // the server takes what is below it for the API
		home, _ := v.follow("/")
		h.Preview = v.headOf(home).Preview
	case h.Status == http.StatusOK && h.Canonical != "":
		h.Preview = previewLinkOf(v, a, h)
	}
	if h.Twin.Path != "" {
		h.Alternates = append(h.Alternates, Alternate{markdownType, h.Twin.Title, v.Origin + h.Twin.Path + TwinSuffix})
	}
	if a.Page != &adminPage {
		h.Alternates = append(h.Alternates, v.FeedsAt("", "New tools", browse.Query{})...)
	}
	return h
}

// describeStatic fills the head of a page with the same text for every visitor.
func describeStatic(v *View, h *Head, a Address) {
	h.Title = a.Page.Title + " – " + h.SiteName
	h.Description = strings.ReplaceAll(a.Page.Description, "{site}", h.SiteName)
	h.NoIndex, h.Private = a.Page.Unlisted, a.Page.Private
	if !a.Page.Unlisted {
		h.Canonical = v.Origin + a.Path
	}
	if a.Page.Data != nil {
		h.Nodes = append(h.Nodes, a.Page.Data(h))
	}
}

// ScreenTitle returns the title of a page without the site's name.
func ScreenTitle(h *Head) string { return strings.TrimSuffix(h.Title, " – "+h.SiteName) }

// Object is a JSON-LD node in the vocabulary of schema.org. html/template writes it into the document as JSON with <, >
// and & escaped.
type Object map[string]any

func graph(nodes ...Object) Object {
	return Object{"@context": "https://schema.org", "@graph": nodes}
}

// Website returns the site.
func (v *View) Website() Object {
	return Object{"@type": "WebSite", "@id": v.Origin + "/#website", "name": v.SiteName(), "url": v.Origin + "/"}
}

// ListEntry is an entry of a list of pages.
type ListEntry struct{ Name, Path string }

// List returns a list of pages with so many entries, of which these are the first.
func (v *View) List(canonical string, total int, entries []ListEntry) Object {
	elements := make([]Object, len(entries))
	for i, entry := range entries {
		elements[i] = Object{"@type": "ListItem", "position": i + 1, "name": entry.Name, "url": v.Origin + entry.Path}
	}
	return Object{"@type": "ItemList", "url": canonical, "numberOfItems": total, "itemListElement": elements}
}

// ItemList returns a list of products.
func (v *View) ItemList(canonical string, shown Listing) Object {
	entries := make([]ListEntry, len(shown.Items))
	for i, item := range shown.Items {
		entries[i] = ListEntry{item.Name(), ProductPath(item.Slug())}
	}
	return v.List(canonical, shown.Total, entries)
}

// Crumb is a page that a breadcrumb names.
type Crumb struct{ Name, Path string }

// breadcrumbs returns the pages from the home page to the current one, which is the last.
func breadcrumbs(v *View, crumbs ...Crumb) Object {
	crumbs = append([]Crumb{{"Home", "/"}}, crumbs...)
	elements := make([]Object, len(crumbs))
	for i, c := range crumbs {
		elements[i] = Object{"@type": "ListItem", "position": i + 1, "name": c.Name, "item": v.Origin + c.Path}
	}
	return Object{"@type": "BreadcrumbList", "itemListElement": elements}
}

// look is what the theme and the administrator's own style sheet are in the head of a document.
type look struct {
	Hero         theme.Hero // ground of the home page's heading; empty for the default
	ColorSchemes string
	Grounds      []theme.Ground
	ThemeCSS     template.CSS
	LightCSS     template.CSS // empty unless visitors can switch between light and dark
	SchemeScript template.JS
	CustomCSS    string       // URL; may be empty
	unused       []theme.Font // of those that come with the program
}

// fontFiles are the beginnings of the names of the font files.
var fontFiles = map[theme.Font]string{theme.Inter: "/assets/inter-", theme.InstrumentSerif: "/assets/instrument-serif-"}

// lookOf returns the look of the page at an address. The administrator's own style sheet is not for the admin screens: a
// mistake in it must not hide what is needed to go on.
func lookOf(v *View, a Address) look {
	l := look{ColorSchemes: v.Settings.Theme.ColorSchemes(), Grounds: v.Settings.Theme.Grounds(), ThemeCSS: template.CSS(v.Settings.ThemeCSS), LightCSS: template.CSS(v.Settings.LightCSS), SchemeScript: template.JS(schemeScript)} //nolint:gosec // made of checked colors
	if v.Settings.Theme.Hero != theme.Plain {
		l.Hero = v.Settings.Theme.Hero
	}
	if a.Page != &adminPage {
		l.CustomCSS = v.pages.custom.current.Load().url()
	}
	for font := range fontFiles {
		if !v.Settings.Theme.Uses(font) {
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
