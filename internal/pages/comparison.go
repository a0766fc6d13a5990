package pages

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/site"
)

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
		return address{screen: comparison, path: folder + escaped}, folder + escaped
	}
	path := comparisonPath(c.Name)
	if c.Name == name {
		path = folder + escaped
	}
	return address{screen: comparison, path: path, comparison: c.Name, renamed: c.Name != name}, path
}

// redirectToComparison redirects the form of a product's page, which works without scripts, to the page of what it names.
// It reports whether there is such a comparison; if not, it writes nothing.
func (p *Pages) redirectToComparison(w http.ResponseWriter, r *http.Request) bool {
	query := r.URL.Query()
	c, ok := compare.Listed(p.options.Catalogue.Snapshot(), strings.Join(slices.Concat(query["a"], query["b"]), ","))
	if !ok {
		return false
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.Redirect(w, r, comparisonPath(c.Name), http.StatusSeeOther)
	return true
}

func (p *Pages) describeComparison(h *head, a address, snapshot *browse.Snapshot) {
	c, ok := compare.Named(snapshot, a.comparison)
	if !ok {
		p.describeMissing(h, "Comparison Not Found")
		return
	}
	h.Title = c.Title() + " – " + h.SiteName
	h.Description = comparisonText(c)
	h.Canonical = p.origin + comparisonPath(c.Name)
	h.NoIndex = !compare.IsIndexable(c, snapshot, p.options.Site.Settings())
	h.Alternates = []alternate{{markdownType, c.Title(), h.Canonical + twinSuffix}}
	h.Data = graph(
		p.itemList(h.Canonical, listing{c.Items, len(c.Items)}),
		p.breadcrumbs(crumb{c.Title(), comparisonPath(c.Name)}),
	)
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
func comparisonURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	var urls []sitemapURL
	for _, c := range compare.Indexable(snapshot, settings) {
		verdict, _ := settings.Verdict(c.Key())
		changed := verdict.UpdatedAt
		for _, item := range c.Items {
			changed = later(changed, item.UpdatedAt())
		}
		urls = append(urls, sitemapURL{comparisonPath(c.Name), changed})
	}
	return urls
}

// plainComparison is a comparison as Go writes it.
type plainComparison struct {
	Title    string
	Products []catalog.Product
	Rows     []plainRow
	Verdict  string // HTML, sanitised; empty: none
}

// plainRow is a fact of all products.
type plainRow struct {
	Name   string
	Values []string
}

func (p *Pages) plainComparison(a address, snapshot *browse.Snapshot) (template string, content any) {
	c, _ := compare.Named(snapshot, a.comparison) // it exists, otherwise the status is 404
	verdict, _ := p.options.Site.Settings().Verdict(c.Key())
	products := c.Products()
	return "comparison", plainComparison{c.Title(), products, factRows(products), verdict.HTML}
}

// factRows returns the facts of products as text.
func factRows(products []catalog.Product) (rows []plainRow) {
	for _, fact := range compare.Facts(products) {
		row := plainRow{Name: fact.Kind.Label()}
		for _, values := range fact.Values {
			row.Values = append(row.Values, cmp.Or(strings.Join(values, ", "), "–"))
		}
		rows = append(rows, row)
	}
	return rows
}

// comparisonTwin returns the Markdown twin of a comparison's page.
func (p *Pages) comparisonTwin(escaped string, snapshot *browse.Snapshot) programText {
	if len(escaped) > longestComparison {
		return programText{}
	}
	name := unescaped(escaped)
	c, ok := compare.Named(snapshot, name)
	if !ok {
		return programText{}
	}
	return programText{path: comparisonPath(c.Name) + twinSuffix, renamed: c.Name != name, make: func(snapshot *browse.Snapshot) (*content, error) {
		now, ok := compare.Named(snapshot, c.Name)
		if !ok { // deleted since the request began
			return nil, nil
		}
		return p.twinOfComparison(now), nil
	}}
}

func (p *Pages) twinOfComparison(c compare.Comparison) *content {
	page, products := p.origin+comparisonPath(c.Name), c.Products()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n|", markdownWords(c.Title()), markdownWords(comparisonText(c)))
	cell := func(text string) { fmt.Fprintf(&b, " %s |", text) }
	cell("")
	for _, shown := range products {
		cell(markdownLink(shown.Name, p.origin+twinPath(shown.Slug)))
	}
	b.WriteString("\n|" + strings.Repeat(" --- |", len(products)+1) + "\n")
	row := func(name string, values []string) {
		b.WriteString("|")
		cell(name)
		for _, value := range values {
			cell(value)
		}
		b.WriteString("\n")
	}
	for _, fact := range factRows(products) {
		for i, value := range fact.Values {
			fact.Values[i] = markdownWords(value)
		}
		row(fact.Name, fact.Values)
	}
	websites := make([]string, len(products))
	for i, shown := range products {
		if websites[i] = "–"; field.WebURL(shown.Website) {
			websites[i] = markdownLink(catalog.Host(shown.Website), p.origin+redirectPath(shown.Slug))
		}
	}
	row("Website", websites)
	b.WriteString("\n")
	if verdict, judged := p.options.Site.Settings().Verdict(c.Key()); judged {
		writePart(&b, "Verdict", verdict.Text)
	}
	for _, shown := range products {
		writePart(&b, markdownWords(shown.Name), markdownText(shown.Description))
	}
	fmt.Fprintf(&b, "---\n\n%s on %s.\n", markdownLink("This page", page), markdownLink(p.siteName(), p.origin+"/"))
	return p.file("text/markdown; charset=utf-8", []byte(b.String()), header("Link", "<"+page+`>; rel="canonical"`))
}
