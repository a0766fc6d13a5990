package pages

import (
	"strings"

	"vitrine/internal/browse"
	"vitrine/internal/catalog"
)

// categoryFacts are what there is to say of a category.
type categoryFacts struct {
	total   int
	pricing []browse.PricingCount
	deals   int
	newest  *browse.Item // nil: it has no products
}

// factsOf counts what is in a category.
func (p *Pages) factsOf(category catalog.Category, picture *browse.Picture) categoryFacts {
	q := browse.Query{Category: category.Slug, Limit: 1}
	all, err := picture.Catalog(q)
	if err != nil {
		return categoryFacts{} // only a cursor could be wrong, and there is none
	}
	f := categoryFacts{total: all.Total, pricing: all.Pricing}
	q.Sort = browse.SortLatest
	if latest, err := picture.List(q); err == nil && len(latest.Items) > 0 {
		f.newest = latest.Items[0]
	}
	q.Deal = browse.Only
	if deals, err := picture.List(q); err == nil {
		f.deals = deals.Total
	}
	return f
}

// prices are the counts by price as a part of a sentence: "12 free, 20 freemium and 6 premium".
func (f categoryFacts) prices() string {
	var parts []string
	for _, price := range f.pricing {
		if price.Count > 0 {
			parts = append(parts, count(price.Count, strings.ToLower(string(price.Value)), strings.ToLower(string(price.Value))))
		}
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// sentences say what is in the category, after what it is called: at what price, what came last.
func (f categoryFacts) sentences(what string) string {
	if prices := f.prices(); prices != "" {
		what += ": " + prices
	}
	what += "."
	if f.deals > 0 {
		what += " " + count(f.deals, "comes", "come") + " with a deal."
	}
	if f.newest != nil {
		what += " The newest is " + f.newest.Name() + "."
	}
	return what
}
