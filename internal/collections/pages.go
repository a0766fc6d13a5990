package collections

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/feed"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var collectionsPage = pages.Page{
	Paths:    []string{collectionsPath},
	Module:   "src/public/collections/screens.ts",
	Head:     collectionsHead,
	Markdown: collectionsMarkdown,
	Card:     collectionsCard,
	Feed:     collectionsFeed,
	URLs:     collectionsURLs,
	Footer:   collectionsFooter,
	HomeRow:  collectionsRow,
	Guide:    collectionsGuide,
}

var collectionPage = pages.Page{
	Paths:    []string{bestFolder + ":slug"},
	Module:   "src/public/collections/screens.ts",
	Missing:  pages.Notice{Heading: "Collection Not Found", Text: "This collection doesn't exist, or isn't published."},
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
func findCollection(folder, escaped string, snapshot *browse.Snapshot) (pages.Address, string) {
	name, path := pages.Unescaped(escaped), folder+escaped
	c, ok := snapshot.Collections().FindByAnySlug(name)
	if !ok {
		c, ok = snapshot.Collections().FindByAnySlug(strings.ToLower(name))
	}
	if !ok {
		return pages.Address{Path: path, Missing: true}, path
	}
	if c.Slug != name {
		path = collectionPath(c.Slug)
	}
	return pages.Address{Path: path, Name: c.Slug, Renamed: !strings.EqualFold(name, c.Slug)}, path
}

// collected returns the products of a collection as a list.
func collected(c *browse.Collection, snapshot *browse.Snapshot) (list pages.Listing) {
	for _, item := range snapshot.Collections().Items(c) {
		list.Items = append(list.Items, item.Item)
	}
	list.Total = len(list.Items)
	return list
}

func collectionHead(v *pages.View, a pages.Address, h *pages.Head) {
	c, ok := v.Snapshot.Collections().Find(a.Name)
	if !ok {
		v.DescribeMissing(h, a)
		return
	}
	list := collected(c, v.Snapshot)
	h.Title = c.Title + " – " + h.SiteName
	h.Description = aboutCollection(c, list)
	h.Canonical = v.Origin + collectionPath(c.Slug)
	h.NoIndex = len(indexing.OfCollectionIn(v.Snapshot, c, v.Limits())) > 0
	h.Twin = pages.Twin{Title: c.Title, Path: collectionPath(c.Slug)}
	h.Crumbs = []pages.Crumb{{Name: collectionsHeading, Path: collectionsPath}, {Name: c.Title, Path: collectionPath(c.Slug)}}
	if list.Total > 0 {
		h.Nodes = append(h.Nodes, v.ItemList(h.Canonical, list))
	}
}

// aboutCollection returns the beginning of the introduction, or a sentence about the tools if there is none.
func aboutCollection(c *browse.Collection, list pages.Listing) string {
	return cmp.Or(c.Summary, c.Title+": "+pages.Count(list.Total, "AI tool", "AI tools")+pages.Examples(list.Items)+".")
}

// collectionURLs returns the indexable collections. One changes with each of its products.
func collectionURLs(v *pages.View) []pages.SitemapURL {
	var urls []pages.SitemapURL
	for _, c := range v.Snapshot.Collections().Published() {
		if len(indexing.OfCollectionIn(v.Snapshot, c, v.Settings.Index)) == 0 {
			urls = append(urls, pages.SitemapURL{Path: collectionPath(c.Slug), Changed: collectionChanged(c, v.Snapshot)})
		}
	}
	return urls
}

// collectionChanged returns when what the page of a collection shows was last changed.
func collectionChanged(c *browse.Collection, snapshot *browse.Snapshot) time.Time {
	changed := c.ChangedAt()
	for _, item := range snapshot.Collections().Items(c) {
		changed = pages.Later(changed, item.UpdatedAt())
	}
	return changed
}

func collectionMarkdown(v *pages.View, a pages.Address, m *pages.Markdown) {
	c, _ := v.Snapshot.Collections().Find(a.Name) // it exists, otherwise the status is 404
	m.Title = c.Title
	m.Paragraph(byline(c) + ".")
	m.Insert(c.Introduction, c.HTML)
	tools := v.Snapshot.Collections().Items(c)
	for _, item := range tools {
		m.Write("## %s\n\n", m.TwinLink(item.Name(), pages.ProductPath(item.Slug())))
		for _, text := range []string{pages.Beginning(item.Product()), pages.MarkdownText(item.Note)} {
			if text != "" {
				m.Write("%s\n\n", text)
			}
		}
	}
	if len(tools) == 0 {
		m.Paragraph("No tools yet.")
	}
}

// byline returns who made a collection and when it was changed: "By Ann · Updated Jan 2, 2026".
func byline(c *browse.Collection) string {
	updated := "Updated " + pages.Day(c.ChangedAt())
	if c.Author == "" {
		return updated
	}
	return "By " + c.Author + " · " + updated
}

func collectionCard(v *pages.View, a pages.Address, card *preview.Card) {
	c, _ := v.Snapshot.Collections().Find(a.Name) // it exists, otherwise there is no image
	list := collected(c, v.Snapshot)
	card.Kicker, card.Tools = "Collection", pages.PreviewTools(list.Items)
	card.Facts = []preview.Fact{{Text: pages.Count(list.Total, "tool", "tools")}}
}

// collectionsFeed returns the feed of the collections, the latest publication first.
func collectionsFeed(v *pages.View, _ pages.Address, _ browse.Query) *feed.Feed {
	list := v.NewFeed(collectionsPath, collectionsHeading, "Collections of AI tools on "+v.SiteName()+", the latest first.", browse.Query{})
	list.ID += "#collections"
	all := v.Snapshot.Collections().Published()
	for _, c := range all[:min(pages.FeedEntries, len(all))] {
		list.Entries = append(list.Entries, feed.Entry{
			ID:    v.TagURI(c.CreatedAt, "collection", c.ID),
			Title: c.Title, Page: v.Origin + collectionPath(c.Slug), Summary: pages.Shorten(aboutCollection(c, collected(c, v.Snapshot)), pages.FeedSummary), HTML: c.HTML,
			Published: c.PublishedAt, Updated: c.ChangedAt(),
		})
	}
	return list
}

func collectionsHead(v *pages.View, a pages.Address, h *pages.Head) {
	list := v.Snapshot.Collections().Published()
	h.Title = collectionsHeading + " – " + h.SiteName
	h.Description = collectionsText(v, list)
	h.Canonical = v.Origin + a.Path
	h.NoIndex = len(list) == 0
	h.Alternates = v.FeedsAt(collectionsPath, collectionsHeading, browse.Query{})
	h.Twin = pages.Twin{Title: collectionsHeading, Path: collectionsPath}
	h.Crumbs = []pages.Crumb{{Name: collectionsHeading, Path: collectionsPath}}
	var entries []pages.ListEntry
	for _, c := range list {
		entries = append(entries, pages.ListEntry{Name: c.Title, Path: collectionPath(c.Slug)})
	}
	if len(entries) > 0 {
		h.Nodes = append(h.Nodes, v.List(h.Canonical, len(entries), entries))
	}
}

// collectionsText returns a sentence about all collections: how many there are, and the latest.
func collectionsText(v *pages.View, list []*browse.Collection) string {
	if len(list) == 0 {
		return "Collections of AI tools, chosen by the editors of " + v.SiteName() + "."
	}
	var titles []string
	for _, c := range list[:min(3, len(list))] {
		titles = append(titles, c.Title)
	}
	return fmt.Sprintf("%s of AI tools, chosen by the editors of %s: %s.", pages.Count(len(list), "collection", "collections"), v.SiteName(), strings.Join(titles, ", "))
}

func collectionsURLs(v *pages.View) []pages.SitemapURL {
	var changed time.Time
	for _, c := range v.Snapshot.Collections().Published() {
		changed = pages.Later(changed, collectionChanged(c, v.Snapshot))
	}
	if changed.IsZero() {
		return nil
	}
	return []pages.SitemapURL{{Path: collectionsPath, Changed: changed}}
}

func collectionsCard(v *pages.View, _ pages.Address, card *preview.Card) {
	if list := v.Snapshot.Collections().Published(); len(list) > 0 {
		card.Tools = pages.PreviewTools(collected(list[0], v.Snapshot).Items)
	}
}

func collectionsMarkdown(v *pages.View, _ pages.Address, m *pages.Markdown) {
	list := v.Snapshot.Collections().Published()
	m.Title = collectionsHeading
	m.Paragraph(collectionsText(v, list))
	if len(list) == 0 {
		m.Paragraph("There are no collections yet.")
		return
	}
	m.Write("%s\n", collectionLinks(m, len(list)))
}

// collectionsFooter says that the footer names the list of collections once there are some.
func collectionsFooter(v *pages.View) string {
	if len(v.Snapshot.Collections().Published()) == 0 {
		return ""
	}
	return collectionsHeading
}

// collectionsRow returns the collections that the home page shows.
func collectionsRow(m *pages.Markdown) pages.Row {
	var b strings.Builder
	for _, c := range m.Snapshot.Home().Collections() {
		fmt.Fprintf(&b, "- %s: %s\n", m.Link(c.Title, collectionPath(c.Slug)), pages.Count(c.Count, "tool", "tools"))
	}
	return pages.Row{Heading: collectionsHeading, List: b.String(), All: "All collections", Path: collectionsPath}
}

// exampleCollection returns the slug of the latest collection.
func exampleCollection(v *pages.View) (parameter, value string) {
	value = "name-of-a-collection"
	if all := v.Snapshot.Collections().Published(); len(all) > 0 {
		value = all[0].Slug
	}
	return "slug", value
}

// guideCollections is how many collections /llms.txt names.
const guideCollections = 50

func collectionsGuide(m *pages.Markdown, g *pages.Guide) {
	g.Twins = append(g.Twins, "collections, `"+bestFolder+"{slug}"+pages.TwinSuffix+"`")
	g.Lists = append(g.Lists, m.Link("All collections", collectionsPath+pages.TwinSuffix)+": lists of tools that the editors chose")
	g.Feeds = append(g.Feeds, m.Link("Collections, Atom", collectionsPath+"/"+pages.AtomName)+": the latest first")
	g.Parts = append(g.Parts, pages.GuidePart{Heading: collectionsHeading, Text: collectionLinks(m, guideCollections)})
}

// collectionLinks returns links to the latest collections, at most so many.
func collectionLinks(m *pages.Markdown, most int) string {
	var b strings.Builder
	list := m.Snapshot.Collections().Summaries()
	for _, c := range list[:min(most, len(list))] {
		line := pages.Count(c.Count, "tool", "tools")
		if c.Summary != "" {
			line += ": " + pages.MarkdownWords(pages.Shorten(c.Summary, pages.LongestDescription))
		}
		fmt.Fprintf(&b, "- %s: %s\n", m.TwinLink(c.Title, collectionPath(c.Slug)), line)
	}
	return b.String()
}
