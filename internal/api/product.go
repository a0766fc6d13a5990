package api

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// maxSimilar is how many similar products a product shows.
const maxSimilar = 8

func products(v view, q *question, dst []byte) (reply, error) {
	page, err := v.snapshot.List(q.query)
	if err != nil {
		return reply{}, err
	}
	return reply{body: appendProducts(dst, page.Items), fields: listFields(q, page)}, nil
}

// listFields returns the header fields of a list: the number of matches, and the URL of the next page.
func listFields(q *question, page browse.Page) []encoding.Line {
	fields := []encoding.Line{encoding.Header("X-Total-Count", strconv.Itoa(page.Total))}
	if page.Next != "" {
		fields = append(fields, encoding.Header("Link", "<"+q.nextPage(page.Next)+`>; rel="next"`))
	}
	return fields
}

func product(v view, q *question, dst []byte) (reply, error) {
	item, err := find(v, q)
	if err != nil {
		return reply{}, err
	}
	return reply{body: item.AppendJSON(dst)}, nil
}

// similar answers for a product in the trash too: its page shows them.
func similar(v view, q *question, dst []byte) (reply, error) {
	item, err := find(v, q)
	if err == nil {
		return reply{body: appendList(dst, v.snapshot.Similar(item, maxSimilar), v.snapshot.AppendSimilar)}, nil
	}
	deleted, found := v.snapshot.Deleted(q.part, time.Now())
	if !found {
		return reply{}, err
	}
	return reply{body: appendList(dst, v.snapshot.SimilarToDeleted(deleted, maxSimilar), v.snapshot.AppendSimilar)}, nil
}

func tags(v view, q *question, dst []byte) (reply, error) {
	item, err := find(v, q)
	if err != nil {
		return reply{}, err
	}
	return reply{body: appendList(dst, v.snapshot.TagsOf(item), func(dst []byte, t browse.Tag) []byte { return appendValue(dst, t) })}, nil
}

// find returns the product with the id or slug in the URL, present or former.
func find(v view, q *question) (*browse.Item, error) {
	item, found := v.snapshot.ProductByAnySlug(q.part)
	if !found {
		return nil, fault.New(fault.NotFound, "The product you're looking for doesn't exist or has been removed.")
	}
	return item, nil
}

// maxCards is how many products can be listed by id: as many as a visitor can save (web/src/components/saved-tools.ts).
const maxCards = 500

// productCards answers with the cards of the products with the given ids.
func productCards(c *call) (any, error) {
	ids := strings.Split(c.request.URL.Query().Get("ids"), ",")
	if len(ids) > maxCards {
		return nil, fault.New(fault.BadRequest, fmt.Sprintf("Please ask for at most %d ids at a time.", maxCards))
	}
	snapshot := c.options.Catalogue.Snapshot()
	var items []*browse.Item
	for _, id := range ids {
		if _, err := strconv.ParseInt(id, 10, 64); err != nil {
			return nil, fault.New(fault.BadRequest, "Please give the ids of products as numbers with commas between them.")
		}
		if item, found := snapshot.Product(id); found {
			items = append(items, item)
		}
	}
	return encoded(appendCards(nil, snapshot, items)), nil
}

func cardKeys() []*huma.Param {
	ids := query("ids", fmt.Sprintf("Ids of products with commas between them, at most %d", maxCards), &huma.Schema{Type: huma.TypeString})
	ids.Required = true
	return []*huma.Param{ids}
}

func appendCards(dst []byte, snapshot *browse.Snapshot, items []*browse.Item) []byte {
	return appendList(dst, items, snapshot.AppendCard)
}

func appendProducts(dst []byte, items []*browse.Item) []byte {
	return appendList(dst, items, func(dst []byte, item *browse.Item) []byte { return item.AppendJSON(dst) })
}

// rowSize estimates the bytes of a row.
const rowSize = 640

// rows answers with all products in the admin's order, for the dashboard.
func rows(c *call) (any, error) {
	snapshot := c.options.Catalogue.Snapshot()
	dst := make([]byte, 0, snapshot.Len()*rowSize)
	dst = append(dst, '[')
	for item := range snapshot.All() {
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = snapshot.AppendRow(dst, item)
	}
	return encoded(append(dst, ']')), nil
}

// screen writes a Catalog: a page of each section, and the facets.
func screen(v view, q *question, dst []byte) (reply, error) {
	found, err := v.snapshot.Catalog(q.query)
	if err != nil {
		return reply{}, err
	}
	dst = appendCount(append(dst, `{"total":`...), found.Total)
	dst = appendCount(append(dst, `,"pages":`...), found.Pages)
	dst = appendText(append(dst, `,"correctedQuery":`...), found.CorrectedQuery)
	dst = appendText(append(dst, `,"tag":`...), found.Tag)
	dst = appendList(append(dst, `,"sections":`...), found.Sections, func(dst []byte, section browse.SectionPage) []byte {
		return appendSection(dst, v.snapshot, section)
	})
	dst = appendList(append(dst, `,"facets":{"categories":`...), found.Categories, appendCategoryFacet)
	dst = appendCount(append(dst, `,"allCategories":`...), found.AllCategories)
	dst = appendList(append(dst, `,"pricing":`...), found.Pricing, appendPricingFacet)
	dst = appendCount(append(dst, `,"allPricing":`...), found.AllPricing)
	return reply{body: append(dst, `}}`...)}, nil
}

func appendSection(dst []byte, snapshot *browse.Snapshot, s browse.SectionPage) []byte {
	dst = appendText(append(dst, `{"section":`...), string(s.Section))
	dst = appendCount(append(dst, `,"total":`...), s.Total)
	dst = appendCards(append(dst, `,"products":`...), snapshot, s.Items)
	dst = appendText(append(dst, `,"next":`...), s.Next)
	return append(dst, '}')
}

func appendPricingFacet(dst []byte, p browse.PricingCount) []byte {
	dst = appendText(append(dst, `{"value":`...), string(p.Value))
	dst = appendCount(append(dst, `,"count":`...), p.Count)
	return append(dst, '}')
}
