package reach_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// memoryStore is a catalogue that does not change: a browse.Store.
type memoryStore catalog.All

func (s memoryStore) All(context.Context) (catalog.All, error) { return catalog.All(s), nil }
func (s memoryStore) Changes(context.Context, int64) (catalog.Changes, error) {
	return catalog.Changes{}, errors.New("there are no changes")
}

// tool is a tool that meets all rules.
func tool(id int64, category string) catalog.Product {
	return catalog.Product{
		ID: id, Slug: fmt.Sprint("tool-", id),
		ProductFields: catalog.ProductFields{
			Name: fmt.Sprint("Tool ", id), Description: fmt.Sprint(id, strings.Repeat(" It drafts and edits texts.", 5)), Categories: []string{category},
			Type: catalog.Free, Section: catalog.RecommendedProducts, Website: fmt.Sprintf("https://%d.example/", id), DisplayOrder: int(id),
		},
	}
}

// limits are the limits of a site, but its tools may have the same words.
func limits() site.IndexLimits {
	l := site.DefaultValues().Index
	l.OwnWords = 0
	return l
}

// snapshot is a snapshot of the products and collections, with similar tools.
func snapshot(t testing.TB, products []catalog.Product, collections ...catalog.Collection) *browse.Snapshot {
	t.Helper()
	all := memoryStore{Version: 1, Products: products, Collections: collections}
	for _, p := range products {
		for _, name := range p.Categories {
			if !slices.ContainsFunc(all.Categories, func(c catalog.Category) bool { return c.Name == name }) {
				all.Categories = append(all.Categories, catalog.Category{ID: int64(len(all.Categories) + 1), Name: name, Slug: catalog.Slug(name)})
			}
		}
	}
	live, err := browse.NewLive(t.Context(), all, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	linked, err := live.Snapshot().Linked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return linked
}

// tools are 13 tools for writing, of which the home page shows 12, and 2 for video that are too few for an indexable category.
func tools() (list []catalog.Product) {
	for id := range int64(13) {
		list = append(list, tool(id+1, "Writing"))
	}
	return append(list, tool(14, "Video"), tool(15, "Video"))
}

func TestGraph(t *testing.T) {
	products := tools()
	products[0].Description = "Short."
	limits := limits()
	pages, err := reach.Graph(t.Context(), snapshot(t, products), limits)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	inbound := map[string]int{}
	for _, p := range pages {
		name := string(p.Kind)
		switch p.Kind {
		case indexing.Tool:
			name = p.Item.Slug()
		case indexing.Alternatives:
			name = "to " + p.Item.Slug()
		case indexing.Category:
			name = p.Category.Slug
		}
		inbound[name] = p.Inbound
		found = append(found, fmt.Sprint(name, " ", p.Indexable, " ", p.Depth))
	}
	for _, want := range []string{"home true 0", "list true 1", "writing true 1", "video false 1", "tool-1 false 1", "tool-12 true 1", "tool-13 true 2", "tool-15 true 2", "categories true 1", "to tool-12 true 2", "to tool-13 true 3", "to tool-1 false -1"} {
		if !slices.Contains(found, want) {
			t.Errorf("%q is not in %v", want, found)
		}
	}
	// Indexable are the home page, all categories, the list, the category Writing, 14 tools and the alternatives to them.
	const indexable = 4 + 2*14
	if inbound["home"] != indexable-1 || inbound["list"] != indexable-1 || inbound["writing"] != indexable-1 || inbound["video"] != indexable || inbound["tool-12"] < 3 ||
		inbound["to tool-12"] != 1 || inbound["to tool-1"] != 0 {
		t.Errorf("the links are %v", inbound)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reach.Graph(ctx, snapshot(t, products), limits); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end the context gives %v", err)
	}
}

// The pages of tags are reached from the tools and from the list of all categories.
func TestGraphTags(t *testing.T) {
	products := tools()
	for i := range browse.LeastTagged {
		products[i].Tags = []string{"PDF", "Rare " + products[i].Slug}
	}
	pages, err := reach.Graph(t.Context(), snapshot(t, products), limits())
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, p := range pages {
		if p.Kind == indexing.Tag {
			found = append(found, fmt.Sprint(p.Tag.Slug, " ", p.Number, " ", p.Indexable, " ", p.Depth, " ", p.Inbound))
		}
	}
	if want := []string{fmt.Sprint("pdf 1 true 2 ", browse.LeastTagged+1)}; !slices.Equal(found, want) {
		t.Errorf("the pages of tags are %v, want %v", found, want)
	}
}

// A tag of which no tool may be indexed may not be indexed either: only its tools link to it for certain.
func TestGraphTagWithoutIndexableTool(t *testing.T) {
	products := tools()
	for i := range browse.LeastTagged {
		products[i].Tags, products[i].Description = []string{"PDF"}, "Short."
	}
	report, err := reach.NewReport(t.Context(), snapshot(t, products), limits())
	if err != nil {
		t.Fatal(err)
	}
	if found, _ := report.Pages("tag-tools"); len(found) != 1 || found[0].Kind != indexing.Tag || found[0].Slug != "pdf" {
		t.Errorf("tags without an indexable tool are %v", found)
	}
	if found, _ := report.Pages(reach.Orphans); len(found) > 0 {
		t.Errorf("orphans are %v", found)
	}
}

// collected is a published collection of the tools with the ids from 1 to count, with an introduction or without.
func collected(id int64, introduction string, count int) catalog.Collection {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	c := catalog.Collection{ID: id, CreatedAt: at, UpdatedAt: at, CollectionFields: catalog.CollectionFields{
		Slug: fmt.Sprint("best-", id), Title: fmt.Sprint("Best ", id), Introduction: introduction, Status: catalog.CollectionPublished, PublishedAt: at}}
	for tool := range count {
		c.Tools = append(c.Tools, catalog.CollectionTool{ID: int64(tool + 1)})
	}
	return c
}

// Collections are reached by the home page and by their list, and lead to their tools.
func TestGraphCollections(t *testing.T) {
	pages, err := reach.Graph(t.Context(), snapshot(t, tools(), collected(1, "Why.", 5), collected(2, "Why.", 4)), limits())
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	indexable, inbound := 0, map[indexing.Kind]int{}
	for _, p := range pages {
		if p.Kind == indexing.Collection {
			found = append(found, fmt.Sprint(p.Collection.Slug, " ", p.Indexable, " ", p.Depth, " ", p.Inbound))
		}
		if p.Indexable {
			indexable++
		}
		inbound[p.Kind] = p.Inbound
	}
	if want := []string{"best-1 true 1 2", "best-2 false 1 2"}; !slices.Equal(found, want) || inbound[reach.Collections] != indexable-1 {
		t.Errorf("the collections are %v, want %v; their list has %d links", found, want, inbound[reach.Collections])
	}
}

// The latest three collections that have tools are reached from the home page.
func TestGraphLatestCollections(t *testing.T) {
	var collections []catalog.Collection
	for id := range int64(6) {
		collections = append(collections, collected(id+1, "Why.", 5))
		collections[id].PublishedAt = collections[id].PublishedAt.AddDate(0, 0, int(id))
	}
	collections[3].Tools = nil
	pages, err := reach.Graph(t.Context(), snapshot(t, tools(), collections...), limits())
	if err != nil {
		t.Fatal(err)
	}
	depths := map[string]int{}
	for _, p := range pages {
		if p.Kind == indexing.Collection {
			depths[p.Collection.Slug] = p.Depth
		}
	}
	if want := map[string]int{"best-6": 1, "best-5": 1, "best-4": 2, "best-3": 1, "best-2": 2, "best-1": 2}; !maps.Equal(depths, want) {
		t.Errorf("the depths are %v, want %v", depths, want)
	}
}

// Numbered pages lead to every tool of a long list.
func TestGraphNumbers(t *testing.T) {
	var products []catalog.Product
	for id := range int64(48*11 + 1) {
		products = append(products, tool(id+1, "Writing"))
	}
	pages, err := reach.Graph(t.Context(), snapshot(t, products), limits())
	if err != nil {
		t.Fatal(err)
	}
	numbered := 0
	for _, p := range pages {
		if p.Depth < 0 || p.Depth > 4 || p.Inbound == 0 {
			t.Errorf("%+v is not reached", p)
		}
		if p.Kind == indexing.Category {
			numbered++
			if p.Indexable != (p.Number == 1) {
				t.Errorf("page %d of the category is indexable: %t", p.Number, p.Indexable)
			}
			if p.Depth > 2 {
				t.Errorf("page %d of the category is %d clicks from the home page, want at most 2", p.Number, p.Depth)
			}
		}
	}
	if numbered != 12 {
		t.Errorf("the category has %d pages, want 12", numbered)
	}
}

func TestReport(t *testing.T) {
	products := tools()
	products[0].Description, products[1].Description = products[2].Description, strings.ToUpper(products[2].Description)
	products[3].Website = "http://www.1.example"
	products[4].Logo, products[4].UseCases = "/uploads/a.png", "Write"
	products[5].Type = catalog.Unknown
	report, err := reach.NewReport(t.Context(), snapshot(t, products, collected(1, "", 5)), limits())
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, f := range report.Findings {
		counts[f.ID] = f.Pages
		if pages, ok := report.Pages(f.ID); !ok || len(pages) != f.Pages {
			t.Errorf("%s has %d pages and lists %d", f.ID, f.Pages, len(pages))
		}
	}
	want := "map[alternatives-own-words:0 alternatives-tools:0 category-own-words:0 category-tools:1 collection-introduction:1 collection-tools:0 no-logo:14 no-price:1 no-use-cases:14 orphans:0 same-name:0 same-website:2 tag-own-words:0 tag-tools:0 tool-description:0 tool-facts:1 tool-own-description:3 tool-own-words:0]"
	if got := fmt.Sprint(counts); got != want {
		t.Errorf("the findings are\n%s, want\n%s", got, want)
	}
	if pages, _ := report.Pages("category-tools"); len(pages) != 1 || pages[0].Kind != indexing.Category || pages[0].Slug != "video" {
		t.Errorf("small categories are %v", pages)
	}
}

// Of pages that are alike, the one of the tool that the most others link may be indexed; the report says which one the others
// repeat.
func TestReportRepeats(t *testing.T) {
	var products []catalog.Product
	for id := range int64(12) {
		p := tool(id+1, "Writing")
		p.Description = fmt.Sprintf("Number%d%s writes %s%d.", id, strings.Repeat(fmt.Sprintf(" letters%d", id), 9), strings.Repeat(fmt.Sprintf("essays%d quickly%d daily%d ", id, id, id), 3), id)
		products = append(products, p)
	}
	products[1].Description = products[0].Description[:9] + " and" + products[0].Description[9:]
	of := func(least int) map[string][]reach.FoundPage {
		l := site.DefaultValues().Index
		l.OwnWords = least
		report, err := reach.NewReport(t.Context(), snapshot(t, products), l)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string][]reach.FoundPage{}
		for _, id := range []string{"tool-own-words", "alternatives-own-words"} {
			found[id], _ = report.Pages(id)
		}
		return found
	}
	found := of(40)
	if tools := found["tool-own-words"]; len(tools) != 1 || tools[0].Slug != "tool-2" && tools[0].Slug != "tool-1" || !strings.HasPrefix(tools[0].Note, "Much like Tool ") {
		t.Errorf("the tools that repeat another are %+v", tools)
	}
	if lists := found["alternatives-own-words"]; len(lists) != 10 || !strings.HasSuffix(lists[0].Note, "% of the words differ.") {
		t.Errorf("of 11 lists of the same tools repeat another %+v", lists)
	}
	if found := of(0); len(found["tool-own-words"])+len(found["alternatives-own-words"]) > 0 {
		t.Errorf("without a limit repeat another %+v", found)
	}
}

// An empty catalogue has a home page.
func TestReportEmpty(t *testing.T) {
	report, err := reach.NewReport(t.Context(), snapshot(t, nil), limits())
	if err != nil || fmt.Sprint(report.Depths, report.Inbound) != "[1 1] {0 0 0 0}" {
		t.Errorf("%v %+v", err, report)
	}
}
