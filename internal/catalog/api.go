package catalog

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls that change products and categories.
type API struct {
	Queries    *Queries
	SlugOf     func(id int64) string // the slug of a product now
	Categories func() []Category
	Needing    func(ctx context.Context, need Need) (map[int64]bool, error) // the products that need this
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "catalog",
		Routes: []httpapi.Route{
			httpapi.Post("/api/products", httpapi.Catalog.Change(), httpapi.Create(httpapi.MaxBody, a.createProduct),
				httpapi.Answers[Product]("createProduct", "Create a product")),
			httpapi.Put("/api/products/{x}", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(NoProduct, a.updateProduct)),
				httpapi.Answers[Product]("updateProduct", "Update a product")),
			httpapi.Delete("/api/products/{x}", httpapi.Catalog.Change(), httpapi.Remove(NoProduct, a.deleteProduct),
				httpapi.Done("deleteProduct", "Delete a product; it stays in the trash for a while")),
			httpapi.Patch("/api/products/reorder", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.reorderProducts),
				httpapi.Answers[Reordered]("reorderProducts", "Reorder products: all that are named, or none")),
			httpapi.Post("/api/products/bulk", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.changeProducts),
				httpapi.Answers[BulkChanged]("changeProducts", "Update or delete many products: all of them, or none")),
			httpapi.Post("/api/products/{x}/restore", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(NoProduct, a.restoreProduct)),
				httpapi.Answers[Product]("restoreProduct", "Restore a product from the trash or to an earlier state")),
			httpapi.Get("/api/trash", httpapi.Catalog.Records(), httpapi.Fetch(a.trash),
				httpapi.Answers[[]Deleted]("listTrash", "List deleted products that can be restored, the latest first")),
			httpapi.Post("/api/trash/restore", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.restoreProducts),
				httpapi.Answers[BulkChanged]("restoreProducts", "Restore products from the trash: all that are named, or none")),
			httpapi.Put("/api/categories/{id}", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchCategory, a.updateCategory)),
				httpapi.Answers[Category]("updateCategory", "Rename a category, to which the old name redirects, or change its group")),
			httpapi.Post("/api/categories/{id}/merge", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchCategory, a.mergeCategory)),
				httpapi.Answers[Category]("mergeCategory", "Move the products of a category to another one, and delete it")),
			httpapi.Delete("/api/categories/{id}", httpapi.Catalog.Change(), httpapi.Remove(noSuchCategory, a.deleteCategory),
				httpapi.Done("deleteCategory", "Delete a category without products")),
		},
		Params: []*huma.Param{ProductParam()},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Deleted](): "DeletedProduct",
		},
	}
}

// NoProduct is the message for a product that there is not.
const NoProduct = "Product not found. It may have been deleted."

// ProductInput is a product in an admin's request. Screens send whole products, so the API ignores the read-only fields
// (times, …).
type ProductInput struct {
	ID   int64  `json:"id,omitempty" doc:"Optional in a change, where it must be the product's own id"`
	Slug string `json:"slug,omitempty" doc:"Word for the URL: lower-case letters, digits and single hyphens. Without it a new product gets one made from its name, and a change keeps it. After a change of the slug, the old URL redirects; one that another product has is 409"`
	ProductFields
	Tags          *[]string `json:"tags,omitempty" nullable:"false" doc:"Further words that search finds the product by; without them, a change leaves them as they are"`
	Phrases       *[]string `json:"phrases,omitempty" nullable:"false" doc:"What people say who need the product, in their own words; searched, but on no page; without them, a change leaves them as they are"`
	Status        *Status   `json:"status,omitempty" nullable:"false" enum:"draft,scheduled,published,hidden" doc:"Whether visitors see it; scheduled: from publishAt on. Without it a new product is published, and a change keeps it"`
	PublishAt     *string   `json:"publishAt,omitempty" nullable:"false" doc:"From when visitors see it (RFC 3339); without it a change keeps it"`
	FeaturedUntil *string   `json:"featuredUntil,omitempty" nullable:"false" doc:"When it stops being featured (RFC 3339), or empty; without it a change keeps it"`
	DisplayOrder  *int      `json:"displayOrder,omitempty" nullable:"false" doc:"Position in the order. Without it a new product comes first, and a change keeps the position"`
	Version       int64     `json:"version,omitempty" doc:"Version that was changed; when another one is current by now, the answer is 409"`
}

