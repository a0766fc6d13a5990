package directory

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

// listModule is the screen of all lists.
const listModule = "src/public/directory/home.tsx"

// describeList fills the head of a list, at this path without a topic.
func describeList(v *pages.View, a pages.Address, h *pages.Head, path string) {
	about := topicOf(a.Query, v.Snapshot)
	known := about != topic{}
	found, err := catalogOf(a.Query, v.Snapshot)
	shown := listingOf(found)
	if err != nil {
		h.Status = http.StatusBadRequest
	}
	if a.Query.Page > 1 && len(shown.Items) == 0 {
		v.DescribeMissing(h, a)
		return
	}
	if known {
		path = about.path() + pages.NumberPath(a.Query.Page)
		h.Alternates = v.FeedsAt(about.path(), about.newTools(), browse.Query{})
		if a.Query.Page <= 1 {
			h.Twin = pages.Twin{Title: about.heading(), Path: about.path()}
		}
	}
	if q := pages.FeedQuery(a.Query); err == nil && q.Search != "" {
		h.Alternates = append(v.FeedsAt(strings.TrimSuffix(path, "/"), "New tools for “"+q.Search+"”", q), h.Alternates...)
	}
	h.Canonical = v.Origin + path
	h.Title, h.Description = listText(v, a.Query, about, shown)
	h.NoIndex = err != nil || a.Query.Search != "" || a.Query.Cursor != "" || ((a.Query.Category != "" || a.Query.Tag != "") && !known) ||
		!isIndexable(v, about) || (known && a.Query.Page > 1)
	h.Crumbs = listCrumbs(a.Query, about)
	if len(shown.Items) > 0 {
		h.Nodes = append(h.Nodes, v.ItemList(h.Canonical, shown))
	}
}

// isIndexable reports whether the first page of a topic is; without a topic there is no rule.
func isIndexable(v *pages.View, t topic) bool {
	switch {
	case t.category.ID != 0:
		return len(indexing.OfCategoryIn(v.Snapshot, t.category, v.Limits())) == 0
	case t.tag.Slug != "":
		return len(indexing.OfTagIn(v.Snapshot, t.tag.Slug, v.Limits())) == 0
	}
	return true
}

// catalogOf returns what a list shows.
func catalogOf(q browse.Query, snapshot *browse.Snapshot) (browse.Catalog, error) {
	q, err := q.Strict()
	if err != nil {
		return browse.Catalog{}, err
	}
	return snapshot.Catalog(q)
}

// listingOf returns the products that a list shows, and their total number.
func listingOf(found browse.Catalog) pages.Listing {
	shown := pages.Listing{Total: found.Total}
	for _, section := range found.Sections {
		shown.Items = append(shown.Items, section.Items...)
	}
	return shown
}

// listText returns the title and description of a list. The front end has the same rule for titles.
func listText(v *pages.View, q browse.Query, about topic, shown pages.Listing) (title, description string) {
	name, tools := v.SiteName(), pages.Count(shown.Total, "AI tool", "AI tools")
	switch {
	case q.Search != "":
		return "“" + q.Search + "” – " + name, fmt.Sprintf("%s found for “%s” on %s.", tools, q.Search, name)
	case about.tag.Slug != "":
		facts := factsOf(v, browse.Query{Tag: about.tag.Slug})
		return tagTitle(about.tag) + ofPage(q.Page) + " – " + name,
			facts.sentences(pages.Count(facts.total, "AI tool", "AI tools")+" tagged "+about.tag.Name+ofPage(q.Page)) + among(shown.Items)
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		return allToolsHeading + ofPage(q.Page) + " – " + name, fmt.Sprintf("All %s of %s from A to Z%s%s.", tools, name, ofPage(q.Page), pages.Examples(shown.Items))
	case about.category.Name != "":
		facts := factsOf(v, browse.Query{Category: about.category.Slug})
		return about.category.Name + " AI tools" + ofPage(q.Page) + " – " + name,
			facts.sentences(pages.Count(facts.total, "AI tool", "AI tools")+" for "+catalog.InSentence(about.category.Name)+ofPage(q.Page)) + among(shown.Items)
	case q.Category == "" && q.Tag != "":
		return "No tools found – " + name, name + " has no tag with this name. Try adjusting your search or filters."
	case q.Category != "":
		return "No tools found – " + name, name + " has no category with this name. Try adjusting your search or filters."
	}
	title = name + " – " + v.Settings.ShownTexts.Tagline
	if v.Snapshot.Len() == 0 {
		return title, "A directory of AI tools. Browse by category and price, or search for what you need."
	}
	return title, fmt.Sprintf("%s, free and paid%s. Search, compare and open the one that fits.", pages.Extent(v.Snapshot, "AI tool"), pages.Examples(shown.Items))
}

