// Package quota counts how often somebody has done a thing within a while, for all copies of the program together.
//
// # To change
//
//   - a limit is its own package's (internal/account/limit.go, internal/assist/limiter.go,
//     internal/store/submission.go); its counts: internal/store/rate_limit.go
package quota

import (
	"context"
	"slices"
	"time"
)

// Limit is how often a key may be used within any time so long.
type Limit struct {
	Most   int
	Within time.Duration
}

// Recent are the uses that still count, the oldest first, and how long to wait until there are fewer than may be. A wait
// of 0 says that the key may be used now; who uses it adds now to what is left. It changes the list that it is given.
func (l Limit) Recent(uses []time.Time, now time.Time) (left []time.Time, wait time.Duration) {
	left = slices.DeleteFunc(uses, func(at time.Time) bool { return !at.After(now.Add(-l.Within)) })
	if len(left) < l.Most {
		return left, 0
	}
	return left, min(left[len(left)-l.Most].Add(l.Within).Sub(now), l.Within)
}

// Store keeps uses where all copies of the program find them.
type Store interface {
	// Uses gives change the times at which each key was used and keeps what it leaves in their places, while everybody
	// else with one of the keys waits. The keys are locked in their order. An error changes nothing. What was kept may be
	// forgotten when it was not asked for so long.
	Uses(ctx context.Context, keys []string, keep time.Duration, change func(uses [][]time.Time) error) error
}
