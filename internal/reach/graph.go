// Package reach reports which pages search engines may index, why others not, and how they are reached by links.
//
// # To change
//
//   - what pages link to: graph.go, which models the links; what is reported: report.go
//   - what makes a page indexable: internal/indexing
package reach

import (
	"context"
	"math"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// The graph is a model of the links in the HTML of the pages, so that nobody has to fetch them all. It must change with
// what the screens link to: the front end's home with its rows, menu, numbered lists (numbersOf in further-pages.tsx), product page,
// alternatives and footer. It does not have comparisons, which only add links. What the pages do link to is read by
// drill/links_test.go.

// Further kinds of pages, which are always indexable.
const (
	Home        indexing.Kind = "home"
	List        indexing.Kind = "list" // a page of the list of all tools
	Categories  indexing.Kind = "categories"
	Collections indexing.Kind = "collections"
)

// Page is a page of the catalogue, and how it is reached over links on indexable pages.
type Page struct {
	Kind       indexing.Kind
	Item       *browse.Item       // of a Tool or Alternatives
	Category   catalog.Category   // of a Category
	Tag        browse.Tag         // of a Tag
	Collection *browse.Collection // of a Collection
	Number     int                // of a List, a Category or a Tag, from 1
	Indexable  bool
	Depth      int // the least number of links from the home page; -1: cannot be reached
	Inbound    int // other indexable pages that link to it
}

// similarShown is how many similar tools a tool's page links to.
const similarShown = 8

// sectionShown is how many tools of each section the home page links to.
const sectionShown = browse.DefaultLimit

// graph knows the pages that each page links to.
type graph struct {
	snapshot     *browse.Snapshot
	pages        []Page
	home         []*browse.Item
	allTools     list
	frame        []int           // indexes in pages of those that each page links to, in the menu and in the footer
	collections  []int           // indexes in pages
	latest       []int           // of them those that the home page links to
	categories   map[int64]list  // by id
	filled       []list          // those of categories that have tools
	tags         map[string]list // by slug
	mostUsed     []browse.TagCount
	tools        map[int64]int // index in pages, by id
	alternatives map[int64]int // index in pages, by the tool's id
}

// list is a list with numbered pages.
type list struct {
	first, count int // its pages
	items        []*browse.Item
}

// Graph returns the pages of the catalogue and how they are reached. It takes some microseconds a page once similar tools
// are chosen, and some milliseconds before.
func Graph(ctx context.Context, snapshot *browse.Snapshot, limits site.IndexLimits) ([]Page, error) {
	g := newGraph(snapshot, limits)
	linkedFrom := make([]int, len(g.pages)) // the last page that was seen to link to it
	for i := range linkedFrom {
		linkedFrom[i] = -1
	}
	for from := range g.pages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if g.pages[from].Indexable {
			g.links(from, func(to int) {
				if to != from && linkedFrom[to] != from {
					linkedFrom[to] = from
					g.pages[to].Inbound++
				}
			})
		}
	}
	return g.pages, g.measure(ctx)
}

func newGraph(snapshot *browse.Snapshot, limits site.IndexLimits) *graph {
	g := &graph{
		snapshot:     snapshot,
		pages:        []Page{{Kind: Home, Indexable: true}, {Kind: Categories, Indexable: true}},
		frame:        []int{0, 1},
		categories:   map[int64]list{},
		tags:         map[string]list{},
		mostUsed:     snapshot.Tags().MostUsed(),
		tools:        make(map[int64]int, snapshot.Len()),
		alternatives: make(map[int64]int, snapshot.Len()),
	}
	for _, section := range catalog.Sections() {
		g.home = append(g.home, listed(snapshot, browse.Query{Section: section, Limit: sectionShown})...)
	}
	for _, row := range snapshot.Home().Rows() {
		g.home = append(g.home, row.Items...)
	}
	g.allTools = g.addList(Page{Kind: List, Indexable: snapshot.Len() > 0}, browse.Query{Sort: browse.SortName})
	for _, category := range snapshot.Categories().All() {
		indexable := len(indexing.OfCategoryIn(snapshot, category, limits)) == 0
		l := g.addList(Page{Kind: indexing.Category, Category: category, Indexable: indexable}, browse.Query{Category: category.Slug})
		if g.categories[category.ID] = l; len(l.items) > 0 {
			g.filled = append(g.filled, l)
		}
	}
	g.addCollections(limits)
	for _, tag := range snapshot.Tags().All() {
		g.tags[tag.Slug] = g.addList(Page{Kind: indexing.Tag, Tag: tag.Tag, Indexable: len(indexing.OfTagIn(snapshot, tag.Slug, limits)) == 0}, browse.Query{Tag: tag.Slug})
	}
	for item := range snapshot.All() {
		g.tools[item.ID()] = len(g.pages)
		g.pages = append(g.pages, Page{Kind: indexing.Tool, Item: item, Indexable: len(indexing.OfItem(snapshot, item, limits)) == 0})
		g.alternatives[item.ID()] = len(g.pages)
		g.pages = append(g.pages, Page{Kind: indexing.Alternatives, Item: item, Indexable: len(indexing.OfAlternativesTo(snapshot, item, limits)) == 0})
	}
	return g
}

