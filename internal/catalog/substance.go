package catalog

import (
	"slices"
	"strings"
)

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
