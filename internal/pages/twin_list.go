package pages

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
)

// twinTools is how many tools the twin of a list names. The API has the rest.
const twinTools = 200

// listTwin returns the Markdown twin of a category's or a tag's page.
func (p *Pages) listTwin(about topic) programText {
	return programText{path: about.path() + twinSuffix, make: func(snapshot *browse.Snapshot) (*content, error) {
		now := topicOf(about.query(), snapshot)
		if now == (topic{}) { // gone since the request began
			return nil, nil
		}
		page := p.origin + now.path()
		facts, q := p.factsOf(now.query(), snapshot), now.query()
		q.Limit = twinTools
		list := listed(snapshot, q)
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n\n%s\n\n", markdownWords(now.heading()), markdownWords(facts.sentences(count(facts.total, "AI tool", "AI tools"))))
		writePart(&b, "Tools", p.itemLinks(list.Items))
		if list.Total > len(list.Items) {
			values := url.Values{"limit": {"100"}}
			if now.tag.Slug != "" {
				values.Set("tag", now.tag.Slug)
			} else {
				values.Set("category", now.category.Slug)
			}
			fmt.Fprintf(&b, "These are the first %d. %s has all of them, a page at a time.\n\n", len(list.Items), markdownLink("The API", p.origin+"/api/products?"+values.Encode()))
		}
		return p.twinFile(&b, page), nil
	}}
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

// categoriesTwin returns the Markdown twin of the list of all categories.
func (p *Pages) categoriesTwin(snapshot *browse.Snapshot) (*content, error) {
	var b, categories strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", categoriesHeading, markdownWords(p.categoriesText(snapshot.CategoryCounts(), snapshot)))
	for _, c := range snapshot.CategorySummaries() {
		line := count(c.Count, "tool", "tools")
		if prices := (listFacts{pricing: c.Pricing}).prices(); prices != "" {
			line += ": " + prices
		}
		fmt.Fprintf(&categories, "- %s: %s\n", markdownLink(c.Name, p.origin+categoryPath(c.Category)+twinSuffix), line)
	}
	writePart(&b, "Categories", categories.String())
	writePart(&b, tagsHeading, p.tagLinks(snapshot.MostUsedTags()))
	return p.twinFile(&b, p.origin+categoriesPath), nil
}

// tagLinks returns links to the twins of tags.
func (p *Pages) tagLinks(tags []browse.TagCount) string {
	var b strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&b, "- %s: %s\n", markdownLink(tag.Name, p.origin+tagPath(tag.Tag)+twinSuffix), count(tag.Count, "tool", "tools"))
	}
	return b.String()
}

// topicTwin returns the twin of a category's or a tag's page at the path "/category/{slug}.md" or "/tag/{slug}.md". Other
// names redirect as for the page.
func (p *Pages) topicTwin(folder, escaped string, snapshot *browse.Snapshot) programText {
	if escaped == "" || len(escaped) > longestName {
		return programText{}
	}
	find := categoryAt
	if folder == tagFolder {
		find = tagAt
	}
	a, path := find(folder, escaped, snapshot)
	about := topicOf(a.query, snapshot)
	if category, known := snapshot.CategoryOfTag(a.query.Tag); known && path == categoryPath(category) {
		about = topic{category: category}
	}
	if about == (topic{}) {
		return programText{}
	}
	t := p.listTwin(about)
	t.renamed = a.renamed
	return t
}
