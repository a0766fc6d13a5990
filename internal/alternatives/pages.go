package alternatives

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

var alternativesPage = pages.Page{
	Paths:     []string{alternativesFolder + ":id"},
	Module:    "src/public/alternatives/alternatives.tsx",
	Missing:   pages.ProductNotFound,
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
func findAlternatives(folder, escaped string, snapshot *browse.Snapshot) (pages.Address, string) {
	name, path := pages.Unescaped(escaped), folder+escaped
	found, ok := pages.ProductNamed(name, snapshot)
	if ok && found.Slug() != name {
		name, path = found.Slug(), alternativesPath(found.Slug())
	}
	return pages.Address{Path: path, Product: name, Renamed: found.Renamed}, path
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
func alternativesAt(a pages.Address, snapshot *browse.Snapshot) (shown alternativesTo, ok bool) {
	item, ok := snapshot.Product(a.Product)
	if !ok {
		return shown, false
	}
	shown = alternativesTo{Product: item.Product(), item: item, list: snapshot.Similar().Alternatives(item)}
	for _, other := range shown.list {
		shown.others = append(shown.others, other.Product())
	}
	shown.reasons = reasonsToSwitch(shown.Product, shown.others)
	return shown, true
}

// heading returns the title of the page without the site's name. The front end has the same rule.
func (s alternativesTo) heading() string {
	if len(s.list) == 0 {
		return "Alternatives to " + s.Name
	}
	return pages.Count(len(s.list), "alternative", "alternatives") + " to " + s.Name
}

func (s alternativesTo) items() []*browse.Item {
	items := make([]*browse.Item, len(s.list))
	for i, other := range s.list {
		items[i] = other.Item
	}
	return items
}

func alternativesHead(v *pages.View, a pages.Address, h *pages.Head) {
	shown, ok := alternativesAt(a, v.Snapshot)
	if !ok {
		v.DescribeMissing(h, a)
		return
	}
	path := alternativesPath(shown.Slug)
	h.Title = shown.heading() + " – " + h.SiteName
	h.Description = strings.Join(append([]string{shown.heading() + pages.Examples(shown.items()) + "."}, shown.reasons[:min(1, len(shown.reasons))]...), " ")
	h.Twin = pages.Twin{Title: shown.heading(), Path: path}
	if categories := v.Snapshot.Categories().Of(shown.item); len(categories) > 0 {
		h.Crumbs = append(h.Crumbs, pages.Crumb{Name: categories[0].Name, Path: pages.CategoryPath(categories[0])})
	}
	h.Crumbs = append(h.Crumbs, pages.Crumb{Name: shown.Name, Path: pages.ProductPath(shown.Slug)}, pages.Crumb{Name: "Alternatives", Path: path})
	if len(indexing.OfAlternativesTo(v.Snapshot, shown.item, v.Limits())) > 0 {
		h.NoIndex = true
		return
	}
	h.Canonical = v.Origin + path
	h.Nodes = append(h.Nodes, v.ItemList(h.Canonical, pages.Listing{Items: shown.items(), Total: len(shown.list)}))
}

// alternativesURLs returns the indexable pages of alternatives. A page changes with the product and with each alternative
// that it shows.
func alternativesURLs(v *pages.View) []pages.SitemapURL {
	var urls []pages.SitemapURL
	for item := range v.Snapshot.All() {
		if len(indexing.OfAlternativesTo(v.Snapshot, item, v.Settings.Index)) > 0 {
			continue
		}
		changed := item.UpdatedAt()
		list, _ := v.Snapshot.Similar().ChosenAlternatives(item)
		for _, other := range list {
			changed = pages.Later(changed, other.UpdatedAt())
		}
		urls = append(urls, pages.SitemapURL{Path: alternativesPath(item.Slug()), Changed: changed})
	}
	return urls
}

func alternativesMarkdown(v *pages.View, a pages.Address, m *pages.Markdown) {
	shown, _ := alternativesAt(a, v.Snapshot) // the product exists, otherwise the status is 404
	m.Title = shown.heading()
	m.Write("To %s.\n\n", m.TwinLink(shown.Name, pages.ProductPath(shown.Slug)))
	if shown.AlternativesIntroduction != "" {
		m.Write("%s\n\n", pages.MarkdownText(shown.AlternativesIntroduction))
	}
	for _, reason := range shown.reasons {
		m.Paragraph(reason)
	}
	for i, other := range shown.others {
		diff := catalog.DiffOf(shown.Product, other)
		m.Write("## %s\n\n", m.TwinLink(other.Name, pages.ProductPath(other.Slug)))
		if about := pages.Beginning(other); about != "" {
			m.Write("%s\n\n", about)
		}
		pick := ""
		if shown.list[i].IsPick {
			pick = "yes"
		}
		m.Write("%s%s%s\n", pages.Fact("Editor's pick", pick),
			pages.Fact("In common", pages.MarkdownWords(strings.Join(diff.Shared, " · "))), pages.Fact("Different", pages.MarkdownWords(strings.Join(diff.Different, " · "))))
	}
	if len(shown.others) == 0 {
		m.Paragraph("No alternatives yet.")
	}
}

func linkAlternatives(m *pages.Markdown, item *browse.Item) {
	m.Part("Alternatives", "- "+m.TwinLink("Alternatives to "+item.Name(), alternativesPath(item.Slug())))
}

func alternativesGuide(m *pages.Markdown, g *pages.Guide) {
	g.Addresses = append(g.Addresses, fmt.Sprintf("`%s%s{slug}%s` lists its alternatives", m.Origin, alternativesFolder, pages.TwinSuffix))
}

func alternativesCard(v *pages.View, a pages.Address, card *preview.Card) {
	shown, _ := alternativesAt(a, v.Snapshot) // the product exists, otherwise there is no image
	card.Text, card.Tools = strings.Join(shown.reasons, " "), pages.PreviewTools(shown.items())
}
