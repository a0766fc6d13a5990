package pages

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/feed"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var collectionsPage = Page{
	paths:    []string{collectionsPath},
	module:   "src/public/collections/collections.tsx",
	head:     collectionsHead,
	markdown: collectionsMarkdown,
	card:     collectionsCard,
	feed:     collectionsFeed,
	urls:     collectionsURLs,
}

var collectionPage = Page{
	paths:    []string{bestFolder + ":slug"},
	module:   "src/public/collections/collection.tsx",
	missing:  notice{"Collection Not Found", "This collection doesn't exist, or isn't published."},
	find:     findCollection,
	head:     collectionHead,
	markdown: collectionMarkdown,
	card:     collectionCard,
	urls:     collectionURLs,
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
func findCollection(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	c, ok := snapshot.CollectionByAnySlug(name)
	if !ok {
		c, ok = snapshot.CollectionByAnySlug(strings.ToLower(name))
	}
	if !ok {
		return address{path: path, missing: true}, path
	}
	if c.Slug != name {
		path = collectionPath(c.Slug)
	}
	return address{path: path, collection: c.Slug, renamed: !strings.EqualFold(name, c.Slug)}, path
}

// collected returns the products of a collection as a list.
func collected(c *browse.Collection, snapshot *browse.Snapshot) (list listing) {
	for _, item := range snapshot.Collected(c) {
		list.items = append(list.items, item.Item)
	}
	list.total = len(list.items)
	return list
}

func collectionHead(v *view, a address, h *head) {
	c, ok := v.snapshot.Collection(a.collection)
	if !ok {
		v.describeMissing(h, a)
		return
	}
	list := collected(c, v.snapshot)
	h.Title = c.Title + " – " + h.SiteName
	h.Description = aboutCollection(c, list)
	h.Canonical = v.origin + collectionPath(c.Slug)
	h.NoIndex = len(indexing.OfCollectionIn(v.snapshot, c, v.limits())) > 0
	h.twin = twin{c.Title, collectionPath(c.Slug)}
	h.Crumbs = []crumb{{collectionsHeading, collectionsPath}, {c.Title, collectionPath(c.Slug)}}
	if list.total > 0 {
		h.nodes = append(h.nodes, v.itemList(h.Canonical, list))
	}
}

// aboutCollection returns the beginning of the introduction, or a sentence about the tools if there is none.
func aboutCollection(c *browse.Collection, list listing) string {
	return cmp.Or(c.Summary, c.Title+": "+count(list.total, "AI tool", "AI tools")+examples(list.items)+".")
}

// collectionURLs returns the indexable collections. One changes with each of its products.
func collectionURLs(v *view) []sitemapURL {
	var urls []sitemapURL
	for _, c := range v.snapshot.Collections() {
		if len(indexing.OfCollectionIn(v.snapshot, c, v.settings.Index)) == 0 {
			urls = append(urls, sitemapURL{collectionPath(c.Slug), collectionChanged(c, v.snapshot)})
		}
	}
	return urls
}

// collectionChanged returns when what the page of a collection shows was last changed.
func collectionChanged(c *browse.Collection, snapshot *browse.Snapshot) time.Time {
	changed := c.ChangedAt()
	for _, item := range snapshot.Collected(c) {
		changed = later(changed, item.UpdatedAt())
	}
	return changed
}

func collectionMarkdown(v *view, a address, m *markdown) {
	c, _ := v.snapshot.Collection(a.collection) // it exists, otherwise the status is 404
	m.title = c.Title
	m.paragraph(byline(c) + ".")
	m.insert(c.Introduction, c.HTML)
	tools := v.snapshot.Collected(c)
	for _, item := range tools {
		m.write("## %s\n\n", m.twinLink(item.Name(), productPath(item.Slug())))
		for _, text := range []string{beginning(item.Product()), markdownText(item.Note)} {
			if text != "" {
				m.write("%s\n\n", text)
			}
		}
	}
	if len(tools) == 0 {
		m.paragraph("No tools yet.")
	}
}

// byline returns who made a collection and when it was changed: "By Ann · Updated January 2, 2026".
func byline(c *browse.Collection) string {
	updated := "Updated " + longDay(c.ChangedAt())
	if c.Author == "" {
		return updated
	}
	return "By " + c.Author + " · " + updated
}

func collectionCard(v *view, a address, card *preview.Card) {
	c, _ := v.snapshot.Collection(a.collection) // it exists, otherwise there is no image
	list := collected(c, v.snapshot)
	card.Kicker, card.Tools = "Collection", previewToolsOf(list.items)
	card.Facts = []preview.Fact{{Text: count(list.total, "tool", "tools")}}
}

// collectionsFeed returns the feed of the collections, the latest publication first.
func collectionsFeed(v *view, _ address, _ browse.Query) *feed.Feed {
	page := v.origin + collectionsPath
	list := &feed.Feed{
		ID: v.origin + "/" + atomName + "#collections", Title: collectionsHeading + " – " + v.siteName(), Author: v.siteName(),
		Subtitle: "Collections of AI tools on " + v.siteName() + ", the latest first.",
		Home:     page, Atom: page + "/" + atomName, JSON: page + "/" + jsonName, Icon: v.absolute(iconOf(v.settings).Address),
	}
	all := v.snapshot.Collections()
	for _, c := range all[:min(feedEntries, len(all))] {
		list.Entries = append(list.Entries, feed.Entry{
			ID:    fmt.Sprintf("tag:%s,%s:collection/%d", authority(v.origin), c.CreatedAt.UTC().Format(time.DateOnly), c.ID),
			Title: c.Title, Page: v.origin + collectionPath(c.Slug), Summary: shorten(aboutCollection(c, collected(c, v.snapshot)), feedSummary), HTML: c.HTML,
			Published: c.PublishedAt, Updated: c.ChangedAt(),
		})
	}
	return list
}

func collectionsHead(v *view, a address, h *head) {
	list := v.snapshot.Collections()
	h.Title = collectionsHeading + " – " + h.SiteName
	h.Description = v.collectionsText(list)
	h.Canonical = v.origin + a.path
	h.NoIndex = len(list) == 0
	h.Alternates = v.feedsAt(collectionsPath, collectionsHeading, browse.Query{})
	h.twin = twin{collectionsHeading, collectionsPath}
	h.Crumbs = []crumb{{collectionsHeading, collectionsPath}}
	var entries []listEntry
	for _, c := range list {
		entries = append(entries, listEntry{c.Title, collectionPath(c.Slug)})
	}
	if len(entries) > 0 {
		h.nodes = append(h.nodes, v.list(h.Canonical, len(entries), entries))
	}
}

// collectionsText returns a sentence about all collections: how many there are, and the latest.
func (v *view) collectionsText(list []*browse.Collection) string {
	if len(list) == 0 {
		return "Collections of AI tools, chosen by the editors of " + v.siteName() + "."
	}
	var titles []string
	for _, c := range list[:min(3, len(list))] {
		titles = append(titles, c.Title)
	}
	return fmt.Sprintf("%s of AI tools, chosen by the editors of %s: %s.", count(len(list), "collection", "collections"), v.siteName(), strings.Join(titles, ", "))
}

func collectionsURLs(v *view) []sitemapURL {
	var changed time.Time
	for _, c := range v.snapshot.Collections() {
		changed = later(changed, collectionChanged(c, v.snapshot))
	}
	if changed.IsZero() {
		return nil
	}
	return []sitemapURL{{collectionsPath, changed}}
}

func collectionsCard(v *view, _ address, card *preview.Card) {
	if list := v.snapshot.Collections(); len(list) > 0 {
		card.Tools = previewToolsOf(collected(list[0], v.snapshot).items)
	}
}

func collectionsMarkdown(v *view, _ address, m *markdown) {
	list := v.snapshot.Collections()
	m.title = collectionsHeading
	m.paragraph(v.collectionsText(list))
	if len(list) == 0 {
		m.paragraph("There are no collections yet.")
		return
	}
	m.write("%s\n", m.collectionLinks(len(list)))
}

// collectionLinks returns links to the latest collections, at most so many.
func (m *markdown) collectionLinks(most int) string {
	var b strings.Builder
	list := m.snapshot.CollectionSummaries()
	for _, c := range list[:min(most, len(list))] {
		line := count(c.Count, "tool", "tools")
		if c.Summary != "" {
			line += ": " + markdownWords(shorten(c.Summary, longestDescription))
		}
		fmt.Fprintf(&b, "- %s: %s\n", m.twinLink(c.Title, collectionPath(c.Slug)), line)
	}
	return b.String()
}