// TransformSchema adds what ProductFields does not describe: most fields are optional, and nobody may choose
// the type Unknown. huma calls it.
func (ProductInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"name", "description", "categories", "type", "section", "website"}
	s.Properties["type"].Enum = httpapi.Enum(Types()...).Enum
	for name, text := range map[string]string{
		"categories": "Names, the main one first; new ones are made",
		"logo":       "URL, an /uploads/ path or an image data URI",
		"logoColor":  "Color that came with an uploaded logo, as #rrggbb; a logo that stays keeps its own",
		"videoUrl":   "Absolute http(s) URL",
	} {
		s.Properties[name].Description = text
	}
	return s
}

// Draft validates the input and returns it as a draft.
func (in ProductInput) Draft() (Draft, error) {
	d := Draft{Slug: strings.TrimSpace(in.Slug), ProductFields: in.ProductFields}
	given(&d, "tags", &d.Tags, in.Tags)
	given(&d, "phrases", &d.Phrases, in.Phrases)
	given(&d, "status", &d.Status, in.Status)
	given(&d, "publishAt", &d.PublishAt, in.PublishAt)
	given(&d, "featuredUntil", &d.FeaturedUntil, in.FeaturedUntil)
	given(&d, "displayOrder", &d.DisplayOrder, in.DisplayOrder)
	d, err := d.Check(false)
	if !IsUpload(d.Logo) {
		d.LogoColor = ""
	}
	return d, err
}

// given sets a field that a request may leave out; a change then keeps it.
func given[T any](d *Draft, name string, field, value *T) {
	if value == nil {
		d.Keep |= FieldsNamed(name)
	} else {
		*field = *value
	}
}

func (a API) createProduct(c *httpapi.Call, in ProductInput) (any, error) {
	d, err := in.Draft()
	if err != nil {
		return nil, err
	}
	return a.Queries.CreateProduct(c.Ctx(), c.By, d)
}

func (a API) updateProduct(c *httpapi.Call, id int64, in ProductInput) (any, error) {
	if in.ID != 0 && in.ID != id {
		return nil, fault.InvalidFields([]fault.Field{{Field: "id", Message: "The id isn't the one in the URL"}})
	}
	if in.Slug == a.SlugOf(id) {
		in.Slug = "" // an earlier version may have allowed what would be refused today
	}
	d, err := in.Draft()
	if err != nil {
		return nil, err
	}
	return a.Queries.UpdateProduct(c.Ctx(), c.By, id, in.Version, d)
}

func (a API) deleteProduct(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteProduct(c.Ctx(), c.By, id)
}

// ReorderInput is a new order of all or some products, or the move of one product.
type ReorderInput struct {
	Updates []PlacementInput `json:"updates,omitempty" nullable:"false"`
	Move    *MoveInput       `json:"move,omitempty" nullable:"false" doc:"Instead of updates: one product that moves; the site numbers all others"`
}

// MoveInput is the new position of one product.
type MoveInput struct {
	ID int64 `json:"id"`
	// One of these says where to.
	After  *int64 `json:"after,omitempty" nullable:"false" doc:"Product that it comes after; 0: none, it becomes the first"`
	Before *int64 `json:"before,omitempty" nullable:"false" doc:"Product that it comes before"`
	Place  *int   `json:"place,omitempty" nullable:"false" doc:"Its place among all products, from 1"`
}

