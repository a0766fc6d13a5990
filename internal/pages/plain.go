package pages

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/site"
)

//go:embed plain.html
var plainTemplates string

// parsePlain parses the templates of the plain pages, which replace screens that failed to render.
func (p *Pages) parsePlain() (err error) {
	p.plainPages, err = template.New("plain").Funcs(template.FuncMap{
		"categoryPath":     categoryPath,
		"productPath":      productPath,
		"alternativesPath": alternativesPath,
		"image":            p.absolute,
		"inc":              func(n int) int { return n + 1 },
		"isNew":            func(product catalog.Product) bool { return p.options.Catalogue.Snapshot().IsNew(product) },
		"join":             strings.Join,
		"lower":            func(kind catalog.Type) string { return strings.ToLower(string(kind)) },
		"sanitised":        func(html string) template.HTML { return template.HTML(html) }, //nolint:gosec // site's renderer has sanitised it
		"comparisonPath":   comparisonPath,
		"tagPath":          tagPath,
		"lang":             languageAttributes,
		"isLast":           func(at int, crumbs []crumb) bool { return at == len(crumbs)-1 },
	}).Parse(plainTemplates)
	if err != nil {
		return fmt.Errorf("parse the plain pages: %w", err)
	}
	return nil
}

// plainPage is the templates' data. The type of Screen depends on the template.
type plainPage struct {
	head
	Categories  []catalog.Category
	Collections bool // there are some
	Legal       []site.ShownPage
	Social      []site.SocialLink
	Screen      any
}

// notice is a screen with only a heading and a text.
type notice struct{ Heading, Text string }

// plain returns the body of the page at an address, written by Go from the snapshot for when React's markup is not
// available: heading, text, facts and links. It is empty for admin screens.
func (p *Pages) plain(a address, h head, snapshot *browse.Snapshot) (string, error) {
	if a.screen == admin {
		return "", nil
	}
	name, screen := p.plainScreen(a, h, snapshot)
	return p.plainFrom(name, screen, h, snapshot)
}

// plainFrom executes the named template for a screen.
func (p *Pages) plainFrom(name string, screen any, h head, snapshot *browse.Snapshot) (string, error) {
	settings := p.options.Site.Settings()
	page := plainPage{h, snapshot.Categories(), len(snapshot.Collections()) > 0, settings.Shown, settings.SocialLinks, screen}
	var b strings.Builder
	if err := p.plainPages.ExecuteTemplate(&b, name, page); err != nil {
		return "", fmt.Errorf("write the plain page %s: %w", name, err)
	}
	return b.String(), nil
}

// plainGone is the page of a product in the trash.
type plainGone struct {
	notice
	Similar []catalog.Product
}

var noProduct = notice{"Product Not Found", "The product you're looking for doesn't exist or has been removed."}

// plainScreen returns the template for the screen at an address, and its data.
func (p *Pages) plainScreen(a address, h head, snapshot *browse.Snapshot) (template string, content any) {
	info := &screens[a.screen]
	switch {
	case h.Status == http.StatusGone:
		deleted, _ := snapshot.Deleted(a.product, time.Now())
		return "gone", plainGone{noProduct, productsOf(snapshot.SimilarToDeleted(deleted, twinSimilar))}
	case (a.screen == product || a.screen == alternatives) && h.Status == http.StatusNotFound:
		return "missing", noProduct
	case a.screen == issue && h.Status == http.StatusNotFound:
		return "missing", notice{"Issue Not Found", "No issue of the newsletter has this number."}
	case a.screen == comparison && h.Status == http.StatusNotFound:
		return "missing", notice{"Comparison Not Found", "We compare two to four different tools of this directory. One of these isn't here, or is named twice."}
	case a.screen == collection && h.Status == http.StatusNotFound:
		return "missing", notice{"Collection Not Found", "This collection doesn't exist, or isn't published."}
	case h.Status == http.StatusNotFound:
		return "missing", notice{"Page Not Found", "Did you forget to add the page to the router?"}
	case info.plain != nil:
		return info.plain(p, a, snapshot)
	}
	return "notice", notice{info.title, strings.ReplaceAll(info.notice, "{site}", h.SiteName)}
}

func (p *Pages) plainLegal(a address, _ *browse.Snapshot) (template string, content any) {
	return "legal", p.legalPage(a)
}

// plainDirectory is the directory, whole or filtered.
type plainDirectory struct {
	Crumbs         []crumb
	Heading        string // empty for an unknown category: the title then says that nothing was found
	New            bool   // the catalogue is empty
	CorrectedQuery string // the query as search read it after correcting a typo; empty: as typed
	Chips          []plainChip
	Rows           []plainHomeRow // above the sections
	Sections       []plainSection // none: no matches
	Previous, Next string         // URLs of the pages before and after a numbered one; may be empty
}

