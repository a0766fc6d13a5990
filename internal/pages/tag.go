package pages

import (
	"net/url"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// tagFolder is before the slug in the path of a tag's page.
const tagFolder = "/tag/"

func tagPath(tag browse.Tag) string { return tagFolder + url.PathEscape(tag.Slug) }

// tagAt returns the address of a tag's page. Other spellings redirect to the slug, and a tag that has the name of a
// category redirects to the category's page (decision 24).
func tagAt(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	a := address{screen: tag}
	if found, ok := snapshot.Tag(name); ok {
		name, path = found.Slug, tagPath(found.Tag)
	} else if category, ok := snapshot.CategoryOfTag(name); ok {
		a.renamed = true // the category may be deleted
		path = categoryPath(category)
	}
	a.path, a.query.Tag = path, name
	return a, path
}

// tagsHeading is the heading of the tags below the list of all categories, and the anchor of it.
const (
	tagsHeading = "Tags"
	tagsPath    = categoriesPath + "#tags"
)

// tagTitle returns the heading of a tag's page. The front end has the same rule.
func tagTitle(tag browse.Tag) string { return "AI tools tagged " + tag.Name }

// tagURLs returns the indexable pages of tags. A tag changes with any of its products.
func tagURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	var urls []sitemapURL
	for _, tag := range snapshot.Tags() {
		if len(reach.OfTagIn(snapshot, tag.Slug, settings.Index)) > 0 {
			continue
		}
		var changed time.Time
		for item := range snapshot.Tagged(tag.Slug) {
			changed = later(changed, item.UpdatedAt())
		}
		urls = append(urls, numberedURLs(tagPath(tag.Tag), tag.Count, changed)...)
	}
	return urls
}

func (p *Pages) tagCard(tag browse.Tag, snapshot *browse.Snapshot) preview.Card {
	q := browse.Query{Tag: tag.Slug}
	about := p.factsOf(q, snapshot)
	return preview.Card{
		Site: p.siteName(), Title: tagTitle(tag), Fallback: "AI tools",
		Text:  about.sentences(count(about.total, "tool", "tools")),
		Tools: previewTools(q, snapshot),
	}
}

// topic is the category or the tag that a list is about; both zero: neither.
type topic struct {
	category catalog.Category
	tag      browse.Tag
}

// topicOf returns the topic of a query. A category comes before a tag.
func topicOf(q browse.Query, snapshot *browse.Snapshot) (t topic) {
	if category, known := snapshot.Category(q.Category); known {
		t.category = category
	} else if found, known := snapshot.Tag(q.Tag); known && q.Category == "" {
		t.tag = found.Tag
	}
	return t
}

// path returns the path of the topic's page; "" without a topic.
func (t topic) path() string {
	switch {
	case t.category.Slug != "":
		return categoryPath(t.category)
	case t.tag.Slug != "":
		return tagPath(t.tag)
	}
	return ""
}

// newTools returns the title of the topic's feed.
func (t topic) newTools() string {
	if t.tag.Slug != "" {
		return "New tools tagged " + t.tag.Name
	}
	return "New " + t.category.Name + " tools"
}
