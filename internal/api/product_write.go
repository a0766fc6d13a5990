package api

import (
	"context"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
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
	ID   int64  `json:"id,omitempty" doc:"Optional in a change, where it must be the product's own id"`
	Slug string `json:"slug,omitempty" doc:"Word for the address: lower-case letters, digits and single hyphens. Without it a new product gets one made from its name, and a change keeps it. After a change of the slug, the old address redirects; one that another product has is 409"`
	catalog.ProductFields
	Tags         *[]string `json:"tags,omitempty" nullable:"false" doc:"Further words that search finds the product by; without them, a change leaves them as they are"`
	DisplayOrder *int      `json:"displayOrder,omitempty" nullable:"false" doc:"Place in the order. Without it a new product comes first, and a change keeps the place"`
	Version      int64     `json:"version,omitempty" doc:"Version that was changed; when another one is current by now, the answer is 409"`
}

// TransformSchema adds what catalog.ProductFields does not describe: most fields are optional, and nobody may choose
// the type Unknown. huma calls it.
func (ProductInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"name", "description", "categories", "type", "section", "website"}
	s.Properties["type"].Enum = words(asStrings(catalog.Types())...).Enum
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

func createProduct(c *call, in ProductInput) (any, error) {
	d, err := in.draft()
	if err != nil {
		return nil, err
	}
	return c.options.Store.CreateProduct(c.ctx(), c.by, d)
}

func updateProduct(c *call, id int64, in ProductInput) (any, error) {
	if in.ID != 0 && in.ID != id {
		return nil, fault.InvalidFields([]fault.Field{{Field: "id", Message: "This is the number of another product than the address names"}})
	}
	if now, found := c.options.Catalogue.Snapshot().Product(strconv.FormatInt(id, 10)); found && in.Slug == now.Slug() {
		in.Slug = "" // an earlier version may have allowed what would be refused today
	}
	d, err := in.draft()
	if err != nil {
		return nil, err
	}
	return c.options.Store.UpdateProduct(c.ctx(), c.by, id, in.Version, d)
}

func deleteProduct(c *call, id int64) error {
	return c.options.Store.DeleteProduct(c.ctx(), c.by, id)
}
