package api

import (
	"context"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

const noSuchCategory = "There is no such category. It may have been renamed, merged or deleted."

// CategoryStore changes categories. The old names of a renamed or merged category redirect to it.
type CategoryStore interface {
	RenameCategory(ctx context.Context, by string, id int64, name string) (catalog.Category, error)
	MergeCategory(ctx context.Context, by string, from, into int64) (catalog.Category, error)
	DeleteCategory(ctx context.Context, by string, id int64) error
}

// CategoryInput is a category in an admin's request.
type CategoryInput struct {
	Name string `json:"name"`
	Slug string `json:"slug,omitempty" doc:"May be the category's own; it follows from the name and cannot be set"`
}

func renameCategory(c *call, id int64, in CategoryInput) (any, error) {
	isOwn := func(own catalog.Category) bool { return own.ID == id && own.Slug == in.Slug }
	if in.Slug != "" && in.Slug != catalog.Slug(in.Name) && !slices.ContainsFunc(c.options.Catalogue.Snapshot().Categories(), isOwn) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "slug", Message: "The address of a category is made from its name. Please change the name instead"}})
	}
	return c.options.Store.RenameCategory(c.ctx(), c.by, id, in.Name)
}

// MergeInput names the category that receives the products.
type MergeInput struct {
	Into int64 `json:"into" doc:"Number of the other category"`
}

func mergeCategory(c *call, id int64, in MergeInput) (any, error) {
	return c.options.Store.MergeCategory(c.ctx(), c.by, id, in.Into)
}

func deleteCategory(c *call, id int64) error {
	return c.options.Store.DeleteCategory(c.ctx(), c.by, id)
}

func categories(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendList(dst, v.snapshot.Categories(), func(dst []byte, c catalog.Category) []byte { return appendValue(dst, c) })}, nil
}

// categoryCounts answers with all categories and the number of products in each.
func categoryCounts(c *call) (any, error) {
	counts := c.options.Catalogue.Snapshot().CategoryCounts()
	return encoded(appendList(nil, counts, appendCategoryFacet)), nil
}

func appendCategoryFacet(dst []byte, c browse.CategoryCount) []byte { return c.AppendJSON(dst) }

// categoryOverview answers with what the list of all categories shows.
func categoryOverview(v view, _ *question, dst []byte) (reply, error) {
	dst = appendList(append(dst, `{"categories":`...), v.snapshot.CategorySummaries(), appendCategorySummary)
	dst = appendList(append(dst, `,"tags":`...), v.snapshot.MostUsedTags(), func(dst []byte, t browse.TagCount) []byte { return appendValue(dst, t) })
	return reply{body: append(dst, '}')}, nil
}

func appendCategorySummary(dst []byte, c browse.CategorySummary) []byte {
	dst = c.AppendJSON(dst)
	dst = appendList(append(dst[:len(dst)-1], `,"pricing":`...), c.Pricing, appendPricingFacet)
	dst = appendList(append(dst, `,"tools":`...), c.Tools, func(dst []byte, item *browse.Item) []byte { return item.AppendLogo(dst) })
	return append(dst, '}')
}
