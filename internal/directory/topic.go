package directory

import (
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// topic is the category or the tag that a list is about; both zero: neither.
type topic struct {
	category catalog.Category
	tag      browse.Tag
}

// topicOf returns the topic of a query. A category comes before a tag.
func topicOf(q browse.Query, snapshot *browse.Snapshot) (t topic) {
	if category, known := snapshot.Categories().Find(q.Category); known {
		t.category = category
	} else if found, known := snapshot.Tags().Find(q.Tag); known && q.Category == "" {
		t.tag = found.Tag
	}
	return t
}

// path returns the path of the topic's page; "" without a topic.
func (t topic) path() string {
	switch {
	case t.category.Slug != "":
		return pages.CategoryPath(t.category)
	case t.tag.Slug != "":
		return pages.TagPath(t.tag)
	}
	return ""
}

// newTools returns the title of the topic's feed.
func (t topic) newTools() string {
	if t.tag.Slug != "" {
		return "New tools tagged " + t.tag.Name
	}
	return "New " + t.category.Name + " tools"
}

// query returns the query of the topic's list.
func (t topic) query() browse.Query { return browse.Query{Category: t.category.Slug, Tag: t.tag.Slug} }

// heading returns the heading of the topic's page.
func (t topic) heading() string {
	if t.tag.Slug != "" {
		return tagTitle(t.tag)
	}
	return t.category.Name + " AI tools"
}

// topicHead fills the head of the page of a category or a tag.
func topicHead(v *pages.View, a pages.Address, h *pages.Head) {
	if topicOf(a.Query, v.Snapshot) == (topic{}) {
		v.DescribeMissing(h, a)
		return
	}
	describeList(v, a, h, a.Path)
}

// listFacts are the facts that the texts about a category or a tag use.
type listFacts struct {
	total   int
	pricing []browse.PricingCount
	deals   int
	newest  *browse.Item // nil: no products
}

// factsOf collects the facts of the products that match a valid query.
func factsOf(v *pages.View, q browse.Query) listFacts {
	q.Sort, q.Limit = browse.SortLatest, 1
	all, _ := v.Snapshot.Catalog(q) // q is valid, see listed
	f := listFacts{total: all.Total, pricing: all.Pricing}
	if latest := pages.Listed(v.Snapshot, q).Items; len(latest) > 0 {
		f.newest = latest[0]
	}
	q.Deal = browse.Only
	f.deals = pages.Listed(v.Snapshot, q).Total
	return f
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
			unlisted = pages.Count(price.Count, "doesn't list a price", "don't list a price")
		default:
			listed = append(listed, pages.Count(price.Count, word, word))
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
		what += " " + pages.Count(f.deals, "has", "have") + " a deal."
	}
	if f.newest != nil {
		what += " The newest is " + f.newest.Name() + "."
	}
	return what
}
