package pages

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/feed"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
)

// CollectionsPages returns the pages of all collections and of one.
func CollectionsPages() []*Page { return []*Page{&collectionsPage, &collectionPage} }

var collectionsPage = Page{
	Paths:    []string{collectionsPath},
	Module:   "src/public/collections/collections.tsx",
	Head:     collectionsHead,
	Markdown: collectionsMarkdown,
	Card:     collectionsCard,
	Feed:     collectionsFeed,
	URLs:     collectionsURLs,
	Footer:   collectionsFooter,
	HomeRow:  collectionsRow,
	Guide:    collectionsGuide,
}

var collectionPage = Page{
	Paths:    []string{bestFolder + ":slug"},
	Module:   "src/public/collections/collection.tsx",
	Missing:  Notice{"Collection Not Found", "This collection doesn't exist, or isn't published."},
	Find:     findCollection,
	Head:     collectionHead,
	Markdown: collectionMarkdown,
	Card:     collectionCard,
	URLs:     collectionURLs,
	Example:  exampleCollection,
}

// collectionsPath is the list of all collections, bestFolder is before the slug of one.
const (
	collectionsPath = "/collections"
	bestFolder      = "/best/"
)

// collectionsHeading is the heading of the list of all collections. The front end has it too.
const collectionsHeading = "Collections"

func collectionPath(slug string) string { return bestFolder + url.PathEscape(slug) }

// findCollection returns the address of a collection. A former slug and one in capitals redirect to the present one.
func findCollection(folder, escaped string, snapshot *browse.Snapshot) (Address, string) {
	name, path := Unescaped(escaped), folder+escaped
	c, ok := snapshot.CollectionByAnySlug(name)
	if !ok {
		c, ok = snapshot.CollectionByAnySlug(strings.ToLower(name))
	}
	if !ok {
		return Address{Path: path, Missing: true}, path
	}
	if c.Slug != name {
		path = collectionPath(c.Slug)
	}
	return Address{Path: path, Name: c.Slug, Renamed: !strings.EqualFold(name, c.Slug)}, path
}

// collected returns the products of a collection as a list.
func collected(c *browse.Collection, snapshot *browse.Snapshot) (list Listing) {
	for _, item := range snapshot.Collected(c) {
		list.Items = append(list.Items, item.Item)
	}
	list.Total = len(list.Items)
	return list
}

func collectionHead(v *View, a Address, h *Head) {
	c, ok := v.Snapshot.Collection(a.Name)
	if !ok {
		v.DescribeMissing(h, a)
		return
	}
	list := collected(c, v.Snapshot)
	h.Title = c.Title + " – " + h.SiteName
	h.Description = aboutCollection(c, list)
	h.Canonical = v.Origin + collectionPath(c.Slug)
	h.NoIndex = len(reach.OfCollectionIn(v.Snapshot, c, v.Limits())) > 0
	h.Twin = Twin{c.Title, collectionPath(c.Slug)}
	h.Crumbs = []Crumb{{collectionsHeading, collectionsPath}, {c.Title, collectionPath(c.Slug)}}
	if list.Total > 0 {
		h.Nodes = append(h.Nodes, v.ItemList(h.Canonical, list))
	}
}

// aboutCollection returns the beginning of the introduction, or a sentence about the tools if there is none.
func aboutCollection(c *browse.Collection, list Listing) string {
	return cmp.Or(c.Summary, c.Title+": "+Count(list.Total, "AI tool", "AI tools")+Examples(list.Items)+".")
}

// collectionURLs returns the indexable collections. One changes with each of its products.
func collectionURLs(v *View) []SitemapURL {
	var urls []SitemapURL
	for _, c := range v.Snapshot.Collections() {
		if len(reach.OfCollectionIn(v.Snapshot, c, v.Settings.Index)) == 0 {
			urls = append(urls, SitemapURL{collectionPath(c.Slug), collectionChanged(c, v.Snapshot)})
		}
	}
	return urls
}

// collectionChanged returns when what the page of a collection shows was last changed.
func collectionChanged(c *browse.Collection, snapshot *browse.Snapshot) time.Time {
	changed := c.ChangedAt()
	for _, item := range snapshot.Collected(c) {
		changed = Later(changed, item.UpdatedAt())
	}
	return changed
}

func collectionMarkdown(v *View, a Address, m *Markdown) {
	c, _ := v.Snapshot.Collection(a.Name) // it exists, otherwise the status is 404
	m.Title = c.Title
	m.Paragraph(byline(c) + ".")
	m.Insert(c.Introduction, c.HTML)
	tools := v.Snapshot.Collected(c)
	for _, item := range tools {
		m.Write("## %s\n\n", m.TwinLink(item.Name(), ProductPath(item.Slug())))
		for _, text := range []string{Beginning(item.Product()), MarkdownText(item.Note)} {
			if text != "" {
				m.Write("%s\n\n", text)
			}
		}
	}
	if len(tools) == 0 {
		m.Paragraph("No tools yet.")
	}
}

// byline returns who made a collection and when it was changed: "By Ann · Updated January 2, 2026".
func byline(c *browse.Collection) string {
	updated := "Updated " + LongDay(c.ChangedAt())
	if c.Author == "" {
		return updated
	}
	return "By " + c.Author + " · " + updated
}

func collectionCard(v *View, a Address, card *preview.Card) {
	c, _ := v.Snapshot.Collection(a.Name) // it exists, otherwise there is no image
	list := collected(c, v.Snapshot)
	card.Kicker, card.Tools = "Collection", PreviewTools(list.Items)
	card.Facts = []preview.Fact{{Text: Count(list.Total, "tool", "tools")}}
}

