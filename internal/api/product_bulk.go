package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// BulkStore changes many products in one transaction.
type BulkStore interface {
	ReorderProducts(ctx context.Context, by string, order []catalog.Placement) (version int64, err error)
	MoveProduct(ctx context.Context, by string, id, after int64) (version int64, err error)
	ChangeProducts(ctx context.Context, by string, ids []int64, change catalog.BulkChange) (version int64, changed int, err error)
}

// ReorderInput is a new order of all or some products, or the move of one product.
type ReorderInput struct {
	Updates []PlacementInput `json:"updates,omitempty" nullable:"false"`
	Move    *MoveInput       `json:"move,omitempty" nullable:"false" doc:"Instead of updates: one product that moves; the site numbers all others"`
}

// MoveInput is the new position of one product.
type MoveInput struct {
	ID    int64  `json:"id"`
	After *int64 `json:"after" nullable:"false" doc:"Product that it follows then; 0: none, it becomes the first"`
}

// PlacementInput is the position of one product.
type PlacementInput struct {
	ID           *int64 `json:"id" nullable:"false"`
	DisplayOrder *int   `json:"displayOrder" nullable:"false" doc:"Counted from 1"`
}

// Reordered is the result of a reordering.
type Reordered struct {
	Version int64 `json:"version" doc:"Catalogue version that this led to, for undo"`
	Updated int   `json:"updated" doc:"Products that the order named"`
}

func reorderProducts(c *call, in ReorderInput) (any, error) {
	if in.Move != nil {
		return moveProduct(c, in)
	}
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
		return nil, err
	}
	version, err := c.options.Store.ReorderProducts(c.ctx(), c.by, order)
	return Reordered{version, len(order)}, err
}

func moveProduct(c *call, in ReorderInput) (any, error) {
	var wrong checks
	if len(in.Updates) > 0 {
		wrong.fail("move", "Please send either updates or a move. Nothing was moved")
	}
	if in.Move.After == nil {
		wrong.fail("move.after", "Please name the product that it follows, or 0 to make it the first. Nothing was moved")
	}
	if err := wrong.fault(); err != nil {
		return nil, err
	}
	version, err := c.options.Store.MoveProduct(c.ctx(), c.by, in.Move.ID, *in.Move.After)
	return Reordered{version, 1}, err
}

// BulkInput is one change of many products.
type BulkInput struct {
	IDs    []int64            `json:"ids" nullable:"false"`
	Change catalog.BulkChange `json:"change"`
}

// BulkChanged is the result of a bulk change.
type BulkChanged struct {
	Version int64 `json:"version" doc:"Catalogue version that this led to, for undo"`
	Changed int   `json:"changed" doc:"Products that are not as they were before"`
}

func changeProducts(c *call, in BulkInput) (any, error) {
	version, changed, err := c.options.Store.ChangeProducts(c.ctx(), c.by, in.IDs, in.Change)
	return BulkChanged{version, changed}, err
}
