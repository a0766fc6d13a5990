package pages

import (
	"vitrine/internal/browse"
	"vitrine/internal/catalog"
	"vitrine/internal/field"
)

// object is a JSON-LD node in the vocabulary of schema.org. html/template writes it into the document as JSON with <, >
// and & escaped.
type object map[string]any

func graph(nodes ...object) object {
	return object{"@context": "https://schema.org", "@graph": nodes}
}

// homeData returns the list that the home screen shows; unfiltered, also the site and its search.
func (p *Pages) homeData(q browse.Query, canonical string, shown listing) any {
	var nodes []object
	if q == (browse.Query{}) {
		nodes = append(nodes, p.website())
	}
	if len(shown.items) > 0 {
		nodes = append(nodes, p.itemList(canonical, shown))
	}
	if len(nodes) == 0 {
		return nil
	}
	return graph(nodes...)
}

func (p *Pages) website() object {
	return object{
		"@type": "WebSite",
		"@id":   p.origin + "/#website",
		"name":  p.options.SiteName,
		"url":   p.origin + "/",
		"potentialAction": object{
			"@type":       "SearchAction",
			"target":      object{"@type": "EntryPoint", "urlTemplate": p.origin + "/?search={search_term_string}"},
			"query-input": "required name=search_term_string",
		},
	}
}

func (p *Pages) itemList(canonical string, shown listing) object {
	elements := make([]object, len(shown.items))
	for i, item := range shown.items {
		elements[i] = object{"@type": "ListItem", "position": i + 1, "name": item.Name(), "url": p.origin + productPath(item.Slug())}
	}
	return object{"@type": "ItemList", "url": canonical, "numberOfItems": shown.total, "itemListElement": elements}
}

// productData returns the product and its breadcrumbs.
func (p *Pages) productData(shown catalog.Product, h *head, categories []catalog.Category) any {
	application := object{
		"@type":               "SoftwareApplication",
		"name":                shown.Name,
		"description":         p.about(shown),
		"url":                 h.Canonical,
		"applicationCategory": applicationCategory(shown.Categories),
		"dateModified":        shown.UpdatedAt.UTC().Format("2006-01-02T15:04:05Z07:00"),
	}
	if field.WebURL(shown.Website) {
		application["sameAs"] = shown.Website
	}
	if h.Logo != "" {
		application["image"] = h.Logo
	}
	if shown.Type == catalog.Free { // the price of other types is unknown
		application["offers"] = object{"@type": "Offer", "price": "0", "priceCurrency": "USD"}
	}
	var crumbs []crumb
	if len(categories) > 0 {
		crumbs = append(crumbs, crumb{categories[0].Name, p.origin + categoryPath(categories[0])})
	}
	return graph(application, p.breadcrumbs(append(crumbs, crumb{shown.Name, h.Canonical})...))
}

// crumb is a page that a breadcrumb names, with its absolute URL.
type crumb struct{ name, url string }

// breadcrumbs returns the pages from the home page to the current one, which is the last.
func (p *Pages) breadcrumbs(crumbs ...crumb) object {
	crumbs = append([]crumb{{"Home", p.origin + "/"}}, crumbs...)
	elements := make([]object, len(crumbs))
	for i, c := range crumbs {
		elements[i] = object{"@type": "ListItem", "position": i + 1, "name": c.name, "item": c.url}
	}
	return object{"@type": "BreadcrumbList", "itemListElement": elements}
}
