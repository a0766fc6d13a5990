package pages

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
)

var productPage = Page{
	Paths:    []string{"/product/:id", productFolder + ":id"},
	Route:    productFolder + "{slug}",
	Missing:  ProductNotFound,
	Find:     findProduct,
	Head:     productHead,
	Markdown: productMarkdown,
	Card:     productCard,
	URLs:     productURLs,
}

// productFolder is before the slug of a product in the path of its page.
const productFolder = "/products/"

var ProductNotFound = Notice{"Product Not Found", "The product you're looking for doesn't exist or has been removed."}

func productHead(v *View, a Address, h *Head) {
	item, ok := v.Snapshot.Product(a.Product)
	if !ok {
		v.DescribeMissing(h, a)
		if IsGone(a.Product, v.Snapshot) {
			h.Status = http.StatusGone
		}
		return
	}
	shown := item.Product()
	h.Title = shown.Name + ": " + KindOf(shown.Categories) + " – " + h.SiteName
	h.Description = v.About(shown)
	h.Canonical = v.Origin + ProductPath(shown.Slug)
	h.Logo = v.Absolute(shown.Logo)
	h.Twin = Twin{shown.Name, ProductPath(shown.Slug)}
	h.NoIndex = len(reach.OfItem(v.Snapshot, item, v.Limits())) > 0
	if categories := v.Snapshot.CategoriesOf(item); len(categories) > 0 {
		h.Crumbs = append(h.Crumbs, Crumb{categories[0].Name, CategoryPath(categories[0])})
	}
	h.Crumbs = append(h.Crumbs, Crumb{shown.Name, ProductPath(shown.Slug)})
	h.Nodes = append(h.Nodes, productData(v, shown, h))
}

// About returns a product's description, or a sentence from its type and categories if it has none.
func (v *View) About(shown catalog.Product) string {
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
	return shown.Name + " is " + what + ". See its website and similar tools on " + v.SiteName() + "."
}

// described reports whether the product has its own description.
func described(shown catalog.Product) bool {
	return strings.TrimSpace(shown.Description) != "" && shown.Description != catalog.NoDescription
}

func ProductPath(slug string) string { return productFolder + url.PathEscape(slug) }

func productData(v *View, shown catalog.Product, h *Head) Object {
	application := Object{
		"@type":               "SoftwareApplication",
		"name":                shown.Name,
		"description":         v.About(shown),
		"url":                 h.Canonical,
		"applicationCategory": applicationCategory(shown.Categories),
		"dateModified":        shown.UpdatedAt.UTC().Format(time.RFC3339),
	}
	if field.WebURL(shown.Website) {
		application["sameAs"] = shown.Website
	}
	if h.Logo != "" {
		application["image"] = h.Logo
	}
	if shown.Type == catalog.Free { // the price of other types is unknown
		application["offers"] = Object{"@type": "Offer", "price": "0", "priceCurrency": "USD"}
	}
	return application
}

// applicationCategories maps the values that Google accepts as applicationCategory to the matching words of our
// categories: https://developers.google.com/search/docs/appearance/structured-data/software-app
var applicationCategories = map[string]string{
	"BrowserApplication":          "browser",
	"BusinessApplication":         "analytics automation business careers commerce copywriting crm customer data documents hr legal marketing meetings presentations productivity sales seo support writing",
	"CommunicationApplication":    "assistants chatbots chat email",
	"DesignApplication":           "3d architecture avatars branding design image images photo photos",
	"DeveloperApplication":        "agent agents app apps code coding cloud databases developer gpu llm llms local mcp mlops models rag sql website",
	"EducationalApplication":      "education languages learning",
	"EntertainmentApplication":    "companions fun",
	"FinanceApplication":          "finance",
	"GameApplication":             "game games gaming",
	"HealthApplication":           "health wellness",
	"LifestyleApplication":        "beauty dating fashion lifestyle",
	"MultimediaApplication":       "animation audio music podcasts speech subtitles transcription video videos voice",
	"ReferenceApplication":        "answers directories knowledge research science search translation",
	"SecurityApplication":         "privacy security",
	"ShoppingApplication":         "shopping",
	"SocialNetworkingApplication": "social",
	"SportsApplication":           "sports",
	"TravelApplication":           "travel",
}

