package browse

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// The types of this file describe what the Append… methods write without reflection. The description of the API is generated
// from them, and a test compares real answers with it.

// ProductCard is a product in a list: a subset of Product's fields.
type ProductCard struct {
	ID             int64           `json:"id"`
	Slug           string          `json:"slug"`
	Name           string          `json:"name"`
	Description    string          `json:"description" doc:"Its beginning: 240 characters of a card, cut at a word; 160 of a row"`
	Categories     []string        `json:"categories" nullable:"false" doc:"Names, the main one first"`
	Type           catalog.Type    `json:"type" enum:"Free,Freemium,Premium,Unknown"`
	Section        catalog.Section `json:"section" enum:"Our Products,Recommended AI Products"`
	Website        string          `json:"website"`
	Logo           string          `json:"logo"`
	LogoColor      string          `json:"logoColor"`
	IsFeatured     bool            `json:"isFeatured"`
	HasLandingPage bool            `json:"hasLandingPage"`
	HasDeal        bool            `json:"hasDeal"`
	IsNew          bool            `json:"isNew" doc:"Created in the last 14 days, and not by an import of more than 50 new products"`
}

// SimilarProduct is a product in the list of similar ones.
type SimilarProduct struct {
	catalog.Product
	IsNew bool `json:"isNew" doc:"Created in the last 14 days, and not by an import of more than 50 new products"`
}

// RowTool is a product in a row of the home page.
type RowTool struct {
	Slug        string       `json:"slug"`
	Name        string       `json:"name"`
	Description string       `json:"description" doc:"Its first 160 characters"`
	Type        catalog.Type `json:"type" enum:"Free,Freemium,Premium,Unknown"`
	Logo        string       `json:"logo"`
	LogoColor   string       `json:"logoColor"`
	CreatedAt   time.Time    `json:"createdAt"`
	Visits      int64        `json:"visits" doc:"In the last 30 days"`
}

// ProductRow is a product in the admin list.
type ProductRow struct {
	ProductCard
	DisplayOrder int       `json:"displayOrder"`
	CreatedAt    time.Time `json:"createdAt"`
	Version      int64     `json:"version"`
}

// CategoryFacet is a category with its number of matches; for admins, with its number of products.
type CategoryFacet struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Slug  string `json:"slug"`
	Count int    `json:"count"`
}

// ToolLogo is what a product's logo is drawn from.
type ToolLogo struct {
	Name      string `json:"name"`
	Logo      string `json:"logo"`
	LogoColor string `json:"logoColor"`
}
