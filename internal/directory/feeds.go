package directory

import (
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/feed"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// feedText is the most code points of the whole text of an entry.
const feedText = 4_000

// feedOf returns the feed of the newest products of a topic, or of all without one, that match a query. It announces none
// of a bulk import.
func feedOf(v *pages.View, about topic, q browse.Query) *feed.Feed {
	title, subtitle, id := "New tools", "New AI tools on "+v.SiteName()+".", ""
	switch category := about.category; {
	case category.Slug != "": // a rename keeps the category's number
		title, id = about.newTools(), fmt.Sprintf("#category-%d", category.ID)
		subtitle = "New AI tools for " + catalog.InSentence(category.Name) + " on " + v.SiteName() + "."
	case about.tag.Slug != "":
		title, id = about.newTools(), "#tag-"+about.tag.Slug
		subtitle = "New " + tagTitle(about.tag) + " on " + v.SiteName() + "."
	}
	if q.Search != "" {
		title = "“" + q.Search + "”: " + title
		subtitle = "Results for “" + q.Search + "”, newest first. " + subtitle
	}
	list := v.NewFeed(about.path(), title, subtitle, q)
	list.ID += id
	q, _ = q.Strict() // feedAt has checked it
	q.Category, q.Tag, q.Sort, q.Limit = about.category.Slug, about.tag.Slug, browse.SortLatest, pages.FeedEntries
	q.InBulk = browse.Without
	newest := pages.Listed(v.Snapshot, q)
	for _, item := range newest.Items {
		list.Entries = append(list.Entries, feedEntry(v, item))
	}
	return list
}

// feedEntry returns a product's entry. Its links to the website go through /go/, because feed readers send no beacon.
func feedEntry(v *pages.View, item *browse.Item) feed.Entry {
	shown := item.Product()
	entry := feed.Entry{
		ID: v.TagURI(shown.CreatedAt, "product", shown.ID), Title: shown.Name,
		Page: v.Origin + pages.ProductPath(shown.Slug), Website: v.Origin + pages.WebsitePath(shown.Slug) + "?from=feed",
		Summary:   pages.Shorten(v.About(shown), pages.FeedSummary),
		Published: shown.CreatedAt, Updated: shown.UpdatedAt,
	}
	for _, category := range v.Snapshot.Categories().Of(item) {
		entry.Categories = append(entry.Categories, feed.Category{Slug: category.Slug, Name: category.Name})
	}
	entry.HTML = entryHTML(item, shown, entry)
	return entry
}

// entryHTML returns what a feed reader shows: the description, the price, and the link to the website.
func entryHTML(item *browse.Item, product catalog.Product, entry feed.Entry) string {
	var b strings.Builder
	for _, paragraph := range pages.Paragraphs(cut(product.Description, feedText)) {
		b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(paragraph), "\n", "<br>") + "</p>")
	}
	facts := []string{product.Type.Label()}
	for _, category := range entry.Categories {
		facts = append(facts, category.Name)
	}
	b.WriteString("<p>" + html.EscapeString(strings.Join(facts, " · ")) + "</p>")
	if product.HasDeal && product.PromoText != "" {
		b.WriteString("<p>" + html.EscapeString(dealText(product)) + "</p>")
	}
	note := ""
	if item.HasAffiliateLink() {
		note = "Affiliate link: "
	}
	fmt.Fprintf(&b, `<p>%s<a href="%s">%s</a></p>`, note, html.EscapeString(entry.Website), html.EscapeString("Visit "+product.Name))
	return b.String()
}

// dealText returns what a deal is, with its code and end.
func dealText(product catalog.Product) string {
	text := "Deal: " + product.PromoText
	if product.DealCode != "" {
		text += " · Code: " + product.DealCode
	}
	if to, err := time.Parse(time.RFC3339, product.DealTo); err == nil {
		text += " · Ends " + pages.Day(to)
	}
	return text
}

// cut returns the beginning of a text, at most limit code points, with its line breaks.
func cut(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return strings.TrimSpace(string(runes[:limit-1])) + "…"
}

// listFeed returns the feed of a topic; of all tools, if the address has none.
func listFeed(v *pages.View, a pages.Address, q browse.Query) *feed.Feed {
	about := topicOf(a.Query, v.Snapshot)
	if about == (topic{}) && (a.Query.Category != "" || a.Query.Tag != "") {
		return nil
	}
	return feedOf(v, about, q)
}
