package pages

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
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