// applicationByWord is the inverse of applicationCategories.
var applicationByWord = func() map[string]string {
	byWord := map[string]string{}
	for category, words := range applicationCategories {
		for word := range strings.FieldsSeq(words) {
			byWord[word] = category
		}
	}
	return byWord
}()

// applicationCategory returns Google's applicationCategory for a product: that of the first word in its categories that
// has one.
func applicationCategory(categories []string) string {
	for _, category := range categories {
		words := strings.FieldsFunc(catalog.Fold(category), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, word := range words {
			if found, ok := applicationByWord[word]; ok {
				return found
			}
		}
	}
	return "UtilitiesApplication"
}

// KindOf returns what a tool is, in a few words for its title: its first two categories, in mid-sentence case. The
// front end has the same rule (product-kind.ts); the tests of both share their cases.
func KindOf(categories []string) string {
	var names []string
	for _, name := range categories {
		if name != catalog.OtherCategory && len(names) < 2 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "AI tool"
	}
	separator := " and "
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, "&") }) {
		separator = ", "
	}
	for i, name := range names {
		names[i] = inSentence(name)
	}
	return strings.Join(names, separator)
}

// inSentence returns a category in mid-sentence case: "Photo Editing" becomes "photo editing"; "SEO" and "MLOps" stay.
func inSentence(category string) string {
	words := strings.Split(category, " ")
	for i, word := range words {
		letters := []rune(word)
		if len(letters) > 1 && unicode.IsUpper(letters[0]) && !slices.ContainsFunc(letters[1:], unicode.IsUpper) {
			words[i] = strings.ToLower(word)
		}
	}
	return strings.Join(words, " ")
}

// findProduct returns the address of a product's page by id or slug; a slug in capitals redirects to the right one, a former
// slug to the product's page.
func findProduct(folder, escaped string, snapshot *browse.Snapshot) (Address, string) {
	name, path := Unescaped(escaped), folder+escaped
	found, ok := ProductNamed(name, snapshot)
	switch {
	case ok && found.Renamed:
		name, path = found.Spelling, ProductPath(found.Spelling)
	case ok && found.Spelling != name:
		name, path = found.Spelling, folder+url.PathEscape(found.Spelling)
	}
	return Address{Path: path, Product: name, Renamed: found.Renamed}, path
}

// NamedProduct is a product as a URL names it.
type NamedProduct struct {
	*browse.Item
	Spelling string // canonical, of the id or slug
	Renamed  bool   // by a former slug; the spelling is the present one
}

// ProductNamed finds a product by id or slug, also by a slug in capitals or a former one.
func ProductNamed(name string, snapshot *browse.Snapshot) (found NamedProduct, ok bool) {
	spellings := [...]string{name, strings.ToLower(name)}
	for _, spelling := range spellings {
		if item, ok := snapshot.Product(spelling); ok {
			return NamedProduct{item, spelling, false}, true
		}
	}
	for _, spelling := range spellings {
		if item, ok := snapshot.ProductByAnySlug(spelling); ok {
			return NamedProduct{item, item.Slug(), true}, true
		}
	}
	return NamedProduct{}, false
}

// twinSimilar is how many similar products the text lists, the same as the screen.
const twinSimilar = 8

func productMarkdown(v *View, a Address, m *Markdown) {
	item, _ := v.Snapshot.Product(a.Product) // it exists, otherwise the status is 404
	shown := item.Product()
	m.Title = shown.Name
	m.Write("%s\n\n", MarkdownText(shown.Description))
	m.Write("%s\n", productFacts(m, item, shown))
	m.Part("Use Cases", MarkdownText(shown.UseCases))
	m.Part("Screenshots", imageLinks(m, shown.Images))
	v.EachPage(func(page *Page) {
		if page.OnTool != nil {
			page.OnTool(m, item)
		}
	})
	m.Part("Similar Products", m.Items(v.Snapshot.Similar(item, twinSimilar)))
	v.EachPage(func(page *Page) {
		if page.AfterTool != nil {
			page.AfterTool(m, item)
		}
	})
}

