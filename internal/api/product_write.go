package api

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

const noSuchProduct = "Product not found. It may have been deleted."

// Store stores changes. When a call returns, its change is in the catalogue's snapshot.
type Store interface {
	ProductStore
	BulkStore
	CategoryStore
	HistoryStore
	VisitStore
	SocialStore
	LogoStore
	LegalStore
	ContentStore
	Recorder
}

// ProductStore changes products; by is the administrator.
type ProductStore interface {
	CreateProduct(ctx context.Context, by string, d catalog.Draft) (catalog.Product, error)
	UpdateProduct(ctx context.Context, by string, id, version int64, d catalog.Draft) (catalog.Product, error)
	DeleteProduct(ctx context.Context, by string, id int64) error
}

// ProductInput is a product as an administrator sends it. Screens send whole products: fields that nobody can set (slug,
// times, …) are ignored.
type ProductInput struct {
	ID             int64           `json:"id,omitempty" doc:"May stand in a change; must be the product's then"`
	Name           string          `json:"name"`
	Description    string          `json:"description"`
	UseCases       string          `json:"useCases,omitempty" doc:"Plain text; line breaks count"`
	Categories     []string        `json:"categories" nullable:"false" doc:"Names, the main one first; new ones are made"`
	Tags           *[]string       `json:"tags,omitempty" nullable:"false" doc:"Further words that search finds the product by; without them, a change leaves them as they are"`
	Type           catalog.Type    `json:"type" enum:"Free,Freemium,Premium"`
	Section        catalog.Section `json:"section" enum:"Our Products,Recommended AI Products"`
	Website        string          `json:"website" doc:"Absolute http(s) URL"`
	Logo           string          `json:"logo,omitempty" doc:"URL, an /uploads/ path or an image data URI"`
	LogoColor      string          `json:"logoColor,omitempty" doc:"Colour that came with an uploaded logo, as #rrggbb; a logo that stays keeps its own"`
	Images         []string        `json:"images,omitempty" nullable:"false" doc:"Screenshots: at most 6 absolute http(s) URLs or /uploads/ paths"`
	VideoURL       string          `json:"videoUrl,omitempty" doc:"Absolute http(s) URL"`
	IsFeatured     bool            `json:"isFeatured,omitempty"`
	HasLandingPage bool            `json:"hasLandingPage,omitempty"`
	HasDeal        bool            `json:"hasDeal,omitempty"`
	PromoText      string          `json:"promoText,omitempty"`
	DisplayOrder   *int            `json:"displayOrder,omitempty" nullable:"false" doc:"Place in the order; without it a new product stands first, and a change leaves it where it is"`
	Version        int64           `json:"version,omitempty" doc:"Version that was changed; when another one is current by now, the answer is 409"`
}

// draft returns the input as a draft that has passed every rule.
func (in ProductInput) draft() (catalog.Draft, error) {
	d := catalog.Draft{
		Name: in.Name, Description: in.Description, UseCases: in.UseCases, Categories: in.Categories,
		Type: in.Type, Section: in.Section, Website: in.Website, Logo: in.Logo, LogoColor: in.LogoColor, Images: in.Images,
		VideoURL: in.VideoURL, IsFeatured: in.IsFeatured, HasLandingPage: in.HasLandingPage, HasDeal: in.HasDeal, PromoText: in.PromoText,
	}
	if in.Tags == nil {
		d.Keep |= catalog.SetTags
	} else {
		d.Tags = *in.Tags
	}
	if in.DisplayOrder == nil {
		d.Keep |= catalog.SetDisplayOrder
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
	d, err := in.draft()
	if err != nil {
		return nil, err
	}
	return c.options.Store.UpdateProduct(c.ctx(), c.by, id, in.Version, d)
}

func deleteProduct(c *call, id int64) error {
	return c.options.Store.DeleteProduct(c.ctx(), c.by, id)
}
