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
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var productPage = Page{
	paths:    []string{"/product/:id", productFolder + ":id"},
	route:    productFolder + "{slug}",
	missing:  noProduct,
	find:     findProduct,
	head:     productHead,
	markdown: productMarkdown,
	card:     productCard,
	urls:     productURLs,
}

// productFolder is before the slug of a product in the path of its page.
const productFolder = "/products/"

var noProduct = notice{"Product Not Found", "The product you're looking for doesn't exist or has been removed."}

func productHead(v *view, a address, h *head) {
	item, ok := v.snapshot.Product(a.product)
	if !ok {
		v.describeMissing(h, a)
		if isGone(a.product, v.snapshot) {
			h.Status = http.StatusGone
		}
		return
	}
	shown := item.Product()
	h.Title = shown.Name + ": " + kindOf(shown.Categories) + " – " + h.SiteName
	h.Description = v.about(shown)
	h.Canonical = v.origin + productPath(shown.Slug)
	h.Logo = v.absolute(shown.Logo)
	h.twin = twin{shown.Name, productPath(shown.Slug)}
	h.NoIndex = len(indexing.OfItem(v.snapshot, item, v.limits())) > 0
	if categories := v.snapshot.CategoriesOf(item); len(categories) > 0 {
		h.Crumbs = append(h.Crumbs, crumb{categories[0].Name, categoryPath(categories[0])})
	}
	h.Crumbs = append(h.Crumbs, crumb{shown.Name, productPath(shown.Slug)})
	h.nodes = append(h.nodes, v.productData(shown, h))
}

// about returns a product's description, or a sentence from its type and categories if it has none.
func (v *view) about(shown catalog.Product) string {
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
	return shown.Name + " is " + what + ". See its website and similar tools on " + v.siteName() + "."
}

// described reports whether the product has its own description.
func described(shown catalog.Product) bool {
	return strings.TrimSpace(shown.Description) != "" && shown.Description != catalog.NoDescription
}

func productPath(slug string) string { return productFolder + url.PathEscape(slug) }

