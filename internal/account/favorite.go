package account

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// MaxFavorites is how many tools an account saves.
const MaxFavorites = 500

// Favorite is a tool that a user has saved.
type Favorite struct {
	ProductID int64     `json:"productId"`
	CreatedAt time.Time `json:"createdAt"`
}

// Favorites returns the tools that a user has saved, oldest first. Products in the trash are left out.
func (a *Accounts) Favorites(ctx context.Context, userID int64) ([]Favorite, error) {
	return a.store.Favorites(ctx, userID)
}

// SaveFavorite saves a product for a user; saving it again changes nothing. An unknown product is NotFound; with
// MaxFavorites saved, it is a Conflict.
func (a *Accounts) SaveFavorite(ctx context.Context, userID, productID int64) error {
	return a.store.SaveFavorite(ctx, userID, productID, MaxFavorites)
}

// RemoveFavorite removes a product from a user's saved ones; it is no error if it is not one of them.
func (a *Accounts) RemoveFavorite(ctx context.Context, userID, productID int64) error {
	return a.store.RemoveFavorite(ctx, userID, productID)
}

// MergeFavorites saves the products that the user has not saved yet, in this order, as many as there is space for. It
// leaves out unknown ones, and returns all that are saved then.
func (a *Accounts) MergeFavorites(ctx context.Context, userID int64, productIDs []int64) ([]Favorite, error) {
	if len(productIDs) > MaxFavorites {
		return nil, fault.InvalidFields([]fault.Field{{Field: "productIds", Message: "Please send at most 500 ids."}})
	}
	return a.store.MergeFavorites(ctx, userID, productIDs, MaxFavorites)
}
