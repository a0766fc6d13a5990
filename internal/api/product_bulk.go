package api

import (
	"context"

	"vitrine/internal/catalog"
)

// BulkStore is where many products are changed at once, all of them or none.
type BulkStore interface {
	ReorderProducts(ctx context.Context, by string, order []catalog.Placement) (version int64, err error)
	ChangeProducts(ctx context.Context, by string, ids []int64, change catalog.BulkChange) (version int64, changed int, err error)
}

// ReorderInput is a new order, or the part of it that is new.
type ReorderInput struct {
	Updates []PlacementInput `json:"updates" nullable:"false"`
}

// PlacementInput is the place of one product.
type PlacementInput struct {
	ID           *int64 `json:"id" nullable:"false"`
	DisplayOrder *int   `json:"displayOrder" nullable:"false" doc:"Counted from 1"`
}

// Reordered is the outcome of a new order.
type Reordered struct {
	Version int64 `json:"version" doc:"Catalogue version that this led to, for undo"`
	Updated int   `json:"updated" doc:"Products that the order named"`
}

func reorderProducts(c *call, in ReorderInput) (answer, error) {
	var wrong checks
	order := make([]catalog.Placement, len(in.Updates))
	for i, update := range in.Updates {
		if update.ID == nil || update.DisplayOrder == nil {
			wrong.fail("updates", "Please give the id and the displayOrder of each product. Nothing was moved")
			continue
		}
		order[i] = catalog.Placement{ID: *update.ID, DisplayOrder: *update.DisplayOrder}
	}
	if err := wrong.fault(); err != nil {
		return answer{}, err
	}
	version, err := c.api.options.Store.ReorderProducts(c.request.Context(), c.by, order)
	return answer{body: Reordered{version, len(order)}}, err
}

// BulkInput is one change of many products.
type BulkInput struct {
	IDs    []int64            `json:"ids" nullable:"false"`
	Change catalog.BulkChange `json:"change"`
}

// BulkChanged is the outcome of a change of many products.
type BulkChanged struct {
	Version int64 `json:"version" doc:"Catalogue version that this led to, for undo"`
	Changed int   `json:"changed" doc:"Products that are not as they were before"`
}

func changeProducts(c *call, in BulkInput) (answer, error) {
	version, changed, err := c.api.options.Store.ChangeProducts(c.request.Context(), c.by, in.IDs, in.Change)
	return answer{body: BulkChanged{version, changed}}, err
}