// target returns where the product goes to. It reports false unless exactly one place is named.
func (in MoveInput) target() (to MoveTarget, ok bool) {
	named := 0
	if in.After != nil {
		named, to.After = named+1, *in.After
	}
	if in.Before != nil {
		named, to.Before = named+1, *in.Before
	}
	if in.Place != nil {
		named, to.Place = named+1, *in.Place
	}
	return to, named == 1 && (in.Before == nil || to.Before > 0) && (in.Place == nil || to.Place > 0)
}

// PlacementInput is the position of one product.
type PlacementInput struct {
	ID           *int64 `json:"id" nullable:"false"`
	DisplayOrder *int   `json:"displayOrder" nullable:"false" doc:"Counted from 1"`
}

// Reordered is the result of a reordering.
type Reordered struct {
	Version int64 `json:"version" doc:"Catalog version that this led to, for undo"`
	Updated int   `json:"updated" doc:"Products that the order named"`
}

func (a API) reorderProducts(c *httpapi.Call, in ReorderInput) (any, error) {
	if in.Move != nil {
		return a.moveProduct(c, in)
	}
	var wrong httpapi.Checks
	order := make([]Placement, len(in.Updates))
	for i, update := range in.Updates {
		if update.ID == nil || update.DisplayOrder == nil {
			wrong.Fail("updates", "Please give the id and the displayOrder of each product. Nothing was moved")
			continue
		}
		order[i] = Placement{ID: *update.ID, DisplayOrder: *update.DisplayOrder}
	}
	if err := wrong.Fault(); err != nil {
		return nil, err
	}
	version, err := a.Queries.ReorderProducts(c.Ctx(), c.By, order)
	return Reordered{version, len(order)}, err
}

func (a API) moveProduct(c *httpapi.Call, in ReorderInput) (any, error) {
	var wrong httpapi.Checks
	if len(in.Updates) > 0 {
		wrong.Fail("move", "Please send either updates or a move. Nothing was moved")
	}
	to, ok := in.Move.target()
	if !ok {
		wrong.Fail("move.after", "Please name the product that it follows, or 0 to make it the first; or the one that it precedes, or its place. Nothing was moved")
	}
	if err := wrong.Fault(); err != nil {
		return nil, err
	}
	version, err := a.Queries.MoveProduct(c.Ctx(), c.By, in.Move.ID, to)
	return Reordered{version, 1}, err
}

// BulkInput is one change of many products: of those with the ids, or of all that the administrator's list shows with a
// filter.
type BulkInput struct {
	IDs    []int64     `json:"ids,omitempty" nullable:"false" doc:"At most 10,000 products"`
	Filter *ListFilter `json:"filter,omitempty" nullable:"false" doc:"Instead of ids, for any number of products; {} is all of them"`
	Except []int64     `json:"except,omitempty" nullable:"false" doc:"With a filter: products that stay as they are, at most 10,000"`
	Count  int         `json:"count,omitempty" doc:"Required with a filter: how many products are meant, without those in except. If the list has another number of them by now, the answer is 409 and nothing changes"`
	Change BulkChange  `json:"change"`
}

// BulkChanged is the result of a bulk change.
type BulkChanged struct {
	Version int64 `json:"version" doc:"Catalog version that this led to, for undo"`
	Changed int   `json:"changed" doc:"Products that are not as they were before"`
}

func (a API) changeProducts(c *httpapi.Call, in BulkInput) (any, error) {
	c.WaitFor(httpapi.LongChange)
	if in.Filter == nil && (in.Count != 0 || len(in.Except) > 0) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "filter", Message: "Please give the filter of the list that count and except are about. Nothing was changed"}})
	}
	if in.Filter == nil {
		version, changed, err := a.Queries.ChangeProducts(c.Ctx(), c.By, in.IDs, in.Change)
		return BulkChanged{version, changed}, err
	}
	if len(in.IDs) > 0 {
		return nil, fault.InvalidFields([]fault.Field{{Field: "ids", Message: "Please give either ids or a filter. Nothing was changed"}})
	}
	list := List{Filter: *in.Filter, Except: in.Except, Count: in.Count}
	if need := list.Filter.Needs; need != "" && field.OneOf(need, Needs()...) {
		var err error
		if list.Within, err = a.Needing(c.Ctx(), need); err != nil {
			return nil, err
		}
	}
	version, changed, err := a.Queries.ChangeListed(c.Ctx(), c.By, list, in.Change)
	return BulkChanged{version, changed}, err
}

