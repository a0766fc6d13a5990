package pages

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// What is before the slug of a product, of a category and of a tag in the paths of their pages.
const (
	ProductFolder  = "/products/"
	CategoryFolder = "/category/"
	TagFolder      = "/tag/"
)

// ProductPath returns the path of a tool's page.
func ProductPath(slug string) string { return ProductFolder + url.PathEscape(slug) }

// CategoryPath returns the path of a category's page.
func CategoryPath(category catalog.Category) string {
	return CategoryFolder + url.PathEscape(category.Slug)
}

// TagPath returns the path of a tag's page.
func TagPath(tag browse.Tag) string { return TagFolder + url.PathEscape(tag.Slug) }

// ProductNotFound is what a page about a tool says where there is none.
var ProductNotFound = Notice{"Product Not Found", "The product you're looking for doesn't exist or has been removed."}

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

// KindOf returns what a tool is, in a few words for its title: its first two categories, in mid-sentence case. The
// front end has the same rule (titles.ts); the tests of both share their cases.
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
		names[i] = catalog.InSentence(name)
	}
	return strings.Join(names, separator)
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

// TwinSimilar is how many similar products the text lists, the same as the screen.
const TwinSimilar = 8

// WebsiteLink returns the link to a product's website from a place of the site; "" without one. Programs send no beacon, so theirs
// is counted on the way. What an affiliate link is stands before it.
func (m *Markdown) WebsiteLink(item *browse.Item, from string) string {
	shown := item.Product()
	host := catalog.Host(shown.Website)
	switch {
	case !field.WebURL(shown.Website):
		return ""
	case item.HasAffiliateLink() && m.ForPeople:
		return m.Link("We may earn a commission", "/affiliate-disclaimer") + " " + MarkdownLink(host, m.Origin+WebsitePath(shown.Slug)+"?from="+from)
	case item.HasAffiliateLink():
		return "affiliate link " + m.Link(host, WebsitePath(shown.Slug)+"?from="+from)
	case m.ForPeople:
		return MarkdownLink(host, shown.Website)
	}
	return m.Link(host, WebsitePath(shown.Slug))
}

// Offer returns what is said of a product's deal: its text, its code, when it ends and where it is; "" without any of it.
func (m *Markdown) Offer(item *browse.Item) string {
	shown := item.Product()
	var parts []string
	if shown.PromoText != "" {
		parts = append(parts, MarkdownWords(shown.PromoText))
	}
	if shown.DealCode != "" {
		parts = append(parts, "Code: "+MarkdownWords(shown.DealCode))
	}
	if to, err := time.Parse(time.RFC3339, shown.DealTo); err == nil {
		parts = append(parts, "Ends "+Day(to))
	}
	if field.WebURL(shown.DealURL) { // the database may hold one that is not http(s)
		host := MarkdownLink(catalog.Host(shown.DealURL), shown.DealURL)
		if shown.IsPaidDeal() {
			host = "affiliate link " + host
			if m.paid == nil {
				m.paid = map[string]bool{}
			}
			m.paid[shown.DealURL] = true
		}
		parts = append(parts, host)
	}
	return strings.Join(parts, " · ")
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

// queryOf parses a query. The category or the tag of the path, if any, replaces the query's. A whole category or tag has
// numbered pages.
func queryOf(text, category, tag string) browse.Query {
	q := browse.ParsePageQuery(text)
	switch {
	case category != "":
		q.Category = category
	case tag != "":
		q.Category, q.Tag = "", tag
	}
	if whole := (browse.Query{Category: q.Category, Tag: q.Tag}); q == whole && (q.Category == "") != (q.Tag == "") {
		q.Page = 1
	}
	return q
}

// Listed returns the first page of a valid query. The sort is known, so List returns no error.
func Listed(snapshot *browse.Snapshot, q browse.Query) browse.Page {
	page, _ := snapshot.List(q)
	return page
}

// Listing is one page of products and the number of products on all pages.
type Listing struct {
	Items []*browse.Item
	Total int
}
