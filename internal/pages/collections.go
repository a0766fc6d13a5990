package pages

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/feed"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
)

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
	a := address{screen: collection, path: folder + escaped}
	if c, ok := collectionNamed(escaped, snapshot); ok {
		if a.collection = c.Slug; c.Slug != unescaped(escaped) {
			a.path, a.renamed = collectionPath(c.Slug), isRenamed(escaped, c)
		}
	}
	return a, a.path
}

// collectionNamed finds a published collection by its escaped slug, also by a former one and in capitals.
func collectionNamed(escaped string, snapshot *browse.Snapshot) (*browse.Collection, bool) {
	name := unescaped(escaped)
	if c, ok := snapshot.CollectionByAnySlug(name); ok {
		return c, true
	}
	return snapshot.CollectionByAnySlug(strings.ToLower(name))
}

// isRenamed reports whether an escaped slug is a former one of the collection, rather than its own in capitals.
func isRenamed(escaped string, c *browse.Collection) bool {
	return !strings.EqualFold(unescaped(escaped), c.Slug)
}

// collected returns the products of a collection as a list.
func collected(c *browse.Collection, snapshot *browse.Snapshot) (list listing) {
	for _, item := range snapshot.Collected(c) {
		list.items = append(list.items, item.Item)
	}
	list.total = len(list.items)
	return list
}

func (p *Pages) describeCollection(h *head, a address, snapshot *browse.Snapshot) {
	c, ok := snapshot.Collection(a.collection)
	if !ok {
		p.describeMissing(h, "Collection Not Found")
		return
	}
	list := collected(c, snapshot)
	h.Title = c.Title + " – " + h.SiteName
	h.Description = aboutCollection(c, list)
	h.Canonical = p.origin + collectionPath(c.Slug)
	h.NoIndex = len(reach.OfCollectionIn(snapshot, c, p.limits())) > 0
	h.Alternates = []alternate{{markdownType, c.Title, h.Canonical + twinSuffix}}
	nodes := []object{p.breadcrumbs(crumb{collectionsHeading, collectionsPath}, crumb{c.Title, collectionPath(c.Slug)})}
	if list.total > 0 {
		nodes = append(nodes, p.itemList(h.Canonical, list))
	}
	h.Data = graph(nodes...)
}

// aboutCollection returns the beginning of the introduction, or a sentence about the tools if there is none.
func aboutCollection(c *browse.Collection, list listing) string {
	return cmp.Or(c.Summary, c.Title+": "+count(list.total, "AI tool", "AI tools")+examples(list.items)+".")
}

