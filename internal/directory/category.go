package directory

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

var categoryPage = pages.Page{
	Paths:    []string{pages.CategoryFolder + ":category"},
	Numbered: true,
	Filtered: true,
	Module:   listModule,
	Find:     findCategory,
	Trim:     func(q browse.Query) browse.Query { q.Category = ""; return q },
	Head:     topicHead,
	Markdown: listMarkdown,
	Card:     listCard,
	Feed:     listFeed,
	URLs:     categoryURLs,
	Guide:    categoryGuide,
}

// findCategory returns the address of a category's page. The category's name, its slug in capitals and its former names
// redirect to the slug; "all" redirects home.
func findCategory(folder, escaped string, snapshot *browse.Snapshot) (pages.Address, string) {
	name, path := pages.Unescaped(escaped), folder+escaped
	key := catalog.Fold(name)
	if key == "all" {
		return pages.Address{Path: "/"}, "/"
	}
	a := pages.Address{}
	found, ok := snapshot.Categories().Find(name)
	if ok && found.Slug != name {
		a.Renamed = key != found.Slug && key != catalog.Fold(found.Name)
		name, path = found.Slug, pages.CategoryPath(found)
	}
	a.Path, a.Query.Category = path, name
	return a, path
}

// categoryURLs returns the first pages of the indexable categories. A category changes with any of its products; another name
// is usually another URL, which is fetched anyway.
func categoryURLs(v *pages.View) []pages.SitemapURL {
	changed := map[int64]time.Time{}
	for item := range v.Snapshot.All() {
		for _, category := range v.Snapshot.Categories().Of(item) {
			changed[category.ID] = pages.Later(changed[category.ID], item.UpdatedAt())
		}
	}
	var urls []pages.SitemapURL
	for _, category := range v.Snapshot.Categories().All() {
		if len(indexing.OfCategoryIn(v.Snapshot, category, v.Settings.Index)) == 0 {
			urls = append(urls, pages.SitemapURL{Path: pages.CategoryPath(category), Changed: changed[category.ID]})
		}
	}
	return urls
}

func categoryGuide(_ *pages.Markdown, g *pages.Guide) {
	g.Twins = append(g.Twins, "categories, `"+pages.CategoryFolder+"{slug}"+pages.TwinSuffix+"`")
}
