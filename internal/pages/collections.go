package pages

import (
	"fmt"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/site"
)

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
