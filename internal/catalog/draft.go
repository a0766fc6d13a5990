package catalog

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits of a product's fields, in code points (URLs in bytes), from the project's decisions page.
const (
	MaxName         = 200
	MaxText         = 20_000 // description and use cases
	MaxPromoText    = 500
	MaxWebsite      = 2_048 // every URL of a product
	MaxCategory     = 100
	MaxCategories   = 20
	MaxTag          = 100
	MaxTags         = 30
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
	d.PromoText = c.Line("promoText", d.PromoText, MaxPromoText, "")
	d.Categories = c.words("categories", d.Categories, MaxCategories, MaxCategory)
	if len(d.Categories) == 0 {
		c.Fail("categories", "Please select at least one category")
	}
	d.Tags = c.words("tags", d.Tags, MaxTags, MaxTag)
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
		c.Fail("logoColor", "Please give the colour as #rrggbb")
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
