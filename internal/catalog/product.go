// Package catalog defines products and categories, and every rule about them.
//
// It imports no other package of ours but field. Every product, whether from a screen, the API, an import or a sync, goes
// through Draft.Check, so that each rule exists once.
//
// # To change
//
//   - a rule (lengths, types, URLs, slugs): draft.go; go test ./internal/catalog
//   - a field: fields.go, and its rule in draft.go; TestProductFields in internal/app then names what lacks it
//     (store, files, API, sync, backup, history)
//   - what one call may change of many tools: change.go; what an undo reverts:
//     internal/store/{undo,import,category_merge_undo}.go
package catalog

import "time"

// Type is the pricing model of a product. Screens and API accept Free, Freemium and Premium; only imports set Unknown,
// for rows without a price.
type Type string

// The types, in the order of the screens.
const (
	Free     Type = "Free"
	Freemium Type = "Freemium"
	Premium  Type = "Premium"
	Unknown  Type = "Unknown"
)

// Types returns the types that a person can choose.
func Types() []Type { return []Type{Free, Freemium, Premium} }

// AllTypes returns all types that products have and filters accept.
func AllTypes() []Type { return append(Types(), Unknown) }

// Label returns the name of the type on screen.
func (t Type) Label() string {
	if t == Unknown {
		return "Price not listed"
	}
	return string(t)
}

// Section is the part of the home page that shows a product.
type Section string

// The sections, in display order.
const (
	OurProducts         Section = "Our Products"
	RecommendedProducts Section = "Recommended AI Products"
)

// Sections returns all sections, in display order.
func Sections() []Section { return []Section{OurProducts, RecommendedProducts} }

// NoDescription replaces a missing description in an imported row.
const NoDescription = "No description yet."

// Product is one AI tool of the directory.
type Product struct {
	ID   int64  `json:"id" doc:"Number of the product, never used twice"`
	Slug string `json:"slug" doc:"Unique word for addresses, made from the name and stable after that"`
	ProductFields
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	InBulk    bool      `json:"inBulk" doc:"It came by one import with more than 50 others, and is never shown as new"`
	Version   int64     `json:"version" doc:"Goes up by one with each change of this product"`
}

// Category is a group of products. Its name and slug are unique.
type Category struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// All is the whole catalogue in one consistent snapshot.
type All struct {
	Version    int64      // catalogue version: goes up by one with each versioned write transaction
	Products   []Product  // by id, without deleted ones
	Categories []Category // by name
	OldNames   OldNames
	Picks      map[int64]Picks // of alternatives, by product; without the products that have none
	OldSlugs   []OldSlug       // of products, by slug
	Trash      []Deleted       // the newest MaxGonePages in the trash, the oldest first

	Collections []Collection // by id, drafts too
}

// Changes are the changes of the catalogue since a version.
type Changes struct {
	Version    int64           // version after these changes
	Products   []Product       // created or changed since, in their current state
	Deleted    []int64         // ids of products deleted since
	Categories []Category      // all current categories (there are few), by name
	OldNames   OldNames        // all of them, not only the new ones
	Picks      map[int64]Picks // those of Products
	OldSlugs   []OldSlug       // those of the products created, changed or deleted since
	Trash      []Deleted       // the newest MaxGonePages of those deleted since, the oldest first

	Collections   []Collection // created or changed since
	CollectionIDs []int64      // of all current ones
}

// OldNames maps the slugs and folded names that categories had before a rename or merge to the id of the category that
// they redirect to. A current name or slug takes precedence.
type OldNames map[string]int64

// OldSlug is a slug that a product had before it got another one. It redirects to the product, unless another product
// has the slug now.
type OldSlug struct {
	Slug      string `json:"slug"`
	ProductID int64  `json:"productId"`
}
