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
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var homePage = Page{
	paths:    []string{"/"},
	filtered: true,
	module:   "src/public/directory/home-rows.tsx",
	head:     homeHead,
	markdown: listMarkdown,
	card:     listCard,
	feed:     listFeed,
	urls:     homeURLs,
}

var categoryPage = Page{
	paths:    []string{categoryFolder + ":category"},
	numbered: true,
	filtered: true,
	find:     findCategory,
	trim:     func(q browse.Query) browse.Query { q.Category = ""; return q },
	head:     topicHead,
	markdown: listMarkdown,
	card:     listCard,
	feed:     listFeed,
	urls:     categoryURLs,
}

var tagPage = Page{
	paths:    []string{tagFolder + ":tag"},
	numbered: true,
	filtered: true,
	find:     findTag,
	trim:     func(q browse.Query) browse.Query { q.Tag = ""; return q },
	head:     topicHead,
	markdown: listMarkdown,
	card:     listCard,
	feed:     listFeed,
	urls:     tagURLs,
}

var allCategoriesPage = Page{
	paths:    []string{categoriesPath},
	module:   "src/public/directory/categories-screen.tsx",
	head:     categoriesHead,
	markdown: categoriesMarkdown,
	card:     categoriesCard,
	urls:     categoriesURLs,
}

// allToolsPage is the list of all tools from A to Z.
var allToolsPage = Page{
	paths:    []string{toolsPath},
	numbered: true,
	find:     findTools,
	trim:     func(browse.Query) browse.Query { return browse.Query{} },
	head:     toolsHead,
	markdown: listMarkdown,
	urls:     toolURLs,
}

// Paths of lists, and what is before the slug of a category and of a tag.
const (
	toolsPath      = "/tools"
	categoriesPath = "/categories"
	categoryFolder = "/category/"
	tagFolder      = "/tag/"
)

func categoryPath(category catalog.Category) string {
	return categoryFolder + url.PathEscape(category.Slug)
}

func tagPath(tag browse.Tag) string { return tagFolder + url.PathEscape(tag.Slug) }

// findCategory returns the address of a category's page. The category's name, its slug in capitals and its former names
// redirect to the slug; "all" redirects home.
func findCategory(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	key := catalog.Fold(name)
	if key == "all" {
		return address{path: "/"}, "/"
	}
	a := address{}
	found, ok := snapshot.Category(name)
	if ok && found.Slug != name {
		a.renamed = key != found.Slug && key != catalog.Fold(found.Name)
		name, path = found.Slug, categoryPath(found)
	}
	a.path, a.query.Category = path, name
	return a, path
}

// findTag returns the address of a tag's page. Other spellings redirect to the slug, and a tag that has the name of a
// category redirects to the category's page (decision 24).
func findTag(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	a := address{}
	if found, ok := snapshot.Tag(name); ok {
		name, path = found.Slug, tagPath(found.Tag)
	} else if category, ok := snapshot.CategoryOfTag(name); ok {
		a.renamed = true // the category may be deleted
		path = categoryPath(category)
	}
	a.path, a.query.Tag = path, name
	return a, path
}

// findTools returns the address of the list of all tools.
func findTools(folder, _ string, _ *browse.Snapshot) (address, string) {
	return address{path: folder, query: browse.Query{Sort: browse.SortName, Page: 1}}, folder
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
func (v *view) factsOf(q browse.Query) listFacts {
	q.Sort, q.Limit = browse.SortLatest, 1
	all, _ := v.snapshot.Catalog(q) // q is valid, see listed
	f := listFacts{total: all.Total, pricing: all.Pricing}
	if latest := listed(v.snapshot, q).Items; len(latest) > 0 {
		f.newest = latest[0]
	}
	q.Deal = browse.Only
	f.deals = listed(v.snapshot, q).Total
	return f
}

// listed returns the first page of a valid query. The sort is known, so List returns no error.
func listed(snapshot *browse.Snapshot, q browse.Query) browse.Page {
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
			unlisted = count(price.Count, "doesn't list a price", "don't list a price")
		default:
			listed = append(listed, count(price.Count, word, word))
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
		what += " " + count(f.deals, "comes", "come") + " with a deal."
	}
	if f.newest != nil {
		what += " The newest is " + f.newest.Name() + "."
	}
	return what
}

