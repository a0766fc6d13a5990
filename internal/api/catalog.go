package api

import "vitrine/internal/browse"

// screen writes a Catalog: a page of each section, and the facets.
func screen(v view, q *question, dst []byte) (reply, error) {
	found, err := v.snapshot.Catalog(q.query)
	if err != nil {
		return reply{}, err
	}
	dst = appendCount(append(dst, `{"total":`...), found.Total)
	dst = appendText(append(dst, `,"correctedQuery":`...), found.CorrectedQuery)
	dst = appendList(append(dst, `,"sections":`...), found.Sections, appendSection)
	dst = appendList(append(dst, `,"facets":{"categories":`...), found.Categories, appendCategoryFacet)
	dst = appendCount(append(dst, `,"allCategories":`...), found.AllCategories)
	dst = appendList(append(dst, `,"pricing":`...), found.Pricing, appendPricingFacet)
	dst = appendCount(append(dst, `,"allPricing":`...), found.AllPricing)
	return reply{body: append(dst, `}}`...)}, nil
}

func appendSection(dst []byte, s browse.SectionPage) []byte {
	dst = appendText(append(dst, `{"section":`...), string(s.Section))
	dst = appendCount(append(dst, `,"total":`...), s.Total)
	dst = appendList(append(dst, `,"products":`...), s.Items, func(dst []byte, item *browse.Item) []byte { return item.AppendCard(dst) })
	dst = appendText(append(dst, `,"next":`...), s.Next)
	return append(dst, '}')
}

func appendCategoryFacet(dst []byte, c browse.CategoryCount) []byte { return c.AppendJSON(dst) }

func appendPricingFacet(dst []byte, p browse.PricingCount) []byte {
	dst = appendText(append(dst, `{"value":`...), string(p.Value))
	dst = appendCount(append(dst, `,"count":`...), p.Count)
	return append(dst, '}')
}
