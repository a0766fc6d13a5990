package directory

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var productPage = pages.Page{
	Paths:    []string{"/product/:id", pages.ProductFolder + ":id"},
	Route:    pages.ProductFolder + "{slug}",
	Module:   "src/public/directory/product-screen.tsx",
	Missing:  pages.ProductNotFound,
	Find:     findProduct,
	Head:     productHead,
	Preview:  productPreview,
	Markdown: productMarkdown,
	Card:     productCard,
	URLs:     productURLs,
}

// productPreview returns what the page of a product asks the API about it.
func productPreview(s *browse.Snapshot, name string) map[string]pages.Answer {
	item, _ := s.Product(name) // the snapshot has it
	path := "/api/products/" + url.PathEscape(name)
	similar := httpapi.AppendList(nil, s.Similar().To(item, maxSimilar), s.Similar().Append)
	tags := httpapi.AppendList(nil, s.Tags().Of(item), func(dst []byte, t browse.Tag) []byte { return httpapi.AppendValue(dst, t) })
	shown := bytes.Replace(item.AppendJSON(nil), []byte(`,"status":"published"`), []byte(`,"status":"hidden"`), 1) // the page says so
	return map[string]pages.Answer{
		path: {Status: http.StatusOK, Body: shown}, path + "/similar": {Status: http.StatusOK, Body: similar}, path + "/tags": {Status: http.StatusOK, Body: tags},
	}
}

func productHead(v *pages.View, a pages.Address, h *pages.Head) {
	item, ok := v.Snapshot.Product(a.Product)
	if !ok {
		v.DescribeMissing(h, a)
		if pages.IsGone(a.Product, v.Snapshot) {
			h.Status = http.StatusGone
		}
		return
	}
	shown := item.Product()
	h.Title = shown.Name + ": " + pages.KindOf(shown.Categories) + " – " + h.SiteName
	h.Description = v.About(shown)
	h.Canonical = v.Origin + pages.ProductPath(shown.Slug)
	h.Logo = v.Absolute(shown.Logo)
	h.Twin = pages.Twin{Title: shown.Name, Path: pages.ProductPath(shown.Slug)}
	h.NoIndex = len(indexing.OfItem(v.Snapshot, item, v.Limits())) > 0
	if categories := v.Snapshot.Categories().Of(item); len(categories) > 0 {
		h.Crumbs = append(h.Crumbs, pages.Crumb{Name: categories[0].Name, Path: pages.CategoryPath(categories[0])})
	}
	h.Crumbs = append(h.Crumbs, pages.Crumb{Name: shown.Name, Path: pages.ProductPath(shown.Slug)})
	h.Nodes = append(h.Nodes, productData(v, shown, h))
}

