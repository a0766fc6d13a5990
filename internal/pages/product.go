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
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
)

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

func productPath(slug string) string { return "/products/" + url.PathEscape(slug) }

func categoryPath(category catalog.Category) string {
	return "/category/" + url.PathEscape(category.Slug)
}

// productData returns the product and its breadcrumbs.
func (p *Pages) productData(shown catalog.Product, h *head, categories []catalog.Category) any {
	application := object{
		"@type":               "SoftwareApplication",
		"name":                shown.Name,
		"description":         p.about(shown),
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
	var crumbs []crumb
	if len(categories) > 0 {
		crumbs = append(crumbs, crumb{categories[0].Name, categoryPath(categories[0])})
	}
	return graph(application, p.breadcrumbs(append(crumbs, crumb{shown.Name, productPath(shown.Slug)})...))
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
// front end has the same rule (product-kind.ts); the tests of both share their cases.
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

// plainProduct shows one product, with links to its categories.
func (p *Pages) plainProduct(a address, snapshot *browse.Snapshot) (template string, content any) {
	item, _ := snapshot.Product(a.product) // the product exists, otherwise the status is 404
	shown, links := item.Product(), snapshot.CategoriesOf(item)
	crumbs := []crumb{{"Tools", ""}, {shown.Name, productPath(shown.Slug)}}
	if len(links) > 0 {
		crumbs[0] = crumb{links[0].Name, categoryPath(links[0])}
	}
	return "product", struct {
		catalog.Product
		Crumbs      []crumb
		Links       []catalog.Category
		Tags        []browse.Tag
		Similar     []catalog.Product
		Comparisons []compare.Comparison
	}{
		shown, crumbs, links, snapshot.TagsOf(item), productsOf(snapshot.Similar(item, twinSimilar)),
		compare.Links(snapshot, p.options.Site.Settings(), item),
	}
}

// plainGone is the page of a product in the trash.
type plainGone struct {
	notice
	Similar []catalog.Product
}

var noProduct = notice{"Product Not Found", "The product you're looking for doesn't exist or has been removed."}

// twinSimilar is how many similar products a twin lists, the same as the page.
const twinSimilar = 8

// twinOf returns the content of a product's page as Markdown, for programs.
func (p *Pages) twinOf(item *browse.Item, snapshot *browse.Snapshot) *content {
	shown := item.Product()
	page := p.origin + productPath(shown.Slug)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", markdownWords(shown.Name), markdownText(shown.Description))
	p.writeFacts(&b, item, shown, snapshot)
	writePart(&b, "Use Cases", markdownText(shown.UseCases))
	writePart(&b, "Screenshots", p.imageLinks(shown.Images))
	writePart(&b, "Compare", p.comparisonLinks(item, snapshot))
	writePart(&b, "Similar Products", p.itemLinks(snapshot.Similar(item, twinSimilar)))
	writePart(&b, "Alternatives", "- "+markdownLink("Alternatives to "+shown.Name, p.origin+alternativesPath(shown.Slug)+twinSuffix))
	return p.twinFile(&b, page)
}

// writeFacts writes the facts of a product as a list.
func (p *Pages) writeFacts(b *strings.Builder, item *browse.Item, shown catalog.Product, snapshot *browse.Snapshot) {
	fact := func(name, value string) {
		if value != "" {
			fmt.Fprintf(b, "- %s: %s\n", name, value)
		}
	}
	if field.WebURL(shown.Website) {
		fact("Website", markdownLink(catalog.Host(shown.Website), p.origin+redirectPath(shown.Slug)))
	}
	fact("Type", markdownWords(shown.Type.Label()))
	fact("Section", markdownWords(string(shown.Section)))
	var categories []string
	for _, category := range snapshot.CategoriesOf(item) {
		categories = append(categories, markdownLink(category.Name, p.origin+categoryPath(category)))
	}
	fact("Categories", strings.Join(categories, ", "))
	fact("Featured", word(shown.IsFeatured, "yes"))
	fact("Deal", word(shown.HasDeal, "available"))
	fact("Offer", markdownWords(shown.PromoText))
	if field.WebURL(shown.VideoURL) {
		fact("Video", markdownLink(catalog.Host(shown.VideoURL), shown.VideoURL))
	}
	fact("Added", shown.CreatedAt.UTC().Format(time.DateOnly))
	fact("Updated", shown.UpdatedAt.UTC().Format(time.DateOnly))
	b.WriteByte('\n')
}

func (p *Pages) imageLinks(images []string) string {
	var b strings.Builder
	for i, image := range images {
		if address := p.absolute(image); address != "" {
			fmt.Fprintf(&b, "- %s\n", markdownLink(fmt.Sprint("Screenshot ", i+1), address))
		}
	}
	return b.String()
}

// itemLinks returns links to the twins of products, each with the beginning of its description.
func (p *Pages) itemLinks(items []*browse.Item) string {
	var b strings.Builder
	for _, item := range items {
		fmt.Fprintf(&b, "- %s", markdownLink(item.Name(), p.origin+twinPath(item.Slug())))
		if shown := item.Product(); described(shown) {
			b.WriteString(": " + markdownWords(shorten(shown.Description, longestDescription)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// comparisonLinks returns links to the twins of the comparisons that the product's page links.
func (p *Pages) comparisonLinks(item *browse.Item, snapshot *browse.Snapshot) string {
	var b strings.Builder
	for _, c := range compare.Links(snapshot, p.options.Site.Settings(), item) {
		fmt.Fprintf(&b, "- %s\n", markdownLink(c.Title(), p.origin+comparisonPath(c.Name)+twinSuffix))
	}
	return b.String()
}

func twinPath(slug string) string { return productPath(slug) + twinSuffix }

// twinText returns the Markdown twin of a product's page, by id or slug.
func (p *Pages) twinText(escaped string, snapshot *browse.Snapshot) programText {
	return productText(escaped, snapshot, twinPath, p.twinOf)
}

// productText returns a text about a product, by id or slug, that write makes for the path.
func productText(escaped string, snapshot *browse.Snapshot, path func(slug string) string, write func(*browse.Item, *browse.Snapshot) *content) programText {
	if len(escaped) > longestName {
		return programText{}
	}
	name := unescaped(escaped)
	item, found := productNamed(name, snapshot)
	if !found {
		return programText{gone: isGone(name, snapshot)}
	}
	return programText{path: path(item.Slug()), renamed: item.renamed, make: func(snapshot *browse.Snapshot) (*content, error) {
		now, found := snapshot.Product(item.Slug())
		if !found { // deleted since the request began
			return nil, nil
		}
		return write(now, snapshot), nil
	}}
}

func (p *Pages) productCard(shown catalog.Product) preview.Card {
	card := preview.Card{
		Site: p.siteName(), Title: shown.Name, Text: shorten(p.about(shown), longestDescription),
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
	return card
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

func productURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	urls := make([]sitemapURL, 0, snapshot.Len())
	for item := range snapshot.All() {
		if len(reach.OfItem(snapshot, item, settings.Index)) == 0 {
			urls = append(urls, sitemapURL{productPath(item.Slug()), item.UpdatedAt()})
		}
	}
	return urls
}