// collectionURLs returns the indexable collections. One changes with each of its products.
func collectionURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	var urls []sitemapURL
	for _, c := range snapshot.Collections() {
		if len(reach.OfCollectionIn(snapshot, c, settings.Index)) == 0 {
			urls = append(urls, sitemapURL{collectionPath(c.Slug), collectionChanged(c, snapshot)})
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

// plainCollected is a product of a collection with its note.
type plainCollected struct {
	catalog.Product
	Note string
}

func (p *Pages) plainCollection(a address, snapshot *browse.Snapshot) (template string, content any) {
	c, _ := snapshot.Collection(a.collection) // it exists, otherwise the status is 404
	var tools []plainCollected
	for _, item := range snapshot.Collected(c) {
		tools = append(tools, plainCollected{item.Product(), item.Note})
	}
	return "collection", struct {
		Crumbs              []crumb
		Title, About, Intro string
		Tools               []plainCollected
	}{[]crumb{{collectionsHeading, collectionsPath}, {c.Title, collectionPath(c.Slug)}}, c.Title, byline(c), c.HTML, tools}
}

// byline returns who made a collection and when it was changed: "By Ann · Updated January 2, 2026".
func byline(c *browse.Collection) string {
	updated := "Updated " + longDay(c.ChangedAt())
	if c.Author == "" {
		return updated
	}
	return "By " + c.Author + " · " + updated
}

func (p *Pages) collectionCard(a address, h head, snapshot *browse.Snapshot) preview.Card {
	card := preview.Card{Site: h.SiteName, Title: screenTitle(&h), Fallback: h.SiteName, Text: h.Description}
	if c, ok := snapshot.Collection(a.collection); ok {
		list := collected(c, snapshot)
		card.Kicker, card.Tools = "Collection", previewToolsOf(list.items)
		card.Facts = []preview.Fact{{Text: count(list.total, "tool", "tools")}}
	}
	return card
}

// collectionTwin returns the Markdown twin of a collection's page.
func (p *Pages) collectionTwin(escaped string, snapshot *browse.Snapshot) programText {
	c, ok := collectionNamed(escaped, snapshot)
	if !ok || len(escaped) > longestName {
		return programText{}
	}
	return programText{path: collectionPath(c.Slug) + twinSuffix, renamed: isRenamed(escaped, c), make: func(snapshot *browse.Snapshot) (*content, error) {
		now, ok := snapshot.Collection(c.Slug)
		if !ok { // deleted since the request began
			return nil, nil
		}
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n\n%s.\n\n", markdownWords(now.Title), markdownWords(byline(now)))
		if now.Introduction != "" {
			b.WriteString(now.Introduction + "\n\n")
		}
		for _, item := range snapshot.Collected(now) {
			fmt.Fprintf(&b, "## %s\n\n", markdownLink(item.Name(), p.origin+twinPath(item.Slug())))
			if shown := item.Product(); described(shown) {
				b.WriteString(markdownWords(shorten(shown.Description, longestDescription)) + "\n\n")
			}
			if item.Note != "" {
				b.WriteString(markdownText(item.Note) + "\n\n")
			}
		}
		return p.twinFile(&b, p.origin+collectionPath(now.Slug)), nil
	}}
}

// collectionsFeed returns the feed of the collections, the latest publication first.
func (p *Pages) collectionsFeed(snapshot *browse.Snapshot) *feed.Feed {
	page := p.origin + collectionsPath
	list := &feed.Feed{
		ID: p.origin + "/" + atomName + "#collections", Title: collectionsHeading + " – " + p.siteName(), Author: p.siteName(),
		Subtitle: "Collections of AI tools on " + p.siteName() + ", the latest first.",
		Home:     page, Atom: page + "/" + atomName, JSON: page + "/" + jsonName, Icon: p.absolute(p.frame.icon(p.options.Site.Settings()).Address),
	}
	all := snapshot.Collections()
	for _, c := range all[:min(feedEntries, len(all))] {
		list.Entries = append(list.Entries, feed.Entry{
			ID:    fmt.Sprintf("tag:%s,%s:collection/%d", authority(p.origin), c.CreatedAt.UTC().Format(time.DateOnly), c.ID),
			Title: c.Title, Page: p.origin + collectionPath(c.Slug), Summary: shorten(aboutCollection(c, collected(c, snapshot)), feedSummary), HTML: c.HTML,
			Published: c.PublishedAt, Updated: c.ChangedAt(),
		})
	}
	return list
}

func (p *Pages) describeCollections(h *head, a address, snapshot *browse.Snapshot) {
	list := snapshot.Collections()
	h.Title = collectionsHeading + " – " + h.SiteName
	h.Description = p.collectionsText(list)
	h.Canonical = p.origin + a.path
	h.NoIndex = len(list) == 0
	h.Alternates = append([]alternate{{markdownType, collectionsHeading, h.Canonical + twinSuffix}}, p.feedsAt(collectionsPath, collectionsHeading, browse.Query{})...)
	nodes := []object{p.breadcrumbs(crumb{collectionsHeading, collectionsPath})}
	if len(list) > 0 {
		elements := make([]object, len(list))
		for i, c := range list {
			elements[i] = object{"@type": "ListItem", "position": i + 1, "name": c.Title, "url": p.origin + collectionPath(c.Slug)}
		}
		nodes = append(nodes, object{"@type": "ItemList", "url": h.Canonical, "numberOfItems": len(list), "itemListElement": elements})
	}
	h.Data = graph(nodes...)
}

// collectionsText returns a sentence about all collections: how many there are, and the latest.
func (p *Pages) collectionsText(list []*browse.Collection) string {
	if len(list) == 0 {
		return "Collections of AI tools, chosen by the editors of " + p.siteName() + "."
	}
	var titles []string
	for _, c := range list[:min(3, len(list))] {
		titles = append(titles, c.Title)
	}
	return fmt.Sprintf("%s of AI tools, chosen by the editors of %s: %s.", count(len(list), "collection", "collections"), p.siteName(), strings.Join(titles, ", "))
}

func collectionsURLs(snapshot *browse.Snapshot, _ *site.Settings) []sitemapURL {
	var changed time.Time
	for _, c := range snapshot.Collections() {
		changed = later(changed, collectionChanged(c, snapshot))
	}
	if changed.IsZero() {
		return nil
	}
	return []sitemapURL{{collectionsPath, changed}}
}

// plainCollectionLink is a collection in the plain list of all.
type plainCollectionLink struct{ Href, Title, Count, Summary string }

func (p *Pages) plainCollections(_ address, snapshot *browse.Snapshot) (template string, content any) {
	var list []plainCollectionLink
	for _, c := range snapshot.CollectionSummaries() {
		list = append(list, plainCollectionLink{collectionPath(c.Slug), c.Title, count(c.Count, "tool", "tools"), c.Summary})
	}
	return "collections", struct {
		Crumbs      []crumb
		Heading     string
		Collections []plainCollectionLink
	}{[]crumb{{collectionsHeading, collectionsPath}}, collectionsHeading, list}
}

func (p *Pages) collectionsCard(h head, snapshot *browse.Snapshot) preview.Card {
	card := preview.Card{Site: h.SiteName, Title: collectionsHeading, Text: h.Description}
	if list := snapshot.Collections(); len(list) > 0 {
		card.Tools = previewToolsOf(collected(list[0], snapshot).items)
	}
	return card
}

// collectionsTwin returns the Markdown twin of the list of all collections.
func (p *Pages) collectionsTwin(snapshot *browse.Snapshot) (*content, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", collectionsHeading, markdownWords(p.collectionsText(snapshot.Collections())))
	if links := p.collectionLinks(snapshot, len(snapshot.Collections())); links != "" {
		b.WriteString(links + "\n")
	}
	return p.twinFile(&b, p.origin+collectionsPath), nil
}

// collectionLinks returns links to the twins of the latest collections, at most so many.
func (p *Pages) collectionLinks(snapshot *browse.Snapshot, most int) string {
	var b strings.Builder
	list := snapshot.CollectionSummaries()
	for _, c := range list[:min(most, len(list))] {
		line := count(c.Count, "tool", "tools")
		if c.Summary != "" {
			line += ": " + markdownWords(shorten(c.Summary, longestDescription))
		}
		fmt.Fprintf(&b, "- %s: %s\n", markdownLink(c.Title, p.origin+collectionPath(c.Slug)+twinSuffix), line)
	}
	return b.String()
}
