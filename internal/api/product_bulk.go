package api

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// BulkStore changes many products in one transaction.
type BulkStore interface {
	ReorderProducts(ctx context.Context, by string, order []catalog.Placement) (version int64, err error)
	MoveProduct(ctx context.Context, by string, id, after int64) (version int64, err error)
	ChangeProducts(ctx context.Context, by string, ids []int64, change catalog.BulkChange) (version int64, changed int, err error)
	ChangeListed(ctx context.Context, by string, list catalog.List, change catalog.BulkChange) (version int64, changed int, err error)
}

// ReorderInput is a new order of all or some products, or the move of one product.
type ReorderInput struct {
	Updates []PlacementInput `json:"updates,omitempty" nullable:"false"`
	Move    *MoveInput       `json:"move,omitempty" nullable:"false" doc:"Instead of updates: one product that moves; the site numbers all others"`
}

// MoveInput is the new position of one product.
type MoveInput struct {
	ID    int64  `json:"id"`
	After *int64 `json:"after" nullable:"false" doc:"Product that it comes after; 0: none, it becomes the first"`
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

// BulkInput is one change of many products: of those with the ids, or of all that the administrator's list shows with a
// filter.
type BulkInput struct {
	IDs    []int64             `json:"ids,omitempty" nullable:"false" doc:"At most 10,000 products"`
	Filter *catalog.ListFilter `json:"filter,omitempty" nullable:"false" doc:"Instead of ids, for any number of products; {} is all of them"`
	Except []int64             `json:"except,omitempty" nullable:"false" doc:"With a filter: products that stay as they are, at most 10,000"`
	Count  int                 `json:"count,omitempty" doc:"Required with a filter: how many products are meant, without those in except. If the list has another number of them by now, the answer is 409 and nothing changes"`
	Change catalog.BulkChange  `json:"change"`
}

// BulkChanged is the result of a bulk change.
type BulkChanged struct {
	Version int64 `json:"version" doc:"Catalogue version that this led to, for undo"`
	Changed int   `json:"changed" doc:"Products that are not as they were before"`
}

// longChange bounds how long the answer to a change of the whole catalogue may take: 100,000 products take seconds, longer on a
// busy machine.
const longChange = 4 * time.Minute

func changeProducts(c *call, in BulkInput) (any, error) {
	c.waitFor(longChange)
	if in.Filter == nil && (in.Count != 0 || len(in.Except) > 0) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "filter", Message: "Please give the filter of the list that count and except are about. Nothing was changed"}})
	}
	if in.Filter == nil {
		version, changed, err := c.options.Store.ChangeProducts(c.ctx(), c.by, in.IDs, in.Change)
		return BulkChanged{version, changed}, err
	}
	if len(in.IDs) > 0 {
		return nil, fault.InvalidFields([]fault.Field{{Field: "ids", Message: "Please give either ids or a filter. Nothing was changed"}})
	}
	list := catalog.List{Filter: *in.Filter, Except: in.Except, Count: in.Count}
	version, changed, err := c.options.Store.ChangeListed(c.ctx(), c.by, list, in.Change)
	return BulkChanged{version, changed}, err
}