func (v *view) productData(shown catalog.Product, h *head) object {
	application := object{
		"@type":               "SoftwareApplication",
		"name":                shown.Name,
		"description":         v.about(shown),
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
		application["offers"] = object{"@type": "Offer", "price": "0", "priceCurrency": "USD"}
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

// kindOf returns what a tool is, in a few words for its title: its first two categories, in mid-sentence case. The
// front end has the same rule (product-panels.tsx); the tests of both share their cases.
func kindOf(categories []string) string {
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
func findProduct(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	found, ok := productNamed(name, snapshot)
	switch {
	case ok && found.renamed:
		name, path = found.spelling, productPath(found.spelling)
	case ok && found.spelling != name:
		name, path = found.spelling, folder+url.PathEscape(found.spelling)
	}
	return address{path: path, product: name, renamed: found.renamed}, path
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

// twinSimilar is how many similar products the text lists, the same as the screen.
const twinSimilar = 8

func productMarkdown(v *view, a address, m *markdown) {
	item, _ := v.snapshot.Product(a.product) // it exists, otherwise the status is 404
	shown := item.Product()
	m.title = shown.Name
	m.write("%s\n\n", markdownText(shown.Description))
	m.write("%s\n", m.productFacts(item, shown))
	m.part("Use Cases", markdownText(shown.UseCases))
	m.part("Screenshots", m.imageLinks(shown.Images))
	m.part("Compare", m.comparisonLinks(item))
	m.part("Similar Products", m.items(v.snapshot.Similar(item, twinSimilar)))
	m.part("Alternatives", "- "+m.twinLink("Alternatives to "+shown.Name, alternativesPath(shown.Slug)))
}

// productFacts returns the facts of a product as a list.
func (m *markdown) productFacts(item *browse.Item, shown catalog.Product) string {
	website, video := m.websiteLink(shown), ""
	if website != "" {
		website += "\n- " + m.link("We may earn a commission from this link", "/affiliate-disclaimer")
	}
	if field.WebURL(shown.VideoURL) {
		video = markdownLink(catalog.Host(shown.VideoURL), shown.VideoURL)
	}
	var categories, tags []string
	for _, category := range m.snapshot.CategoriesOf(item) {
		categories = append(categories, m.link(category.Name, categoryPath(category)))
	}
	for _, tag := range m.snapshot.TagsOf(item) {
		tags = append(tags, m.link(tag.Name, tagPath(tag)))
	}
	return fact("Website", website) +
		fact("Type", markdownWords(shown.Type.Label())) +
		fact("Section", markdownWords(string(shown.Section))) +
		fact("Categories", strings.Join(categories, ", ")) +
		fact("Tags", strings.Join(tags, ", ")) +
		fact("Featured", word(shown.IsFeatured, "yes")) +
		fact("Deal", word(shown.HasDeal, "available")) +
		fact("Offer", markdownWords(shown.PromoText)) +
		fact("Video", video) +
		fact("Added", shown.CreatedAt.UTC().Format(time.DateOnly)) +
		fact("Updated", shown.UpdatedAt.UTC().Format(time.DateOnly))
}

// websiteLink returns the link to a product's website; "" without one. Programs send no beacon, so theirs is counted on the
// way.
func (m *markdown) websiteLink(shown catalog.Product) string {
	switch {
	case !field.WebURL(shown.Website):
		return ""
	case m.forPeople:
		return markdownLink(catalog.Host(shown.Website), shown.Website)
	}
	return m.link(catalog.Host(shown.Website), redirectPath(shown.Slug))
}

func word(is bool, word string) string {
	if is {
		return word
	}
	return ""
}

func (m *markdown) imageLinks(images []string) string {
	var b strings.Builder
	for i, image := range images {
		address := m.absolute(image)
		if m.forPeople {
			address = strings.TrimPrefix(address, m.origin)
		}
		if address != "" {
			fmt.Fprintf(&b, "- %s\n", markdownLink(fmt.Sprint("Screenshot ", i+1), address))
		}
	}
	return b.String()
}

// items returns links to products, each with the beginning of its description.
func (m *markdown) items(items []*browse.Item) string {
	var b strings.Builder
	for _, item := range items {
		b.WriteString("- " + m.twinLink(item.Name(), productPath(item.Slug())))
		if about := beginning(item.Product()); about != "" {
			b.WriteString(": " + about)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// beginning returns the beginning of a product's description as Markdown; "" without one.
func beginning(shown catalog.Product) string {
	if !described(shown) {
		return ""
	}
	return markdownWords(shorten(shown.Description, longestDescription))
}

// comparisonLinks returns links to the comparisons that the product's page links.
func (m *markdown) comparisonLinks(item *browse.Item) string {
	var b strings.Builder
	for _, c := range compare.Links(m.snapshot, m.settings, item) {
		fmt.Fprintf(&b, "- %s\n", m.twinLink(c.Title(), comparisonPath(c.Name)))
	}
	return b.String()
}

func productCard(v *view, a address, card *preview.Card) {
	item, _ := v.snapshot.Product(a.product) // it exists, otherwise there is no image
	shown := item.Product()
	*card = preview.Card{
		Site: v.siteName(), Title: shown.Name, Text: shorten(v.about(shown), longestDescription),
		Facts: []preview.Fact{{Text: shown.Type.Label(), Tone: toneOf(shown.Type)}},
		Host:  catalog.Host(shown.Website),
		Tools: []preview.Tool{previewTool(shown)},
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

func productURLs(v *view) []sitemapURL {
	urls := make([]sitemapURL, 0, v.snapshot.Len())
	for item := range v.snapshot.All() {
		if len(indexing.OfItem(v.snapshot, item, v.settings.Index)) == 0 {
			urls = append(urls, sitemapURL{productPath(item.Slug()), item.UpdatedAt()})
		}
	}
	return urls
}
