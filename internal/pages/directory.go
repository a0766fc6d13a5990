package pages

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// listFacts are the facts that the texts about a category or a tag use.
type listFacts struct {
	total   int
	pricing []browse.PricingCount
	deals   int
	newest  *browse.Item // nil: no products
}

// factsOf collects the facts of the products that match a valid query.
func (p *Pages) factsOf(q browse.Query, snapshot *browse.Snapshot) listFacts {
	q.Sort, q.Limit = browse.SortLatest, 1
	all, _ := snapshot.Catalog(q) // q is valid, see listed
	f := listFacts{total: all.Total, pricing: all.Pricing}
	if latest := listed(snapshot, q).Items; len(latest) > 0 {
		f.newest = latest[0]
	}
	q.Deal = browse.Only
	f.deals = listed(snapshot, q).Total
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

func (p *Pages) describeHome(h *head, a address, snapshot *browse.Snapshot) {
	about := topicOf(a.query, snapshot)
	known := about != topic{}
	if (a.screen == category || a.screen == tag) && !known {
		p.describeMissing(h, "Page Not Found")
		return
	}
	shown, err := shownAt(a.query, snapshot)
	if err != nil {
		h.Status = http.StatusBadRequest
	}
	if a.query.Page > 1 && len(shown.items) == 0 {
		p.describeMissing(h, "Page Not Found")
		return
	}
	h.Canonical = p.origin + "/"
	if a.screen == allTools {
		h.Canonical = p.origin + a.path
	}
	if known {
		h.Canonical = p.origin + about.path() + numberPath(a.query.Page)
		h.Alternates = p.feedsAt(about.path(), about.newTools(), browse.Query{})
		if a.query.Page <= 1 {
			h.Alternates = append(h.Alternates, alternate{markdownType, about.heading(), p.origin + about.path() + twinSuffix})
		}
	}
	if q := feedQuery(a.query); err == nil && q.Search != "" {
		h.Alternates = append(p.feedsAt(strings.TrimPrefix(strings.TrimSuffix(h.Canonical, "/"), p.origin), "New tools for “"+q.Search+"”", q), h.Alternates...)
	}
	if a.screen == home && a.query == (browse.Query{}) {
		settings := p.options.Site.Settings()
		h.SocialTitle, h.Verification = settings.ShownTexts.SocialTitle, settings.Verification.Tags()
	}
	h.Title, h.Description = p.homeText(a.query, about, shown, snapshot)
	h.NoIndex = err != nil || a.query.Search != "" || a.query.Cursor != "" || ((a.query.Category != "" || a.query.Tag != "") && !known) ||
		!p.isIndexable(about, snapshot) || a.screen == allTools && snapshot.Len() == 0
	h.Data = p.homeData(a.query, h.Canonical, shown, listCrumbs(a.query, about))
}

// isIndexable reports whether the pages of a topic are; without a topic there is no rule.
func (p *Pages) isIndexable(t topic, snapshot *browse.Snapshot) bool {
	switch {
	case t.category.ID != 0:
		return len(reach.OfCategory(snapshot.CountIn(t.category), p.limits())) == 0
	case t.tag.Slug != "":
		return len(reach.OfTagIn(snapshot, t.tag.Slug, p.limits())) == 0
	}
	return true
}

// shownAt returns the products that the home screen shows and their total number.
func shownAt(q browse.Query, snapshot *browse.Snapshot) (shown listing, err error) {
	if q, err = q.Strict(); err != nil {
		return listing{}, err
	}
	found, err := snapshot.Catalog(q)
	if err != nil {
		return listing{}, err
	}
	shown.total = found.Total
	for _, section := range found.Sections {
		shown.items = append(shown.items, section.Items...)
	}
	return shown, nil
}

// listing is one page of products and the number of products on all pages.
type listing struct {
	items []*browse.Item
	total int
}

// homeText returns the title and description of the home screen. The front end has the same rule for titles.
func (p *Pages) homeText(q browse.Query, about topic, shown listing, snapshot *browse.Snapshot) (title, description string) {
	name, tools := p.siteName(), count(shown.total, "AI tool", "AI tools")
	switch {
	case q.Search != "":
		return "“" + q.Search + "” – " + name, fmt.Sprintf("%s found for “%s” on %s.", tools, q.Search, name)
	case about.tag.Slug != "":
		facts := p.factsOf(browse.Query{Tag: about.tag.Slug}, snapshot)
		return tagTitle(about.tag) + ofPage(q.Page) + " – " + name,
			facts.sentences(count(facts.total, "AI tool", "AI tools")+" tagged "+about.tag.Name+ofPage(q.Page)) + among(shown.items)
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		return allToolsHeading + ofPage(q.Page) + " – " + name, fmt.Sprintf("All %s of %s from A to Z%s%s.", tools, name, ofPage(q.Page), examples(shown.items))
	case about.category.Name != "":
		facts := p.factsOf(browse.Query{Category: about.category.Slug}, snapshot)
		return about.category.Name + " AI tools" + ofPage(q.Page) + " – " + name,
			facts.sentences(count(facts.total, "AI tool", "AI tools")+" for "+about.category.Name+ofPage(q.Page)) + among(shown.items)
	case q.Category == "" && q.Tag != "":
		return "No tools found – " + name, "No tag of " + name + " has this name. Try adjusting your search or filters."
	case q.Category != "":
		return "No tools found – " + name, "No category of " + name + " has this name. Try adjusting your search or filters."
	}
	title = name + " – " + p.options.Site.Settings().ShownTexts.Tagline
	if snapshot.Len() == 0 {
		return title, "A directory of AI tools. Browse by category and price, or search for what you need."
	}
	return title, fmt.Sprintf("%s, free and paid%s. Search, compare and open the one that fits.", extent(snapshot, "AI tool"), examples(shown.items))
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

// homeData returns the list that the home screen shows, with its breadcrumbs; unfiltered, also the site and its search.
func (p *Pages) homeData(q browse.Query, canonical string, shown listing, crumbs []crumb) any {
	var nodes []object
	if q == (browse.Query{}) {
		nodes = append(nodes, p.searchedWebsite())
	}
	if len(crumbs) > 0 {
		nodes = append(nodes, p.breadcrumbs(crumbs...))
	}
	if len(shown.items) > 0 {
		nodes = append(nodes, p.itemList(canonical, shown))
	}
	if len(nodes) == 0 {
		return nil
	}
	return graph(nodes...)
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

// toolsPath is the list of all tools.
const toolsPath = "/tools"

// findTools returns the address of the list of all tools.
func findTools(folder, _ string, _ *browse.Snapshot) (address, string) {
	return address{screen: allTools, path: folder, query: browse.Query{Sort: browse.SortName, Page: 1}}, folder
}

// categoryAt returns the address of a category's page. The category's name, its slug in capitals and its former names
// redirect to the slug; "all" redirects home.
func categoryAt(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	key := catalog.Fold(name)
	if key == "all" {
		return address{screen: home, path: "/"}, "/"
	}
	a := address{screen: category}
	found, ok := snapshot.Category(name)
	if ok && found.Slug != name {
		a.renamed = key != found.Slug && key != catalog.Fold(found.Name)
		name, path = found.Slug, categoryPath(found)
	}
	a.path, a.query.Category = path, name
	return a, path
}

// homeAt returns the address of home for a query, or of the category's or the tag's page if the query has one.
func homeAt(q browse.Query, snapshot *browse.Snapshot) address {
	a := address{screen: home, path: "/", query: q}
	switch about := topicOf(q, snapshot); {
	case about.category.Slug != "":
		a.screen, a.path, a.query.Category = category, about.path(), about.category.Slug
	case about.tag.Slug != "":
		a.screen, a.path, a.query.Tag = tag, about.path(), about.tag.Slug
	}
	return a
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

// categoryFeed returns the feed of a category. Other names of the category redirect to its slug, as for its page.
func (p *Pages) categoryFeed(escaped, name string, q browse.Query, snapshot *browse.Snapshot) programText {
	if escaped == "" || len(escaped) > longestName {
		return programText{}
	}
	at, _ := categoryAt("/category/", escaped, snapshot)
	if at.screen == home {
		return p.feedText(name, topic{}, q)
	}
	found, known := snapshot.Category(at.query.Category)
	if !known {
		return programText{}
	}
	t := p.feedText(name, topic{category: found}, q)
	t.renamed = at.renamed
	return t
}

// tagFeed returns the feed of a tag. Other spellings redirect as for its page.
func (p *Pages) tagFeed(escaped, name string, q browse.Query, snapshot *browse.Snapshot) programText {
	if escaped == "" || len(escaped) > longestName {
		return programText{}
	}
	if found, known := snapshot.Tag(unescaped(escaped)); known {
		return p.feedText(name, topic{tag: found.Tag}, q)
	}
	if category, known := snapshot.CategoryOfTag(unescaped(escaped)); known {
		t := p.feedText(name, topic{category: category}, q)
		t.renamed = true
		return t
	}
	return programText{}
}

// plainDirectory is the directory, whole or filtered.
type plainDirectory struct {
	Crumbs         []crumb
	Heading        string // empty for an unknown category: the title then says that nothing was found
	New            bool   // the catalogue is empty
	CorrectedQuery string // the query as search read it after correcting a typo; empty: as typed
	Chips          []plainChip
	Rows           []plainHomeRow // above the sections
	Sections       []plainSection // none: no matches
	Previous, Next string         // URLs of the pages before and after a numbered one; may be empty
}

// plainChip is a link to a category.
type plainChip struct {
	Name, Href string
	Count      int
	Current    bool
}

type plainSection struct {
	Name     catalog.Section
	Products []catalog.Product
	Next     string         // URL of the next page; empty on the last one
	Rows     []plainHomeRow // below it
}

func (p *Pages) plainHome(a address, snapshot *browse.Snapshot) (template string, content any) {
	about := topicOf(a.query, snapshot)
	shown := plainDirectory{Crumbs: listCrumbs(a.query, about), Heading: p.plainHeading(a.query, about), New: snapshot.Len() == 0 && a.key() == "/"}
	q, err := a.query.Strict()
	if err != nil {
		return "home", shown
	}
	found, err := snapshot.Catalog(q)
	if err != nil { // invalid cursor
		return "home", shown
	}
	shown.CorrectedQuery = found.CorrectedQuery
	shown.Chips = plainChips(a.query, found, snapshot)
	first, _ := cutNumber(a.path)
	if a.query.Page > 1 {
		shown.Previous = first + numberPath(a.query.Page-1)
	}
	if a.query.Page < found.Pages {
		shown.Next = first + numberPath(a.query.Page+1)
	}
	for _, section := range found.Sections {
		next := ""
		if section.Next != "" {
			further := a.query
			further.Section, further.Cursor = section.Section, section.Next
			next = homeAt(further, snapshot).key()
		}
		shown.Sections = append(shown.Sections, plainSection{Name: section.Section, Products: productsOf(section.Items), Next: next})
	}
	if a.key() == "/" && len(shown.Sections) > 0 {
		if rows := plainRows(snapshot); len(snapshot.Rows()) > 0 {
			shown.Rows = rows
		} else { // the first tool comes before collections and categories
			shown.Sections[0].Rows = rows
		}
	}
	return "home", shown
}

func (p *Pages) plainHeading(q browse.Query, about topic) string {
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
	heading, _ := p.options.Site.Settings().ShownTexts.Heading()
	return heading
}

// plainChips returns links to all tools and to the largest categories of the result.
func plainChips(q browse.Query, found browse.Catalog, snapshot *browse.Snapshot) []plainChip {
	const most = 8
	chip := func(name, category string, count int) plainChip {
		narrowed := q
		narrowed.Category, narrowed.Section, narrowed.Cursor = category, "", ""
		if q.Page > 0 {
			narrowed.Sort = "" // that of the list of all tools
		}
		return plainChip{name, homeAt(narrowed, snapshot).key(), count, q.Category == category}
	}
	chips := []plainChip{chip("All", "", found.AllCategories)}
	for _, category := range largestCategories(found.Categories, most) {
		chips = append(chips, chip(category.Name, category.Slug, category.Count))
	}
	return chips
}

// plainHomeRow is a row of the home page as a list of links.
type plainHomeRow struct {
	Name, Href, All string // the heading, and the link to the whole list with its label
	Links           []plainHomeLink
}

// plainHomeLink is an entry of a row. Text is a line below its name.
type plainHomeLink struct{ Href, Name, Text string }

// rowsOfTools has what each row of tools is called and where its link leads. The front end has it too.
var rowsOfTools = map[browse.RowKind]plainHomeRow{
	browse.RowFeatured: {Name: "Featured", Href: "/?featured=true", All: "All featured tools"},
	browse.RowNew:      {Name: "New this week", Href: "/?sort=latest", All: "All new tools"},
	browse.RowVisited:  {Name: "Most visited", Href: "/?sort=popular", All: "Last 30 days"},
	browse.RowDeals:    {Name: "Deals", Href: "/?deal=true", All: "All deals"},
}

// plainRows returns the rows of the home page.
func plainRows(snapshot *browse.Snapshot) (rows []plainHomeRow) {
	for _, row := range snapshot.Rows() {
		shown := rowsOfTools[row.Kind]
		for _, product := range productsOf(row.Items) {
			shown.Links = append(shown.Links, plainHomeLink{productPath(product.Slug), product.Name, shorten(product.Description, longestDescription)})
		}
		rows = append(rows, shown)
	}
	best := plainHomeRow{Name: collectionsHeading, Href: collectionsPath, All: "All collections"}
	for _, c := range snapshot.HomeCollections() {
		best.Links = append(best.Links, plainHomeLink{collectionPath(c.Slug), c.Title, count(c.Count, "tool", "tools")})
	}
	byCategory := plainHomeRow{Name: "Browse by category", Href: categoriesPath, All: "All " + count(len(snapshot.Categories()), "category", "categories")}
	for _, c := range snapshot.HomeCategories() {
		byCategory.Links = append(byCategory.Links, plainHomeLink{categoryPath(c.Category), c.Name, count(c.Count, "tool", "tools")})
	}
	return slices.DeleteFunc(append(rows, best, byCategory), func(row plainHomeRow) bool { return len(row.Links) == 0 })
}

func (p *Pages) homeCard(snapshot *browse.Snapshot) preview.Card {
	title, accent := p.options.Site.Settings().ShownTexts.Heading()
	return preview.Card{
		Site: p.siteName(), Title: title, Accent: accent,
		Text:  extent(snapshot, "AI tool") + ".",
		Tools: previewTools(browse.Query{}, snapshot),
	}
}

func (p *Pages) categoryCard(category catalog.Category, snapshot *browse.Snapshot) preview.Card {
	q := browse.Query{Category: category.Slug}
	about := p.factsOf(q, snapshot)
	return preview.Card{
		Site: p.siteName(), Title: category.Name + " AI tools", Fallback: "AI tools",
		Text:  about.sentences(count(about.total, "tool", "tools")),
		Tools: previewTools(q, snapshot),
	}
}

// homeURLs returns the home page, which changes with any product.
func homeURLs(snapshot *browse.Snapshot, _ *site.Settings) []sitemapURL {
	home := sitemapURL{path: "/"}
	for item := range snapshot.All() {
		home.changed = later(home.changed, item.UpdatedAt())
	}
	return []sitemapURL{home}
}

// categoryURLs returns the pages of the indexable categories. A category changes with any of its products; another name
// is usually another URL, which is fetched anyway.
func categoryURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	changed := map[int64]time.Time{}
	for item := range snapshot.All() {
		for _, category := range snapshot.CategoriesOf(item) {
			changed[category.ID] = later(changed[category.ID], item.UpdatedAt())
		}
	}
	var urls []sitemapURL
	for _, category := range snapshot.Categories() {
		products := snapshot.CountIn(category)
		if len(reach.OfCategory(products, settings.Index)) == 0 {
			urls = append(urls, numberedURLs(categoryPath(category), products, changed[category.ID])...)
		}
	}
	return urls
}

// toolURLs returns the pages of the list of all tools, which changes with any of them.
func toolURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	return numberedURLs(toolsPath, snapshot.Len(), homeURLs(snapshot, settings)[0].changed)
}

// categoriesPath is the list of all categories.
const categoriesPath = "/categories"

// categoriesHeading is the heading of the list of all categories. The front end has it too.
const categoriesHeading = "AI tool categories"

// describeCategories fills the head of the list of all categories.
func (p *Pages) describeCategories(h *head, a address, snapshot *browse.Snapshot) {
	counts := snapshot.CategoryCounts()
	h.Title = categoriesHeading + " – " + h.SiteName
	h.Description = p.categoriesText(counts, snapshot)
	h.Canonical = p.origin + a.path
	h.Alternates = []alternate{{markdownType, categoriesHeading, h.Canonical + twinSuffix}}
	nodes := []object{p.breadcrumbs(crumb{"Categories", categoriesPath})}
	if len(counts) > 0 {
		nodes = append(nodes, p.categoryList(h.Canonical, counts))
	}
	h.Data = graph(nodes...)
}

// categoriesText returns a sentence about all categories: how many there are, and which are the largest.
func (p *Pages) categoriesText(counts []browse.CategoryCount, snapshot *browse.Snapshot) string {
	if len(counts) == 0 {
		return "A directory of AI tools by category."
	}
	var names []string
	for _, largest := range largestCategories(counts, 3) {
		names = append(names, largest.Name)
	}
	return fmt.Sprintf("%s on %s, from A to Z. The largest: %s.", extent(snapshot, "AI tool"), p.siteName(), strings.Join(names, ", "))
}

// largestCategories returns the categories with the most products, at most so many.
func largestCategories(counts []browse.CategoryCount, most int) []browse.CategoryCount {
	largest := slices.SortedStableFunc(slices.Values(counts), func(a, b browse.CategoryCount) int { return b.Count - a.Count })
	return largest[:min(most, len(largest))]
}

func (p *Pages) categoryList(canonical string, counts []browse.CategoryCount) object {
	elements := make([]object, len(counts))
	for i, c := range counts {
		elements[i] = object{"@type": "ListItem", "position": i + 1, "name": c.Name, "url": p.origin + categoryPath(c.Category)}
	}
	return object{"@type": "ItemList", "url": canonical, "numberOfItems": len(counts), "itemListElement": elements}
}

func categoriesURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	return []sitemapURL{{categoriesPath, homeURLs(snapshot, settings)[0].changed}}
}

// plainCategory is a category in the plain list of all.
type plainCategory struct {
	catalog.Category
	Count, About string
}

func (p *Pages) plainCategories(_ address, snapshot *browse.Snapshot) (template string, content any) {
	var list []plainCategory
	for _, c := range snapshot.CategorySummaries() {
		list = append(list, plainCategory{c.Category, count(c.Count, "tool", "tools"), listFacts{pricing: c.Pricing}.prices()})
	}
	return "categories", struct {
		Crumbs     []crumb
		Heading    string
		Categories []plainCategory
		Tags       []browse.TagCount
	}{[]crumb{{"Categories", categoriesPath}}, categoriesHeading, list, snapshot.MostUsedTags()}
}

func (p *Pages) categoriesCard(h head, snapshot *browse.Snapshot) preview.Card {
	return preview.Card{Site: h.SiteName, Title: categoriesHeading, Text: h.Description, Tools: previewTools(browse.Query{}, snapshot)}
}
