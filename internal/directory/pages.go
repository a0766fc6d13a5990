package directory

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// HomePages returns the home page.
func HomePages() []*pages.Page { return []*pages.Page{&homePage} }

// ListPages returns the pages of lists and of a tool. Visited counts a visit of a tool's website; nil: nothing does.
func ListPages(visited func(r *http.Request, product int64)) []*pages.Page {
	tool := productPage
	if visited != nil {
		tool.Visited = func(_ *pages.View, r *http.Request, product int64) { visited(r, product) }
	}
	return []*pages.Page{&categoryPage, &tagPage, &allCategoriesPage, &allToolsPage, &tool}
}

var categoryPage = pages.Page{
	Paths:    []string{pages.CategoryFolder + ":category"},
	Numbered: true,
	Filtered: true,
	Find:     findCategory,
	Trim:     func(q browse.Query) browse.Query { q.Category = ""; return q },
	Head:     topicHead,
	Markdown: listMarkdown,
	Card:     listCard,
	Feed:     listFeed,
	URLs:     categoryURLs,
	Guide:    categoryGuide,
}

var tagPage = pages.Page{
	Paths:    []string{pages.TagFolder + ":tag"},
	Numbered: true,
	Filtered: true,
	Find:     findTag,
	Trim:     func(q browse.Query) browse.Query { q.Tag = ""; return q },
	Head:     topicHead,
	Markdown: listMarkdown,
	Card:     listCard,
	Feed:     listFeed,
	URLs:     tagURLs,
	Guide:    tagGuide,
}

// allToolsPage is the list of all tools from A to Z.
var allToolsPage = pages.Page{
	Paths:    []string{toolsPath},
	Numbered: true,
	Find:     findTools,
	Trim:     func(browse.Query) browse.Query { return browse.Query{} },
	Head:     toolsHead,
	Markdown: listMarkdown,
	URLs:     toolURLs,
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
	found, ok := snapshot.Category(name)
	if ok && found.Slug != name {
		a.Renamed = key != found.Slug && key != catalog.Fold(found.Name)
		name, path = found.Slug, pages.CategoryPath(found)
	}
	a.Path, a.Query.Category = path, name
	return a, path
}

// findTag returns the address of a tag's page. Other spellings redirect to the slug, and a tag that has the name of a
// category redirects to the category's page (decision 24).
func findTag(folder, escaped string, snapshot *browse.Snapshot) (pages.Address, string) {
	name, path := pages.Unescaped(escaped), folder+escaped
	a := pages.Address{}
	if found, ok := snapshot.Tag(name); ok {
		name, path = found.Slug, pages.TagPath(found.Tag)
	} else if category, ok := snapshot.CategoryOfTag(name); ok {
		a.Renamed = true // the category may be deleted
		path = pages.CategoryPath(category)
	}
	a.Path, a.Query.Tag = path, name
	return a, path
}

// findTools returns the address of the list of all tools.
func findTools(folder, _ string, _ *browse.Snapshot) (pages.Address, string) {
	return pages.Address{Path: folder, Query: browse.Query{Sort: browse.SortName, Page: 1}}, folder
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
		return pages.CategoryPath(t.category)
	case t.tag.Slug != "":
		return pages.TagPath(t.tag)
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

// query returns the query of the topic's list.
func (t topic) query() browse.Query { return browse.Query{Category: t.category.Slug, Tag: t.tag.Slug} }

// heading returns the heading of the topic's page.
func (t topic) heading() string {
	if t.tag.Slug != "" {
		return tagTitle(t.tag)
	}
	return t.category.Name + " AI tools"
}
