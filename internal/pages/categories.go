package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/site"
)

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