const noSuchCategory = "There is no such category. It may have been renamed, merged or deleted."

// CategoryInput is a category in an admin's request.
type CategoryInput struct {
	Name  string  `json:"name"`
	Slug  string  `json:"slug,omitempty" doc:"May be the category's own; it follows from the name and cannot be set"`
	Group *string `json:"group,omitempty" nullable:"false" doc:"Heading in lists of all categories. Without it, a change keeps the group; empty: the one that the name proposes"`
}

func (a API) updateCategory(c *httpapi.Call, id int64, in CategoryInput) (any, error) {
	isOwn := func(own Category) bool { return own.ID == id && own.Slug == in.Slug }
	if in.Slug != "" && in.Slug != Slug(in.Name) && !slices.ContainsFunc(a.Categories(), isOwn) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "slug", Message: "A category's URL is made from its name. Please change the name instead"}})
	}
	updated, err := a.Queries.UpdateCategory(c.Ctx(), c.By, id, in.Name, in.Group)
	return updated.Grouped(), err
}

// MergeInput names the category that receives the products.
type MergeInput struct {
	Into int64 `json:"into" doc:"Number of the other category"`
}

func (a API) mergeCategory(c *httpapi.Call, id int64, in MergeInput) (any, error) {
	into, err := a.Queries.MergeCategory(c.Ctx(), c.By, id, in.Into)
	return into.Grouped(), err
}

func (a API) deleteCategory(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteCategory(c.Ctx(), c.By, id)
}

// RestoreManyInput names products of the trash.
type RestoreManyInput struct {
	IDs []int64 `json:"ids" nullable:"false"`
}

func (a API) restoreProducts(c *httpapi.Call, in RestoreManyInput) (any, error) {
	c.WaitFor(httpapi.LongChange)
	version, err := a.Queries.RestoreProducts(c.Ctx(), c.By, in.IDs)
	return BulkChanged{version, len(in.IDs)}, err
}

func (a API) trash(c *httpapi.Call) (any, error) {
	deleted, err := a.Queries.Trash(c.Ctx())
	if deleted == nil {
		deleted = []Deleted{}
	}
	return deleted, err
}

// RestoreInput names the state to which a product is restored.
type RestoreInput struct {
	Entry int64       `json:"entry,omitempty" doc:"Entry of the audit to go back to; without it the product comes out of the trash"`
	State audit.State `json:"state,omitempty" enum:"before,after" doc:"Which state of the entry is wanted; without it the one after the change, or before a deletion"`
}

func (a API) restoreProduct(c *httpapi.Call, id int64, in RestoreInput) (any, error) {
	if in.Entry < 0 {
		return nil, fault.InvalidFields([]fault.Field{{Field: "entry", Message: "Please name an entry of the audit"}})
	}
	if in.State != "" && in.State != audit.Before && in.State != audit.After {
		return nil, fault.InvalidFields([]fault.Field{{Field: "state", Message: "Please choose the state before or after the change"}})
	}
	return a.Queries.RestoreProduct(c.Ctx(), c.By, id, in.Entry, in.State)
}

// ProductParam describes the wildcard x of a pattern.
func ProductParam() *huma.Param {
	return httpapi.PathParam("x", "Number or slug of the product", &huma.Schema{Type: huma.TypeString})
}

// NoList is the message for a list that is missing.
const NoList = "Please give a list, which may be empty"
