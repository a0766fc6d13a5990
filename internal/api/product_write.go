package api

import (
	"context"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

const noSuchProduct = "Product not found. It may have been deleted."

// Store stores changes. After a call returns, the catalogue's snapshot includes its change.
type Store interface {
	ProductStore
	PicksStore
	BulkStore
	CollectionStore
	CategoryStore
	HistoryStore
	VisitStore
	SocialStore
	LogoStore
	LogoSearchStore
	LegalStore
	VerdictStore
	ValueStore
	IndexNowStore
	ContentStore
	Recorder
}

// ProductStore changes products; by is the admin.
type ProductStore interface {
	CreateProduct(ctx context.Context, by string, d catalog.Draft) (catalog.Product, error)
	UpdateProduct(ctx context.Context, by string, id, version int64, d catalog.Draft) (catalog.Product, error)
	DeleteProduct(ctx context.Context, by string, id int64) error
}

// ProductInput is a product in an admin's request. Screens send whole products, so the API ignores the read-only fields
// (times, …).
type ProductInput struct {
	ID   int64  `json:"id,omitempty" doc:"May stand in a change; must be the product's then"`
	Slug string `json:"slug,omitempty" doc:"Word for the address: lower-case letters, digits and single hyphens. Without it a new product gets one made from its name, and a change keeps it. After a change of the slug, the old address redirects; one that another product has is 409"`
	catalog.ProductFields
	Tags         *[]string `json:"tags,omitempty" nullable:"false" doc:"Further words that search finds the product by; without them, a change leaves them as they are"`
	DisplayOrder *int      `json:"displayOrder,omitempty" nullable:"false" doc:"Place in the order; without it a new product stands first, and a change leaves it where it is"`
	Version      int64     `json:"version,omitempty" doc:"Version that was changed; when another one is current by now, the answer is 409"`
}

// TransformSchema adds what catalog.ProductFields does not describe: most fields are optional, and nobody may choose
// the type Unknown. huma calls it.
func (ProductInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"name", "description", "categories", "type", "section", "website"}
	s.Properties["type"].Enum = httpapi.Enum(catalog.Types()...).Enum
	for name, text := range map[string]string{
		"categories": "Names, the main one first; new ones are made",
		"logo":       "URL, an /uploads/ path or an image data URI",
		"logoColor":  "Colour that came with an uploaded logo, as #rrggbb; a logo that stays keeps its own",
		"videoUrl":   "Absolute http(s) URL",
	} {
		s.Properties[name].Description = text
	}
	return s
}

// draft validates the input and returns it as a draft.
func (in ProductInput) draft() (catalog.Draft, error) {
	d := catalog.Draft{Slug: strings.TrimSpace(in.Slug), ProductFields: in.ProductFields}
	if in.Tags == nil {
		d.Keep |= catalog.FieldsNamed("tags")
	} else {
		d.Tags = *in.Tags
	}
	if in.DisplayOrder == nil {
		d.Keep |= catalog.FieldsNamed("displayOrder")
	} else {
		d.DisplayOrder = *in.DisplayOrder
	}
	d, err := d.Check(false)
	if !catalog.IsUpload(d.Logo) {
		d.LogoColor = ""
	}
	return d, err
}

func (o *Options) createProduct(c *httpapi.Call, in ProductInput) (any, error) {
	d, err := in.draft()
	if err != nil {
		return nil, err
	}
	return o.Store.CreateProduct(c.Ctx(), c.By, d)
}

func (o *Options) updateProduct(c *httpapi.Call, id int64, in ProductInput) (any, error) {
	if in.ID != 0 && in.ID != id {
		return nil, fault.InvalidFields([]fault.Field{{Field: "id", Message: "This is the number of another product than the address names"}})
	}
	if now, found := o.Catalogue.Snapshot().Product(strconv.FormatInt(id, 10)); found && in.Slug == now.Slug() {
		in.Slug = "" // an earlier version may have allowed what would be refused today
	}
	d, err := in.draft()
	if err != nil {
		return nil, err
	}
	return o.Store.UpdateProduct(c.Ctx(), c.By, id, in.Version, d)
}

func (o *Options) deleteProduct(c *httpapi.Call, id int64) error {
	return o.Store.DeleteProduct(c.Ctx(), c.By, id)
}

// catalogCalls are the calls of catalog.
func (o *Options) catalogCalls() httpapi.Group {
	return httpapi.Group{
		Name: "catalog",
		Routes: []httpapi.Route{
			httpapi.Post("/api/products", httpapi.Admin, httpapi.Create(httpapi.MaxBody, o.createProduct),
				httpapi.Answers[catalog.Product]("createProduct", "Create a product")),
			httpapi.Put("/api/products/{x}", httpapi.Admin, httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchProduct, o.updateProduct)),
				httpapi.Answers[catalog.Product]("updateProduct", "Update a product")),
			httpapi.Delete("/api/products/{x}", httpapi.Admin, httpapi.Remove(noSuchProduct, o.deleteProduct),
				httpapi.Done("deleteProduct", "Delete a product; it stays in the trash for a while")),
			httpapi.Patch("/api/products/reorder", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.reorderProducts),
				httpapi.Answers[Reordered]("reorderProducts", "Reorder products: all that are named, or none")),
			httpapi.Post("/api/products/bulk", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.changeProducts),
				httpapi.Answers[BulkChanged]("changeProducts", "Update or delete many products: all of them, or none")),
			httpapi.Post("/api/products/{x}/restore", httpapi.Admin, httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchProduct, o.restoreProduct)),
				httpapi.Answers[catalog.Product]("restoreProduct", "Restore a product from the trash or to an earlier state")),
			httpapi.Get("/api/trash", httpapi.Records, httpapi.Fetch(o.trash),
				httpapi.Answers[[]catalog.Deleted]("listTrash", "List deleted products that can be restored, the latest first")),
			httpapi.Post("/api/trash/restore", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.restoreProducts),
				httpapi.Answers[BulkChanged]("restoreProducts", "Restore products from the trash: all that are named, or none")),
			httpapi.Put("/api/categories/{id}", httpapi.Admin, httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchCategory, o.renameCategory)),
				httpapi.Answers[catalog.Category]("renameCategory", "Rename a category; the old name redirects to it")),
			httpapi.Post("/api/categories/{id}/merge", httpapi.Admin, httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchCategory, o.mergeCategory)),
				httpapi.Answers[catalog.Category]("mergeCategory", "Move the products of a category to another one, and delete it")),
			httpapi.Delete("/api/categories/{id}", httpapi.Admin, httpapi.Remove(noSuchCategory, o.deleteCategory),
				httpapi.Done("deleteCategory", "Delete a category without products")),
		},
		Params: []*huma.Param{productParam()},
		Names: map[reflect.Type]string{
			reflect.TypeFor[catalog.Deleted](): "DeletedProduct",
		},
	}
}
