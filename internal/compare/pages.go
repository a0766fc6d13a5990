package compare

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var comparisonPage = pages.Page{
	Paths:    []string{comparePath + "/:comparison"},
	Longest:  longestComparison,
	Module:   "src/public/compare/compare.tsx",
	Missing:  pages.Notice{Heading: "Comparison Not Found", Text: "Compare two to four different tools. One of these isn't listed, or appears twice."},
	Find:     findComparison,
	Head:     comparisonHead,
	Markdown: comparisonMarkdown,
	Card:     comparisonCard,
	URLs:     comparisonURLs,
	Files:    []pages.File{{Path: comparePath, Route: comparePath, Serve: redirectToComparison}},
	OnTool:   writeComparisons,
	Guide:    comparisonGuide,
}

// comparePath is where the form on a product's page leads; the pages of comparisons are below it.
const comparePath = "/compare"

// longestComparison is the maximum length of a comparison's name in a URL, in bytes.
const longestComparison = Max * pages.LongestName

func comparisonPath(name string) string { return comparePath + "/" + url.PathEscape(name) }

// findComparison returns the address of a comparison. Products in another order, ids and capitals redirect to its name.
// The address of a name that means nothing has no comparison.
func findComparison(folder, escaped string, snapshot *browse.Snapshot) (pages.Address, string) {
	name := pages.Unescaped(escaped)
	c, ok := Named(snapshot, name)
	if !ok {
		return pages.Address{Path: folder + escaped, Missing: true}, folder + escaped
	}
	path := comparisonPath(c.Name)
	if c.Name == name {
		path = folder + escaped
	}
	return pages.Address{Path: path, Name: c.Name, Renamed: c.Name != name}, path
}

// redirectToComparison redirects the form of a product's page, which works without scripts, to the page of what it names.
// It reports whether there is such a comparison; if not, it writes nothing.
func redirectToComparison(v *pages.View, w http.ResponseWriter, r *http.Request) bool {
	query := r.URL.Query()
	c, ok := Listed(v.Snapshot, strings.Join(slices.Concat(query["a"], query["b"]), ","))
	if !ok {
		return false
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.Redirect(w, r, comparisonPath(c.Name), http.StatusSeeOther)
	return true
}

func comparisonHead(v *pages.View, a pages.Address, h *pages.Head) {
	c, ok := Named(v.Snapshot, a.Name)
	if !ok {
		v.DescribeMissing(h, a)
		return
	}
	h.Title = c.Title() + " – " + h.SiteName
	h.Description = comparisonText(c)
	h.Canonical = v.Origin + comparisonPath(c.Name)
	h.NoIndex = !IsIndexable(c, v.Snapshot, v.Settings)
	h.Twin = pages.Twin{Title: c.Title(), Path: comparisonPath(c.Name)}
	h.Crumbs = []pages.Crumb{{Name: c.Title(), Path: comparisonPath(c.Name)}}
	h.Nodes = append(h.Nodes, v.ItemList(h.Canonical, pages.Listing{Items: c.Items, Total: len(c.Items)}))
}

// comparisonText describes a comparison by what the catalogue says: "Compare Ideogram and Runway. Ideogram: free, image
// generation. Runway: premium, video; with a deal."
func comparisonText(c Comparison) string {
	var names, sentences []string
	for _, shown := range c.Products() {
		names = append(names, shown.Name)
		var facts []string
		if shown.Type != catalog.Unknown {
			facts = append(facts, strings.ToLower(string(shown.Type)))
		}
		facts = append(facts, pages.KindOf(shown.Categories))
		text := shown.Name + ": " + strings.Join(facts, ", ")
		if shown.HasDeal {
			text += "; with a deal"
		}
		sentences = append(sentences, text+".")
	}
	last := len(names) - 1
	return "Compare " + strings.Join(names[:last], ", ") + " and " + names[last] + ". " + strings.Join(sentences, " ")
}

// comparisonURLs returns the comparisons that search engines may index. One changes with its products and its verdict.
func comparisonURLs(v *pages.View) []pages.SitemapURL {
	var urls []pages.SitemapURL
	for _, c := range Indexable(v.Snapshot, v.Settings) {
		verdict, _ := VerdictsIn(v.Settings).Of(c.Key())
		changed := verdict.UpdatedAt
		for _, item := range c.Items {
			changed = pages.Later(changed, item.UpdatedAt())
		}
		urls = append(urls, pages.SitemapURL{Path: comparisonPath(c.Name), Changed: changed})
	}
	return urls
}

// writeComparisons links the comparisons that the page of a tool links.
func writeComparisons(m *pages.Markdown, item *browse.Item) {
	var b strings.Builder
	for _, c := range Links(m.Snapshot, m.Settings, item) {
		fmt.Fprintf(&b, "- %s\n", m.TwinLink(c.Title(), comparisonPath(c.Name)))
	}
	m.Part("Compare", b.String())
}

func comparisonGuide(m *pages.Markdown, g *pages.Guide) {
	g.Addresses = append(g.Addresses, fmt.Sprintf("`%s%s/{slug}-vs-{slug}%s` compares up to %d tools", m.Origin, comparePath, pages.TwinSuffix, Max))
}

func comparisonCard(v *pages.View, a pages.Address, card *preview.Card) {
	c, _ := Named(v.Snapshot, a.Name) // it exists, otherwise there is no image
	for _, shown := range c.Products() {
		card.Tools = append(card.Tools, pages.PreviewTool(shown))
	}
}

func comparisonMarkdown(v *pages.View, a pages.Address, m *pages.Markdown) {
	c, _ := Named(v.Snapshot, a.Name) // it exists, otherwise the status is 404
	products := c.Products()
	m.Title = c.Title()
	m.Paragraph(comparisonText(c))
	names, websites := []string{""}, []string{"Website"}
	for _, item := range c.Items {
		names = append(names, m.TwinLink(item.Name(), pages.ProductPath(item.Slug())))
		websites = append(websites, cmp.Or(m.WebsiteLink(item, "comparison"), "–"))
	}
	rows := [][]string{names}
	for _, fact := range Facts(products) {
		cells := []string{fact.Kind.Label()}
		for _, values := range fact.Values {
			cells = append(cells, pages.MarkdownWords(cmp.Or(strings.Join(values, ", "), "–")))
		}
		rows = append(rows, cells)
	}
	m.Table(append(rows, websites))
	if verdict, judged := VerdictsIn(v.Settings).Of(c.Key()); judged {
		m.Write("## Verdict\n\n")
		m.Insert(verdict.Text, verdict.HTML())
	}
	for _, shown := range products {
		m.Part(pages.MarkdownWords(shown.Name), pages.MarkdownText(shown.Description))
	}
}
