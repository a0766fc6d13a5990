package pages

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
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
	Data         any        // JSON-LD; nil for none
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

func (p *Pages) describeMissing(h *head, what string) {
	h.Status = http.StatusNotFound
	h.Title = what + " – " + h.SiteName
	h.Description = "There is nothing at this address. " + h.SiteName + " is a directory of AI tools."
	h.NoIndex = true
}

func (p *Pages) describeUnknown(h *head, _ address, _ *browse.Snapshot) {
	p.describeMissing(h, "Page Not Found")
}

func (p *Pages) describeHome(h *head, a address, snapshot *browse.Snapshot) {
	about := topicOf(a.query, snapshot)
	known := about != topic{}
	if (a.screen == category || a.screen == tag) && !known {
		p.describeMissing(h, "Page Not Found")
		return
	}
	shown, err := shownAt(a.query, snapshot)
	if err != nil {
		h.Status = http.StatusBadRequest
	}
	if a.query.Page > 1 && len(shown.items) == 0 {
		p.describeMissing(h, "Page Not Found")
		return
	}
	h.Canonical = p.origin + "/"
	if a.screen == allTools {
		h.Canonical = p.origin + a.path
	}
	if known {
		h.Canonical = p.origin + about.path() + numberPath(a.query.Page)
		h.Alternates = p.feedsAt(about.path(), about.newTools(), browse.Query{})
		if a.query.Page <= 1 {
			h.Alternates = append(h.Alternates, alternate{markdownType, about.heading(), p.origin + about.path() + twinSuffix})
		}
	}
	if q := feedQuery(a.query); err == nil && q.Search != "" {
		h.Alternates = append(p.feedsAt(strings.TrimPrefix(strings.TrimSuffix(h.Canonical, "/"), p.origin), "New tools for “"+q.Search+"”", q), h.Alternates...)
	}
	if a.screen == home && a.query == (browse.Query{}) {
		settings := p.options.Site.Settings()
		h.SocialTitle, h.Verification = settings.ShownTexts.SocialTitle, settings.Verification.Tags()
	}
	h.Title, h.Description = p.homeText(a.query, about, shown, snapshot)
	h.NoIndex = err != nil || a.query.Search != "" || a.query.Cursor != "" || ((a.query.Category != "" || a.query.Tag != "") && !known) ||
		!p.isIndexable(about, snapshot) || a.screen == allTools && snapshot.Len() == 0
	h.Data = p.homeData(a.query, h.Canonical, shown, listCrumbs(a.query, about))
}

// isIndexable reports whether the pages of a topic are; without a topic there is no rule.
func (p *Pages) isIndexable(t topic, snapshot *browse.Snapshot) bool {
	switch {
	case t.category.ID != 0:
		return len(reach.OfCategory(snapshot.CountIn(t.category), p.limits())) == 0
	case t.tag.Slug != "":
		return len(reach.OfTagIn(snapshot, t.tag.Slug, p.limits())) == 0
	}
	return true
}

// shownAt returns the products that the home screen shows and their total number.
func shownAt(q browse.Query, snapshot *browse.Snapshot) (shown listing, err error) {
	if q, err = q.Strict(); err != nil {
		return listing{}, err
	}
	found, err := snapshot.Catalog(q)
	if err != nil {
		return listing{}, err
	}
	shown.total = found.Total
	for _, section := range found.Sections {
		shown.items = append(shown.items, section.Items...)
	}
	return shown, nil
}

// listing is one page of products and the number of products on all pages.
type listing struct {
	items []*browse.Item
	total int
}

