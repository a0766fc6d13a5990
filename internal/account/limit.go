package account

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"time"

	"github.com/maypok86/otter/v2"

	"vitrine/internal/fault"
	"vitrine/internal/source"
)

// How many failed tries to sign in there may be within the window.
const (
	window          = 15 * time.Minute
	triesPerAddress = 10
	triesPerAccount = 30
	maxBlocked      = 1 << 16 // keys in memory; the least used go first
)

// limit is how many failed tries one key may have in the window.
type limit struct {
	key  string
	most int
}

// ofAddress counts a client. The operator's own machine counts too.
func ofAddress(client netip.Addr) limit {
	return limit{"address " + source.Of(client).String(), triesPerAddress}
}

// ofAccount counts an e-mail, whether there is an account of it or not.
func ofAccount(email string) limit {
	sum := sha256.Sum256([]byte(keyOf(email)))
	return limit{"account " + hex.EncodeToString(sum[:]), triesPerAccount}
}

// limiter counts failed tries in the store, which several copies of the program share. Who may not try for now is
// remembered in memory, so that a flood does not reach the store.
type limiter struct {
	store   Store
	now     func() time.Time
	blocked *otter.Cache[string, time.Time] // until when
}

func newLimiter(store Store, now func() time.Time) *limiter {
	return &limiter{store, now, otter.Must(&otter.Options[string, time.Time]{MaximumSize: maxBlocked})}
}

// refuse says how long one of the keys has to wait, as far as memory knows.
func (l *limiter) refuse(limits []limit) error {
	for _, one := range limits {
		until, known := l.blocked.GetIfPresent(one.key)
		if wait := until.Sub(l.now()); known && wait > 0 {
			return tooMany(wait)
		}
	}
	return nil
}

// take counts a try as failed, before anybody knows how it ends: so many at once cannot be more than are allowed. It
// gives what giveBack needs. A key that has no try left is TooMany, and nothing is counted.
func (l *limiter) take(ctx context.Context, limits []limit) (at time.Time, err error) {
	at = l.now()
	err = l.store.Attempts(ctx, keys(limits), func(tries [][]time.Time) error {
		for i, one := range limits {
			left, wait := recent(tries[i], one.most, at)
			if wait > 0 {
				l.blocked.Set(one.key, at.Add(wait))
				return tooMany(wait)
			}
			tries[i] = append(left, at)
		}
		return nil
	})
	return at, err
}

// giveBack takes a try back that was right.
func (l *limiter) giveBack(ctx context.Context, limits []limit, at time.Time) error {
	err := l.store.Attempts(ctx, keys(limits), func(tries [][]time.Time) error {
		for i := range tries {
			if found := slices.IndexFunc(tries[i], at.Equal); found >= 0 {
				tries[i] = slices.Delete(tries[i], found, found+1)
			}
		}
		return nil
	})
	for _, one := range limits { // it may have been blocked by the try that is taken back
		l.blocked.Invalidate(one.key)
	}
	return err
}

// recent are the tries that still count, and how long to wait until there are fewer than most.
func recent(tries []time.Time, most int, now time.Time) (left []time.Time, wait time.Duration) {
	left = slices.DeleteFunc(tries, func(at time.Time) bool { return !at.After(now.Add(-window)) })
	if len(left) < most {
		return left, 0
	}
	return left, min(left[len(left)-most].Add(window).Sub(now), window)
}

func keys(limits []limit) []string {
	names := make([]string, len(limits))
	for i, one := range limits {
		names[i] = one.key
	}
	return names
}

// tooMany says how long to wait in whole minutes, which stay true while they are read.
func tooMany(wait time.Duration) error {
	minutes := "1 minute"
	if wait > time.Minute {
		minutes = fmt.Sprintf("%.0f minutes", math.Ceil(wait.Minutes()))
	}
	f := fault.New(fault.TooMany, "There were too many failed tries to sign in. Please try again in "+minutes+".")
	f.RetryAfter = wait
	return f
}
