// Package quota limits how often a key is used within a time window, counted across all copies of the program.
//
// # To change
//
//   - a limit: its own package (internal/account/limit.go, internal/assist/limiter.go,
//     internal/inbox/queries.go); the counts: queries.go
package quota

import (
	"context"
	"slices"
	"time"
)

// Limit allows Most uses of a key within any time window of length Within.
type Limit struct {
	Most   int
	Within time.Duration
}

// Recent returns the uses that still count, oldest first, and how long to wait until the limit allows another one. If wait
// is 0, the caller may use the key and appends now to left. Recent modifies uses.
func (l Limit) Recent(uses []time.Time, now time.Time) (left []time.Time, wait time.Duration) {
	left = slices.DeleteFunc(uses, func(at time.Time) bool { return !at.After(now.Add(-l.Within)) })
	if len(left) < l.Most {
		return left, 0
	}
	return left, min(left[len(left)-l.Most].Add(l.Within).Sub(now), l.Within)
}

// Store shares the uses of keys between all copies of the program.
type Store interface {
	// Uses calls change with the times at which each key was used, and stores the times as change leaves them. It locks the
	// keys in the given order: concurrent calls with one of them wait. If change fails, nothing is stored. A key that no
	// call has named for the duration keep may be deleted.
	Uses(ctx context.Context, keys []string, keep time.Duration, change func(uses [][]time.Time) error) error
}