// productFacts returns the facts of a product as a list.
func productFacts(m *Markdown, item *browse.Item, shown catalog.Product) string {
	website, video := m.WebsiteLink(shown), ""
	if website != "" {
		website += "\n- " + m.Link("We may earn a commission from this link", "/affiliate-disclaimer")
	}
	if field.WebURL(shown.VideoURL) {
		video = MarkdownLink(catalog.Host(shown.VideoURL), shown.VideoURL)
	}
	var categories, tags []string
	for _, category := range m.Snapshot.CategoriesOf(item) {
		categories = append(categories, m.Link(category.Name, CategoryPath(category)))
	}
	for _, tag := range m.Snapshot.TagsOf(item) {
		tags = append(tags, m.Link(tag.Name, TagPath(tag)))
	}
	return Fact("Website", website) +
		Fact("Type", MarkdownWords(shown.Type.Label())) +
		Fact("Section", MarkdownWords(string(shown.Section))) +
		Fact("Categories", strings.Join(categories, ", ")) +
		Fact("Tags", strings.Join(tags, ", ")) +
		Fact("Featured", word(shown.IsFeatured, "yes")) +
		Fact("Deal", word(shown.HasDeal, "available")) +
		Fact("Offer", MarkdownWords(shown.PromoText)) +
		Fact("Video", video) +
		Fact("Added", shown.CreatedAt.UTC().Format(time.DateOnly)) +
		Fact("Updated", shown.UpdatedAt.UTC().Format(time.DateOnly))
}

// WebsiteLink returns the link to a product's website; "" without one. Programs send no beacon, so theirs is counted on the
// way.
func (m *Markdown) WebsiteLink(shown catalog.Product) string {
	switch {
	case !field.WebURL(shown.Website):
		return ""
	case m.ForPeople:
		return MarkdownLink(catalog.Host(shown.Website), shown.Website)
	}
	return m.Link(catalog.Host(shown.Website), WebsitePath(shown.Slug))
}

func word(is bool, word string) string {
	if is {
		return word
	}
	return ""
}

func imageLinks(m *Markdown, images []string) string {
	var b strings.Builder
	for i, image := range images {
		address := m.Absolute(image)
		if m.ForPeople {
			address = strings.TrimPrefix(address, m.Origin)
		}
		if address != "" {
			fmt.Fprintf(&b, "- %s\n", MarkdownLink(fmt.Sprint("Screenshot ", i+1), address))
		}
	}
	return b.String()
}

// Items returns links to products, each with the beginning of its description.
func (m *Markdown) Items(items []*browse.Item) string {
	var b strings.Builder
	for _, item := range items {
		b.WriteString("- " + m.TwinLink(item.Name(), ProductPath(item.Slug())))
		if about := Beginning(item.Product()); about != "" {
			b.WriteString(": " + about)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Beginning returns the beginning of a product's description as Markdown; "" without one.
func Beginning(shown catalog.Product) string {
	if !described(shown) {
		return ""
	}
	return MarkdownWords(Shorten(shown.Description, LongestDescription))
}

func productCard(v *View, a Address, card *preview.Card) {
	item, _ := v.Snapshot.Product(a.Product) // it exists, otherwise there is no image
	shown := item.Product()
	*card = preview.Card{
		Site: v.SiteName(), Title: shown.Name, Text: Shorten(v.About(shown), LongestDescription),
		Facts: []preview.Fact{{Text: shown.Type.Label(), Tone: toneOf(shown.Type)}},
		Host:  catalog.Host(shown.Website),
		Tools: []preview.Tool{PreviewTool(shown)},
	}
	if len(shown.Categories) > 0 {
		card.Kicker = shown.Categories[0]
	}
	if shown.IsFeatured {
		card.Facts = append(card.Facts, preview.Fact{Text: "Featured", Tone: preview.Featured})
	}
	if shown.HasDeal {
		card.Facts = append(card.Facts, preview.Fact{Text: "Deal", Tone: preview.Deal})
	}
}

func toneOf(kind catalog.Type) preview.Tone {
	switch kind {
	case catalog.Free:
		return preview.Free
	case catalog.Freemium:
		return preview.Freemium
	case catalog.Premium:
		return preview.Premium
	}
	return preview.Other
}

func productURLs(v *View) []SitemapURL {
	urls := make([]SitemapURL, 0, v.Snapshot.Len())
	for item := range v.Snapshot.All() {
		if len(reach.OfItem(v.Snapshot, item, v.Settings.Index)) == 0 {
			urls = append(urls, SitemapURL{ProductPath(item.Slug()), item.UpdatedAt()})
		}
	}
	return urls
}
