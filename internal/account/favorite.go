package account

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// MaxFavorites is how many tools an account saves.
const MaxFavorites = 500

// Favorite is a tool that a user has saved.
type Favorite struct {
	ProductID int64     `json:"productId" db:"product_id"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
}

// FavoriteQueries read and write the tools that users have saved.
type FavoriteQueries struct{ *db.DB }

// Favorites reads the products that a user has saved, oldest first. Those in the trash are left out until they are
// restored.
func (s *FavoriteQueries) Favorites(ctx context.Context, userID int64) ([]Favorite, error) {
	return db.Collect(ctx, db.Reading(s.DB, "read saved tools"), db.Columns[Favorite], favoritesOf, userID)
}

const favoritesOf = "SELECT f.product_id, f.created_at FROM favorites f JOIN products p ON p.id = f.product_id AND p.deleted_at IS NULL " +
	"WHERE f.user_id = ? ORDER BY f.created_at, f.id"

// SaveFavorite saves a product for a user, who has at most most; saving it again changes nothing. An unknown product is NotFound,
// a full list a Conflict.
func (s *FavoriteQueries) SaveFavorite(ctx context.Context, userID, productID int64, most int) error {
	return s.WriteUnversioned(ctx, "", "save a tool", func(ctx context.Context, w *db.WriteTx) error {
		ids, err := lockFavorites(ctx, w, userID)
		if err != nil {
			return err
		}
		if ids[productID] {
			return db.ErrNoChange
		}
		if len(ids) >= most {
			full := fault.New(fault.Conflict, fmt.Sprintf("Your list holds %d tools. Remove one to save another.", most))
			full.Code = "list_full"
			return full
		}
		added, err := addFavorite(ctx, w, userID, productID, w.At)
		if err == nil && !added {
			return fault.New(fault.NotFound, "There is no such product.")
		}
		return err
	})
}

// RemoveFavorite removes a product from a user's saved ones; it is no error if it is not one of them.
func (s *FavoriteQueries) RemoveFavorite(ctx context.Context, userID, productID int64) error {
	return s.WriteUnversioned(ctx, "", "remove a saved tool", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "DELETE FROM favorites WHERE user_id = ? AND product_id = ?", userID, productID)
	})
}

// MergeFavorites saves the products that the user has not saved yet, in this order, until there are as many as most. It
// leaves out unknown ones, and returns all that are saved then. More ids than MaxFavorites are Invalid.
func (s *FavoriteQueries) MergeFavorites(ctx context.Context, userID int64, productIDs []int64, most int) ([]Favorite, error) {
	if len(productIDs) > MaxFavorites {
		return nil, fault.InvalidFields([]fault.Field{{Field: "productIds", Message: "Please send at most 500 ids."}})
	}
	var favorites []Favorite
	err := s.WriteUnversioned(ctx, "", "merge saved tools", func(ctx context.Context, w *db.WriteTx) error {
		ids, err := lockFavorites(ctx, w, userID)
		if err != nil {
			return err
		}
		for i, id := range productIDs {
			if ids[id] || len(ids) >= most {
				continue
			}
			added, err := addFavorite(ctx, w, userID, id, w.At.Add(time.Duration(i)*time.Microsecond))
			if err != nil {
				return err
			}
			if added {
				ids[id] = true
			}
		}
		favorites, err = db.Collect(ctx, w, db.Columns[Favorite], favoritesOf, userID)
		return err
	})
	return favorites, err
}

// lockFavorites returns the ids of the products that a user has saved, and locks the user's row: of concurrent changes,
// the second waits for the first.
func lockFavorites(ctx context.Context, w *db.WriteTx, userID int64) (map[int64]bool, error) {
	if err := w.Exec(ctx, "UPDATE users SET updated_at = updated_at WHERE id = ?", userID); err != nil {
		return nil, err
	}
	saved, err := db.Collect(ctx, w, db.Column[int64], "SELECT product_id FROM favorites WHERE user_id = ?", userID)
	ids := make(map[int64]bool, len(saved))
	for _, id := range saved {
		ids[id] = true
	}
	return ids, err
}

// addFavorite reports false for a product that is not in the catalogue.
func addFavorite(ctx context.Context, w *db.WriteTx, userID, productID int64, at time.Time) (added bool, err error) {
	var there bool
	if err := w.Row(ctx, "SELECT EXISTS (SELECT 1 FROM products WHERE id = ? AND deleted_at IS NULL)", productID).Scan(&there); err != nil || !there {
		return false, err
	}
	return true, w.Exec(ctx, "INSERT INTO favorites (user_id, product_id, created_at) VALUES (?, ?, ?)", userID, productID, at.UnixMicro())
}
