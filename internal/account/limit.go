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
	"vitrine/internal/quota"
	"vitrine/internal/source"
)

// How many failed tries to sign in there may be within the window.
const (
	window          = 15 * time.Minute
	triesPerAddress = 10
	triesPerAccount = 30

	maxBlocked = 1 << 16     // keys in memory; the least used go first
	trusted    = time.Second // that memory; then the store is asked, for another copy may have given a try back
)

// limit is how many failed tries one key may have in the window.
type limit struct {
	key string
	quota.Limit
}

// ofAddress counts a client. The operator's own machine counts too.
func ofAddress(client netip.Addr) limit {
	return limit{"address " + source.Of(client).String(), quota.Limit{Most: triesPerAddress, Within: window}}
}

// ofAccount counts an e-mail, whether there is an account of it or not.
func ofAccount(email string) limit {
	sum := sha256.Sum256([]byte(EmailKey(email)))
	return limit{"account " + hex.EncodeToString(sum[:]), quota.Limit{Most: triesPerAccount, Within: window}}
}

// limiter counts failed tries in the store, which several copies of the program share. Who may not try for now is
// remembered in memory for a moment, so that of a flood the store sees one try a second.
type limiter struct {
	store   quota.Store
	now     func() time.Time
	blocked *otter.Cache[string, block]
}

// block is until when a key may not try, as it was read at a time.
type block struct{ until, read time.Time }

func newLimiter(store quota.Store, now func() time.Time) *limiter {
	return &limiter{store, now, otter.Must(&otter.Options[string, block]{MaximumSize: maxBlocked})}
}

// refuse says how long one of the keys has to wait, as far as memory knows.
func (l *limiter) refuse(limits []limit) error {
	now := l.now()
	for _, one := range limits {
		known, found := l.blocked.GetIfPresent(one.key)
		if wait := known.until.Sub(now); found && wait > 0 && now.Sub(known.read) < trusted {
			return tooMany(wait)
		}
	}
	return nil
}

// take counts a try as failed, before anybody knows how it ends: so many at once cannot be more than are allowed. It
// gives what giveBack needs. A key that has no try left is TooMany, and nothing is counted.
func (l *limiter) take(ctx context.Context, limits []limit) (at time.Time, err error) {
	at = l.now()
	err = l.store.Uses(ctx, keys(limits), window, func(tries [][]time.Time) error {
		for i, one := range limits {
			left, wait := one.Recent(tries[i], at)
			if wait > 0 {
				l.blocked.Set(one.key, block{at.Add(wait), at})
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
	err := l.store.Uses(ctx, keys(limits), window, func(tries [][]time.Time) error {
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
	f := fault.New(fault.TooMany, "Too many failed sign-ins. Please try again in "+minutes+".")
	f.RetryAfter = wait
	return f
}