// ofPage returns the number of a page for a title; "" for the first.
func ofPage(number int) string {
	if number <= 1 {
		return ""
	}
	return ", page " + strconv.Itoa(number)
}

// listCrumbs returns the pages between home and a list, with the list itself as the last: of a category, of a
// tag, or of all tools. It is empty for home. The front end has the same rule (list-breadcrumb.ts).
func listCrumbs(q browse.Query, about topic) (crumbs []pages.Crumb) {
	switch {
	case about.category.Slug != "":
		crumbs = []pages.Crumb{{Name: "Categories", Path: categoriesPath}, {Name: about.category.Name, Path: about.path()}}
	case about.tag.Slug != "":
		crumbs = []pages.Crumb{{Name: tagsHeading, Path: tagsPath}, {Name: about.tag.Name, Path: about.path()}}
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		crumbs = []pages.Crumb{{Name: "All tools", Path: toolsPath}}
	}
	if q.Page > 1 && len(crumbs) > 0 {
		crumbs = append(crumbs, pages.Crumb{Name: fmt.Sprint("Page ", q.Page), Path: crumbs[len(crumbs)-1].Path + pages.NumberPath(q.Page)})
	}
	return crumbs
}

// twinTools is how many tools the twin of a list names. The API has the rest.
const twinTools = 200

// listMarkdown writes a list: for people what the screen shows at the address, for programs all of the topic.
func listMarkdown(v *pages.View, a pages.Address, m *pages.Markdown) {
	about := topicOf(a.Query, v.Snapshot)
	m.Title = cmp.Or(listHeading(v, a.Query, about), "No tools found")
	if !m.ForPeople {
		writeTopic(m, about)
		return
	}
	found, err := catalogOf(a.Query, v.Snapshot)
	_, text := listText(v, a.Query, about, listingOf(found))
	m.Paragraph(text)
	if a.Query.Search != "" && found.Total > 0 {
		understood := a.Query
		understood.Search = cmp.Or(found.CorrectedQuery, understood.Search)
		m.Title = pages.Count(found.Total, "tool", "tools") + " for " + listHeading(v, understood, about)
	}
	if found.CorrectedQuery != "" {
		m.Paragraph("Corrected from " + pages.MarkdownWords("“"+a.Query.Search+"”"))
	}
	if found.AlternativesTo != nil {
		afterTool(m, found.AlternativesTo)
	}
	if found.RelaxedQuery != "" {
		m.Write("No tool has all your words. Showing tools for **%s**\n\n", pages.MarkdownWords(found.RelaxedQuery))
	}
	switch {
	case v.Snapshot.Len() == 0 && a.Key() == "/":
		m.Part("No tools yet", "Check back soon. If you make an AI tool, you can submit it now.\n\n"+m.Link("Submit an AI tool", "/submit"))
		return
	case err != nil || len(found.Sections) == 0:
		reset := "Clear filters"
		if a.Query == (browse.Query{Search: a.Query.Search}) {
			reset = "Clear search"
		}
		m.Write("No tools found. Try adjusting your search or filters.\n\n%s\n\n", m.Link(reset, "/"))
		m.WriteSuggestions()
		return
	}
	if len(found.Letters) > 0 {
		writeLetters(m, found)
		found.Sections = nil
	} else {
		writeCategories(m, a.Query, found)
	}
	rows := ""
	if a.Key() == "/" {
		rows = homeRows(m)
	}
	rowsFirst := len(v.Snapshot.Home().Rows()) > 0
	if rowsFirst {
		m.Write("%s", rows)
	}
	m.Part("Sponsored", m.Items(browse.ItemsOf(browse.Sponsored(v.Snapshot, a.Query))))
	for i, section := range found.Sections {
		list := m.Items(section.Items)
		if section.Next != "" {
			further := a.Query
			further.Section, further.Cursor = section.Section, section.Next
			list += "\n" + m.Link("Show more", listPath(further, v.Snapshot))
		}
		m.Part(pages.MarkdownWords(string(section.Section)), list)
		if i == 0 && !rowsFirst { // the first tool comes before collections and categories
			m.Write("%s", rows)
		}
	}
	first, _ := pages.CutNumber(a.Path)
	if a.Query.Page > 1 {
		m.Write("%s\n\n", m.Link("Previous page", first+pages.NumberPath(a.Query.Page-1)))
	}
	if a.Query.Page < found.Pages {
		m.Write("%s\n\n", m.Link("Next page", first+pages.NumberPath(a.Query.Page+1)))
	}
}

