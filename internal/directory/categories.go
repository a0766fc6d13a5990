package directory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var allCategoriesPage = pages.Page{
	Paths:    []string{categoriesPath},
	Module:   "src/public/directory/categories-screen.tsx",
	Head:     categoriesHead,
	Markdown: categoriesMarkdown,
	Card:     categoriesCard,
	URLs:     categoriesURLs,
	Guide:    categoriesGuide,
}

const categoriesPath = "/categories"

// categoriesHeading is the heading of the list of all categories. The front end has it too.
const categoriesHeading = "AI tool categories"

// Limits of what /llms.txt names: programs read it whole and pay by the word.
const (
	guideCategories = 100
	guideTags       = 50
)

func categoriesHead(v *pages.View, a pages.Address, h *pages.Head) {
	counts := v.Snapshot.Categories().Counts()
	h.Title = categoriesHeading + " – " + h.SiteName
	h.Description = categoriesText(v, counts)
	h.Canonical = v.Origin + a.Path
	h.Twin = pages.Twin{Title: categoriesHeading, Path: categoriesPath}
	h.Crumbs = []pages.Crumb{{Name: "Categories", Path: categoriesPath}}
	var entries []pages.ListEntry
	for _, c := range counts {
		entries = append(entries, pages.ListEntry{Name: c.Name, Path: pages.CategoryPath(c.Category)})
	}
	if len(entries) > 0 {
		h.Nodes = append(h.Nodes, v.List(h.Canonical, len(entries), entries))
	}
}

// categoriesText returns a sentence about all categories: how many there are, and which are the largest.
func categoriesText(v *pages.View, counts []browse.CategoryCount) string {
	if len(counts) == 0 {
		return "A directory of AI tools by category."
	}
	var names []string
	for _, largest := range largestCategories(counts, 3) {
		names = append(names, largest.Name)
	}
	return fmt.Sprintf("%s on %s. The largest: %s.", pages.Extent(v.Snapshot, "AI tool"), v.SiteName(), strings.Join(names, ", "))
}

// largestCategories returns the categories with the most products, at most so many.
func largestCategories(counts []browse.CategoryCount, most int) []browse.CategoryCount {
	largest := slices.SortedStableFunc(slices.Values(counts), func(a, b browse.CategoryCount) int { return b.Count - a.Count })
	return largest[:min(most, len(largest))]
}

func categoriesURLs(v *pages.View) []pages.SitemapURL {
	return []pages.SitemapURL{{Path: categoriesPath, Changed: homeURLs(v)[0].Changed}}
}

func categoriesMarkdown(v *pages.View, _ pages.Address, m *pages.Markdown) {
	m.Title = categoriesHeading
	m.Paragraph(categoriesText(v, v.Snapshot.Categories().Counts()))
	lists := map[string]string{}
	for _, c := range v.Snapshot.Categories().Summaries() {
		line := pages.Count(c.Count, "tool", "tools")
		if prices := (listFacts{pricing: c.Pricing}).prices(); prices != "" {
			line += ": " + prices
		}
		lists[c.Group] += fmt.Sprintf("- %s: %s\n", m.TwinLink(c.Name, pages.CategoryPath(c.Category)), line)
	}
	for _, group := range v.Snapshot.Categories().Groups() {
		m.Part(pages.MarkdownWords(group.Name), lists[group.Name])
	}
	m.IDs = map[string]string{tagsHeading: "tags"}
	m.Part(tagsHeading, tagLinks(m, v.Snapshot.Tags().MostUsed()))
}

// tagLinks returns links to tags.
func tagLinks(m *pages.Markdown, tags []browse.TagCount) string {
	var b strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&b, "- %s: %s\n", m.TwinLink(tag.Name, pages.TagPath(tag.Tag)), pages.Count(tag.Count, "tool", "tools"))
	}
	return b.String()
}

func categoriesCard(v *pages.View, _ pages.Address, card *preview.Card) {
	card.Tools = firstTools(browse.Query{}, v.Snapshot)
}

func categoriesGuide(m *pages.Markdown, g *pages.Guide) {
	g.Lists = append(g.Lists, m.Link("All categories", categoriesPath+pages.TwinSuffix)+": every category with its number of tools and their prices")
	tags := m.Snapshot.Tags().MostUsed()
	g.Parts = append(g.Parts, pages.GuidePart{Heading: "Categories", Text: categoryLinks(m)}, pages.GuidePart{Heading: tagsHeading, Text: tagLinks(m, tags[:min(guideTags, len(tags))])})
}

// categoryLinks returns links to the largest categories, A–Z, without empty ones.
func categoryLinks(m *pages.Markdown) string {
	counts := slices.DeleteFunc(m.Snapshot.Categories().Counts(), func(c browse.CategoryCount) bool { return c.Count == 0 })
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
		fmt.Fprintf(&b, "- %s: %s\n", m.Link(c.Name, pages.CategoryPath(c.Category)), pages.Count(c.Count, "tool", "tools"))
	}
	return b.String()
}
