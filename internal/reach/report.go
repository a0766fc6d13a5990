package reach

import (
	"context"
	"fmt"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Report says which pages search engines may index, why others not, and how they are reached.
type Report struct {
	Kinds    []KindCount `json:"kinds" nullable:"false" doc:"Pages of the catalog by kind"`
	Findings []Finding   `json:"findings" nullable:"false" doc:"What keeps pages from being indexed, and what they lack"`
	Depths   []int       `json:"depths" nullable:"false" doc:"Indexable pages by the number of links from the home page to them, from 0 on"`
	Inbound  Inbound     `json:"inbound"`

	pages map[string][]FoundPage // by the finding's id
}

// KindCount counts the pages of a kind.
type KindCount struct {
	Kind      indexing.Kind `json:"kind" enum:"home,categories,list,category,collections,collection,tag,tool,alternatives"`
	Pages     int           `json:"pages"`
	Indexable int           `json:"indexable"`
}

// Finding is a rule that pages do not meet, or something else that they lack.
type Finding struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Reason string `json:"reason" doc:"A sentence about each of the pages; empty where the name says it"`
	Blocks bool   `json:"blocks" doc:"Whether it keeps the pages from being indexed"`
	Pages  int    `json:"pages"`
}

// FoundPage is a page of a finding.
type FoundPage struct {
	Kind indexing.Kind `json:"kind" enum:"home,categories,list,category,collections,collection,tag,tool,alternatives"`
	ID   int64         `json:"id" doc:"Of the product, the category or the collection; 0 for other pages"`
	Name string        `json:"name"`
	Slug string        `json:"slug"`
	Note string        `json:"note" doc:"Which page it repeats, as a sentence; empty if none"`
}

// Inbound says how many other indexable pages link to an indexable tool.
type Inbound struct {
	Least  int `json:"least"`
	Median int `json:"median"`
	P99    int `json:"p99" doc:"99 of 100 products have at most so many"`
	Most   int `json:"most"`
}

// Pages returns the pages of a finding; false: there is no such finding.
func (r *Report) Pages(finding string) ([]FoundPage, bool) {
	pages, ok := r.pages[finding]
	return pages, ok
}

// Orphans is the id of the finding with the indexable pages that nobody finds.
const Orphans = "orphans"

var orphans = Finding{ID: Orphans, Name: "Orphans", Reason: "No links lead to it from the home page."}

// lacks are what tools may lack beside the rules.
var lacks = []struct {
	Finding
	field, value string // of the product, in the API
}{
	{Finding{ID: "no-logo", Name: "No logo"}, "logo", ""},
	{Finding{ID: "no-price", Name: "No price"}, "type", string(catalog.Unknown)},
	{Finding{ID: "no-use-cases", Name: "No use cases"}, "useCases", ""},
}

// sameWebsite are tools that are probably one.
var (
	sameWebsite = Finding{ID: "same-website", Name: "Same website as another tool"}
	sameName    = Finding{ID: "same-name", Name: "Much the same name as another tool"}
)

// NewReport makes the report of a snapshot: a second or two at 100,000 tools. It ends with ctx.
func NewReport(ctx context.Context, snapshot *browse.Snapshot, limits site.IndexLimits) (*Report, error) {
	pages, err := Graph(ctx, snapshot, limits)
	if err != nil {
		return nil, err
	}
	r := &Report{pages: map[string][]FoundPage{}}
	r.count(pages)
	for _, page := range pages {
		found := foundPage(page)
		for _, rule := range failed(snapshot, page, limits) {
			noted := found
			noted.Note = note(snapshot, rule, page, limits)
			r.pages[rule.ID] = append(r.pages[rule.ID], noted)
		}
		if page.Indexable && page.Depth < 0 {
			r.pages[orphans.ID] = append(r.pages[orphans.ID], found)
		}
	}
	err = lacking(ctx, snapshot, func(finding string, item *browse.Item) {
		r.pages[finding] = append(r.pages[finding], toolPage(indexing.Tool, item))
	})
	if err != nil {
		return nil, err
	}
	for _, rule := range indexing.Rules() {
		if rule.Kind != indexing.Comparison {
			r.add(Finding{ID: rule.ID, Name: rule.Name, Reason: rule.Reason(limits), Blocks: true})
		}
	}
	r.add(orphans)
	r.add(sameWebsite)
	r.add(sameName)
	for _, lack := range lacks {
		r.add(lack.Finding)
	}
	return r, nil
}

// add adds a finding, with an empty list if it has no pages.
func (r *Report) add(f Finding) {
	if r.pages[f.ID] == nil {
		r.pages[f.ID] = []FoundPage{}
	}
	f.Pages = len(r.pages[f.ID])
	r.Findings = append(r.Findings, f)
}

