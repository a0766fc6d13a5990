package pages

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/browse"
	"vitrine/internal/catalog"
	"vitrine/internal/site"
)

//go:embed plain.html
var plainTemplates string

// parsePlain reads the templates of what documents show where their screens could not be rendered.
func (p *Pages) parsePlain() (err error) {
	p.plainPages, err = template.New("plain").Funcs(template.FuncMap{
		"categoryPath": categoryPath,
		"productPath":  productPath,
		"image":        p.absolute,
		"inc":          func(n int) int { return n + 1 },
		"join":         strings.Join,
		"lower":        func(kind catalog.Type) string { return strings.ToLower(string(kind)) },
		"sanitised":    func(html string) template.HTML { return template.HTML(html) }, //nolint:gosec // site's renderer has sanitised it
	}).Parse(plainTemplates)
	if err != nil {
		return fmt.Errorf("parse the plain pages: %w", err)
	}
	return nil
}

// plainPage is what the templates are given. Screen is of the type that its template needs.
type plainPage struct {
	head
	Categories []catalog.Category
	Legal      []site.ShownPage
	Social     []site.SocialLink
	Screen     any
}

// notice is a screen that is no more than a heading and a text.
type notice struct{ Heading, Text string }

// plain is the body of the page at an address as Go writes it from the snapshot, for when React's markup cannot be had:
// heading, text, facts and links. The administrator's screens have none.
func (p *Pages) plain(a address, h head, snapshot *browse.Snapshot) (string, error) {
	if a.screen == admin {
		return "", nil
	}
	name, screen := p.plainScreen(a, h, snapshot)
	return p.plainFrom(name, screen, h, snapshot)
}

// plainFrom writes the template of this name around a screen.
func (p *Pages) plainFrom(name string, screen any, h head, snapshot *browse.Snapshot) (string, error) {
	settings := p.options.Site.Settings()
	page := plainPage{h, snapshot.Categories(), settings.Shown, settings.SocialLinks, screen}
	var b strings.Builder
	if err := p.plainPages.ExecuteTemplate(&b, name, page); err != nil {
		return "", fmt.Errorf("write the plain page %s: %w", name, err)
	}
	return b.String(), nil
}

// plainScreen names the template of the screen at an address, and gives what is in it.
func (p *Pages) plainScreen(a address, h head, snapshot *browse.Snapshot) (template string, screen any) {
	switch {
	case a.screen == product && h.Status == http.StatusNotFound:
		return "missing", notice{"Product Not Found", "The product you're looking for doesn't exist or has been removed."}
	case h.Status == http.StatusNotFound:
		return "missing", notice{"Page Not Found", "Did you forget to add the page to the router?"}
	case a.screen == home:
		return "home", p.plainHome(a, snapshot)
	case a.screen == product:
		return "product", plainProductOf(a, snapshot)
	case a.screen == legal:
		page, _ := p.options.Site.Settings().LegalPage(site.LegalType(strings.TrimPrefix(a.path, "/"))) // there is one of each type
		return "legal", page
	case a.screen == submit:
		return "notice", notice{"Submit Your AI Tool", "Have an AI tool you'd like to feature on " + h.SiteName + "? Reload the page if the form doesn't appear."}
	case a.screen == submission:
		return "notice", notice{"Your submission", "Reload the page to see the status of your submission."}
	}
	return "notice", notice{"VEO 3 Script Generator", "Create professional JSON prompts for Google's VEO 3 video-generation AI. The generator needs JavaScript. Reload the page if it doesn't appear."}
}

// plainHome is the directory, whole or narrowed.
type plainHome struct {
	Heading        string // empty for a category that there is not: that nothing is found is the title then
	New            bool   // the catalogue has nothing yet
	CorrectedQuery string // the search as it was read when a typo was forgiven; empty: as it was typed
	Chips          []plainChip
	Sections       []plainSection // none: nothing matches
}

// plainChip leads to a category.
type plainChip struct {
	Name, Href string
	Count      int
	Current    bool
}

type plainSection struct {
	Name     catalog.Section
	Products []catalog.Product
	Next     string // address of the next page; empty on the last one
}

func (p *Pages) plainHome(a address, snapshot *browse.Snapshot) plainHome {
	category, _ := snapshot.Category(a.filters.category)
	shown := plainHome{Heading: plainHeading(a.filters, category), New: snapshot.Len() == 0 && a.key() == "/"}
	q, err := a.filters.asked()
	if err != nil {
		return shown
	}
	found, err := snapshot.Catalog(q)
	if err != nil { // a cursor that cannot be read
		return shown
	}
	shown.CorrectedQuery = found.CorrectedQuery
	shown.Chips = plainChips(a.filters, found, snapshot)
	for _, section := range found.Sections {
		next := ""
		if section.Next != "" {
			further := a.filters
			further.section, further.cursor = string(section.Section), section.Next
			next = homeAt(further, snapshot).key()
		}
		shown.Sections = append(shown.Sections, plainSection{section.Section, productsOf(section.Items), next})
	}
	return shown
}

func plainHeading(f filters, category catalog.Category) string {
	switch {
	case f.search != "" && category.Name != "":
		return "“" + f.search + "” in " + category.Name
	case f.search != "":
		return "“" + f.search + "”"
	case category.Name != "":
		return category.Name + " AI tools"
	case f.category != "":
		return ""
	}
	return "AI tools worth putting behind glass"
}

// plainChips lead to all tools and to the largest categories of what was found.
func plainChips(f filters, found browse.Catalog, snapshot *browse.Snapshot) []plainChip {
	const most = 4
	chip := func(name, category string, count int) plainChip {
		narrowed := f
		narrowed.category, narrowed.section, narrowed.cursor = category, "", ""
		return plainChip{name, homeAt(narrowed, snapshot).key(), count, f.category == category}
	}
	chips := []plainChip{chip("All", "", found.AllCategories)}
	largest := slices.SortedStableFunc(slices.Values(found.Categories), func(a, b browse.CategoryCount) int { return b.Count - a.Count })
	for _, category := range largest[:min(most, len(largest))] {
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

// plainProduct is one product, with its categories as they can be linked to.
type plainProduct struct {
	catalog.Product
	Links   []catalog.Category
	Similar []catalog.Product
}

func plainProductOf(a address, snapshot *browse.Snapshot) plainProduct {
	item, _ := snapshot.Product(a.product) // it is there, else the status were 404
	return plainProduct{item.Product(), snapshot.CategoriesOf(item), productsOf(snapshot.Similar(item, twinSimilar))}
}
