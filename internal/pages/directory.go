package pages

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/feed"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
)

// HomePages returns the home page.
func HomePages() []*Page { return []*Page{&homePage} }

// ListPages returns the pages of lists and of a tool. Visited counts a visit of a tool's website; nil: nothing does.
func ListPages(visited func(r *http.Request, product int64)) []*Page {
	tool := productPage
	if visited != nil {
		tool.Visited = func(_ *View, r *http.Request, product int64) { visited(r, product) }
	}
	return []*Page{&categoryPage, &tagPage, &allCategoriesPage, &allToolsPage, &tool}
}

var homePage = Page{
	Paths:    []string{"/"},
	Filtered: true,
	Module:   "src/public/directory/home-rows.tsx",
	Head:     homeHead,
	Markdown: listMarkdown,
	Card:     listCard,
	Feed:     listFeed,
	URLs:     homeURLs,
}

var categoryPage = Page{
	Paths:    []string{categoryFolder + ":category"},
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

var tagPage = Page{
	Paths:    []string{tagFolder + ":tag"},
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

var allCategoriesPage = Page{
	Paths:    []string{categoriesPath},
	Module:   "src/public/directory/categories-screen.tsx",
	Head:     categoriesHead,
	Markdown: categoriesMarkdown,
	Card:     categoriesCard,
	URLs:     categoriesURLs,
	Guide:    categoriesGuide,
}

// allToolsPage is the list of all tools from A to Z.
var allToolsPage = Page{
	Paths:    []string{toolsPath},
	Numbered: true,
	Find:     findTools,
	Trim:     func(browse.Query) browse.Query { return browse.Query{} },
	Head:     toolsHead,
	Markdown: listMarkdown,
	URLs:     toolURLs,
}

// Paths of lists, and what is before the slug of a category and of a tag.
const (
	toolsPath      = "/tools"
	categoriesPath = "/categories"
	categoryFolder = "/category/"
	tagFolder      = "/tag/"
)

func CategoryPath(category catalog.Category) string {
	return categoryFolder + url.PathEscape(category.Slug)
}

func TagPath(tag browse.Tag) string { return tagFolder + url.PathEscape(tag.Slug) }

// findCategory returns the address of a category's page. The category's name, its slug in capitals and its former names
// redirect to the slug; "all" redirects home.
func findCategory(folder, escaped string, snapshot *browse.Snapshot) (Address, string) {
	name, path := Unescaped(escaped), folder+escaped
	key := catalog.Fold(name)
	if key == "all" {
		return Address{Path: "/"}, "/"
	}
	a := Address{}
	found, ok := snapshot.Category(name)
	if ok && found.Slug != name {
		a.Renamed = key != found.Slug && key != catalog.Fold(found.Name)
		name, path = found.Slug, CategoryPath(found)
	}
	a.Path, a.Query.Category = path, name
	return a, path
}

// findTag returns the address of a tag's page. Other spellings redirect to the slug, and a tag that has the name of a
// category redirects to the category's page (decision 24).
func findTag(folder, escaped string, snapshot *browse.Snapshot) (Address, string) {
	name, path := Unescaped(escaped), folder+escaped
	a := Address{}
	if found, ok := snapshot.Tag(name); ok {
		name, path = found.Slug, TagPath(found.Tag)
	} else if category, ok := snapshot.CategoryOfTag(name); ok {
		a.Renamed = true // the category may be deleted
		path = CategoryPath(category)
	}
	a.Path, a.Query.Tag = path, name
	return a, path
}

// findTools returns the address of the list of all tools.
func findTools(folder, _ string, _ *browse.Snapshot) (Address, string) {
	return Address{Path: folder, Query: browse.Query{Sort: browse.SortName, Page: 1}}, folder
}

// queryOf parses a query. The category or the tag of the path, if any, replaces the query's. A whole category or tag has
// numbered pages.
func queryOf(text, category, tag string) browse.Query {
	q := browse.ParsePageQuery(text)
	switch {
	case category != "":
		q.Category = category
	case tag != "":
		q.Category, q.Tag = "", tag
	}
	if whole := (browse.Query{Category: q.Category, Tag: q.Tag}); q == whole && (q.Category == "") != (q.Tag == "") {
		q.Page = 1
	}
	return q
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
		return CategoryPath(t.category)
	case t.tag.Slug != "":
		return TagPath(t.tag)
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

// listFacts are the facts that the texts about a category or a tag use.
type listFacts struct {
	total   int
	pricing []browse.PricingCount
	deals   int
	newest  *browse.Item // nil: no products
}

// factsOf collects the facts of the products that match a valid query.
func factsOf(v *View, q browse.Query) listFacts {
	q.Sort, q.Limit = browse.SortLatest, 1
	all, _ := v.Snapshot.Catalog(q) // q is valid, see listed
	f := listFacts{total: all.Total, pricing: all.Pricing}
	if latest := Listed(v.Snapshot, q).Items; len(latest) > 0 {
		f.newest = latest[0]
	}
	q.Deal = browse.Only
	f.deals = Listed(v.Snapshot, q).Total
	return f
}

// Listed returns the first page of a valid query. The sort is known, so List returns no error.
func Listed(snapshot *browse.Snapshot, q browse.Query) browse.Page {
	page, _ := snapshot.List(q)
	return page
}

// prices returns the counts by price as part of a sentence: "12 free, 20 freemium, 6 premium; 3 don't list a price".
// The front end has the same rule (category-about.tsx).
func (f listFacts) prices() string {
	var listed, parts []string
	unlisted := ""
	for _, price := range f.pricing {
		word := strings.ToLower(string(price.Value))
		switch {
		case price.Count == 0:
		case price.Value == catalog.Unknown:
			unlisted = Count(price.Count, "doesn't list a price", "don't list a price")
		default:
			listed = append(listed, Count(price.Count, word, word))
		}
	}
	for _, part := range []string{strings.Join(listed, ", "), unlisted} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}

// sentences returns the facts as sentences that begin with what: prices, deals, the newest product.
func (f listFacts) sentences(what string) string {
	if prices := f.prices(); prices != "" {
		what += ": " + prices
	}
	what += "."
	if f.deals > 0 {
		what += " " + Count(f.deals, "comes", "come") + " with a deal."
	}
	if f.newest != nil {
		what += " The newest is " + f.newest.Name() + "."
	}
	return what
}

func homeHead(v *View, a Address, h *Head) {
	if a.Query == (browse.Query{}) {
		h.SocialTitle, h.Verification = v.Settings.ShownTexts.SocialTitle, v.Settings.Verification.Tags()
		h.Nodes = append(h.Nodes, searchedWebsite(v))
	}
	describeList(v, a, h, "/")
}

// topicHead fills the head of the page of a category or a tag.
func topicHead(v *View, a Address, h *Head) {
	if topicOf(a.Query, v.Snapshot) == (topic{}) {
		v.DescribeMissing(h, a)
		return
	}
	describeList(v, a, h, a.Path)
}

func toolsHead(v *View, a Address, h *Head) {
	describeList(v, a, h, a.Path)
	h.NoIndex = h.NoIndex || v.Snapshot.Len() == 0
}

// describeList fills the head of a list, at this path without a topic.
func describeList(v *View, a Address, h *Head, path string) {
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
		path = about.path() + NumberPath(a.Query.Page)
		h.Alternates = v.FeedsAt(about.path(), about.newTools(), browse.Query{})
		if a.Query.Page <= 1 {
			h.Twin = Twin{about.heading(), about.path()}
		}
	}
	if q := FeedQuery(a.Query); err == nil && q.Search != "" {
		h.Alternates = append(v.FeedsAt(strings.TrimSuffix(path, "/"), "New tools for “"+q.Search+"”", q), h.Alternates...)
	}
	h.Canonical = v.Origin + path
	h.Title, h.Description = listText(v, a.Query, about, shown)
	h.NoIndex = err != nil || a.Query.Search != "" || a.Query.Cursor != "" || ((a.Query.Category != "" || a.Query.Tag != "") && !known) ||
		!isIndexable(v, about)
	h.Crumbs = listCrumbs(a.Query, about)
	if len(shown.Items) > 0 {
		h.Nodes = append(h.Nodes, v.ItemList(h.Canonical, shown))
	}
}

// isIndexable reports whether the pages of a topic are; without a topic there is no rule.
func isIndexable(v *View, t topic) bool {
	switch {
	case t.category.ID != 0:
		return len(reach.OfCategory(v.Snapshot.CountIn(t.category), v.Limits())) == 0
	case t.tag.Slug != "":
		return len(reach.OfTagIn(v.Snapshot, t.tag.Slug, v.Limits())) == 0
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

// Listing is one page of products and the number of products on all pages.
type Listing struct {
	Items []*browse.Item
	Total int
}

// listingOf returns the products that a list shows, and their total number.
func listingOf(found browse.Catalog) Listing {
	shown := Listing{Total: found.Total}
	for _, section := range found.Sections {
		shown.Items = append(shown.Items, section.Items...)
	}
	return shown
}

// listText returns the title and description of a list. The front end has the same rule for titles.
func listText(v *View, q browse.Query, about topic, shown Listing) (title, description string) {
	name, tools := v.SiteName(), Count(shown.Total, "AI tool", "AI tools")
	switch {
	case q.Search != "":
		return "“" + q.Search + "” – " + name, fmt.Sprintf("%s found for “%s” on %s.", tools, q.Search, name)
	case about.tag.Slug != "":
		facts := factsOf(v, browse.Query{Tag: about.tag.Slug})
		return tagTitle(about.tag) + ofPage(q.Page) + " – " + name,
			facts.sentences(Count(facts.total, "AI tool", "AI tools")+" tagged "+about.tag.Name+ofPage(q.Page)) + among(shown.Items)
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		return allToolsHeading + ofPage(q.Page) + " – " + name, fmt.Sprintf("All %s of %s from A to Z%s%s.", tools, name, ofPage(q.Page), Examples(shown.Items))
	case about.category.Name != "":
		facts := factsOf(v, browse.Query{Category: about.category.Slug})
		return about.category.Name + " AI tools" + ofPage(q.Page) + " – " + name,
			facts.sentences(Count(facts.total, "AI tool", "AI tools")+" for "+about.category.Name+ofPage(q.Page)) + among(shown.Items)
	case q.Category == "" && q.Tag != "":
		return "No tools found – " + name, "No tag of " + name + " has this name. Try adjusting your search or filters."
	case q.Category != "":
		return "No tools found – " + name, "No category of " + name + " has this name. Try adjusting your search or filters."
	}
	title = name + " – " + v.Settings.ShownTexts.Tagline
	if v.Snapshot.Len() == 0 {
		return title, "A directory of AI tools. Browse by category and price, or search for what you need."
	}
	return title, fmt.Sprintf("%s, free and paid%s. Search, compare and open the one that fits.", Extent(v.Snapshot, "AI tool"), Examples(shown.Items))
}

// allToolsHeading is the heading of the list of all tools. The front end has it too.
const allToolsHeading = "All AI tools, A to Z"

// ofPage returns the number of a page for a title; "" for the first.
func ofPage(number int) string {
	if number <= 1 {
		return ""
	}
	return ", page " + strconv.Itoa(number)
}

// listCrumbs returns the pages between home and a list, with the list itself as the last: of a category, of a
// tag, or of all tools. It is empty for home. The front end has the same rule (list-breadcrumb.ts).
func listCrumbs(q browse.Query, about topic) (crumbs []Crumb) {
	switch {
	case about.category.Slug != "":
		crumbs = []Crumb{{"Categories", categoriesPath}, {about.category.Name, about.path()}}
	case about.tag.Slug != "":
		crumbs = []Crumb{{tagsHeading, tagsPath}, {about.tag.Name, about.path()}}
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		crumbs = []Crumb{{"All tools", toolsPath}}
	}
	if q.Page > 1 && len(crumbs) > 0 {
		crumbs = append(crumbs, Crumb{fmt.Sprint("Page ", q.Page), crumbs[len(crumbs)-1].Path + NumberPath(q.Page)})
	}
	return crumbs
}

// twinTools is how many tools the twin of a list names. The API has the rest.
const twinTools = 200

// listMarkdown writes a list: for people what the screen shows at the address, for programs all of the topic.
func listMarkdown(v *View, a Address, m *Markdown) {
	about := topicOf(a.Query, v.Snapshot)
	m.Title = cmp.Or(listHeading(v, a.Query, about), "No tools found")
	if !m.ForPeople {
		writeTopic(m, about)
		return
	}
	found, err := catalogOf(a.Query, v.Snapshot)
	_, text := listText(v, a.Query, about, listingOf(found))
	m.Paragraph(text)
	if found.CorrectedQuery != "" {
		m.Paragraph("Showing results for " + found.CorrectedQuery)
	}
	switch {
	case v.Snapshot.Len() == 0 && a.Key() == "/":
		m.Part("The first tools are on their way", "Check back soon. If you make an AI tool, you can submit it now.\n\n"+m.Link("Submit an AI tool", "/submit"))
		return
	case err != nil || len(found.Sections) == 0:
		m.Write("No tools found. Try adjusting your search or filters.\n\n%s\n\n", m.Link("Clear filters", "/"))
		return
	}
	writeCategories(m, a.Query, found)
	rows := ""
	if a.Key() == "/" {
		rows = homeRows(m)
	}
	rowsFirst := len(v.Snapshot.Rows()) > 0
	if rowsFirst {
		m.Write("%s", rows)
	}
	for i, section := range found.Sections {
		list := m.Items(section.Items)
		if section.Next != "" {
			further := a.Query
			further.Section, further.Cursor = section.Section, section.Next
			list += "\n" + m.Link("Show more", listPath(further, v.Snapshot))
		}
		m.Part(MarkdownWords(string(section.Section)), list)
		if i == 0 && !rowsFirst { // the first tool comes before collections and categories
			m.Write("%s", rows)
		}
	}
	first, _ := CutNumber(a.Path)
	if a.Query.Page > 1 {
		m.Write("%s\n\n", m.Link("Previous page", first+NumberPath(a.Query.Page-1)))
	}
	if a.Query.Page < found.Pages {
		m.Write("%s\n\n", m.Link("Next page", first+NumberPath(a.Query.Page+1)))
	}
}

// writeTopic writes all of a topic, the first twinTools of its tools.
func writeTopic(m *Markdown, about topic) {
	q := about.query()
	facts := factsOf(m.View, q)
	m.Paragraph(facts.sentences(Count(facts.total, "AI tool", "AI tools")))
	q.Limit = twinTools
	list := Listed(m.Snapshot, q)
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
func listHeading(v *View, q browse.Query, about topic) string {
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
func writeCategories(m *Markdown, q browse.Query, found browse.Catalog) {
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

// rowsOfTools has what each row of tools is called and where its link leads. The front end has it too.
var rowsOfTools = map[browse.RowKind]Row{
	browse.RowFeatured: {Heading: "Featured", All: "All featured tools", Path: "/?featured=true"},
	browse.RowNew:      {Heading: "New this week", All: "All new tools", Path: "/?sort=latest"},
	browse.RowVisited:  {Heading: "Most visited", All: "Last 30 days", Path: "/?sort=popular"},
	browse.RowDeals:    {Heading: "Deals", All: "All deals", Path: "/?deal=true"},
}

// homeRows returns the rows of the home page.
func homeRows(m *Markdown) string {
	var b strings.Builder
	write := func(row Row) {
		if row.List != "" {
			fmt.Fprintf(&b, "## %s\n\n%s\n%s\n\n", row.Heading, row.List, m.Link(row.All, row.Path))
		}
	}
	for _, row := range m.Snapshot.Rows() {
		shown := rowsOfTools[row.Kind]
		shown.List = m.Items(row.Items)
		write(shown)
	}
	m.EachPage(func(page *Page) {
		if page.HomeRow != nil {
			write(page.HomeRow(m))
		}
	})
	var byCategory strings.Builder
	for _, c := range m.Snapshot.HomeCategories() {
		fmt.Fprintf(&byCategory, "- %s: %s\n", m.Link(c.Name, CategoryPath(c.Category)), Count(c.Count, "tool", "tools"))
	}
	write(Row{"Browse by category", byCategory.String(), "All " + Count(len(m.Snapshot.Categories()), "category", "categories"), categoriesPath})
	return b.String()
}

func listCard(v *View, a Address, card *preview.Card) {
	about := topicOf(a.Query, v.Snapshot)
	q := about.query()
	card.Tools = firstTools(q, v.Snapshot)
	if about == (topic{}) {
		card.Title, card.Accent = v.Settings.ShownTexts.Heading()
		card.Fallback, card.Text = "", Extent(v.Snapshot, "AI tool")+"."
		return
	}
	facts := factsOf(v, q)
	card.Title, card.Fallback, card.Text = about.heading(), "AI tools", facts.sentences(Count(facts.total, "tool", "tools"))
}

// listFeed returns the feed of a topic; of all tools, if the address has none.
func listFeed(v *View, a Address, q browse.Query) *feed.Feed {
	about := topicOf(a.Query, v.Snapshot)
	if about == (topic{}) && (a.Query.Category != "" || a.Query.Tag != "") {
		return nil
	}
	return feedOf(v, about, q)
}

// homeURLs returns the home page, which changes with any product.
func homeURLs(v *View) []SitemapURL {
	home := SitemapURL{Path: "/"}
	for item := range v.Snapshot.All() {
		home.Changed = Later(home.Changed, item.UpdatedAt())
	}
	return []SitemapURL{home}
}

// categoryURLs returns the pages of the indexable categories. A category changes with any of its products; another name
// is usually another URL, which is fetched anyway.
func categoryURLs(v *View) []SitemapURL {
	changed := map[int64]time.Time{}
	for item := range v.Snapshot.All() {
		for _, category := range v.Snapshot.CategoriesOf(item) {
			changed[category.ID] = Later(changed[category.ID], item.UpdatedAt())
		}
	}
	var urls []SitemapURL
	for _, category := range v.Snapshot.Categories() {
		products := v.Snapshot.CountIn(category)
		if len(reach.OfCategory(products, v.Settings.Index)) == 0 {
			urls = append(urls, NumberedURLs(CategoryPath(category), products, changed[category.ID])...)
		}
	}
	return urls
}

// toolURLs returns the pages of the list of all tools, which changes with any of them.
func toolURLs(v *View) []SitemapURL {
	return NumberedURLs(toolsPath, v.Snapshot.Len(), homeURLs(v)[0].Changed)
}

// tagsHeading is the heading of the tags below the list of all categories, and the anchor of it.
const (
	tagsHeading = "Tags"
	tagsPath    = categoriesPath + "#tags"
)

// tagTitle returns the heading of a tag's page. The front end has the same rule.
func tagTitle(tag browse.Tag) string { return "AI tools tagged " + tag.Name }

// tagURLs returns the indexable pages of tags. A tag changes with any of its products.
func tagURLs(v *View) []SitemapURL {
	var urls []SitemapURL
	for _, tag := range v.Snapshot.Tags() {
		if len(reach.OfTagIn(v.Snapshot, tag.Slug, v.Settings.Index)) > 0 {
			continue
		}
		var changed time.Time
		for item := range v.Snapshot.Tagged(tag.Slug) {
			changed = Later(changed, item.UpdatedAt())
		}
		urls = append(urls, NumberedURLs(TagPath(tag.Tag), tag.Count, changed)...)
	}
	return urls
}

// categoriesHeading is the heading of the list of all categories. The front end has it too.
const categoriesHeading = "AI tool categories"

func categoriesHead(v *View, a Address, h *Head) {
	counts := v.Snapshot.CategoryCounts()
	h.Title = categoriesHeading + " – " + h.SiteName
	h.Description = categoriesText(v, counts)
	h.Canonical = v.Origin + a.Path
	h.Twin = Twin{categoriesHeading, categoriesPath}
	h.Crumbs = []Crumb{{"Categories", categoriesPath}}
	var entries []ListEntry
	for _, c := range counts {
		entries = append(entries, ListEntry{c.Name, CategoryPath(c.Category)})
	}
	if len(entries) > 0 {
		h.Nodes = append(h.Nodes, v.List(h.Canonical, len(entries), entries))
	}
}

// categoriesText returns a sentence about all categories: how many there are, and which are the largest.
func categoriesText(v *View, counts []browse.CategoryCount) string {
	if len(counts) == 0 {
		return "A directory of AI tools by category."
	}
	var names []string
	for _, largest := range largestCategories(counts, 3) {
		names = append(names, largest.Name)
	}
	return fmt.Sprintf("%s on %s, from A to Z. The largest: %s.", Extent(v.Snapshot, "AI tool"), v.SiteName(), strings.Join(names, ", "))
}

// largestCategories returns the categories with the most products, at most so many.
func largestCategories(counts []browse.CategoryCount, most int) []browse.CategoryCount {
	largest := slices.SortedStableFunc(slices.Values(counts), func(a, b browse.CategoryCount) int { return b.Count - a.Count })
	return largest[:min(most, len(largest))]
}

func categoriesURLs(v *View) []SitemapURL {
	return []SitemapURL{{categoriesPath, homeURLs(v)[0].Changed}}
}

func categoriesMarkdown(v *View, _ Address, m *Markdown) {
	m.Title = categoriesHeading
	m.Paragraph(categoriesText(v, v.Snapshot.CategoryCounts()))
	var categories strings.Builder
	for _, c := range v.Snapshot.CategorySummaries() {
		line := Count(c.Count, "tool", "tools")
		if prices := (listFacts{pricing: c.Pricing}).prices(); prices != "" {
			line += ": " + prices
		}
		fmt.Fprintf(&categories, "- %s: %s\n", m.TwinLink(c.Name, CategoryPath(c.Category)), line)
	}
	m.Part("Categories", categories.String())
	m.IDs = map[string]string{tagsHeading: "tags"}
	m.Part(tagsHeading, tagLinks(m, v.Snapshot.MostUsedTags()))
}

// tagLinks returns links to tags.
func tagLinks(m *Markdown, tags []browse.TagCount) string {
	var b strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&b, "- %s: %s\n", m.TwinLink(tag.Name, TagPath(tag.Tag)), Count(tag.Count, "tool", "tools"))
	}
	return b.String()
}

func categoriesCard(v *View, _ Address, card *preview.Card) {
	card.Tools = firstTools(browse.Query{}, v.Snapshot)
}

// Limits of what /llms.txt names: programs read it whole and pay by the word.
const (
	guideCategories = 100
	guideTags       = 50
)

func categoryGuide(_ *Markdown, g *Guide) {
	g.Twins = append(g.Twins, "categories, `"+categoryFolder+"{slug}"+TwinSuffix+"`")
}

func tagGuide(_ *Markdown, g *Guide) {
	g.Twins = append(g.Twins, "tags, `"+tagFolder+"{slug}"+TwinSuffix+"`")
}

func categoriesGuide(m *Markdown, g *Guide) {
	g.Lists = append(g.Lists, m.Link("All categories", categoriesPath+TwinSuffix)+": every category with its number of tools and their prices")
	tags := m.Snapshot.MostUsedTags()
	g.Parts = append(g.Parts, GuidePart{"Categories", categoryLinks(m)}, GuidePart{tagsHeading, tagLinks(m, tags[:min(guideTags, len(tags))])})
}

// categoryLinks returns links to the largest categories, A–Z, without empty ones.
func categoryLinks(m *Markdown) string {
	counts := slices.DeleteFunc(m.Snapshot.CategoryCounts(), func(c browse.CategoryCount) bool { return c.Count == 0 })
	if len(counts) > guideCategories {
		least := slices.Clone(counts)
		slices.SortStableFunc(least, func(a, b browse.CategoryCount) int { return b.Count - a.Count })
		kept := map[int64]bool{}
		for _, c := range least[:guideCategories] {
			kept[c.ID] = true
		}
		counts = slices.DeleteFunc(counts, func(c browse.CategoryCount) bool { return !kept[c.ID] })
	}
	var b strings.Builder
	for _, c := range counts {
		fmt.Fprintf(&b, "- %s: %s\n", m.Link(c.Name, CategoryPath(c.Category)), Count(c.Count, "tool", "tools"))
	}
	return b.String()
}
