package store

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// OrderQuery reads all products in the order of the site.
const OrderQuery = catalog.OrderQuery

// Exec runs a statement that the store has no method for.
func (s *Store) Exec(ctx context.Context, statement string, args ...any) error {
	return s.WriteUnlocked(ctx, "test", func(ctx context.Context, tx db.Tx) error { return tx.Exec(ctx, statement, args...) })
}

// UndoableObjects returns the objects of the audit entries that an undo reverts.
func UndoableObjects() (objects []string) {
	for _, kind := range Kinds() {
		if kind.IsUndone() {
			objects = append(objects, kind.Table)
		}
	}
	return objects
}