// plainChip is a link to a category.
type plainChip struct {
	Name, Href string
	Count      int
	Current    bool
}

type plainSection struct {
	Name     catalog.Section
	Products []catalog.Product
	Next     string         // URL of the next page; empty on the last one
	Rows     []plainHomeRow // below it
}

func (p *Pages) plainHome(a address, snapshot *browse.Snapshot) (template string, content any) {
	about := topicOf(a.query, snapshot)
	shown := plainDirectory{Crumbs: listCrumbs(a.query, about), Heading: p.plainHeading(a.query, about), New: snapshot.Len() == 0 && a.key() == "/"}
	q, err := a.query.Strict()
	if err != nil {
		return "home", shown
	}
	found, err := snapshot.Catalog(q)
	if err != nil { // invalid cursor
		return "home", shown
	}
	shown.CorrectedQuery = found.CorrectedQuery
	shown.Chips = plainChips(a.query, found, snapshot)
	first, _ := cutNumber(a.path)
	if a.query.Page > 1 {
		shown.Previous = first + numberPath(a.query.Page-1)
	}
	if a.query.Page < found.Pages {
		shown.Next = first + numberPath(a.query.Page+1)
	}
	for _, section := range found.Sections {
		next := ""
		if section.Next != "" {
			further := a.query
			further.Section, further.Cursor = section.Section, section.Next
			next = homeAt(further, snapshot).key()
		}
		shown.Sections = append(shown.Sections, plainSection{Name: section.Section, Products: productsOf(section.Items), Next: next})
	}
	if a.key() == "/" && len(shown.Sections) > 0 {
		if rows := plainRows(snapshot); len(snapshot.Rows()) > 0 {
			shown.Rows = rows
		} else { // the first tool comes before collections and categories
			shown.Sections[0].Rows = rows
		}
	}
	return "home", shown
}

func (p *Pages) plainHeading(q browse.Query, about topic) string {
	switch {
	case q.Search != "" && about.category.Name != "":
		return "“" + q.Search + "” in " + about.category.Name
	case q.Search != "":
		return "“" + q.Search + "”"
	case about.category.Name != "":
		return about.category.Name + " AI tools" + ofPage(q.Page)
	case about.tag.Name != "":
		return tagTitle(about.tag) + ofPage(q.Page)
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		return allToolsHeading + ofPage(q.Page)
	case q.Category != "" || q.Tag != "":
		return ""
	}
	heading, _ := p.options.Site.Settings().ShownTexts.Heading()
	return heading
}

// plainChips returns links to all tools and to the largest categories of the result.
func plainChips(q browse.Query, found browse.Catalog, snapshot *browse.Snapshot) []plainChip {
	const most = 8
	chip := func(name, category string, count int) plainChip {
		narrowed := q
		narrowed.Category, narrowed.Section, narrowed.Cursor = category, "", ""
		if q.Page > 0 {
			narrowed.Sort = "" // that of the list of all tools
		}
		return plainChip{name, homeAt(narrowed, snapshot).key(), count, q.Category == category}
	}
	chips := []plainChip{chip("All", "", found.AllCategories)}
	for _, category := range largestCategories(found.Categories, most) {
		chips = append(chips, chip(category.Name, category.Slug, category.Count))
	}
	return chips
}

func productsOf(items []*browse.Item) []catalog.Product {
	products := make([]catalog.Product, len(items))
	for i, item := range items {
		products[i] = item.Product()
	}
	return products
}

// plainProduct shows one product, with links to its categories.
func (p *Pages) plainProduct(a address, snapshot *browse.Snapshot) (template string, content any) {
	item, _ := snapshot.Product(a.product) // the product exists, otherwise the status is 404
	shown, links := item.Product(), snapshot.CategoriesOf(item)
	crumbs := []crumb{{"Tools", ""}, {shown.Name, productPath(shown.Slug)}}
	if len(links) > 0 {
		crumbs[0] = crumb{links[0].Name, categoryPath(links[0])}
	}
	return "product", struct {
		catalog.Product
		Crumbs      []crumb
		Links       []catalog.Category
		Tags        []browse.Tag
		Similar     []catalog.Product
		Comparisons []compare.Comparison
	}{
		shown, crumbs, links, snapshot.TagsOf(item), productsOf(snapshot.Similar(item, twinSimilar)),
		compare.Links(snapshot, p.options.Site.Settings(), item),
	}
}