// collectionsFeed returns the feed of the collections, the latest publication first.
func collectionsFeed(v *View, _ Address, _ browse.Query) *feed.Feed {
	list := v.NewFeed(collectionsPath, collectionsHeading, "Collections of AI tools on "+v.SiteName()+", the latest first.", browse.Query{})
	list.ID += "#collections"
	all := v.Snapshot.Collections()
	for _, c := range all[:min(FeedEntries, len(all))] {
		list.Entries = append(list.Entries, feed.Entry{
			ID:    v.TagURI(c.CreatedAt, "collection", c.ID),
			Title: c.Title, Page: v.Origin + collectionPath(c.Slug), Summary: Shorten(aboutCollection(c, collected(c, v.Snapshot)), FeedSummary), HTML: c.HTML,
			Published: c.PublishedAt, Updated: c.ChangedAt(),
		})
	}
	return list
}

func collectionsHead(v *View, a Address, h *Head) {
	list := v.Snapshot.Collections()
	h.Title = collectionsHeading + " – " + h.SiteName
	h.Description = collectionsText(v, list)
	h.Canonical = v.Origin + a.Path
	h.NoIndex = len(list) == 0
	h.Alternates = v.FeedsAt(collectionsPath, collectionsHeading, browse.Query{})
	h.Twin = Twin{collectionsHeading, collectionsPath}
	h.Crumbs = []Crumb{{collectionsHeading, collectionsPath}}
	var entries []ListEntry
	for _, c := range list {
		entries = append(entries, ListEntry{c.Title, collectionPath(c.Slug)})
	}
	if len(entries) > 0 {
		h.Nodes = append(h.Nodes, v.List(h.Canonical, len(entries), entries))
	}
}

// collectionsText returns a sentence about all collections: how many there are, and the latest.
func collectionsText(v *View, list []*browse.Collection) string {
	if len(list) == 0 {
		return "Collections of AI tools, chosen by the editors of " + v.SiteName() + "."
	}
	var titles []string
	for _, c := range list[:min(3, len(list))] {
		titles = append(titles, c.Title)
	}
	return fmt.Sprintf("%s of AI tools, chosen by the editors of %s: %s.", Count(len(list), "collection", "collections"), v.SiteName(), strings.Join(titles, ", "))
}

func collectionsURLs(v *View) []SitemapURL {
	var changed time.Time
	for _, c := range v.Snapshot.Collections() {
		changed = Later(changed, collectionChanged(c, v.Snapshot))
	}
	if changed.IsZero() {
		return nil
	}
	return []SitemapURL{{collectionsPath, changed}}
}

func collectionsCard(v *View, _ Address, card *preview.Card) {
	if list := v.Snapshot.Collections(); len(list) > 0 {
		card.Tools = PreviewTools(collected(list[0], v.Snapshot).Items)
	}
}

func collectionsMarkdown(v *View, _ Address, m *Markdown) {
	list := v.Snapshot.Collections()
	m.Title = collectionsHeading
	m.Paragraph(collectionsText(v, list))
	if len(list) == 0 {
		m.Paragraph("There are no collections yet.")
		return
	}
	m.Write("%s\n", collectionLinks(m, len(list)))
}

// collectionsFooter says that the footer names the list of collections once there are some.
func collectionsFooter(v *View) string {
	if len(v.Snapshot.Collections()) == 0 {
		return ""
	}
	return collectionsHeading
}

// collectionsRow returns the collections that the home page shows.
func collectionsRow(m *Markdown) Row {
	var b strings.Builder
	for _, c := range m.Snapshot.HomeCollections() {
		fmt.Fprintf(&b, "- %s: %s\n", m.Link(c.Title, collectionPath(c.Slug)), Count(c.Count, "tool", "tools"))
	}
	return Row{collectionsHeading, b.String(), "All collections", collectionsPath}
}

// exampleCollection returns the slug of the latest collection.
func exampleCollection(v *View) (parameter, value string) {
	value = "name-of-a-collection"
	if all := v.Snapshot.Collections(); len(all) > 0 {
		value = all[0].Slug
	}
	return "slug", value
}

// guideCollections is how many collections /llms.txt names.
const guideCollections = 50

func collectionsGuide(m *Markdown, g *Guide) {
	g.Twins = append(g.Twins, "collections, `"+bestFolder+"{slug}"+TwinSuffix+"`")
	g.Lists = append(g.Lists, m.Link("All collections", collectionsPath+TwinSuffix)+": lists of tools that the editors chose")
	g.Feeds = append(g.Feeds, m.Link("Collections, Atom", collectionsPath+"/"+AtomName)+": the latest first")
	g.Parts = append(g.Parts, GuidePart{collectionsHeading, collectionLinks(m, guideCollections)})
}

// collectionLinks returns links to the latest collections, at most so many.
func collectionLinks(m *Markdown, most int) string {
	var b strings.Builder
	list := m.Snapshot.CollectionSummaries()
	for _, c := range list[:min(most, len(list))] {
		line := Count(c.Count, "tool", "tools")
		if c.Summary != "" {
			line += ": " + MarkdownWords(Shorten(c.Summary, LongestDescription))
		}
		fmt.Fprintf(&b, "- %s: %s\n", m.TwinLink(c.Title, collectionPath(c.Slug)), line)
	}
	return b.String()
}
