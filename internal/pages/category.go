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
func (p *Pages) factsOf(category catalog.Category, snapshot *browse.Snapshot) categoryFacts {
	q := browse.Query{Category: category.Slug, Limit: 1}
	all, err := snapshot.Catalog(q)
	if err != nil {
		return categoryFacts{} // only a cursor could be wrong, and there is none
	}
	f := categoryFacts{total: all.Total, pricing: all.Pricing}
	q.Sort = browse.SortLatest
	if latest, err := snapshot.List(q); err == nil && len(latest.Items) > 0 {
		f.newest = latest.Items[0]
	}
	q.Deal = browse.Only
	if deals, err := snapshot.List(q); err == nil {
		f.deals = deals.Total
	}
	return f
}

// prices are the counts by price as a part of a sentence: "12 free, 20 freemium, 6 premium; 3 don't list a price". The
// front end has the same rule (category-about.tsx).
func (f categoryFacts) prices() string {
	var listed, parts []string
	unlisted := ""
	for _, price := range f.pricing {
		word := strings.ToLower(string(price.Value))
		switch {
		case price.Count == 0:
		case price.Value == catalog.Unknown:
			unlisted = count(price.Count, "doesn't list a price", "don't list a price")
		default:
			listed = append(listed, count(price.Count, word, word))
		}
	}
	for _, part := range []string{strings.Join(listed, ", "), unlisted} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
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
