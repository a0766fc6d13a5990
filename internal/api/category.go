package api

import (
	"context"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
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

func (o *Options) renameCategory(c *httpapi.Call, id int64, in CategoryInput) (any, error) {
	isOwn := func(own catalog.Category) bool { return own.ID == id && own.Slug == in.Slug }
	if in.Slug != "" && in.Slug != catalog.Slug(in.Name) && !slices.ContainsFunc(o.Catalogue.Snapshot().Categories(), isOwn) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "slug", Message: "The address of a category is made from its name. Please change the name instead"}})
	}
	return o.Store.RenameCategory(c.Ctx(), c.By, id, in.Name)
}

// MergeInput names the category that receives the products.
type MergeInput struct {
	Into int64 `json:"into" doc:"Number of the other category"`
}

func (o *Options) mergeCategory(c *httpapi.Call, id int64, in MergeInput) (any, error) {
	return o.Store.MergeCategory(c.Ctx(), c.By, id, in.Into)
}

func (o *Options) deleteCategory(c *httpapi.Call, id int64) error {
	return o.Store.DeleteCategory(c.Ctx(), c.By, id)
}

func (o *Options) categories(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := o.Catalogue.Snapshot()
	return httpapi.Reply{Body: httpapi.AppendList(dst, snapshot.Categories(), func(dst []byte, c catalog.Category) []byte { return httpapi.AppendValue(dst, c) })}, nil
}

// categoryCounts answers with all categories and the number of products in each.
func (o *Options) categoryCounts(c *httpapi.Call) (any, error) {
	counts := o.Catalogue.Snapshot().CategoryCounts()
	return httpapi.Encoded(httpapi.AppendList(nil, counts, appendCategoryFacet)), nil
}

func appendCategoryFacet(dst []byte, c browse.CategoryCount) []byte { return c.AppendJSON(dst) }

// categoryOverview answers with what the list of all categories shows.
func (o *Options) categoryOverview(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := o.Catalogue.Snapshot()
	dst = httpapi.AppendList(append(dst, `{"categories":`...), snapshot.CategorySummaries(), appendCategorySummary)
	dst = httpapi.AppendList(append(dst, `,"tags":`...), snapshot.MostUsedTags(), func(dst []byte, t browse.TagCount) []byte { return httpapi.AppendValue(dst, t) })
	return httpapi.Reply{Body: append(dst, '}')}, nil
}

func appendCategorySummary(dst []byte, c browse.CategorySummary) []byte {
	dst = c.AppendJSON(dst)
	dst = httpapi.AppendList(append(dst[:len(dst)-1], `,"pricing":`...), c.Pricing, appendPricingFacet)
	dst = httpapi.AppendList(append(dst, `,"tools":`...), c.Tools, func(dst []byte, item *browse.Item) []byte { return item.AppendLogo(dst) })
	return append(dst, '}')
}