// failed returns the rules that a page does not meet. The pages of a category or a tag count as one.
func failed(snapshot *browse.Snapshot, page Page, limits site.IndexLimits) []*indexing.Rule {
	switch {
	case page.Kind == indexing.Tool:
		return indexing.OfItem(snapshot, page.Item, limits)
	case page.Kind == indexing.Category && page.Number == 1:
		return indexing.OfCategoryIn(snapshot, page.Category, limits)
	case page.Kind == indexing.Tag && page.Number == 1:
		return indexing.OfTagIn(snapshot, page.Tag.Slug, limits)
	case page.Kind == indexing.Collection:
		return indexing.OfCollectionIn(snapshot, page.Collection, limits)
	case page.Kind == indexing.Alternatives:
		repeats := indexing.Repeats(snapshot, limits).Alternatives(page.Item) != nil
		return indexing.OfAlternatives(snapshot.Similar().AlternativeCount(page.Item), repeats, limits)
	}
	return nil
}

// note says which other page a page repeats, if that is why it does not meet the rule.
func note(snapshot *browse.Snapshot, rule *indexing.Rule, page Page, limits site.IndexLimits) string {
	repeats := indexing.Repeats(snapshot, limits)
	var other string
	var differs int
	switch rule {
	case indexing.ToolOwnWords:
		other, differs = repeats.Tool(page.Item).Name(), repeats.DifferenceOfTool(page.Item)
	case indexing.AlternativesOwnWords:
		other, differs = repeats.Alternatives(page.Item).Name(), repeats.DifferenceOfAlternatives(page.Item)
	case indexing.CategoryOwnWords:
		category, _ := snapshot.Categories().Find(repeats.Category(page.Category.Slug))
		other, differs = category.Name, repeats.DifferenceOfCategory(page.Category.Slug)
	case indexing.TagOwnWords:
		tag, _ := snapshot.Tags().Find(repeats.Tag(page.Tag.Slug))
		other, differs = tag.Name, repeats.DifferenceOfTag(page.Tag.Slug)
	default:
		return ""
	}
	return fmt.Sprintf("Much like %s: %d%% of the words differ.", other, differs)
}

func foundPage(page Page) FoundPage {
	switch page.Kind {
	case indexing.Tool, indexing.Alternatives:
		return toolPage(page.Kind, page.Item)
	case indexing.Collection:
		return FoundPage{Kind: page.Kind, ID: page.Collection.ID, Name: page.Collection.Title, Slug: page.Collection.Slug}
	case indexing.Tag:
		return FoundPage{Kind: page.Kind, Name: page.Tag.Name, Slug: page.Tag.Slug}
	default:
		return FoundPage{Kind: page.Kind, ID: page.Category.ID, Name: page.Category.Name, Slug: page.Category.Slug}
	}
}

func toolPage(kind indexing.Kind, item *browse.Item) FoundPage {
	return FoundPage{Kind: kind, ID: item.ID(), Name: item.Name(), Slug: item.Slug()}
}

// count counts the pages by kind and depth, and the links to the tools.
func (r *Report) count(pages []Page) {
	var inbound []int
	for _, page := range pages {
		at := slices.IndexFunc(r.Kinds, func(k KindCount) bool { return k.Kind == page.Kind })
		if at < 0 {
			at = len(r.Kinds)
			r.Kinds = append(r.Kinds, KindCount{Kind: page.Kind})
		}
		r.Kinds[at].Pages++
		if !page.Indexable {
			continue
		}
		r.Kinds[at].Indexable++
		if page.Depth >= 0 {
			r.Depths = append(r.Depths, make([]int, max(0, page.Depth+1-len(r.Depths)))...)
			r.Depths[page.Depth]++
		}
		if page.Kind == indexing.Tool {
			inbound = append(inbound, page.Inbound)
		}
	}
	if last := len(inbound) - 1; last >= 0 {
		slices.Sort(inbound)
		r.Inbound = Inbound{inbound[0], inbound[last/2], inbound[last*99/100], inbound[last]}
	}
}

// toolCounts counts the findings about tools by themselves, which need no links: as NewReport, but in a fraction of the time, and also while
// similar tools are being chosen.
func toolCounts(ctx context.Context, snapshot *browse.Snapshot, limits site.IndexLimits) (map[string]int, error) {
	counts := map[string]int{}
	if err := lacking(ctx, snapshot, func(finding string, _ *browse.Item) { counts[finding]++ }); err != nil {
		return nil, err
	}
	for item := range snapshot.All() {
		for _, rule := range indexing.OfTool(item.OwnText(), snapshot.Similar().SharesText(item), item.Facts(), limits) {
			counts[rule.ID]++
		}
	}
	return counts, nil
}

// lacking calls found with the tools that lack something, and with those that have the website or the name of another.
func lacking(ctx context.Context, snapshot *browse.Snapshot, found func(finding string, item *browse.Item)) error {
	for item := range snapshot.All() {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, lack := range lacks {
			if browse.TextOf(item, lack.field) == lack.value {
				found(lack.ID, item)
			}
		}
	}
	websites, names := browse.Doubles(snapshot.All())
	for _, item := range websites {
		found(sameWebsite.ID, item)
	}
	for _, item := range names {
		found(sameName.ID, item)
	}
	return nil
}
