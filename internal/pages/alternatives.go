package pages

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/reach"
)

// AlternativesPages returns the page of the alternatives to a tool.
func AlternativesPages() []*Page { return []*Page{&alternativesPage} }

var alternativesPage = Page{
	Paths:     []string{alternativesFolder + ":id"},
	Module:    "src/public/alternatives/alternatives.tsx",
	Missing:   ProductNotFound,
	Find:      findAlternatives,
	Head:      alternativesHead,
	Markdown:  alternativesMarkdown,
	Card:      alternativesCard,
	URLs:      alternativesURLs,
	AfterTool: linkAlternatives,
	Guide:     alternativesGuide,
}

// alternativesFolder is before the slug of a product in the path of the page of its alternatives.
const alternativesFolder = "/alternatives/"

func alternativesPath(slug string) string { return alternativesFolder + url.PathEscape(slug) }

// findAlternatives returns the address of the alternatives to a product. Its id, its slug in capitals and its former slugs
// redirect to the slug.
func findAlternatives(folder, escaped string, snapshot *browse.Snapshot) (Address, string) {
	name, path := Unescaped(escaped), folder+escaped
	found, ok := ProductNamed(name, snapshot)
	if ok && found.Slug() != name {
		name, path = found.Slug(), alternativesPath(found.Slug())
	}
	return Address{Path: path, Product: name, Renamed: found.Renamed}, path
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
func alternativesAt(a Address, snapshot *browse.Snapshot) (shown alternativesTo, ok bool) {
	item, ok := snapshot.Product(a.Product)
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
	return Count(len(s.list), "alternative", "alternatives") + " to " + s.Name
}

func (s alternativesTo) items() []*browse.Item {
	items := make([]*browse.Item, len(s.list))
	for i, other := range s.list {
		items[i] = other.Item
	}
	return items
}

func alternativesHead(v *View, a Address, h *Head) {
	shown, ok := alternativesAt(a, v.Snapshot)
	if !ok {
		v.DescribeMissing(h, a)
		return
	}
	path := alternativesPath(shown.Slug)
	h.Title = shown.heading() + " – " + h.SiteName
	h.Description = strings.Join(append([]string{shown.heading() + Examples(shown.items()) + "."}, shown.reasons...), " ")
	h.Twin = Twin{shown.heading(), path}
	if categories := v.Snapshot.CategoriesOf(shown.item); len(categories) > 0 {
		h.Crumbs = append(h.Crumbs, Crumb{categories[0].Name, CategoryPath(categories[0])})
	}
	h.Crumbs = append(h.Crumbs, Crumb{shown.Name, ProductPath(shown.Slug)}, Crumb{"Alternatives", path})
	if len(reach.OfAlternativesTo(v.Snapshot, shown.item, v.Limits())) > 0 {
		h.NoIndex = true
		return
	}
	h.Canonical = v.Origin + path
	h.Nodes = append(h.Nodes, v.ItemList(h.Canonical, Listing{shown.items(), len(shown.list)}))
}

// alternativesURLs returns the indexable pages of alternatives. A page changes with the product and with each alternative
// that it shows.
func alternativesURLs(v *View) []SitemapURL {
	var urls []SitemapURL
	for item := range v.Snapshot.All() {
		if len(reach.OfAlternativesTo(v.Snapshot, item, v.Settings.Index)) > 0 {
			continue
		}
		changed := item.UpdatedAt()
		list, _ := v.Snapshot.ChosenAlternatives(item)
		for _, other := range list {
			changed = Later(changed, other.UpdatedAt())
		}
		urls = append(urls, SitemapURL{alternativesPath(item.Slug()), changed})
	}
	return urls
}

func alternativesMarkdown(v *View, a Address, m *Markdown) {
	shown, _ := alternativesAt(a, v.Snapshot) // the product exists, otherwise the status is 404
	m.Title = shown.heading()
	m.Write("To %s.\n\n", m.TwinLink(shown.Name, ProductPath(shown.Slug)))
	for _, reason := range shown.reasons {
		m.Write("- %s\n", MarkdownWords(reason))
	}
	if len(shown.reasons) > 0 {
		m.Write("\n")
	}
	for i, other := range shown.others {
		diff := catalog.DiffOf(shown.Product, other)
		m.Write("## %s\n\n", m.TwinLink(other.Name, ProductPath(other.Slug)))
		if about := Beginning(other); about != "" {
			m.Write("%s\n\n", about)
		}
		pick := ""
		if shown.list[i].IsPick {
			pick = "yes"
		}
		m.Write("%s%s%s\n", Fact("Editor's pick", pick),
			Fact("In common", MarkdownWords(strings.Join(diff.Shared, " · "))), Fact("Different", MarkdownWords(strings.Join(diff.Different, " · "))))
	}
	if len(shown.others) == 0 {
		m.Paragraph("No alternatives yet.")
	}
}

func linkAlternatives(m *Markdown, item *browse.Item) {
	m.Part("Alternatives", "- "+m.TwinLink("Alternatives to "+item.Name(), alternativesPath(item.Slug())))
}

func alternativesGuide(m *Markdown, g *Guide) {
	g.Addresses = append(g.Addresses, fmt.Sprintf("`%s%s{slug}%s` lists its alternatives", m.Origin, alternativesFolder, TwinSuffix))
}

func alternativesCard(v *View, a Address, card *preview.Card) {
	shown, _ := alternativesAt(a, v.Snapshot) // the product exists, otherwise there is no image
	card.Text, card.Tools = strings.Join(shown.reasons, " "), PreviewTools(shown.items())
}
