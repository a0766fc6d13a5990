package store_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// A request that is repeated at once or later creates once, and its key is of no use for another.
func TestIdempotencyKey(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		made := make([]catalog.Product, 8)
		ctx := idempotency.With(t.Context(), idempotency.Key{Hash: "h", Digest: "d"})
		atOnce(t, len(made)-1, fault.Internal, func(i int) (err error) {
			made[i], err = s.CreateProduct(ctx, "w", draft("One"))
			return err
		})
		var err error
		made[7], err = s.CreateProduct(ctx, "w", draft("One"))
		noError(t, err)
		for _, again := range made {
			same(t, "the product", again, made[0])
		}
		same(t, "products", len(readAll(t, s).Products), 1)
		other := idempotency.With(t.Context(), idempotency.Key{Hash: "h", Digest: "of another body"})
		wantFault(t, errOf(s.CreateProduct(other, "w", draft("Two"))), fault.Invalid)
	})
}
