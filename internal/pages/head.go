package pages

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"vitrine/internal/browse"
	"vitrine/internal/catalog"
	"vitrine/internal/field"
)

// head is what a document says of itself, to browsers, search engines and those who pass its link on.
type head struct {
	Status      int
	SiteName    string
	Title       string
	Description string
	Canonical   string // absolute; empty for what is not a page
	NoIndex     bool
	Private     bool        // nobody may store the document
	Preview     previewLink // of the page for those who pass its link on; empty for what is not a page
	Logo        string      // of the product, absolute; may be empty
	Alternates  []alternate
	Icon        icon
	Data        any // JSON-LD; nil for none
}

// alternate is the same in another form, or what is new of it.
type alternate struct {
	Type           template.HTMLAttr // as an attribute: those who look for it in the text find its plus sign
	Title, Address string
}

// The forms that a page has besides.
const (
	atomType     template.HTMLAttr = `type="application/atom+xml"`
	jsonFeedType template.HTMLAttr = `type="application/feed+json"`
	markdownType template.HTMLAttr = `type="text/markdown"`
)

// longestDescription is how many code points of a description search engines show.
const longestDescription = 160

// headOf describes the page at an address as the snapshot has it.
func (p *Pages) headOf(a address, snapshot *browse.Snapshot) head {
	h := head{
		Status:   http.StatusOK,
		SiteName: p.options.SiteName,
		Icon:     p.frame.icon(p.options.Site.Settings()),
	}
	switch a.screen {
	case home:
		p.describeHome(&h, a, snapshot)
	case product:
		p.describeProduct(&h, a, snapshot)
	case legal:
		p.describeLegal(&h, a)
	case submit:
		p.describeSubmit(&h)
	case submission:
		p.describeSubmission(&h)
	case generator:
		p.describeGenerator(&h)
	case admin:
		describeAdmin(&h, a)
	default:
		p.describeMissing(&h, "Page Not Found")
	}
	h.Description = shorten(h.Description, longestDescription)
	if h.Status == http.StatusOK && h.Canonical != "" {
		h.Preview = p.previewLinkOf(a, h, snapshot)
	}
	if a.screen != admin {
		h.Alternates = append(h.Alternates, p.feedsAt("", "New tools")...)
	}
	return h
}

func (p *Pages) describeMissing(h *head, what string) {
	h.Status = http.StatusNotFound
	h.Title = what + " – " + h.SiteName
	h.Description = "There is nothing at this address. " + h.SiteName + " is a directory of AI tools."
	h.NoIndex = true
}

func (p *Pages) describeHome(h *head, a address, snapshot *browse.Snapshot) {
	category, known := snapshot.Category(a.filters.category)
	if a.inCategory() && !known {
		p.describeMissing(h, "Page Not Found")
		return
	}
	shown, err := shownAt(a.filters, snapshot)
	if err != nil {
		h.Status = http.StatusBadRequest
	}
	h.Canonical = p.origin + "/"
	if known {
		h.Canonical = p.origin + categoryPath(category)
		h.Alternates = p.feedsAt(categoryPath(category), "New "+category.Name+" tools")
	}
	h.Title, h.Description = p.homeText(a.filters, category, shown, snapshot)
	h.NoIndex = err != nil || a.filters.search != "" || a.filters.cursor != "" || (a.filters.category != "" && !known)
	h.Data = p.homeData(a.filters, h.Canonical, shown)
}

// shownAt are the products that the home screen shows, and how many there are in all.
func shownAt(f filters, snapshot *browse.Snapshot) (shown listing, err error) {
	q, err := f.asked()
	if err != nil {
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

// listing is a page of products and how many there are on all pages.
type listing struct {
	items []*browse.Item
	total int
}

// homeText is the title and the description of the home screen. The front end has the same rule for titles.
func (p *Pages) homeText(f filters, category catalog.Category, shown listing, snapshot *browse.Snapshot) (title, description string) {
	name, tools := p.options.SiteName, count(shown.total, "AI tool", "AI tools")
	switch {
	case f.search != "":
		return "“" + f.search + "” – " + name, fmt.Sprintf("%s found for “%s” on %s.", tools, f.search, name)
	case category.Name != "":
		about := p.factsOf(category, snapshot)
		return category.Name + " AI tools – " + name,
			about.sentences(count(about.total, "AI tool", "AI tools")+" for "+category.Name) + among(shown.items)
	case f.category != "":
		return "No tools found – " + name, "No category of " + name + " has this name. Try adjusting your search or filters."
	}
	title = name + " – AI tools worth putting behind glass"
	if snapshot.Len() == 0 {
		return title, "A directory of AI tools. Browse by category and price, or search for what you need."
	}
	return title, fmt.Sprintf("%s, free and paid%s. Search, compare and open the one that fits.", extent(snapshot, "AI tool"), examples(shown.items))
}

// extent is how much the catalogue has: "5 tools in 2 categories"; an empty one has "tools".
func extent(snapshot *browse.Snapshot, tool string) string {
	if snapshot.Len() == 0 {
		return tool + "s"
	}
	return count(snapshot.Len(), tool, tool+"s") + " in " + count(len(snapshot.Categories()), "category", "categories")
}

// examples are the first few names of a list, as the end of a sentence's clause.
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

// among names the first few of a list in a sentence of their own.
func among(items []*browse.Item) string {
	if text := examples(items); text != "" {
		return " Among them" + text + "."
	}
	return ""
}

// count is a number of things: "1 category", "5,465 AI tools".
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
		return
	}
	shown := item.Product()
	h.Title = shown.Name + ": " + kindOf(shown.Categories) + " – " + h.SiteName
	h.Description = p.about(shown)
	h.Canonical = p.origin + productPath(shown.Slug)
	h.Logo = p.absolute(shown.Logo)
	h.Alternates = []alternate{{markdownType, shown.Name, p.origin + twinPath(shown.Slug)}}
	h.Data = p.productData(shown, h, snapshot.CategoriesOf(item))
}

// about describes a product: by its description, or, where it has none, by what else is known of it.
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
	return shown.Name + " is " + what + ". See its website and similar tools on " + p.options.SiteName + "."
}

// described reports whether the product has a description of its own.
func described(shown catalog.Product) bool {
	return strings.TrimSpace(shown.Description) != "" && shown.Description != catalog.NoDescription
}

// absolute is the address of an image as others can load it; data URIs are left out.
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

// shorten is the text on one line, cut at a word where it is longer than the limit in code points.
func shorten(text string, limit int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	runes = runes[:limit-1]
	if blank := lastBlank(runes); blank > limit/2 {
		runes = runes[:blank]
	}
	return strings.TrimRightFunc(string(runes), unicode.IsPunct) + "…"
}

func lastBlank(runes []rune) int {
	for i, r := range slices.Backward(runes) {
		if r == ' ' {
			return i
		}
	}
	return -1
}