func homeHead(v *view, a address, h *head) {
	if a.query == (browse.Query{}) {
		h.SocialTitle, h.Verification = v.settings.ShownTexts.SocialTitle, v.settings.Verification.Tags()
		h.nodes = append(h.nodes, v.searchedWebsite())
	}
	v.describeList(a, h, "/")
}

// topicHead fills the head of the page of a category or a tag.
func topicHead(v *view, a address, h *head) {
	if topicOf(a.query, v.snapshot) == (topic{}) {
		v.describeMissing(h, a)
		return
	}
	v.describeList(a, h, a.path)
}

func toolsHead(v *view, a address, h *head) {
	v.describeList(a, h, a.path)
	h.NoIndex = h.NoIndex || v.snapshot.Len() == 0
}

// describeList fills the head of a list, at this path without a topic.
func (v *view) describeList(a address, h *head, path string) {
	about := topicOf(a.query, v.snapshot)
	known := about != topic{}
	found, err := catalogOf(a.query, v.snapshot)
	shown := listingOf(found)
	if err != nil {
		h.Status = http.StatusBadRequest
	}
	if a.query.Page > 1 && len(shown.items) == 0 {
		v.describeMissing(h, a)
		return
	}
	if known {
		path = about.path() + numberPath(a.query.Page)
		h.Alternates = v.feedsAt(about.path(), about.newTools(), browse.Query{})
		if a.query.Page <= 1 {
			h.twin = twin{about.heading(), about.path()}
		}
	}
	if q := feedQuery(a.query); err == nil && q.Search != "" {
		h.Alternates = append(v.feedsAt(strings.TrimSuffix(path, "/"), "New tools for “"+q.Search+"”", q), h.Alternates...)
	}
	h.Canonical = v.origin + path
	h.Title, h.Description = v.listText(a.query, about, shown)
	h.NoIndex = err != nil || a.query.Search != "" || a.query.Cursor != "" || ((a.query.Category != "" || a.query.Tag != "") && !known) ||
		!v.isIndexable(about)
	h.Crumbs = listCrumbs(a.query, about)
	if len(shown.items) > 0 {
		h.nodes = append(h.nodes, v.itemList(h.Canonical, shown))
	}
}