// addCollections adds the published collections and their list, which is there if there are any.
func (g *graph) addCollections(limits site.IndexLimits) {
	published := g.snapshot.Collections().Published()
	if len(published) == 0 {
		return
	}
	g.frame = append(g.frame, len(g.pages))
	g.pages = append(g.pages, Page{Kind: Collections, Indexable: true})
	for _, c := range published {
		g.collections = append(g.collections, len(g.pages))
		g.pages = append(g.pages, Page{Kind: indexing.Collection, Collection: c, Indexable: len(indexing.OfCollectionIn(g.snapshot, c, limits)) == 0})
	}
	for _, c := range g.snapshot.Home().Collections() {
		g.latest = append(g.latest, g.collections[slices.Index(published, c.Collection)])
	}
}

// addList adds the pages of a list.
func (g *graph) addList(page Page, q browse.Query) list {
	l := list{first: len(g.pages)}
	for _, section := range catalog.Sections() {
		q.Section = section
		l.items = append(l.items, listed(g.snapshot, q)...)
	}
	l.count = max(1, int(math.Ceil(float64(len(l.items))/browse.PageLength)))
	for page.Number = 1; page.Number <= l.count; page.Number++ {
		g.pages = append(g.pages, page)
		page.Indexable = page.Kind == List // of the others only the first one
	}
	return l
}

// listed returns the first products of a query whose sort is known, so that List returns no error.
func listed(snapshot *browse.Snapshot, q browse.Query) []*browse.Item {
	page, _ := snapshot.List(q)
	return page.Items
}

// links calls found with each page that a page links to, some of them more than once.
func (g *graph) links(from int, found func(to int)) {
	for _, to := range g.frame {
		found(to)
	}
	found(g.allTools.first)
	for _, l := range g.filled {
		found(l.first)
	}
	switch page := &g.pages[from]; page.Kind {
	case Home:
		g.toTools(g.home, found)
		for _, to := range g.latest {
			found(to)
		}
	case Categories:
		for _, tag := range g.mostUsed {
			found(g.tags[tag.Slug].first)
		}
	case Collections:
		for _, to := range g.collections {
			found(to)
		}
	case indexing.Collection:
		for _, tool := range g.snapshot.Collections().Items(page.Collection) {
			found(g.tools[tool.ID()])
		}
	case List:
		g.toNumbers(g.allTools, page.Number, found)
	case indexing.Category:
		g.toNumbers(g.categories[page.Category.ID], page.Number, found)
	case indexing.Tag:
		g.toNumbers(g.tags[page.Tag.Slug], page.Number, found)
	case indexing.Tool:
		for _, tag := range g.snapshot.Tags().Of(page.Item) {
			found(g.tags[tag.Slug].first)
		}
		if similar := g.snapshot.Similar().To(page.Item, similarShown); len(similar) > 0 {
			g.toTools(similar, found)
			found(g.alternatives[page.Item.ID()])
		}
	case indexing.Alternatives:
		found(g.tools[page.Item.ID()])
		for _, other := range g.snapshot.Similar().Alternatives(page.Item) {
			found(g.tools[other.ID()])
		}
	}
}

func (g *graph) toTools(items []*browse.Item, found func(to int)) {
	for _, item := range items {
		found(g.tools[item.ID()])
	}
}

// toNumbers calls found with the tools on a numbered page, and with the pages that it links to by their numbers.
func (g *graph) toNumbers(l list, number int, found func(to int)) {
	begin := (number - 1) * browse.PageLength
	g.toTools(l.items[begin:min(begin+browse.PageLength, len(l.items))], found)
	for other := 1; other <= l.count; other++ {
		if number == 1 && l.count <= allPages || other == 1 || other == l.count || other == number-1 || other == number+1 || isNear(other, number, 10) || isNear(other, number, 100) || isNear(other, number, 1000) {
			found(l.first + other - 1)
		}
	}
}

// allPages is the length in pages of the longest list whose first page links to all of its pages: maxAll in further-pages.tsx.
const allPages = 250

// isNear reports whether a number is a multiple of a tenth of size, and in the same size as the current one.
func isNear(number, current, size int) bool {
	return number%(size/10) == 0 && (number-1)/size == (current-1)/size
}

// measure sets the depths, from the home page on.
func (g *graph) measure(ctx context.Context) error {
	for i := range g.pages {
		g.pages[i].Depth = -1
	}
	g.pages[0].Depth = 0
	queue := make([]int, 1, len(g.pages))
	for at := 0; at < len(queue); at++ {
		from := queue[at]
		if err := ctx.Err(); err != nil {
			return err
		}
		if !g.pages[from].Indexable {
			continue
		}
		g.links(from, func(to int) {
			if g.pages[to].Depth < 0 {
				g.pages[to].Depth = g.pages[from].Depth + 1
				queue = append(queue, to)
			}
		})
	}
	return nil
}
