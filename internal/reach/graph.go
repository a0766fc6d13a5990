package reach

import (
	"context"
	"math"

	"vitrine/internal/browse"
	"vitrine/internal/catalog"
	"vitrine/internal/site"
)

// The graph is a model of the links in the HTML of the pages, so that nobody has to fetch them all. It must change with
// what the screens link to: the front end's home with its rows, filter bar, numbered lists (numbersOf in further-pages.tsx), product page
// and footer. It does not have the pages of all categories, tags, alternatives and comparisons, which only add links. What
// the pages do link to is read by drill/links_test.go.

// Further kinds of pages, which are always indexable.
const (
	Home Kind = "home"
	List Kind = "list" // a page of the list of all tools
)

// Page is a page of the catalogue, and how it is reached over links on indexable pages.
type Page struct {
	Kind      Kind
	Item      *browse.Item     // of a Tool
	Category  catalog.Category // of a Category
	Number    int              // of a List or a Category, from 1
	Indexable bool
	Depth     int // the least number of links from the home page; -1: cannot be reached
	Inbound   int // other indexable pages that link to it
}

// similarShown is how many similar tools a tool's page links to.
const similarShown = 8

// sectionShown is how many tools of each section the home page links to.
const sectionShown = browse.DefaultLimit

// graph knows the pages that each page links to.
type graph struct {
	snapshot   *browse.Snapshot
	pages      []Page
	home       []*browse.Item
	lists      []list        // the first is that of all tools
	categories map[int64]int // index in lists
	tools      map[int64]int // index in pages
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
		snapshot:   snapshot,
		pages:      []Page{{Kind: Home, Indexable: true}},
		categories: map[int64]int{},
		tools:      make(map[int64]int, snapshot.Len()),
	}
	for _, section := range catalog.Sections() {
		g.home = append(g.home, listed(snapshot, browse.Query{Section: section, Limit: sectionShown})...)
	}
	for _, row := range snapshot.Rows() {
		g.home = append(g.home, row.Items...)
	}
	g.addList(Page{Kind: List, Indexable: snapshot.Len() > 0}, browse.Query{Sort: browse.SortName})
	for _, category := range snapshot.Categories() {
		g.categories[category.ID] = len(g.lists)
		indexable := len(OfCategory(snapshot.CountIn(category), limits)) == 0
		g.addList(Page{Kind: Category, Category: category, Indexable: indexable}, browse.Query{Category: category.Slug})
	}
	for item := range snapshot.All() {
		g.tools[item.ID()] = len(g.pages)
		g.pages = append(g.pages, Page{Kind: Tool, Item: item, Indexable: len(OfItem(snapshot, item, limits)) == 0})
	}
	return g
}

// addList adds the pages of a list.
func (g *graph) addList(page Page, q browse.Query) {
	l := list{first: len(g.pages)}
	for _, section := range catalog.Sections() {
		q.Section = section
		l.items = append(l.items, listed(g.snapshot, q)...)
	}
	l.count = max(1, int(math.Ceil(float64(len(l.items))/browse.PageLength)))
	for page.Number = 1; page.Number <= l.count; page.Number++ {
		g.pages = append(g.pages, page)
	}
	g.lists = append(g.lists, l)
}

// listed returns the first products of a query whose sort is known, so that List returns no error.
func listed(snapshot *browse.Snapshot, q browse.Query) []*browse.Item {
	page, _ := snapshot.List(q)
	return page.Items
}

// links calls found with each page that a page links to, some of them more than once.
func (g *graph) links(from int, found func(to int)) {
	found(0)
	found(g.lists[0].first) // in the footer
	page := &g.pages[from]
	if page.Kind == Tool {
		for _, category := range g.snapshot.CategoriesOf(page.Item) {
			found(g.lists[g.categories[category.ID]].first)
		}
		g.toTools(g.snapshot.Similar(page.Item, similarShown), found)
		return
	}
	for _, l := range g.lists[1:] { // in the menu of categories
		if len(l.items) > 0 {
			found(l.first)
		}
	}
	switch page.Kind {
	case Home:
		g.toTools(g.home, found)
	case List:
		g.toNumbers(g.lists[0], page.Number, found)
	case Category:
		g.toNumbers(g.lists[g.categories[page.Category.ID]], page.Number, found)
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
		if other == 1 || other == l.count || other == number-1 || other == number+1 || isNear(other, number, 10) || isNear(other, number, 100) || isNear(other, number, 1000) {
			found(l.first + other - 1)
		}
	}
}

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
