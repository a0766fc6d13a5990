package directory

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

var tagPage = pages.Page{
	Paths:    []string{pages.TagFolder + ":tag"},
	Numbered: true,
	Filtered: true,
	Module:   listModule,
	Find:     findTag,
	Trim:     func(q browse.Query) browse.Query { q.Tag = ""; return q },
	Head:     topicHead,
	Markdown: listMarkdown,
	Card:     listCard,
	Feed:     listFeed,
	URLs:     tagURLs,
	Guide:    tagGuide,
}

// findTag returns the address of a tag's page. Other spellings redirect to the slug, and a tag that has the name of a
// category redirects to the category's page (decision 24).
func findTag(folder, escaped string, snapshot *browse.Snapshot) (pages.Address, string) {
	name, path := pages.Unescaped(escaped), folder+escaped
	a := pages.Address{}
	if found, ok := snapshot.Tags().Find(name); ok {
		name, path = found.Slug, pages.TagPath(found.Tag)
	} else if category, ok := snapshot.Tags().Category(name); ok {
		a.Renamed = true // the category may be deleted
		path = pages.CategoryPath(category)
	}
	a.Path, a.Query.Tag = path, name
	return a, path
}

// tagsHeading is the heading of the tags below the list of all categories, and the anchor of it.
const (
	tagsHeading = "Tags"
	tagsPath    = categoriesPath + "#tags"
)

// tagTitle returns the heading of a tag's page. The front end has the same rule.
func tagTitle(tag browse.Tag) string { return "AI tools tagged " + tag.Name }

// tagURLs returns the first pages of the indexable tags. A tag changes with any of its products.
func tagURLs(v *pages.View) []pages.SitemapURL {
	var urls []pages.SitemapURL
	for _, tag := range v.Snapshot.Tags().All() {
		if len(indexing.OfTagIn(v.Snapshot, tag.Slug, v.Settings.Index)) > 0 {
			continue
		}
		var changed time.Time
		for item := range v.Snapshot.Tags().Items(tag.Slug) {
			changed = pages.Later(changed, item.UpdatedAt())
		}
		urls = append(urls, pages.SitemapURL{Path: pages.TagPath(tag.Tag), Changed: changed})
	}
	return urls
}

func tagGuide(_ *pages.Markdown, g *pages.Guide) {
	g.Twins = append(g.Twins, "tags, `"+pages.TagFolder+"{slug}"+pages.TwinSuffix+"`")
}
