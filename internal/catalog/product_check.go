package catalog

import (
	"reflect"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Check checks a complete product from another site, with id, slug and times, against every rule of a draft; the type
// may be Unknown, as in an import. It also refuses a product that Draft.Check would change, since the copy would differ
// from the original. The fault names each field that fails.
func (p Product) Check() error {
	given := Draft{Slug: p.Slug, ProductFields: p.ProductFields}
	given.Categories, given.Tags, given.Images = listed(p.Categories), listed(p.Tags), listed(p.Images)
	checked, err := given.Check(true)
	if err != nil {
		return err
	}
	var c checker
	switch {
	case p.ID < 1:
		c.Fail("id", "Please give a number above 0")
	case p.Slug == "":
		c.Fail("slug", "Please use lower-case letters, digits and single hyphens")
	case !reflect.DeepEqual(given.withCleanLines(), checked):
		c.Fail("name", "A text of this product is not written as it would be stored")
	}
	return c.Fault()
}

// withCleanLines returns the draft without invisible characters in its lines: earlier versions stored them.
func (d Draft) withCleanLines() Draft {
	d.EachText(func(kind TextKind, text *string) {
		if kind == Line {
			*text = cleanLine(*text)
		}
	})
	return d
}

// cleanLine cleans a line that an earlier version of the program may have stored. It returns any other line unchanged.
func cleanLine(text string) string {
	if field.Clean(text) != text {
		return text
	}
	return field.CleanLine(text)
}

// Check checks the rules for a complete category from another site.
func (g Category) Check() error {
	var c checker
	name, err := CategoryName(g.Name)
	if err != nil {
		return err
	}
	group, err := CategoryGroup(g.Group)
	if err != nil {
		return err
	}
	switch {
	case g.ID < 1:
		c.Fail("id", "Please give a number above 0")
	case name != cleanLine(g.Name):
		c.Fail("name", "The name is not written as it would be stored")
	case group != g.Group:
		c.Fail("group", "The group is not written as it would be stored")
	case !ValidSlug(g.Slug):
		c.Fail("slug", "Please use lower-case letters, digits and single hyphens")
	}
	return c.Fault()
}

// listed returns a copy of the list, never nil.
func listed(list []string) []string { return append([]string{}, list...) }

// OtherCategory is the category of tools that fit no other.
const OtherCategory = "Other"

// OwnDescription returns the description without the space around it; empty if it is only the text that replaces a missing one.
func (f *ProductFields) OwnDescription() string {
	if text := strings.TrimSpace(f.Description); text != NoDescription {
		return text
	}
	return ""
}

// MaxFacts is the most facts that Facts counts.
const MaxFacts = 8

// Facts returns how many facts of a product its page shows besides the name, the description and the website, which every
// product has: a known price, a category other than Other, tags that repeat no category, use cases, a logo, screenshots, a
// video, a deal.
func (f *ProductFields) Facts() int {
	facts := 0
	for _, known := range [MaxFacts]bool{
		f.Type != Unknown && f.Type != "",
		slices.ContainsFunc(f.Categories, func(name string) bool { return name != OtherCategory }),
		slices.ContainsFunc(f.Tags, func(tag string) bool { return !f.isCategory(tag) }),
		f.UseCases != "",
		f.Logo != "",
		len(f.Images) > 0,
		f.VideoURL != "",
		f.HasDeal,
	} {
		if known {
			facts++
		}
	}
	return facts
}

func (f *ProductFields) isCategory(tag string) bool {
	return slices.ContainsFunc(f.Categories, func(name string) bool { return strings.EqualFold(name, tag) })
}
