package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var comparisonPage = Page{
	paths:    []string{comparePath + "/:comparison"},
	longest:  longestComparison,
	module:   "src/public/compare/compare.tsx",
	missing:  notice{"Comparison Not Found", "We compare two to four different tools of this directory. One of these isn't here, or is named twice."},
	find:     findComparison,
	head:     comparisonHead,
	markdown: comparisonMarkdown,
	card:     comparisonCard,
	urls:     comparisonURLs,
}

// comparePath is where the form on a product's page leads; the pages of comparisons are below it.
const comparePath = "/compare"

// longestComparison is the maximum length of a comparison's name in a URL, in bytes.
const longestComparison = compare.Max * longestName

func comparisonPath(name string) string { return comparePath + "/" + url.PathEscape(name) }

// findComparison returns the address of a comparison. Products in another order, ids and capitals redirect to its name.
// The address of a name that means nothing has no comparison.
func findComparison(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name := unescaped(escaped)
	c, ok := compare.Named(snapshot, name)
	if !ok {
		return address{path: folder + escaped, missing: true}, folder + escaped
	}
	path := comparisonPath(c.Name)
	if c.Name == name {
		path = folder + escaped
	}
	return address{path: path, comparison: c.Name, renamed: c.Name != name}, path
}

// redirectToComparison redirects the form of a product's page, which works without scripts, to the page of what it names.
// It reports whether there is such a comparison; if not, it writes nothing.
func redirectToComparison(p *Pages, w http.ResponseWriter, r *http.Request) bool {
	query := r.URL.Query()
	c, ok := compare.Listed(p.options.Catalogue.Snapshot(), strings.Join(slices.Concat(query["a"], query["b"]), ","))
	if !ok {
		return false
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.Redirect(w, r, comparisonPath(c.Name), http.StatusSeeOther)
	return true
}

func comparisonHead(v *view, a address, h *head) {
	c, ok := compare.Named(v.snapshot, a.comparison)
	if !ok {
		v.describeMissing(h, a)
		return
	}
	h.Title = c.Title() + " – " + h.SiteName
	h.Description = comparisonText(c)
	h.Canonical = v.origin + comparisonPath(c.Name)
	h.NoIndex = !compare.IsIndexable(c, v.snapshot, v.settings)
	h.twin = twin{c.Title(), comparisonPath(c.Name)}
	h.Crumbs = []crumb{{c.Title(), comparisonPath(c.Name)}}
	h.nodes = append(h.nodes, v.itemList(h.Canonical, listing{c.Items, len(c.Items)}))
}

// comparisonText describes a comparison by what the catalogue says: "Compare Ideogram and Runway. Ideogram: free, image
// generation. Runway: premium, video; with a deal."
func comparisonText(c compare.Comparison) string {
	var names, sentences []string
	for _, shown := range c.Products() {
		names = append(names, shown.Name)
		var facts []string
		if shown.Type != catalog.Unknown {
			facts = append(facts, strings.ToLower(string(shown.Type)))
		}
		facts = append(facts, kindOf(shown.Categories))
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
func comparisonURLs(v *view) []sitemapURL {
	var urls []sitemapURL
	for _, c := range compare.Indexable(v.snapshot, v.settings) {
		verdict, _ := v.settings.Verdict(c.Key())
		changed := verdict.UpdatedAt
		for _, item := range c.Items {
			changed = later(changed, item.UpdatedAt())
		}
		urls = append(urls, sitemapURL{comparisonPath(c.Name), changed})
	}
	return urls
}

func comparisonCard(v *view, a address, card *preview.Card) {
	c, _ := compare.Named(v.snapshot, a.comparison) // it exists, otherwise there is no image
	for _, shown := range c.Products() {
		card.Tools = append(card.Tools, previewTool(shown))
	}
}

func comparisonMarkdown(v *view, a address, m *markdown) {
	c, _ := compare.Named(v.snapshot, a.comparison) // it exists, otherwise the status is 404
	products := c.Products()
	m.title = c.Title()
	m.paragraph(comparisonText(c))
	names, websites := []string{""}, []string{"Website"}
	for _, shown := range products {
		names = append(names, m.twinLink(shown.Name, productPath(shown.Slug)))
		websites = append(websites, cmp.Or(m.websiteLink(shown), "–"))
	}
	rows := [][]string{names}
	for _, fact := range compare.Facts(products) {
		cells := []string{fact.Kind.Label()}
		for _, values := range fact.Values {
			cells = append(cells, markdownWords(cmp.Or(strings.Join(values, ", "), "–")))
		}
		rows = append(rows, cells)
	}
	m.table(append(rows, websites))
	if verdict, judged := v.settings.Verdict(c.Key()); judged {
		m.write("## Verdict\n\n")
		m.insert(verdict.Text, verdict.HTML)
	}
	for _, shown := range products {
		m.part(markdownWords(shown.Name), markdownText(shown.Description))
	}
}
