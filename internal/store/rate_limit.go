package store

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/quota"
)

// Uses calls change with the times at which each key was used, and stores the times as change leaves them. It locks the
// keys in the given order: concurrent calls with one of them wait. If change fails, nothing is stored. A key that no call
// has named for the duration keep may be deleted.
func (s *Store) Uses(ctx context.Context, keys []string, keep time.Duration, change func(uses [][]time.Time) error) error {
	return s.WriteUnversioned(ctx, "", "count the uses of a rate limit", func(ctx context.Context, w *db.WriteTx) error {
		return quota.Change(ctx, w, keys, keep, change)
	})
}
