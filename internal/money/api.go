package money

import (
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about affiliate links.
type API struct{ Queries *Queries }

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "money",
		Routes: []httpapi.Route{
			httpapi.Get("/api/products/{x}/affiliate-links", httpapi.Content, httpapi.Fetch(httpapi.ByID(catalog.NoProduct, a.linksOf)),
				httpapi.Answers[[]Link]("productAffiliateLinks", "List the affiliate links of a product, the oldest first")),
			httpapi.Post("/api/products/{x}/affiliate-links", httpapi.Admin, httpapi.Create(httpapi.MaxBody, httpapi.WithID(catalog.NoProduct, a.add)),
				httpapi.Answers[Link]("addAffiliateLink", "Add an affiliate link to a product")),
			httpapi.Get("/api/affiliate-links", httpapi.Content, httpapi.Fetch(a.links),
				httpapi.Answers[[]Link]("affiliateLinks", "List the affiliate links of all products")),
			httpapi.Patch("/api/affiliate-links/{id}", httpapi.Admin, httpapi.Write(httpapi.MaxBody, httpapi.WithID(noLink, a.change)),
				httpapi.Answers[Link]("changeAffiliateLink", "Change an affiliate link")),
			httpapi.Delete("/api/affiliate-links/{id}", httpapi.Admin, httpapi.Remove(noLink, a.remove),
				httpapi.Done("deleteAffiliateLink", "Delete an affiliate link")),
			httpapi.Post("/api/affiliate-links/bulk", httpapi.Admin, httpapi.Write(httpapi.MaxBody, a.bulk),
				httpapi.Answers[BulkChanged]("changeAffiliateLinks", "Change or delete many affiliate links; one undo reverts it")),
		},
		Params: []*huma.Param{catalog.ProductParam()},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Link](): "AffiliateLink", reflect.TypeFor[Fields](): "AffiliateLinkInput",
			reflect.TypeFor[BulkInput](): "AffiliateLinksInput", reflect.TypeFor[BulkChanged](): "AffiliateLinksChanged",
		},
	}
}

// BulkInput is a change of many links.
type BulkInput struct {
	IDs    []int64 `json:"ids" nullable:"false" doc:"At most 5,000"`
	Change Fields  `json:"change,omitzero" doc:"The fields to set"`
	Delete bool    `json:"delete,omitempty" doc:"Delete them instead"`
}

// BulkChanged is how many links a change of many was about.
type BulkChanged struct {
	Count int `json:"count"`
}

func (a API) linksOf(c *httpapi.Call, product int64) (any, error) {
	return a.Queries.LinksOf(c.Ctx(), product)
}

func (a API) links(c *httpapi.Call) (any, error) { return a.Queries.Links(c.Ctx()) }

func (a API) add(c *httpapi.Call, product int64, f Fields) (any, error) {
	return a.Queries.AddLink(c.Ctx(), c.By, product, f)
}

func (a API) change(c *httpapi.Call, id int64, f Fields) (any, error) {
	changed, err := a.Queries.ChangeLinks(c.Ctx(), c.By, []int64{id}, f)
	if err != nil {
		return nil, err
	}
	return changed[0], nil
}

func (a API) remove(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteLinks(c.Ctx(), c.By, []int64{id})
}

func (a API) bulk(c *httpapi.Call, in BulkInput) (any, error) {
	switch {
	case len(in.IDs) == 0 || len(in.IDs) > MaxBulk:
		return nil, fault.InvalidFields([]fault.Field{{Field: "ids", Message: fmt.Sprintf("Please select 1 to %d links", MaxBulk)}})
	case in.Delete && in.Change != Fields{}:
		return nil, fault.InvalidFields([]fault.Field{{Field: "delete", Message: "Please either change the links or delete them"}})
	case in.Delete:
		return BulkChanged{len(in.IDs)}, a.Queries.DeleteLinks(c.Ctx(), c.By, in.IDs)
	}
	changed, err := a.Queries.ChangeLinks(c.Ctx(), c.By, in.IDs, in.Change)
	return BulkChanged{len(changed)}, err
}
