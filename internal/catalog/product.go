// Package catalog is products and categories, and every rule about them.
//
// It imports nobody but fault. What reads or writes a product, from whichever door (screen, API, import, sync), goes
// through Draft.Check, so that each rule is once.
//
// # To change
//
//   - a rule (lengths, types, addresses, slugs): draft.go; go test ./internal/catalog
//   - a field: fields.go, and its rule in draft.go; TestProductFields in internal/api then names what leaves it out
//     (store, files, API, sync, backup, history)
//   - what one call may change of many tools: change.go; what an undo takes back:
//     internal/store/{undo,import,category_merge_undo}.go
package catalog

import "time"

// Type is how a product is paid for. The screens and calls accept Free, Freemium and Premium; Unknown comes only from
// imports whose rows name no price.
type Type string

// The types, in the order in which they are offered.
const (
	Free     Type = "Free"
	Freemium Type = "Freemium"
	Premium  Type = "Premium"
	Unknown  Type = "Unknown"
)

// Types are the types that a person can give a product.
func Types() []Type { return []Type{Free, Freemium, Premium} }

// AllTypes are the types that products have and can be filtered by.
func AllTypes() []Type { return append(Types(), Unknown) }

// Label is the type in the words of the screens.
func (t Type) Label() string {
	if t == Unknown {
		return "Price not listed"
	}
	return string(t)
}

// Section is the part of the home page that a product is in.
type Section string

// The sections, in the order in which they are shown.
const (
	OurProducts         Section = "Our Products"
	RecommendedProducts Section = "Recommended AI Products"
)

// Sections are all sections, in the order in which they are shown.
func Sections() []Section { return []Section{OurProducts, RecommendedProducts} }

// NoDescription stands where an imported row brings no description.
const NoDescription = "No description yet."

// Product is one AI tool of the directory.
type Product struct {
	ID   int64  `json:"id" doc:"Number of the product, never used twice"`
	Slug string `json:"slug" doc:"Unique word for addresses, made from the name and stable after that"`
	ProductFields
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	Version   int64     `json:"version" doc:"Goes up by one with each change of this product"`
}

// Category is a group of products, by its unique name and slug.
type Category struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// All is the whole catalogue as one transaction saw it.
type All struct {
	Version    int64      // catalogue version: goes up by one with each writing transaction
	Products   []Product  // by id; deleted ones left out
	Categories []Category // by name
	OldNames   OldNames
}

// Changes is what has happened to the catalogue since a version.
type Changes struct {
	Version    int64      // the version these changes lead to
	Products   []Product  // made or changed since, as they are now
	Deleted    []int64    // ids of products deleted since
	Categories []Category // all categories as they are now (there are few), by name
	OldNames   OldNames   // all of them
}

// OldNames are the slugs and the folded names that categories had before they were renamed or merged, each with the id
// of the category that it leads to. A name or slug that a category has now counts before them.
type OldNames map[string]int64
