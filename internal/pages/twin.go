package pages

import (
	"fmt"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/field"
)

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

// twinFile ends a twin with a link to its page, and returns the file.
func (p *Pages) twinFile(b *strings.Builder, page string) *content {
	fmt.Fprintf(b, "---\n\n%s on %s.\n", markdownLink("This page", page), markdownLink(p.siteName(), p.origin+"/"))
	return p.file("text/markdown; charset=utf-8", []byte(b.String()), header("Link", "<"+page+`>; rel="canonical"`))
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

func word(is bool, word string) string {
	if is {
		return word
	}
	return ""
}

// writePart writes a section with a heading, unless the text is empty.
func writePart(b *strings.Builder, heading, text string) {
	if text != "" {
		fmt.Fprintf(b, "## %s\n\n%s\n\n", heading, strings.TrimSuffix(text, "\n"))
	}
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
