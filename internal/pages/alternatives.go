package pages

import (
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var alternativesPage = Page{
	paths:    []string{alternativesFolder + ":id"},
	module:   "src/public/alternatives/alternatives.tsx",
	missing:  noProduct,
	find:     findAlternatives,
	head:     alternativesHead,
	markdown: alternativesMarkdown,
	card:     alternativesCard,
	urls:     alternativesURLs,
}

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
	return address{path: path, product: name, renamed: found.renamed}, path
}

// alternativesTo is a product with its alternatives.
type alternativesTo struct {
	catalog.Product
	item    *browse.Item
	list    []browse.Alternative
	others  []catalog.Product // the same
	reasons []string
}

// alternativesAt returns the alternatives that the page at an address shows; ok reports whether there is the product.
func alternativesAt(a address, snapshot *browse.Snapshot) (shown alternativesTo, ok bool) {
	item, ok := snapshot.Product(a.product)
	if !ok {
		return shown, false
	}
	shown = alternativesTo{Product: item.Product(), item: item, list: snapshot.Alternatives(item)}
	for _, other := range shown.list {
		shown.others = append(shown.others, other.Product())
	}
	shown.reasons = catalog.ReasonsToSwitch(shown.Product, shown.others)
	return shown, true
}

// heading returns the title of the page without the site's name. The front end has the same rule.
func (s alternativesTo) heading() string {
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

func alternativesHead(v *view, a address, h *head) {
	shown, ok := alternativesAt(a, v.snapshot)
	if !ok {
		v.describeMissing(h, a)
		return
	}
	path := alternativesPath(shown.Slug)
	h.Title = shown.heading() + " – " + h.SiteName
	h.Description = strings.Join(append([]string{shown.heading() + examples(shown.items()) + "."}, shown.reasons...), " ")
	h.twin = twin{shown.heading(), path}
	if categories := v.snapshot.CategoriesOf(shown.item); len(categories) > 0 {
		h.Crumbs = append(h.Crumbs, crumb{categories[0].Name, categoryPath(categories[0])})
	}
	h.Crumbs = append(h.Crumbs, crumb{shown.Name, productPath(shown.Slug)}, crumb{"Alternatives", path})
	if len(indexing.OfAlternativesTo(v.snapshot, shown.item, v.limits())) > 0 {
		h.NoIndex = true
		return
	}
	h.Canonical = v.origin + path
	h.nodes = append(h.nodes, v.itemList(h.Canonical, listing{shown.items(), len(shown.list)}))
}

// alternativesURLs returns the indexable pages of alternatives. A page changes with the product and with each alternative
// that it shows.
func alternativesURLs(v *view) []sitemapURL {
	var urls []sitemapURL
	for item := range v.snapshot.All() {
		if len(indexing.OfAlternativesTo(v.snapshot, item, v.settings.Index)) > 0 {
			continue
		}
		changed := item.UpdatedAt()
		list, _ := v.snapshot.ChosenAlternatives(item)
		for _, other := range list {
			changed = later(changed, other.UpdatedAt())
		}
		urls = append(urls, sitemapURL{alternativesPath(item.Slug()), changed})
	}
	return urls
}

func alternativesMarkdown(v *view, a address, m *markdown) {
	shown, _ := alternativesAt(a, v.snapshot) // the product exists, otherwise the status is 404
	m.title = shown.heading()
	m.write("To %s.\n\n", m.twinLink(shown.Name, productPath(shown.Slug)))
	for _, reason := range shown.reasons {
		m.write("- %s\n", markdownWords(reason))
	}
	if len(shown.reasons) > 0 {
		m.write("\n")
	}
	for i, other := range shown.others {
		diff := catalog.DiffOf(shown.Product, other)
		m.write("## %s\n\n", m.twinLink(other.Name, productPath(other.Slug)))
		if about := beginning(other); about != "" {
			m.write("%s\n\n", about)
		}
		m.write("%s%s%s\n", fact("Editor's pick", word(shown.list[i].IsPick, "yes")),
			fact("In common", markdownWords(strings.Join(diff.Shared, " · "))), fact("Different", markdownWords(strings.Join(diff.Different, " · "))))
	}
	if len(shown.others) == 0 {
		m.paragraph("No alternatives yet.")
	}
}

func alternativesCard(v *view, a address, card *preview.Card) {
	shown, _ := alternativesAt(a, v.snapshot) // the product exists, otherwise there is no image
	card.Text, card.Tools = strings.Join(shown.reasons, " "), previewToolsOf(shown.items())
}
