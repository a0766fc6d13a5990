package pages

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// alternativesFolder is before the slug of a product in the path of the page of its alternatives.
const alternativesFolder = "/alternatives/"

func alternativesPath(slug string) string { return alternativesFolder + url.PathEscape(slug) }

// findAlternatives returns the address of the alternatives to a product. Its id, its slug in capitals and its former slugs
// redirect to the slug.
func findAlternatives(folder, escaped string, snapshot *browse.Snapshot) (address, string) {
	name, path := unescaped(escaped), folder+escaped
	found, ok := productNamed(name, snapshot)
	if ok && found.Slug() != name {
		name, path = found.Slug(), alternativesPath(found.Slug())
	}
	return address{screen: alternatives, path: path, product: name, renamed: found.renamed}, path
}

// alternativesTo is a product with its alternatives.
type alternativesTo struct {
	catalog.Product
	item    *browse.Item
	list    []browse.Alternative
	Crumbs  []crumb
	Reasons []string
	Others  []shownAlternative
}

// shownAlternative is an alternative as pages and texts show it.
type shownAlternative struct {
	catalog.Product
	catalog.Diff
	IsPick bool
}

// alternativesAt returns the alternatives that the page at an address shows; ok reports whether there is the product.
func alternativesAt(a address, snapshot *browse.Snapshot) (shown alternativesTo, ok bool) {
	item, ok := snapshot.Product(a.product)
	if !ok {
		return shown, false
	}
	return alternativesOf(item, snapshot), true
}

func alternativesOf(item *browse.Item, snapshot *browse.Snapshot) alternativesTo {
	shown := alternativesTo{Product: item.Product(), item: item, list: snapshot.Alternatives(item)}
	others := make([]catalog.Product, len(shown.list))
	for i, other := range shown.list {
		others[i] = other.Product()
		shown.Others = append(shown.Others, shownAlternative{others[i], catalog.DiffOf(shown.Product, others[i]), other.IsPick})
	}
	shown.Crumbs, shown.Reasons = alternativesCrumbs(shown, snapshot), catalog.ReasonsToSwitch(shown.Product, others)
	return shown
}

// Heading returns the title of the page without the site's name. The front end has the same rule.
func (s alternativesTo) Heading() string {
	if len(s.list) == 0 {
		return "Alternatives to " + s.Name
	}
	return count(len(s.list), "alternative", "alternatives") + " to " + s.Name
}

func (s alternativesTo) items() []*browse.Item {
	items := make([]*browse.Item, len(s.list))
	for i, other := range s.list {
		items[i] = other.Item
	}
	return items
}

func (p *Pages) describeAlternatives(h *head, a address, snapshot *browse.Snapshot) {
	shown, ok := alternativesAt(a, snapshot)
	if !ok {
		p.describeMissing(h, "Product Not Found")
		return
	}
	page := p.origin + alternativesPath(shown.Slug)
	h.Title = shown.Heading() + " – " + h.SiteName
	h.Description = strings.Join(append([]string{shown.Heading() + examples(shown.items()) + "."}, shown.Reasons...), " ")
	h.Alternates = []alternate{{markdownType, shown.Heading(), page + twinSuffix}}
	if len(reach.OfAlternativesTo(snapshot, shown.item, p.limits())) > 0 {
		h.NoIndex = true
		return
	}
	h.Canonical = page
	h.Data = graph(p.itemList(page, listing{shown.items(), len(shown.list)}), p.breadcrumbs(shown.Crumbs...))
}

// alternativesCrumbs are the pages above the alternatives to a product, and their own.
func alternativesCrumbs(shown alternativesTo, snapshot *browse.Snapshot) (crumbs []crumb) {
	if categories := snapshot.CategoriesOf(shown.item); len(categories) > 0 {
		crumbs = append(crumbs, crumb{categories[0].Name, categoryPath(categories[0])})
	}
	return append(crumbs, crumb{shown.Name, productPath(shown.Slug)}, crumb{"Alternatives", alternativesPath(shown.Slug)})
}

// alternativesURLs returns the indexable pages of alternatives. A page changes with the product and with each alternative
// that it shows.
func alternativesURLs(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL {
	var urls []sitemapURL
	for item := range snapshot.All() {
		if len(reach.OfAlternativesTo(snapshot, item, settings.Index)) > 0 {
			continue
		}
		changed := item.UpdatedAt()
		list, _ := snapshot.ChosenAlternatives(item)
		for _, other := range list {
			changed = later(changed, other.UpdatedAt())
		}
		urls = append(urls, sitemapURL{alternativesPath(item.Slug()), changed})
	}
	return urls
}

func (p *Pages) plainAlternatives(a address, snapshot *browse.Snapshot) (template string, content any) {
	shown, _ := alternativesAt(a, snapshot) // the product exists, otherwise the status is 404
	return "alternatives", shown
}

func (p *Pages) alternativesCard(a address, h head, snapshot *browse.Snapshot) preview.Card {
	card := preview.Card{Site: h.SiteName, Title: screenTitle(&h), Fallback: h.SiteName}
	if shown, ok := alternativesAt(a, snapshot); ok {
		card.Text, card.Tools = strings.Join(shown.Reasons, " "), previewToolsOf(shown.items())
	}
	return card
}

// alternativesText returns the Markdown twin of a page of alternatives, by id or slug of its product.
func (p *Pages) alternativesText(escaped string, snapshot *browse.Snapshot) programText {
	path := func(slug string) string { return alternativesPath(slug) + twinSuffix }
	return productText(escaped, snapshot, path, p.alternativesTwin)
}

func (p *Pages) alternativesTwin(item *browse.Item, snapshot *browse.Snapshot) *content {
	shown := alternativesOf(item, snapshot)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", markdownWords(shown.Heading()))
	fmt.Fprintf(&b, "To %s.\n\n", markdownLink(shown.Name, p.origin+twinPath(shown.Slug)))
	for _, reason := range shown.Reasons {
		fmt.Fprintf(&b, "- %s\n", markdownWords(reason))
	}
	if len(shown.Reasons) > 0 {
		b.WriteByte('\n')
	}
	for _, other := range shown.Others {
		fmt.Fprintf(&b, "## %s\n\n", markdownLink(other.Name, p.origin+twinPath(other.Slug)))
		if described(other.Product) {
			b.WriteString(markdownWords(shorten(other.Description, longestDescription)) + "\n\n")
		}
		for _, fact := range [][2]string{
			{"Editor's pick", word(other.IsPick, "yes")},
			{"In common", strings.Join(other.Shared, " · ")},
			{"Different", strings.Join(other.Different, " · ")},
		} {
			if fact[1] != "" {
				fmt.Fprintf(&b, "- %s: %s\n", fact[0], markdownWords(fact[1]))
			}
		}
		b.WriteByte('\n')
	}
	return p.twinFile(&b, p.origin+alternativesPath(shown.Slug))
}
