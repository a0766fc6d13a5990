package directory

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// The types of this file describe answers that api.go writes without reflection. The
// OpenAPI description is generated from them, and a test compares real answers with it.

// HomeRows are what the home page shows above its two sections.
type HomeRows struct {
	Rows        []HomeRow           `json:"rows" nullable:"false" doc:"In the order in which they are shown; none of a directory with fewer than 48 products. A product is in one of them only; time and clicks change them once an hour"`
	Collections []CollectionSummary `json:"collections" nullable:"false" doc:"The latest three with products"`
	Categories  []HomeCategory      `json:"categories" nullable:"false" doc:"The eight with the most products; none where fewer than four have any"`
}

// HomeRow is one row of the home page.
type HomeRow struct {
	Kind  browse.RowKind   `json:"kind" enum:"popular,worth,new,today"`
	Tools []browse.RowTool `json:"tools" nullable:"false" doc:"Four to eight; of today one"`
}

// Catalog is a screen of the directory in one answer.
type Catalog struct {
	Total          int              `json:"total" doc:"Products that match, in all sections"`
	Pages          int              `json:"pages" doc:"Numbered pages that hold all matches; 0 for a request without a page"`
	CorrectedQuery string           `json:"correctedQuery" doc:"The search as it was read, where no product has a word of it as it was typed and a typo was forgiven; else empty"`
	RelaxedQuery   string           `json:"relaxedQuery" doc:"The words of the search that were kept, where no product has all of them; else empty"`
	AlternativesTo NamedProduct     `json:"alternativesTo" doc:"The product whose alternatives come first, where the search wants something in its place (\"like X\"); else both are empty"`
	Tag            string           `json:"tag" doc:"Name of the chosen tag, if it has a page; else empty"`
	Sponsored      []SponsoredCard  `json:"sponsored" nullable:"false" doc:"Who has booked the place above the whole list; they are in the sections too"`
	Sections       []CatalogSection `json:"sections" nullable:"false" doc:"Sections with matches, in the order in which they are shown"`
	Facets         Facets           `json:"facets"`
	Letters        []browse.Letter  `json:"letters" nullable:"false" doc:"Where each letter begins in the numbered list of all products by name; empty for other lists"`
}

// NamedProduct is what a link to a product needs.
type NamedProduct struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
}

// SponsoredCard is a product at a place that it has booked.
type SponsoredCard struct {
	Booking int64              `json:"booking" doc:"Number of the booking"`
	Product browse.ProductCard `json:"product"`
}

// CatalogSection is one page of one section.
type CatalogSection struct {
	Section  catalog.Section      `json:"section" enum:"Our Products,Recommended AI Products," doc:"Empty in the numbered list of all products by name, which is one"`
	Total    int                  `json:"total" doc:"Matches in this section"`
	Products []browse.ProductCard `json:"products" nullable:"false"`
	Next     string               `json:"next" doc:"Cursor of the section's next page, or empty"`
}

// Facets are the choices of the filters, with the number of matches for each. A facet's counts ignore that facet's own
// choice.
type Facets struct {
	Categories    []browse.CategoryFacet `json:"categories" nullable:"false" doc:"By name; only those with matches, and the chosen one"`
	AllCategories int                    `json:"allCategories" doc:"Matches in any category"`
	Pricing       []PricingFacet         `json:"pricing" nullable:"false"`
	AllPricing    int                    `json:"allPricing" doc:"Matches at any price"`
}

// CategoryOverview is the list of all categories, with the most used tags.
type CategoryOverview struct {
	Categories []CategorySummary `json:"categories" nullable:"false" doc:"By name"`
	Tags       []browse.TagCount `json:"tags" nullable:"false" doc:"The 200 that most products have, without those that have a category's name"`
}

// CategorySummary is a category in the list of all.
type CategorySummary struct {
	browse.CategoryRow
	Pricing []PricingFacet `json:"pricing" nullable:"false"`
}

// HomeCategory is a category on the home page.
type HomeCategory struct {
	CategorySummary
	Tools []browse.ToolLogo `json:"tools" nullable:"false" doc:"The first three of its products, those with a logo before others"`
}

// PricingFacet is a pricing type with its number of matches.
type PricingFacet struct {
	Value catalog.Type `json:"value" enum:"Free,Freemium,Premium,Unknown"`
	Count int          `json:"count"`
}

// Site is the data for the frame of every page.
type Site struct {
	Name        string             `json:"name"`
	Texts       SiteTexts          `json:"texts"`
	Scheme      string             `json:"scheme" enum:"dark,light,both" doc:"Color scheme; both: visitors can switch"`
	Categories  []catalog.Category `json:"categories" nullable:"false" doc:"By name"`
	Groups      []string           `json:"groups" nullable:"false" doc:"Those of the categories, in the order in which they are shown"`
	Largest     []string           `json:"largest" nullable:"false" doc:"Slugs of the eight categories with the most products"`
	Searches    []browse.Search    `json:"searches" nullable:"false" doc:"At most six to propose to visitors"`
	SocialLinks []site.SocialLink  `json:"socialLinks" nullable:"false" doc:"The active ones, in their order"`
	Logos       []SiteLogo         `json:"logos" nullable:"false" doc:"The active ones"`
	Accounts    bool               `json:"accounts" doc:"Whether visitors can sign up"`
	Newsletter  bool               `json:"newsletter" doc:"Whether visitors can subscribe to a newsletter"`
	Collections bool               `json:"collections" doc:"Whether there is a published collection"`
	Deals       bool               `json:"deals" doc:"Whether a deal runs"`
	Advertise   bool               `json:"advertise" doc:"Whether there is a page about places to book"`
}

// SiteTexts are the words with which the site presents itself.
type SiteTexts struct {
	Tagline      string `json:"tagline" doc:"What follows the name in the title of the home page"`
	Hero         string `json:"hero" doc:"Heading of the home page"`
	HeroAccent   string `json:"heroAccent" doc:"Its end, in the accent color"`
	Introduction string `json:"introduction" doc:"Text beside the heading; empty: how many products there are"`
	Footer       string `json:"footer"`
}

// SiteLogo is the URL of a site logo.
type SiteLogo struct {
	Type     site.LogoType `json:"type" enum:"main,compact,favicon"`
	Name     string        `json:"name"`
	URL      string        `json:"url" doc:"Path below the site's URL; another one after each change"`
	MimeType string        `json:"mimeType"`
}

// CollectionSummary is a collection in the list of all.
type CollectionSummary struct {
	Slug      string            `json:"slug"`
	Title     string            `json:"title"`
	Summary   string            `json:"summary" doc:"The first paragraph of its introduction, as plain text"`
	Count     int               `json:"count" doc:"Its products"`
	UpdatedAt time.Time         `json:"updatedAt"`
	Tools     []browse.ToolLogo `json:"tools" nullable:"false" doc:"The first three of its products, those with a logo before others"`
}
