package store

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// kinds is all that editors write.
func kinds() records.Kinds {
	return append(records.Kinds{productKind, categoryKind, picksKind, collectionKind, verdictKind, proposalKind}, append(site.Kinds(), newsletter.Kinds()...)...)
}

// productKind is the products, with their order and the merges of categories.
var productKind = records.Kind{
	Table: "products", Label: "product",
	Undo:     undoProducts,
	Undoable: func(action string) bool { return action != "purge" },
	Preview:  previewProducts,
	Named:    partsNamed,
	Summary:  func() db.Summary { return &productChanges{Names: []string{}} },
	Shorten:  shortOrder,
	Uploads:  []string{"SELECT logo, images FROM products WHERE changed_in > ? AND (logo LIKE " + media.Like + " OR images LIKE " + media.Like + ")"},
	CanPurge: true,
}

// categoryKind is the categories. The undo of products reverts their merges.
var categoryKind = records.Kind{
	Table:    "categories",
	Undo:     func(context.Context, *records.Undo, int64) (func(context.Context) error, error) { return nil, nil },
	Undoable: func(action string) bool { return action == "merge" },
	Shorten:  shortMerge,
}

// proposalKind is the logos that are proposed for tools without one.
var proposalKind = records.Kind{
	Table:   "logo_proposals",
	Uploads: []string{"SELECT l.image, l.host FROM logo_proposals l JOIN products p ON p.id = l.product_id WHERE l.state IN ('proposed', 'dismissed') AND " + withoutLogo},
}