func productData(v *pages.View, shown catalog.Product, h *pages.Head) pages.Object {
	application := pages.Object{
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
		application["offers"] = pages.Object{"@type": "Offer", "price": "0", "priceCurrency": "USD"}
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

// findProduct returns the address of a product's page by id or slug; a slug in capitals redirects to the right one, a former
// slug to the product's page.
func findProduct(folder, escaped string, snapshot *browse.Snapshot) (pages.Address, string) {
	name, path := pages.Unescaped(escaped), folder+escaped
	found, ok := pages.ProductNamed(name, snapshot)
	switch {
	case ok && found.Renamed:
		name, path = found.Spelling, pages.ProductPath(found.Spelling)
	case ok && found.Spelling != name:
		name, path = found.Spelling, folder+url.PathEscape(found.Spelling)
	}
	return pages.Address{Path: path, Product: name, Renamed: found.Renamed}, path
}

func productMarkdown(v *pages.View, a pages.Address, m *pages.Markdown) {
	item, _ := v.Snapshot.Product(a.Product) // it exists, otherwise the status is 404
	shown := item.Product()
	m.Title = shown.Name
	m.Write("%s\n\n", pages.MarkdownText(shown.Description))
	m.Write("%s\n", productFacts(m, item, shown))
	m.Part("Use Cases", pages.MarkdownText(shown.UseCases))
	m.Part("Screenshots", imageLinks(m, shown.Images))
	v.EachPage(func(page *pages.Page) {
		if page.OnTool != nil {
			page.OnTool(m, item)
		}
	})
	m.Part("Similar Products", m.Items(v.Snapshot.Similar().To(item, pages.TwinSimilar)))
	afterTool(m, item)
}

// afterTool writes what features say of a product after those that are similar.
func afterTool(m *pages.Markdown, item *browse.Item) {
	m.EachPage(func(page *pages.Page) {
		if page.AfterTool != nil {
			page.AfterTool(m, item)
		}
	})
}

// productFacts returns the facts of a product as a list.
func productFacts(m *pages.Markdown, item *browse.Item, shown catalog.Product) string {
	website, video := m.WebsiteLink(item, "tool"), ""
	if field.WebURL(shown.VideoURL) {
		video = pages.MarkdownLink(catalog.Host(shown.VideoURL), shown.VideoURL)
	}
	var categories, tags []string
	for _, category := range m.Snapshot.Categories().Of(item) {
		categories = append(categories, m.Link(category.Name, pages.CategoryPath(category)))
	}
	for _, tag := range m.Snapshot.Tags().Of(item) {
		tags = append(tags, m.Link(tag.Name, pages.TagPath(tag)))
	}
	return pages.Fact("Website", website) +
		pages.Fact("Type", pages.MarkdownWords(shown.Type.Label())) +
		pages.Fact("Price", pages.MarkdownWords(shown.PriceText)) +
		pages.Fact("Section", pages.MarkdownWords(string(shown.Section))) +
		pages.Fact("Categories", strings.Join(categories, ", ")) +
		pages.Fact("Tags", strings.Join(tags, ", ")) +
		pages.Fact("Featured", word(shown.IsFeatured, "yes")) +
		pages.Fact("Deal", word(shown.HasDeal, "available")) +
		pages.Fact("Offer", m.Offer(item)) +
		pages.Fact("Video", video) +
		pages.Fact("Added", shown.CreatedAt.UTC().Format(time.DateOnly)) +
		pages.Fact("Updated", shown.UpdatedAt.UTC().Format(time.DateOnly)) +
		pages.Fact("Link checked", browse.LinkCheckedAt(item)[:min(len(time.DateOnly), len(browse.LinkCheckedAt(item)))])
}

func word(is bool, word string) string {
	if is {
		return word
	}
	return ""
}

func imageLinks(m *pages.Markdown, images []string) string {
	var b strings.Builder
	for i, image := range images {
		address := m.Absolute(image)
		if m.ForPeople {
			address = strings.TrimPrefix(address, m.Origin)
		}
		if address != "" {
			fmt.Fprintf(&b, "- %s\n", pages.MarkdownLink(fmt.Sprint("Screenshot ", i+1), address))
		}
	}
	return b.String()
}

func productCard(v *pages.View, a pages.Address, card *preview.Card) {
	item, _ := v.Snapshot.Product(a.Product) // it exists, otherwise there is no image
	shown := item.Product()
	*card = preview.Card{
		Site: v.SiteName(), Title: shown.Name, Text: pages.Shorten(v.About(shown), pages.LongestDescription),
		Facts: []preview.Fact{{Text: shown.Type.Label(), Tone: toneOf(shown.Type)}},
		Host:  catalog.Host(shown.Website),
		Tools: []preview.Tool{pages.PreviewTool(shown)},
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

func productURLs(v *pages.View) []pages.SitemapURL {
	urls := make([]pages.SitemapURL, 0, v.Snapshot.Len())
	for item := range v.Snapshot.All() {
		if len(indexing.OfItem(v.Snapshot, item, v.Settings.Index)) == 0 {
			urls = append(urls, pages.SitemapURL{Path: pages.ProductPath(item.Slug()), Changed: item.UpdatedAt()})
		}
	}
	return urls
}