// homeText returns the title and description of the home screen. The front end has the same rule for titles.
func (p *Pages) homeText(q browse.Query, about topic, shown listing, snapshot *browse.Snapshot) (title, description string) {
	name, tools := p.siteName(), count(shown.total, "AI tool", "AI tools")
	switch {
	case q.Search != "":
		return "“" + q.Search + "” – " + name, fmt.Sprintf("%s found for “%s” on %s.", tools, q.Search, name)
	case about.tag.Slug != "":
		facts := p.factsOf(browse.Query{Tag: about.tag.Slug}, snapshot)
		return tagTitle(about.tag) + ofPage(q.Page) + " – " + name,
			facts.sentences(count(facts.total, "AI tool", "AI tools")+" tagged "+about.tag.Name+ofPage(q.Page)) + among(shown.items)
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		return allToolsHeading + ofPage(q.Page) + " – " + name, fmt.Sprintf("All %s of %s from A to Z%s%s.", tools, name, ofPage(q.Page), examples(shown.items))
	case about.category.Name != "":
		facts := p.factsOf(browse.Query{Category: about.category.Slug}, snapshot)
		return about.category.Name + " AI tools" + ofPage(q.Page) + " – " + name,
			facts.sentences(count(facts.total, "AI tool", "AI tools")+" for "+about.category.Name+ofPage(q.Page)) + among(shown.items)
	case q.Category == "" && q.Tag != "":
		return "No tools found – " + name, "No tag of " + name + " has this name. Try adjusting your search or filters."
	case q.Category != "":
		return "No tools found – " + name, "No category of " + name + " has this name. Try adjusting your search or filters."
	}
	title = name + " – " + p.options.Site.Settings().ShownTexts.Tagline
	if snapshot.Len() == 0 {
		return title, "A directory of AI tools. Browse by category and price, or search for what you need."
	}
	return title, fmt.Sprintf("%s, free and paid%s. Search, compare and open the one that fits.", extent(snapshot, "AI tool"), examples(shown.items))
}

// allToolsHeading is the heading of the list of all tools. The front end has it too.
const allToolsHeading = "All AI tools, A to Z"

// ofPage returns the number of a page for a title; "" for the first.
func ofPage(number int) string {
	if number <= 1 {
		return ""
	}
	return ", page " + strconv.Itoa(number)
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

func (p *Pages) describeProduct(h *head, a address, snapshot *browse.Snapshot) {
	item, ok := snapshot.Product(a.product)
	if !ok {
		p.describeMissing(h, "Product Not Found")
		if isGone(a.product, snapshot) {
			h.Status = http.StatusGone
		}
		return
	}
	shown := item.Product()
	h.Title = shown.Name + ": " + kindOf(shown.Categories) + " – " + h.SiteName
	h.Description = p.about(shown)
	h.Canonical = p.origin + productPath(shown.Slug)
	h.Logo = p.absolute(shown.Logo)
	h.Alternates = []alternate{{markdownType, shown.Name, p.origin + twinPath(shown.Slug)}}
	h.NoIndex = len(reach.OfItem(snapshot, item, p.limits())) > 0
	h.Data = p.productData(shown, h, snapshot.CategoriesOf(item))
}

// limits returns what a page must have to be indexable.
func (p *Pages) limits() site.IndexLimits { return p.options.Site.Settings().Index }

// about returns a product's description, or a sentence from its type and categories if it has none.
func (p *Pages) about(shown catalog.Product) string {
	if described(shown) {
		return shown.Description
	}
	what := "an AI tool"
	if shown.Type != catalog.Unknown {
		what = "a " + strings.ToLower(string(shown.Type)) + " AI tool"
	}
	if len(shown.Categories) > 0 {
		what += " for " + strings.Join(shown.Categories, ", ")
	}
	return shown.Name + " is " + what + ". See its website and similar tools on " + p.siteName() + "."
}

// described reports whether the product has its own description.
func described(shown catalog.Product) bool {
	return strings.TrimSpace(shown.Description) != "" && shown.Description != catalog.NoDescription
}

// absolute returns the absolute URL of an image, or "" for a data URI.
func (p *Pages) absolute(image string) string {
	switch {
	case strings.HasPrefix(image, "/") && !strings.HasPrefix(image, "//"):
		return p.origin + image
	case field.WebURL(image):
		return image
	}
	return ""
}

func productPath(slug string) string { return "/products/" + url.PathEscape(slug) }
func categoryPath(category catalog.Category) string {
	return "/category/" + url.PathEscape(category.Slug)
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
