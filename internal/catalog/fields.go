package catalog

import (
	"cmp"
	"fmt"
	"math/bits"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits of a product's fields, in code points (URLs in bytes), from the project's decisions page.
const (
	MaxName         = 200
	MaxText         = 20_000 // description and use cases
	MaxPriceText    = 60
	MaxPromoText    = 500
	MaxDealCode     = 100
	MaxWebsite      = 2_048 // every URL of a product
	MaxCategory     = 100
	MaxCategories   = 20
	MaxTag          = 100
	MaxTags         = 30
	MaxPhrase       = 100
	MaxPhrases      = 30
	MaxImages       = 6
	MaxDataURI      = 100_000   // a logo as an image data URI, in bytes
	MaxProducts     = 1_000_000 // bound of the snapshot in memory, which then takes 2 GB (docs/benchmarks.md)
	MaxDisplayOrder = 1_000_000
)

// Draft is a product as a person or a file describes it. The store sets the rest: id, times, version.
type Draft struct {
	Slug string // empty: derived from the name
	ProductFields
	Keep FieldSet // fields that an update does not change
}

// Check cleans the draft (NFC, trimmed, categories without duplicates) and checks every rule. The fault names each
// field that fails. It accepts the type Unknown only with allowUnknownType, as imports do.
func (d Draft) Check(allowUnknownType bool) (Draft, error) {
	var c checker
	d.Name = c.Line("name", d.Name, MaxName, "Please enter a name")
	d.Description = c.Text("description", d.Description, MaxText, "Please enter a description")
	d.UseCases = c.Text("useCases", d.UseCases, MaxText, "")
	d.PriceText = c.Line("priceText", d.PriceText, MaxPriceText, "")
	d.PromoText = c.Line("promoText", d.PromoText, MaxPromoText, "")
	d.checkDeal(&c)
	d.checkStatus(&c)
	d.Categories = c.words("categories", d.Categories, MaxCategories, MaxCategory)
	if len(d.Categories) == 0 {
		c.Fail("categories", "Please select at least one category")
	}
	d.Tags = c.words("tags", d.Tags, MaxTags, MaxTag)
	d.Phrases = c.words("phrases", d.Phrases, MaxPhrases, MaxPhrase)
	d.AlternativesIntroduction = c.Text("alternativesIntroduction", d.AlternativesIntroduction, MaxIntroduction, "")
	if !field.OneOf(d.Type, Types()...) && (!allowUnknownType || d.Type != Unknown) {
		c.Fail("type", "Please select a type: Free, Freemium or Premium")
	}
	if !field.OneOf(d.Section, Sections()...) {
		c.Fail("section", "Please select a section: Our Products or Recommended AI Products")
	}
	d.Website = c.url("website", d.Website, true)
	d.VideoURL = c.url("videoUrl", d.VideoURL, false)
	d.Logo = c.logo(d.Logo)
	if d.LogoColor != "" && !hexColor.MatchString(d.LogoColor) {
		c.Fail("logoColor", "Please give the color as #rrggbb")
	}
	d.Images = c.images(d.Images)
	if d.DisplayOrder < 0 || d.DisplayOrder > MaxDisplayOrder {
		c.Fail("displayOrder", fmt.Sprintf("Please enter an order from 0 to %d", MaxDisplayOrder))
	}
	if d.Slug != "" && !ValidSlug(d.Slug) {
		c.Fail("slug", "Please use lower-case letters, digits and single hyphens")
	}
	return d, c.Fault()
}

var (
	hexColor  = regexp.MustCompile(`^#[0-9a-f]{6}$`)
	imageData = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp|svg\+xml)[;,]`)
)

// checker collects the problems of a draft.
type checker struct{ field.Checker }

// words cleans a list of short lines. It drops empty lines and duplicates, ignoring case and accents.
func (c *checker) words(name string, values []string, most, limit int) []string {
	kept := make([]string, 0, len(values))
	seen := map[string]bool{}
	for _, value := range values {
		value = c.Line(name, value, limit, "")
		if key := Fold(value); key != "" && !seen[key] {
			seen[key] = true
			kept = append(kept, value)
		}
	}
	if len(kept) > most {
		c.Fail(name, fmt.Sprintf("Please use at most %d", most))
	}
	return kept
}

func (c *checker) url(name, value string, required bool) string {
	value = strings.TrimSpace(value)
	switch {
	case value == "" && !required:
	case value == "":
		c.Fail(name, "Please enter a website URL")
	case len(value) > MaxWebsite:
		c.Fail(name, fmt.Sprintf("Please use at most %d characters", MaxWebsite))
	case !field.WebURL(value):
		c.Fail(name, "Please enter a valid URL that starts with http:// or https://")
	}
	return value
}

func (c *checker) logo(value string) string {
	value = strings.TrimSpace(value)
	if imageData.MatchString(value) {
		if len(value) > MaxDataURI {
			c.Fail("logo", "Please upload the logo instead: it is too large for a data URI")
		}
		return value
	}
	if IsUpload(value) {
		return value
	}
	return c.url("logo", value, false)
}

func (c *checker) images(values []string) []string {
	kept := make([]string, 0, len(values))
	for _, value := range values {
		if IsUpload(value) {
			kept = append(kept, value)
		} else if value = c.url("images", value, false); value != "" {
			kept = append(kept, value)
		}
	}
	if len(kept) > MaxImages {
		c.Fail("images", fmt.Sprintf("Please use at most %d images", MaxImages))
	}
	return kept
}

var uploadPath = regexp.MustCompile(`^/uploads/[A-Za-z0-9][A-Za-z0-9._-]{0,120}$`)

// IsUpload reports whether the text is the path of an uploaded file of this site.
func IsUpload(path string) bool { return uploadPath.MatchString(path) && !strings.Contains(path, "..") }

// ProductFields are the fields of a product that a person, a file or another site can set. They have the same names in
// JSON and TypeScript. Product and Draft embed them, and SQL, API, import, export and sync read this list: a new field is a
// line here, a rule in Draft.Check and a column of the table products.
//
// The tag db names the column (categories have a table of their own); the tag text says what a text, or each text of a list,
// is: see TextKind.
type ProductFields struct {
	Name                     string   `json:"name" db:"name" text:"line"`
	Description              string   `json:"description" db:"description" text:"lines"`
	UseCases                 string   `json:"useCases" db:"use_cases" text:"lines" doc:"Plain text; line breaks count"`
	Categories               []string `json:"categories" text:"line" nullable:"false" doc:"Names, the main one first"`
	Tags                     []string `json:"tags" db:"tags" text:"line" nullable:"false" doc:"Further words that search finds the product by"`
	Phrases                  []string `json:"phrases" db:"phrases" text:"line" nullable:"false" doc:"What people say who need the product, in their own words; searched, but on no page"`
	Type                     Type     `json:"type" db:"type" enum:"Free,Freemium,Premium,Unknown"`
	PriceText                string   `json:"priceText" db:"price_text" text:"line" doc:"What it costs, in words: from $9/mo; or empty"`
	Section                  Section  `json:"section" db:"section" enum:"Our Products,Recommended AI Products"`
	Website                  string   `json:"website" db:"website" text:"url" doc:"Absolute http(s) URL"`
	Logo                     string   `json:"logo" db:"logo" text:"url" doc:"URL, an /uploads/ path, an image data URI, or empty"`
	LogoColor                string   `json:"logoColor" db:"logo_color" doc:"Dominant color of an uploaded logo as #rrggbb, or empty"`
	Images                   []string `json:"images" db:"images" text:"url" nullable:"false" doc:"Screenshots: at most 6 absolute http(s) URLs or /uploads/ paths"`
	VideoURL                 string   `json:"videoUrl" db:"video_url" text:"url" doc:"Absolute http(s) URL, or empty"`
	IsFeatured               bool     `json:"isFeatured" db:"is_featured"`
	HasLandingPage           bool     `json:"hasLandingPage" db:"has_landing_page"`
	HasDeal                  bool     `json:"hasDeal" db:"has_deal"`
	PromoText                string   `json:"promoText" db:"promo_text" text:"line"`
	DealCode                 string   `json:"dealCode" db:"deal_code" text:"line" doc:"Code to enter for the deal, or empty"`
	DealURL                  string   `json:"dealUrl" db:"deal_url" text:"url" doc:"Where the deal is, an absolute http(s) URL; empty: where Visit leads"`
	DealFrom                 string   `json:"dealFrom" db:"deal_from" doc:"When the deal begins (RFC 3339, in UTC); empty: it has begun"`
	DealTo                   string   `json:"dealTo" db:"deal_to" doc:"When it ends; empty: it doesn't"`
	AlternativesIntroduction string   `json:"alternativesIntroduction" db:"alternatives_introduction" text:"lines" doc:"An editor's text above its alternatives; plain text, line breaks count"`
	Status                   Status   `json:"status" db:"status" enum:"draft,scheduled,published,hidden" doc:"Whether visitors see it; scheduled: from publishAt on"`
	PublishAt                string   `json:"publishAt" db:"publish_at" doc:"From when visitors see it, or have seen it (RFC 3339, in UTC); empty: since it was added"`
	FeaturedUntil            string   `json:"featuredUntil" db:"featured_until" doc:"When it stops being featured; empty: it doesn't"`
	DisplayOrder             int      `json:"displayOrder" db:"display_order" doc:"Position in the administrator's order; products at 0 come before all others"`
}

// TextKind is what a text of ProductFields holds.
type TextKind string

// The kinds of texts.
const (
	Line  TextKind = "line"  // words for people, without line breaks
	Lines TextKind = "lines" // words for people
	URL   TextKind = "url"
)

// EachText passes each text that has a kind to use, and each text of the lists; use may change it.
func (f *ProductFields) EachText(use func(kind TextKind, text *string)) {
	fields := reflect.ValueOf(f).Elem()
	for i := range fields.NumField() {
		kind := TextKind(fields.Type().Field(i).Tag.Get("text"))
		if kind == "" {
			continue
		}
		switch field := fields.Field(i).Addr().Interface().(type) {
		case *string:
			use(kind, field)
		case *[]string:
			for j := range *field {
				use(kind, &(*field)[j])
			}
		}
	}
}

// Complete sets fields that an earlier version of the program did not know, and so wrote in no audit and no archive, as it stores
// them: lists are never nil.
func (f *ProductFields) Complete() {
	fields := reflect.ValueOf(f).Elem()
	for i := range fields.NumField() {
		if list, ok := fields.Field(i).Addr().Interface().(*[]string); ok {
			*list = orEmpty(*list)
		}
	}
	f.Status = cmp.Or(f.Status, Published)
}

// FieldSet is a set of ProductFields: bit i is the struct's field i.
type FieldSet uint64

var fieldNames = namesOf(reflect.TypeFor[ProductFields]())

func namesOf(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = t.Field(i).Tag.Get("json")
	}
	return names
}

// FieldNames returns the JSON names of ProductFields, in the struct's order.
func FieldNames() []string { return slices.Clone(fieldNames) }

// FieldsNamed returns the set of the fields with these JSON names. It panics if there is no such field.
func FieldsNamed(names ...string) FieldSet {
	var set FieldSet
	for _, name := range names {
		at := slices.Index(fieldNames, name)
		if at < 0 {
			panic("catalog: a product has no field " + name)
		}
		set |= 1 << at
	}
	return set
}

// Has reports whether the set contains the field with this JSON name.
func (s FieldSet) Has(name string) bool { return s&FieldsNamed(name) != 0 }

// Take copies the fields of the set.
func (f *ProductFields) Take(from ProductFields, set FieldSet) {
	to, values := reflect.ValueOf(f).Elem(), reflect.ValueOf(from)
	for i := range to.NumField() {
		if set&(1<<i) != 0 {
			to.Field(i).Set(values.Field(i))
		}
	}
}

// Differing returns the set of the fields whose values differ.
func (f ProductFields) Differing(other ProductFields) FieldSet {
	var set FieldSet
	one, two := reflect.ValueOf(f), reflect.ValueOf(other)
	for i := range one.NumField() {
		if !reflect.DeepEqual(one.Field(i).Interface(), two.Field(i).Interface()) {
			set |= 1 << i
		}
	}
	return set
}

// Short returns the value of the only field of the set, as it is in JSON, if it is a truth value or a text of at most so
// many bytes; otherwise nil.
func (f ProductFields) Short(set FieldSet, most int) any {
	if bits.OnesCount64(uint64(set)) != 1 {
		return nil
	}
	switch value := reflect.ValueOf(f).Field(bits.TrailingZeros64(uint64(set))); {
	case value.Kind() == reflect.Bool:
		return value.Bool()
	case value.Kind() == reflect.String && value.Len() <= most:
		return value.String()
	}
	return nil
}

// Names returns the JSON names of the set's fields, in the struct's order.
func (s FieldSet) Names() []string {
	var names []string
	for i, name := range fieldNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