// isIndexable reports whether the pages of a topic are; without a topic there is no rule.
func (v *view) isIndexable(t topic) bool {
	switch {
	case t.category.ID != 0:
		return len(indexing.OfCategory(v.snapshot.CountIn(t.category), v.limits())) == 0
	case t.tag.Slug != "":
		return len(indexing.OfTagIn(v.snapshot, t.tag.Slug, v.limits())) == 0
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

// listing is one page of products and the number of products on all pages.
type listing struct {
	items []*browse.Item
	total int
}

// listingOf returns the products that a list shows, and their total number.
func listingOf(found browse.Catalog) listing {
	shown := listing{total: found.Total}
	for _, section := range found.Sections {
		shown.items = append(shown.items, section.Items...)
	}
	return shown
}

// listText returns the title and description of a list. The front end has the same rule for titles.
func (v *view) listText(q browse.Query, about topic, shown listing) (title, description string) {
	name, tools := v.siteName(), count(shown.total, "AI tool", "AI tools")
	switch {
	case q.Search != "":
		return "“" + q.Search + "” – " + name, fmt.Sprintf("%s found for “%s” on %s.", tools, q.Search, name)
	case about.tag.Slug != "":
		facts := v.factsOf(browse.Query{Tag: about.tag.Slug})
		return tagTitle(about.tag) + ofPage(q.Page) + " – " + name,
			facts.sentences(count(facts.total, "AI tool", "AI tools")+" tagged "+about.tag.Name+ofPage(q.Page)) + among(shown.items)
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		return allToolsHeading + ofPage(q.Page) + " – " + name, fmt.Sprintf("All %s of %s from A to Z%s%s.", tools, name, ofPage(q.Page), examples(shown.items))
	case about.category.Name != "":
		facts := v.factsOf(browse.Query{Category: about.category.Slug})
		return about.category.Name + " AI tools" + ofPage(q.Page) + " – " + name,
			facts.sentences(count(facts.total, "AI tool", "AI tools")+" for "+about.category.Name+ofPage(q.Page)) + among(shown.items)
	case q.Category == "" && q.Tag != "":
		return "No tools found – " + name, "No tag of " + name + " has this name. Try adjusting your search or filters."
	case q.Category != "":
		return "No tools found – " + name, "No category of " + name + " has this name. Try adjusting your search or filters."
	}
	title = name + " – " + v.settings.ShownTexts.Tagline
	if v.snapshot.Len() == 0 {
		return title, "A directory of AI tools. Browse by category and price, or search for what you need."
	}
	return title, fmt.Sprintf("%s, free and paid%s. Search, compare and open the one that fits.", extent(v.snapshot, "AI tool"), examples(shown.items))
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
func listCrumbs(q browse.Query, about topic) (crumbs []crumb) {
	switch {
	case about.category.Slug != "":
		crumbs = []crumb{{"Categories", categoriesPath}, {about.category.Name, about.path()}}
	case about.tag.Slug != "":
		crumbs = []crumb{{tagsHeading, tagsPath}, {about.tag.Name, about.path()}}
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		crumbs = []crumb{{"All tools", toolsPath}}
	}
	if q.Page > 1 && len(crumbs) > 0 {
		crumbs = append(crumbs, crumb{fmt.Sprint("Page ", q.Page), crumbs[len(crumbs)-1].Path + numberPath(q.Page)})
	}
	return crumbs
}

// twinTools is how many tools the twin of a list names. The API has the rest.
const twinTools = 200

// listMarkdown writes a list: for people what the screen shows at the address, for programs all of the topic.
func listMarkdown(v *view, a address, m *markdown) {
	about := topicOf(a.query, v.snapshot)
	m.title = cmp.Or(v.listHeading(a.query, about), "No tools found")
	if !m.forPeople {
		m.writeTopic(about)
		return
	}
	found, err := catalogOf(a.query, v.snapshot)
	_, text := v.listText(a.query, about, listingOf(found))
	m.paragraph(text)
	if found.CorrectedQuery != "" {
		m.paragraph("Showing results for " + found.CorrectedQuery)
	}
	switch {
	case v.snapshot.Len() == 0 && a.key() == "/":
		m.part("The first tools are on their way", "Check back soon. If you make an AI tool, you can submit it now.\n\n"+m.link("Submit an AI tool", submitPath))
		return
	case err != nil || len(found.Sections) == 0:
		m.write("No tools found. Try adjusting your search or filters.\n\n%s\n\n", m.link("Clear filters", "/"))
		return
	}
	m.writeCategories(a.query, found)
	rows := ""
	if a.key() == "/" {
		rows = m.homeRows()
	}
	rowsFirst := len(v.snapshot.Rows()) > 0
	if rowsFirst {
		m.text.WriteString(rows)
	}
	for i, section := range found.Sections {
		list := m.items(section.Items)
		if section.Next != "" {
			further := a.query
			further.Section, further.Cursor = section.Section, section.Next
			list += "\n" + m.link("Show more", listPath(further, v.snapshot))
		}
		m.part(markdownWords(string(section.Section)), list)
		if i == 0 && !rowsFirst { // the first tool comes before collections and categories
			m.text.WriteString(rows)
		}
	}
	first, _ := cutNumber(a.path)
	if a.query.Page > 1 {
		m.write("%s\n\n", m.link("Previous page", first+numberPath(a.query.Page-1)))
	}
	if a.query.Page < found.Pages {
		m.write("%s\n\n", m.link("Next page", first+numberPath(a.query.Page+1)))
	}
}

// writeTopic writes all of a topic, the first twinTools of its tools.
func (m *markdown) writeTopic(about topic) {
	q := about.query()
	facts := m.factsOf(q)
	m.paragraph(facts.sentences(count(facts.total, "AI tool", "AI tools")))
	q.Limit = twinTools
	list := listed(m.snapshot, q)
	m.part("Tools", m.items(list.Items))
	if list.Total > len(list.Items) {
		values := url.Values{"limit": {"100"}}
		if about.tag.Slug != "" {
			values.Set("tag", about.tag.Slug)
		} else {
			values.Set("category", about.category.Slug)
		}
		m.write("These are the first %d. %s has all of them, a page at a time.\n\n", len(list.Items), m.link("The API", "/api/products?"+values.Encode()))
	}
}

// listHeading returns the heading of a list; "" for a category or a tag that there is not: the title then says that nothing
// was found.
func (v *view) listHeading(q browse.Query, about topic) string {
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
	heading, _ := v.settings.ShownTexts.Heading()
	return heading
}

// writeCategories writes links to all tools and to the largest categories of what a list shows.
func (m *markdown) writeCategories(q browse.Query, found browse.Catalog) {
	const most = 8
	write := func(name, category string, count int) {
		narrowed := q
		narrowed.Category, narrowed.Section, narrowed.Cursor = category, "", ""
		if q.Page > 0 {
			narrowed.Sort = "" // that of the list of all tools
		}
		m.write("- %s: %d\n", m.link(name, listPath(narrowed, m.snapshot)), count)
	}
	write("All", "", found.AllCategories)
	for _, category := range largestCategories(found.Categories, most) {
		write(category.Name, category.Slug, category.Count)
	}
	m.write("\n")
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

// homeRow is a row of the home page: its heading, and the label and path of the link to the whole list.
type homeRow struct{ heading, all, path string }

// rowsOfTools has what each row of tools is called and where its link leads. The front end has it too.
var rowsOfTools = map[browse.RowKind]homeRow{
	browse.RowFeatured: {"Featured", "All featured tools", "/?featured=true"},
	browse.RowNew:      {"New this week", "All new tools", "/?sort=latest"},
	browse.RowVisited:  {"Most visited", "Last 30 days", "/?sort=popular"},
	browse.RowDeals:    {"Deals", "All deals", "/?deal=true"},
}

// homeRows returns the rows of the home page.
func (m *markdown) homeRows() string {
	var b strings.Builder
	write := func(row homeRow, list string) {
		if list != "" {
			fmt.Fprintf(&b, "## %s\n\n%s\n%s\n\n", row.heading, list, m.link(row.all, row.path))
		}
	}
	for _, row := range m.snapshot.Rows() {
		write(rowsOfTools[row.Kind], m.items(row.Items))
	}
	var best, byCategory strings.Builder
	for _, c := range m.snapshot.HomeCollections() {
		fmt.Fprintf(&best, "- %s: %s\n", m.link(c.Title, collectionPath(c.Slug)), count(c.Count, "tool", "tools"))
	}
	for _, c := range m.snapshot.HomeCategories() {
		fmt.Fprintf(&byCategory, "- %s: %s\n", m.link(c.Name, categoryPath(c.Category)), count(c.Count, "tool", "tools"))
	}
	write(homeRow{collectionsHeading, "All collections", collectionsPath}, best.String())
	write(homeRow{"Browse by category", "All " + count(len(m.snapshot.Categories()), "category", "categories"), categoriesPath}, byCategory.String())
	return b.String()
}

func listCard(v *view, a address, card *preview.Card) {
	about := topicOf(a.query, v.snapshot)
	q := about.query()
	card.Tools = previewTools(q, v.snapshot)
	if about == (topic{}) {
		card.Title, card.Accent = v.settings.ShownTexts.Heading()
		card.Fallback, card.Text = "", extent(v.snapshot, "AI tool")+"."
		return
	}
	facts := v.factsOf(q)
	card.Title, card.Fallback, card.Text = about.heading(), "AI tools", facts.sentences(count(facts.total, "tool", "tools"))
}

// listFeed returns the feed of a topic; of all tools, if the address has none.
func listFeed(v *view, a address, q browse.Query) *feed.Feed {
	about := topicOf(a.query, v.snapshot)
	if about == (topic{}) && (a.query.Category != "" || a.query.Tag != "") {
		return nil
	}
	return v.feedOf(about, q)
}

// homeURLs returns the home page, which changes with any product.
func homeURLs(v *view) []sitemapURL {
	home := sitemapURL{path: "/"}
	for item := range v.snapshot.All() {
		home.changed = later(home.changed, item.UpdatedAt())
	}
	return []sitemapURL{home}
}

// categoryURLs returns the pages of the indexable categories. A category changes with any of its products; another name
// is usually another URL, which is fetched anyway.
func categoryURLs(v *view) []sitemapURL {
	changed := map[int64]time.Time{}
	for item := range v.snapshot.All() {
		for _, category := range v.snapshot.CategoriesOf(item) {
			changed[category.ID] = later(changed[category.ID], item.UpdatedAt())
		}
	}
	var urls []sitemapURL
	for _, category := range v.snapshot.Categories() {
		products := v.snapshot.CountIn(category)
		if len(indexing.OfCategory(products, v.settings.Index)) == 0 {
			urls = append(urls, numberedURLs(categoryPath(category), products, changed[category.ID])...)
		}
	}
	return urls
}

// toolURLs returns the pages of the list of all tools, which changes with any of them.
func toolURLs(v *view) []sitemapURL {
	return numberedURLs(toolsPath, v.snapshot.Len(), homeURLs(v)[0].changed)
}

// tagsHeading is the heading of the tags below the list of all categories, and the anchor of it.
const (
	tagsHeading = "Tags"
	tagsPath    = categoriesPath + "#tags"
)

// tagTitle returns the heading of a tag's page. The front end has the same rule.
func tagTitle(tag browse.Tag) string { return "AI tools tagged " + tag.Name }

// tagURLs returns the indexable pages of tags. A tag changes with any of its products.
func tagURLs(v *view) []sitemapURL {
	var urls []sitemapURL
	for _, tag := range v.snapshot.Tags() {
		if len(indexing.OfTagIn(v.snapshot, tag.Slug, v.settings.Index)) > 0 {
			continue
		}
		var changed time.Time
		for item := range v.snapshot.Tagged(tag.Slug) {
			changed = later(changed, item.UpdatedAt())
		}
		urls = append(urls, numberedURLs(tagPath(tag.Tag), tag.Count, changed)...)
	}
	return urls
}

// categoriesHeading is the heading of the list of all categories. The front end has it too.
const categoriesHeading = "AI tool categories"

func categoriesHead(v *view, a address, h *head) {
	counts := v.snapshot.CategoryCounts()
	h.Title = categoriesHeading + " – " + h.SiteName
	h.Description = v.categoriesText(counts)
	h.Canonical = v.origin + a.path
	h.twin = twin{categoriesHeading, categoriesPath}
	h.Crumbs = []crumb{{"Categories", categoriesPath}}
	var entries []listEntry
	for _, c := range counts {
		entries = append(entries, listEntry{c.Name, categoryPath(c.Category)})
	}
	if len(entries) > 0 {
		h.nodes = append(h.nodes, v.list(h.Canonical, len(entries), entries))
	}
}

// categoriesText returns a sentence about all categories: how many there are, and which are the largest.
func (v *view) categoriesText(counts []browse.CategoryCount) string {
	if len(counts) == 0 {
		return "A directory of AI tools by category."
	}
	var names []string
	for _, largest := range largestCategories(counts, 3) {
		names = append(names, largest.Name)
	}
	return fmt.Sprintf("%s on %s, from A to Z. The largest: %s.", extent(v.snapshot, "AI tool"), v.siteName(), strings.Join(names, ", "))
}

// largestCategories returns the categories with the most products, at most so many.
func largestCategories(counts []browse.CategoryCount, most int) []browse.CategoryCount {
	largest := slices.SortedStableFunc(slices.Values(counts), func(a, b browse.CategoryCount) int { return b.Count - a.Count })
	return largest[:min(most, len(largest))]
}

func categoriesURLs(v *view) []sitemapURL {
	return []sitemapURL{{categoriesPath, homeURLs(v)[0].changed}}
}

func categoriesMarkdown(v *view, _ address, m *markdown) {
	m.title = categoriesHeading
	m.paragraph(v.categoriesText(v.snapshot.CategoryCounts()))
	var categories strings.Builder
	for _, c := range v.snapshot.CategorySummaries() {
		line := count(c.Count, "tool", "tools")
		if prices := (listFacts{pricing: c.Pricing}).prices(); prices != "" {
			line += ": " + prices
		}
		fmt.Fprintf(&categories, "- %s: %s\n", m.twinLink(c.Name, categoryPath(c.Category)), line)
	}
	m.part("Categories", categories.String())
	m.ids = map[string]string{tagsHeading: "tags"}
	m.part(tagsHeading, m.tagLinks(v.snapshot.MostUsedTags()))
}

// tagLinks returns links to tags.
func (m *markdown) tagLinks(tags []browse.TagCount) string {
	var b strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&b, "- %s: %s\n", m.twinLink(tag.Name, tagPath(tag.Tag)), count(tag.Count, "tool", "tools"))
	}
	return b.String()
}

func categoriesCard(v *view, _ address, card *preview.Card) {
	card.Tools = previewTools(browse.Query{}, v.snapshot)
}
