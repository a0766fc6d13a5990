package pages

import (
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// listFacts are the facts that the texts about a category or a tag use.
type listFacts struct {
	total   int
	pricing []browse.PricingCount
	deals   int
	newest  *browse.Item // nil: no products
}

// factsOf collects the facts of the products that match a valid query.
func (p *Pages) factsOf(q browse.Query, snapshot *browse.Snapshot) listFacts {
	q.Sort, q.Limit = browse.SortLatest, 1
	all, _ := snapshot.Catalog(q) // q is valid, see listed
	f := listFacts{total: all.Total, pricing: all.Pricing}
	if latest := listed(snapshot, q).Items; len(latest) > 0 {
		f.newest = latest[0]
	}
	q.Deal = browse.Only
	f.deals = listed(snapshot, q).Total
	return f
}

// listed returns the first page of a valid query. The sort is known, so List returns no error.
func listed(snapshot *browse.Snapshot, q browse.Query) browse.Page {
	page, _ := snapshot.List(q)
	return page
}

// prices returns the counts by price as part of a sentence: "12 free, 20 freemium, 6 premium; 3 don't list a price".
// The front end has the same rule (category-about.tsx).
func (f listFacts) prices() string {
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

// sentences returns the facts as sentences that begin with what: prices, deals, the newest product.
func (f listFacts) sentences(what string) string {
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
