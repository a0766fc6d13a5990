package directory

import (
	"fmt"
	"io"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// parseFilters reads the filters of a list or screen of products.
func parseFilters(q *httpapi.Question, values url.Values) error {
	asked, err := browse.ParseQuery(values)
	if err != nil {
		return err
	}
	q.Query, q.Key = asked, q.Key+" "+asked.Key()
	q.ByPopularity = asked.Sort == browse.SortPopular
	return nil
}

// parseList is parseFilters for a list, which has every match unless there is a limit.
func parseList(q *httpapi.Question, values url.Values) error {
	if err := parseFilters(q, values); err != nil {
		return err
	}
	q.IsLarge = queryOf(q).Limit == 0
	return nil
}

func queryOf(q *httpapi.Question) browse.Query { return q.Query.(browse.Query) }

func (a API) products(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	page, err := a.Catalogue.Snapshot().List(queryOf(q))
	if err != nil {
		return httpapi.Reply{}, err
	}
	return httpapi.Reply{Body: appendProducts(dst, page.Items), Header: listFields(q, page)}, nil
}

// streamProducts is products for the whole catalogue.
func (a API) streamProducts(q *httpapi.Question) ([]encoding.Line, func(io.Writer) error, error) {
	page, err := a.Catalogue.Snapshot().List(queryOf(q))
	if err != nil {
		return nil, nil, err
	}
	return listFields(q, page), func(w io.Writer) error { return writeProducts(w, page.Items) }, nil
}

// streamChunk is the approximate size of one write of a streamed list, in bytes.
const streamChunk = 64 << 10

// writeProducts writes the output of appendProducts in chunks.
func writeProducts(w io.Writer, items []*browse.Item) error {
	chunk := append(make([]byte, 0, streamChunk*2), '[')
	for i, item := range items {
		if i > 0 {
			chunk = append(chunk, ',')
		}
		if chunk = item.AppendJSON(chunk); len(chunk) >= streamChunk {
			if _, err := w.Write(chunk); err != nil {
				return err
			}
			chunk = chunk[:0]
		}
	}
	_, err := w.Write(append(chunk, ']'))
	return err
}

// listFields returns the header fields of a list: the number of matches, and the URL of the next page.
func listFields(q *httpapi.Question, page browse.Page) []encoding.Line {
	fields := []encoding.Line{encoding.Header("X-Total-Count", strconv.Itoa(page.Total))}
	if page.Relaxed != "" {
		fields = append(fields, encoding.Header("X-Search-Relaxed", url.PathEscape(page.Relaxed)))
	}
	if page.AlternativesTo != nil {
		fields = append(fields, encoding.Header("X-Search-Alternatives-To", page.AlternativesTo.Slug()))
	}
	if page.Next != "" {
		fields = append(fields, encoding.Header("Link", "<"+nextPage(q, page.Next)+`>; rel="next"`))
	}
	return fields
}

// nextPage returns the URL of the page that begins after the cursor.
func nextPage(q *httpapi.Question, cursor string) string {
	asked := queryOf(q)
	if asked.Sort == browse.SortRelevance { // the default of a search
		asked.Sort = ""
	}
	address := append(make([]byte, 0, 256), q.Pattern...)
	address = append(address, '?')
	for _, p := range [...]struct{ key, value string }{
		{"category", asked.Category},
		{"tag", asked.Tag},
		{"search", asked.Search},
		{"pricing", string(asked.Type)},
		{"section", string(asked.Section)},
		{"sort", string(asked.Sort)},
		{"featured", choice(asked.Featured)},
		{"deal", choice(asked.Deal)},
		{"limit", strconv.Itoa(asked.Limit)},
		{"cursor", cursor},
	} {
		if p.value != "" {
			address = append(append(append(append(address, p.key...), '='), url.QueryEscape(p.value)...), '&')
		}
	}
	return string(address[:len(address)-1])
}

// choice returns a choice as written in a query.
func choice(c browse.Choice) string {
	switch c {
	case browse.Only:
		return "true"
	case browse.Without:
		return "false"
	}
	return ""
}

// screen writes a Catalog: a page of each section, and the facets.
func (a API) screen(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	found, err := snapshot.Catalog(queryOf(q))
	if err != nil {
		return httpapi.Reply{}, err
	}
	dst = httpapi.AppendCount(append(dst, `{"total":`...), found.Total)
	dst = httpapi.AppendCount(append(dst, `,"pages":`...), found.Pages)
	dst = httpapi.AppendText(append(dst, `,"correctedQuery":`...), found.CorrectedQuery)
	dst = httpapi.AppendText(append(dst, `,"relaxedQuery":`...), found.RelaxedQuery)
	var of NamedProduct
	if it := found.AlternativesTo; it != nil {
		of = NamedProduct{it.Slug(), it.Name()}
	}
	dst = httpapi.AppendValue(append(dst, `,"alternativesTo":`...), of)
	dst = httpapi.AppendText(append(dst, `,"tag":`...), found.Tag)
	dst = httpapi.AppendList(append(dst, `,"sponsored":`...), browse.Sponsored(snapshot, queryOf(q)), func(dst []byte, p browse.Placed) []byte {
		dst = httpapi.AppendCount(append(dst, `{"booking":`...), int(p.ID))
		return append(snapshot.AppendCard(append(dst, `,"product":`...), p.Item), '}')
	})
	dst = httpapi.AppendList(append(dst, `,"sections":`...), found.Sections, func(dst []byte, section browse.SectionPage) []byte {
		return appendSection(dst, snapshot, section)
	})
	dst = httpapi.AppendList(append(dst, `,"facets":{"categories":`...), found.Categories, appendCategoryFacet)
	dst = httpapi.AppendCount(append(dst, `,"allCategories":`...), found.AllCategories)
	dst = httpapi.AppendList(append(dst, `,"pricing":`...), found.Pricing, appendPricingFacet)
	dst = httpapi.AppendCount(append(dst, `,"allPricing":`...), found.AllPricing)
	dst = httpapi.AppendList(append(dst, `},"letters":`...), found.Letters, func(dst []byte, l browse.Letter) []byte { return httpapi.AppendValue(dst, l) })
	return httpapi.Reply{Body: append(dst, '}')}, nil
}

func appendSection(dst []byte, snapshot *browse.Snapshot, s browse.SectionPage) []byte {
	dst = httpapi.AppendText(append(dst, `{"section":`...), string(s.Section))
	dst = httpapi.AppendCount(append(dst, `,"total":`...), s.Total)
	dst = appendCards(append(dst, `,"products":`...), snapshot, s.Items)
	dst = httpapi.AppendText(append(dst, `,"next":`...), s.Next)
	return append(dst, '}')
}

func appendPricingFacet(dst []byte, p browse.PricingCount) []byte {
	dst = httpapi.AppendText(append(dst, `{"value":`...), string(p.Value))
	dst = httpapi.AppendCount(append(dst, `,"count":`...), p.Count)
	return append(dst, '}')
}

func listHeaders() map[string]*huma.Param {
	return map[string]*huma.Param{
		"X-Total-Count":            {Description: "Products that match, on all pages", Schema: &huma.Schema{Type: huma.TypeInteger}},
		"X-Search-Relaxed":         {Description: "The words of the search that were kept, percent-encoded, where no product has all of them", Schema: &huma.Schema{Type: huma.TypeString}},
		"X-Search-Alternatives-To": {Description: "Slug of the product whose alternatives come first, where the search wants something in its place", Schema: &huma.Schema{Type: huma.TypeString}},
		"Link":                     {Description: `URL of the next page as rel="next", when there is one`, Schema: &huma.Schema{Type: huma.TypeString}},
	}
}

// filters describes the query keys that filter products; paging, those of pages.
func filters() []*huma.Param {
	return []*huma.Param{
		httpapi.Param("category", "Slug or name of a category, or all", &huma.Schema{Type: huma.TypeString}),
		httpapi.Param("tag", fmt.Sprintf("Slug or name of a tag that at least %d products have", browse.LeastTagged), &huma.Schema{Type: huma.TypeString}),
		httpapi.Param("search", fmt.Sprintf("Words to find, at most %d characters; the last one may be unfinished", browse.MaxSearch), &huma.Schema{Type: huma.TypeString}),
		httpapi.Param("pricing", "A type of pricing, or all", httpapi.Enum(append(catalog.AllTypes(), "all")...)),
		httpapi.Param("sort", "Order; without it, relevance when searching and the administrator's order else", httpapi.Enum(browse.Sorts()...)),
		httpapi.Param("section", "Only this section", httpapi.Enum(catalog.Sections()...)),
		httpapi.Param("featured", "true: only featured products; false: only the others", &huma.Schema{Type: huma.TypeBoolean}),
		httpapi.Param("deal", "true: only products with a deal; false: only the others", &huma.Schema{Type: huma.TypeBoolean}),
	}
}

func paging(limit string) []*huma.Param {
	least, most, last := 1.0, float64(browse.MaxLimit), float64(browse.MaxPage)
	return []*huma.Param{
		httpapi.Param("limit", limit, &huma.Schema{Type: huma.TypeInteger, Minimum: &least, Maximum: &most}),
		httpapi.Param("cursor", "Where the next page begins, as an earlier answer gave it", &huma.Schema{Type: huma.TypeString}),
		httpapi.Param("page", fmt.Sprintf("Number of a page, instead of a cursor; pages have %d products, or as many as the limit says", browse.PageLength), &huma.Schema{Type: huma.TypeInteger, Minimum: &least, Maximum: &last}),
	}
}