// writeLetters writes links to the letters of the list of all tools, and the tools of a page by letter.
func writeLetters(m *pages.Markdown, found browse.Catalog) {
	m.IDs = map[string]string{}
	for _, l := range found.Letters {
		m.IDs[l.Letter] = letterID(l.Letter)
		m.Write("- %s\n", m.Link(l.Letter, toolsPath+pages.NumberPath(l.Page)+"#"+letterID(l.Letter)))
	}
	m.Write("\n")
	items := found.Sections[0].Items
	for len(items) > 0 {
		letter := items[0].Letter()
		end := slices.IndexFunc(items, func(it *browse.Item) bool { return it.Letter() != letter })
		if end < 0 {
			end = len(items)
		}
		m.Part(pages.MarkdownWords(letter), m.Items(items[:end]))
		items = items[end:]
	}
}

// letterID returns the fragment of a letter in the list of all tools. The front end has the same rule (all-tools.tsx).
func letterID(letter string) string {
	return "letter-" + strings.NewReplacer("#", "0").Replace(strings.ToLower(letter))
}

// writeTopic writes all of a topic, the first twinTools of its tools.
func writeTopic(m *pages.Markdown, about topic) {
	q := about.query()
	facts := factsOf(m.View, q)
	m.Paragraph(facts.sentences(pages.Count(facts.total, "AI tool", "AI tools")))
	q.Limit = twinTools
	list := pages.Listed(m.Snapshot, q)
	m.Part("Tools", m.Items(list.Items))
	if list.Total > len(list.Items) {
		values := url.Values{"limit": {"100"}}
		if about.tag.Slug != "" {
			values.Set("tag", about.tag.Slug)
		} else {
			values.Set("category", about.category.Slug)
		}
		m.Write("These are the first %d. %s has all of them, a page at a time.\n\n", len(list.Items), m.Link("The API", "/api/products?"+values.Encode()))
	}
}

// listHeading returns the heading of a list; "" for a category or a tag that there is not: the title then says that nothing
// was found.
func listHeading(v *pages.View, q browse.Query, about topic) string {
	switch {
	case q.Search != "" && about.category.Name != "":
		return "“" + q.Search + "” in " + about.category.Name
	case q.Search != "":
		return "“" + q.Search + "”"
	case about.category.Name != "":
		return about.category.Name + " AI tools" + ofPage(q.Page)
	case about.tag.Name != "":
		return tagTitle(about.tag) + ofPage(q.Page)
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		return allToolsHeading + ofPage(q.Page)
	case q.Category != "" || q.Tag != "":
		return ""
	}
	heading, _ := v.Settings.ShownTexts.Heading()
	return heading
}

// writeCategories writes links to all tools and to the largest categories of what a list shows.
func writeCategories(m *pages.Markdown, q browse.Query, found browse.Catalog) {
	const most = 8
	write := func(name, category string, count int) {
		narrowed := q
		narrowed.Category, narrowed.Section, narrowed.Cursor = category, "", ""
		if q.Page > 0 {
			narrowed.Sort = "" // that of the list of all tools
		}
		m.Write("- %s: %d\n", m.Link(name, listPath(narrowed, m.Snapshot)), count)
	}
	write("All", "", found.AllCategories)
	for _, category := range largestCategories(found.Categories, most) {
		write(category.Name, category.Slug, category.Count)
	}
	m.Write("\n")
}

// listPath returns the path and query of the list for a query: home, or the page of its category or tag.
func listPath(q browse.Query, snapshot *browse.Snapshot) string {
	about := topicOf(q, snapshot)
	switch {
	case about.category.Slug != "":
		q.Category = ""
	case about.tag.Slug != "":
		q.Tag = ""
	}
	return cmp.Or(about.path(), "/") + q.Encode()
}

func listCard(v *pages.View, a pages.Address, card *preview.Card) {
	about := topicOf(a.Query, v.Snapshot)
	q := about.query()
	card.Tools = firstTools(q, v.Snapshot)
	if about == (topic{}) {
		card.Title, card.Accent = v.Settings.ShownTexts.Heading()
		card.Fallback, card.Text = "", pages.Extent(v.Snapshot, "AI tool")+"."
		return
	}
	facts := factsOf(v, q)
	card.Title, card.Fallback, card.Text = about.heading(), "AI tools", facts.sentences(pages.Count(facts.total, "tool", "tools"))
}

// previewCandidates is how many products of a list compete for a logo in its image.
const previewCandidates = 24

// firstTools returns the first products of a list, those with an uploaded logo first.
func firstTools(q browse.Query, snapshot *browse.Snapshot) []preview.Tool {
	q.Limit = previewCandidates
	return pages.PreviewTools(pages.Listed(snapshot, q).Items)
}

// among returns a sentence with the first few names of a list.
func among(items []*browse.Item) string {
	if text := pages.Examples(items); text != "" {
		return " Among them" + text + "."
	}
	return ""
}
