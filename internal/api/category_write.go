package api

import (
	"context"

	"vitrine/internal/catalog"
)

const noSuchCategory = "There is no such category. It may have been renamed, merged or deleted."

// CategoryStore is where categories are changed. What led to a renamed or merged one goes on leading to it.
type CategoryStore interface {
	RenameCategory(ctx context.Context, by string, id int64, name string) (catalog.Category, error)
	MergeCategory(ctx context.Context, by string, from, into int64) (catalog.Category, error)
	DeleteCategory(ctx context.Context, by string, id int64) error
}

// CategoryInput is what can be said about a category.
type CategoryInput struct {
	Name string `json:"name"`
}

func renameCategory(c *call, in CategoryInput) (answer, error) {
	id, err := c.id("id", noSuchCategory)
	if err != nil {
		return answer{}, err
	}
	category, err := c.api.options.Store.RenameCategory(c.request.Context(), c.by, id, in.Name)
	return answer{body: category}, err
}

// MergeInput names the category that takes the products over.
type MergeInput struct {
	Into int64 `json:"into" doc:"Number of the other category"`
}

func mergeCategory(c *call, in MergeInput) (answer, error) {
	id, err := c.id("id", noSuchCategory)
	if err != nil {
		return answer{}, err
	}
	category, err := c.api.options.Store.MergeCategory(c.request.Context(), c.by, id, in.Into)
	return answer{body: category}, err
}

func deleteCategory(c *call) (answer, error) {
	id, err := c.id("id", noSuchCategory)
	if err != nil {
		return answer{}, err
	}
	return done, c.api.options.Store.DeleteCategory(c.request.Context(), c.by, id)
}
