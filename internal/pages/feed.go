package pages

import (
	"fmt"
	"html"
	"net"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/feed"
)

// Limits of a feed.
const (
	feedEntries = 50    // newest products
	feedSummary = 300   // code points of an entry's summary
	feedText    = 4_000 // code points of its whole text
)

const (
	atomName = "feed.xml"
	jsonName = "feed.json"
)

// feedQuery returns the part of a page's query that a feed follows: a search with its filters. Without a search it is
// empty.
func feedQuery(q browse.Query) browse.Query {
	if q.Search == "" {
		return browse.Query{}
	}
	return browse.Query{Search: q.Search, Type: q.Type, Section: q.Section, Featured: q.Featured, Deal: q.Deal}
}

// feedOf returns the feed of the newest products of a topic, or of all without one, that match a query. It announces none
// of a bulk import.
func (p *Pages) feedOf(about topic, q browse.Query, snapshot *browse.Snapshot) *feed.Feed {
	list := &feed.Feed{
		ID: p.origin + "/" + atomName, Title: "New tools – " + p.siteName(), Author: p.siteName(), Home: p.origin + "/",
		Subtitle: "AI tools as they come to " + p.siteName() + ".",
		Icon:     p.absolute(p.frame.icon(p.options.Site.Settings()).Address),
	}
	switch category := about.category; {
	case category.Slug != "": // a rename keeps the category's number
		list.ID += fmt.Sprintf("#category-%d", category.ID)
		list.Title = "New " + category.Name + " tools – " + p.siteName()
		list.Subtitle = "AI tools for " + category.Name + " as they come to " + p.siteName() + "."
		list.Home = p.origin + about.path()
	case about.tag.Slug != "":
		list.ID += "#tag-" + about.tag.Slug
		list.Title = about.newTools() + " – " + p.siteName()
		list.Subtitle = tagTitle(about.tag) + " as they come to " + p.siteName() + "."
		list.Home = p.origin + about.path()
	}
	folder := strings.TrimSuffix(list.Home, "/")
	list.Atom, list.JSON = folder+"/"+atomName+q.Encode(), folder+"/"+jsonName+q.Encode()
	list.Home += q.Encode()
	if q.Search != "" {
		list.ID = p.origin + "/" + atomName + q.Encode() + strings.TrimPrefix(list.ID, p.origin+"/"+atomName)
		list.Title = "“" + q.Search + "”: " + list.Title
		list.Subtitle = "What “" + q.Search + "” finds, the newest first. " + list.Subtitle
	}
	q, _ = q.Strict() // feedText has checked it
	q.Category, q.Tag, q.Sort, q.Limit = about.category.Slug, about.tag.Slug, browse.SortLatest, feedEntries
	q.InBulk = browse.Without
	newest := listed(snapshot, q)
	for _, item := range newest.Items {
		list.Entries = append(list.Entries, p.feedEntry(item, snapshot))
	}
	return list
}

// feedsAt returns the feeds below a path as alternates for a head; with a search, those of what it finds.
func (p *Pages) feedsAt(path, title string, q browse.Query) []alternate {
	title += " – " + p.siteName()
	return []alternate{
		{atomType, title, p.origin + path + "/" + atomName + q.Encode()},
		{jsonFeedType, title, p.origin + path + "/" + jsonName + q.Encode()},
	}
}

// feedEntry returns a product's entry. Its links to the website go through /go/, because feed readers send no beacon.
func (p *Pages) feedEntry(item *browse.Item, snapshot *browse.Snapshot) feed.Entry {
	shown := item.Product()
	entry := feed.Entry{
		ID: p.entryID(shown), Title: shown.Name,
		Page: p.origin + productPath(shown.Slug), Website: p.origin + redirectPath(shown.Slug),
		Summary:   shorten(p.about(shown), feedSummary),
		Published: shown.CreatedAt, Updated: shown.UpdatedAt,
	}
	for _, category := range snapshot.CategoriesOf(item) {
		entry.Categories = append(entry.Categories, feed.Category{Slug: category.Slug, Name: category.Name})
	}
	entry.HTML = entryHTML(shown, entry)
	return entry
}

func redirectPath(slug string) string { return "/go/" + url.PathEscape(slug) }

// entryID returns a permanent id for a product, a tag URI (RFC 4151): it stays the same when the site moves to https or
// another port, and when the product is renamed.
func (p *Pages) entryID(product catalog.Product) string {
	return fmt.Sprintf("tag:%s,%s:product/%d", authority(p.origin), product.CreatedAt.UTC().Format(time.DateOnly), product.ID)
}

// authority returns the host of an origin in the characters that a tag URI allows.
func authority(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return "localhost" // cannot happen: New validates the origin
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); ip != nil {
		return strings.ReplaceAll(ip.String(), ":", "-")
	}
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		return ascii
	}
	return host
}

// entryHTML returns what a feed reader shows: the description, the price, and the link to the website.
func entryHTML(product catalog.Product, entry feed.Entry) string {
	var b strings.Builder
	for _, paragraph := range paragraphs(cut(product.Description, feedText)) {
		b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(paragraph), "\n", "<br>") + "</p>")
	}
	facts := []string{product.Type.Label()}
	for _, category := range entry.Categories {
		facts = append(facts, category.Name)
	}
	b.WriteString("<p>" + html.EscapeString(strings.Join(facts, " · ")) + "</p>")
	if product.HasDeal && product.PromoText != "" {
		b.WriteString("<p>" + html.EscapeString("Deal: "+product.PromoText) + "</p>")
	}
	fmt.Fprintf(&b, `<p><a href="%s">%s</a></p>`, html.EscapeString(entry.Website), html.EscapeString("Visit "+product.Name))
	return b.String()
}

// paragraphs splits a text at empty lines. A paragraph has one line or more.
func paragraphs(text string) []string {
	var list []string
	var lines []string
	end := func() {
		if len(lines) > 0 {
			list = append(list, strings.Join(lines, "\n"))
		}
		lines = nil
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			end()
			continue
		}
		lines = append(lines, line)
	}
	end()
	return list
}

// cut returns the beginning of a text, at most limit code points, with its line breaks.
func cut(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return strings.TrimSpace(string(runes[:limit-1])) + "…"
}

func isFeed(name string) bool { return name == atomName || name == jsonName }

// feedText returns the feed of a topic, or of all, as Atom or JSON; with a search, of what it finds.
func (p *Pages) feedText(name string, about topic, q browse.Query) programText {
	folder := about.path() + "/"
	q = feedQuery(q)
	if _, err := q.Strict(); err != nil {
		return programText{}
	}
	return p.feedFile(folder+name, q.Encode(), name, func(snapshot *browse.Snapshot) *feed.Feed {
		if now := topicOf(browse.Query{Category: about.category.Slug, Tag: about.tag.Slug}, snapshot); (now == topic{}) != (about == topic{}) { // gone since the request began
			return nil
		}
		return p.feedOf(about, q, snapshot)
	})
}

// feedFile returns the feed that list makes as Atom or JSON, by its file name; nil: it is gone.
func (p *Pages) feedFile(path, query, name string, list func(*browse.Snapshot) *feed.Feed) programText {
	return programText{path: path, query: query, make: func(snapshot *browse.Snapshot) (*content, error) {
		list := list(snapshot)
		if list == nil {
			return nil, nil
		}
		written, kind := list.AsAtom, "application/atom+xml; charset=utf-8"
		if name == jsonName {
			written, kind = list.AsJSON, "application/feed+json; charset=utf-8"
		}
		body, err := written()
		return p.file(kind, body), err
	}}
}
