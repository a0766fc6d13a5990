package quota

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Uses calls change with the times at which each key was used, and stores the times as change leaves them. It locks the
// keys in the given order: concurrent calls with one of them wait. If change fails, nothing is stored. A key that no call
// has named for the duration keep may be deleted.
func (s *Queries) Uses(ctx context.Context, keys []string, keep time.Duration, change func(uses [][]time.Time) error) error {
	return s.WriteUnversioned(ctx, "", "count the uses of a rate limit", func(ctx context.Context, w *db.WriteTx) error {
		return Change(ctx, w, keys, keep, change)
	})
}

// Queries read and write the uses of keys.
type Queries struct{ *db.DB }
