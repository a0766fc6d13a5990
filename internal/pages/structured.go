package pages

import (
	"fmt"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// object is a JSON-LD node in the vocabulary of schema.org. html/template writes it into the document as JSON with <, >
// and & escaped.
type object map[string]any

func graph(nodes ...object) object {
	return object{"@context": "https://schema.org", "@graph": nodes}
}

// homeData returns the list that the home screen shows, with its breadcrumbs; unfiltered, also the site and its search.
func (p *Pages) homeData(q browse.Query, canonical string, shown listing, crumbs []crumb) any {
	var nodes []object
	if q == (browse.Query{}) {
		nodes = append(nodes, p.searchedWebsite())
	}
	if len(crumbs) > 0 {
		nodes = append(nodes, p.breadcrumbs(crumbs...))
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
	return object{"@type": "WebSite", "@id": p.origin + "/#website", "name": p.siteName(), "url": p.origin + "/"}
}

func (p *Pages) searchedWebsite() object {
	website := p.website()
	website["potentialAction"] = object{
		"@type":       "SearchAction",
		"target":      object{"@type": "EntryPoint", "urlTemplate": p.origin + "/?search={search_term_string}"},
		"query-input": "required name=search_term_string",
	}
	return website
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
		"dateModified":        shown.UpdatedAt.UTC().Format(time.RFC3339),
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
		crumbs = append(crumbs, crumb{categories[0].Name, categoryPath(categories[0])})
	}
	return graph(application, p.breadcrumbs(append(crumbs, crumb{shown.Name, productPath(shown.Slug)})...))
}

// crumb is a page that a breadcrumb names.
type crumb struct{ Name, Path string }

// listCrumbs returns the pages between home and a list, with the list itself as the last: of a category, of a
// tag, or of all tools. It is empty for home. The front end has the same rule (list-breadcrumb.ts).
func listCrumbs(q browse.Query, about topic) (crumbs []crumb) {
	switch {
	case about.category.Slug != "":
		crumbs = []crumb{{"Categories", categoriesPath}, {about.category.Name, about.path()}}
	case about.tag.Slug != "":
		crumbs = []crumb{{tagsHeading, tagsPath}, {about.tag.Name, about.path()}}
	case q.Page > 0 && q.Category == "" && q.Tag == "":
		crumbs = []crumb{{"All tools", toolsPath}}
	}
	if q.Page > 1 && len(crumbs) > 0 {
		crumbs = append(crumbs, crumb{fmt.Sprint("Page ", q.Page), crumbs[len(crumbs)-1].Path + numberPath(q.Page)})
	}
	return crumbs
}

// breadcrumbs returns the pages from the home page to the current one, which is the last.
func (p *Pages) breadcrumbs(crumbs ...crumb) object {
	crumbs = append([]crumb{{"Home", "/"}}, crumbs...)
	elements := make([]object, len(crumbs))
	for i, c := range crumbs {
		elements[i] = object{"@type": "ListItem", "position": i + 1, "name": c.Name, "item": p.origin + c.Path}
	}
	return object{"@type": "BreadcrumbList", "itemListElement": elements}
}
