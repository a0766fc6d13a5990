package store

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/features"
)

// All reads the whole catalogue in one transaction with a few queries.
func (s *Store) All(ctx context.Context) (catalog.All, error) {
	var shot catalog.All
	err := s.Read(ctx, "read the catalog", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		var err error
		if shot.Version, shot.Categories, shot.OldNames, err = frame(ctx, tx); err != nil {
			return err
		}
		if shot.OldSlugs, err = catalog.AllOldSlugs(ctx, tx); err != nil {
			return err
		}
		if shot.Trash, err = catalog.NewestDeleted(ctx, tx, 0, s.Now()); err != nil {
			return err
		}
		if shot.Products, err = catalog.AllProducts(ctx, tx); err != nil {
			return err
		}
		var more catalog.Changes
		err = ofFeatures(ctx, tx, 0, &more)
		shot.Picks, shot.Collections, shot.PaidLinks, shot.Bookings, shot.Synonyms, shot.LinksConfirmed = more.Picks, more.Collections, more.PaidLinks, more.Bookings, more.Synonyms, more.LinksConfirmed
		return err
	})
	return shot, err
}

// Changes reads all changes since a version in one transaction. A product that was created and deleted since is among
// the deleted ones.
func (s *Store) Changes(ctx context.Context, since int64) (catalog.Changes, error) {
	var changes catalog.Changes
	err := s.Read(ctx, "read the catalog's changes", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		var err error
		if changes.Version, changes.Categories, changes.OldNames, err = frame(ctx, tx); err != nil || changes.Version == since {
			return err
		}
		if changes.Deleted, err = deletedSince(ctx, tx, since); err != nil {
			return err
		}
		if changes.Trash, err = catalog.NewestDeleted(ctx, tx, since, s.Now()); err != nil {
			return err
		}
		if changes.OldSlugs, err = catalog.ReadOldSlugs(ctx, tx, catalog.ChangedSince, since); err != nil {
			return err
		}
		if changes.Products, err = catalog.ReadProducts(ctx, tx, catalog.ChangedSince, since); err != nil {
			return err
		}
		return ofFeatures(ctx, tx, since, &changes)
	})
	return changes, err
}

// ofFeatures adds what the features have that the catalogue in memory shows.
func ofFeatures(ctx context.Context, tx db.Tx, since int64, to *catalog.Changes) error {
	for _, f := range features.All {
		if f.ReadCatalog == nil {
			continue
		}
		if err := f.ReadCatalog(ctx, tx, since, to); err != nil {
			return err
		}
	}
	return nil
}

// frame reads what All and Changes share: the version, and all categories with their former names.
func frame(ctx context.Context, tx db.Tx) (version int64, categories []catalog.Category, old catalog.OldNames, err error) {
	if err := tx.Row(ctx, "SELECT version FROM catalog_version WHERE id = 1").Scan(&version); err != nil {
		return 0, nil, nil, err
	}
	if categories, err = catalog.ReadCategories(ctx, tx); err != nil {
		return 0, nil, nil, err
	}
	old, err = catalog.ReadOldNames(ctx, tx)
	return version, categories, old, err
}

func deletedSince(ctx context.Context, tx db.Tx, since int64) ([]int64, error) {
	var deleted []int64
	// Ordered by the expression +id, SQLite finds the few rows by changed_in and sorts them; by id it scans the table.
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		deleted = append(deleted, id)
		return err
	}, "SELECT id FROM products WHERE deleted_at IS NOT NULL AND changed_in > ? ORDER BY +id", since)
	return deleted, err
}
