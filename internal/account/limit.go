package account

import (
	"context"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/source"
)

// Limits of failed sign-in attempts.
const (
	window          = 15 * time.Minute
	triesPerAddress = 10 // within the window, like the next
	triesPerAccount = 30

	maxBlocked = 1 << 16     // keys in memory; the least used are evicted first
	trusted    = time.Second // then the store is asked: another process may have given an attempt back
)

// limit is the maximum number of failed attempts of one key within the window.
type limit struct {
	key string
	quota.Limit
}

// ofAddress limits a client address. The operator's own machine is limited too.
func ofAddress(client netip.Addr) limit {
	return limit{"address " + source.Of(client).String(), quota.Limit{Most: triesPerAddress, Within: window}}
}

// ofAccount limits an email, whether it has an account or not.
func ofAccount(email string) limit {
	return limit{"account " + emailHash(email), quota.Limit{Most: triesPerAccount, Within: window}}
}

// ofUser limits the wrong passwords of a signed-in user.
func ofUser(id int64) limit {
	return limit{"user " + strconv.FormatInt(id, 10), quota.Limit{Most: triesPerAccount, Within: window}}
}

// triesPerFactor is how many wrong codes strangers with the right password may try within the window: at one of them in a million,
// and three right ones at a time, that takes years.
const triesPerFactor = 5

// ofFactor limits the wrong codes of a user's second factor: those in a browser that has signed in before are counted apart.
func ofFactor(ctx context.Context, user StoredUser) limit {
	if nonce := deviceOf(ctx, user); nonce != "" {
		return limit{"second factor of device " + hashOf(nonce), quota.Limit{Most: triesPerDevice, Within: window}}
	}
	return limit{"second factor of " + strconv.FormatInt(user.ID, 10), quota.Limit{Most: triesPerFactor, Within: window}}
}

// limiter counts failed attempts in the store, which all processes share. It caches blocked keys in memory briefly, so
// that a flood reaches the store once a second.
type limiter struct {
	store   quota.Store
	now     func() time.Time
	blocked *otter.Cache[string, block]
}

// block is the time until which a key is blocked, and when that was read.
type block struct{ until, read time.Time }

func newLimiter(store quota.Store, now func() time.Time) *limiter {
	return &limiter{store, now, otter.Must(&otter.Options[string, block]{MaximumSize: maxBlocked})}
}

// refuse returns TooMany if memory knows that one of the keys is blocked.
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

// takeAttempt counts an attempt as failed before its result is known, so that concurrent attempts cannot exceed the limit. It
// returns the time that giveBack needs. If a key has no attempt left, takeAttempt returns TooMany and counts nothing.
func (l *limiter) takeAttempt(ctx context.Context, limits []limit) (at time.Time, err error) {
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

// giveBack uncounts an attempt that succeeded.
func (l *limiter) giveBack(ctx context.Context, limits []limit, at time.Time) error {
	err := l.store.Uses(ctx, keys(limits), window, func(tries [][]time.Time) error {
		for i := range tries {
			if found := slices.IndexFunc(tries[i], at.Equal); found >= 0 {
				tries[i] = slices.Delete(tries[i], found, found+1)
			}
		}
		return nil
	})
	for _, one := range limits { // the attempt that is uncounted may have caused the block
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

// tooMany gives the wait in whole minutes, rounded up, so that the message stays true while it is read.
func tooMany(wait time.Duration) error {
	minutes := "1 minute"
	if wait > time.Minute {
		minutes = fmt.Sprintf("%.0f minutes", math.Ceil(wait.Minutes()))
	}
	f := fault.New(fault.TooMany, "Too many failed sign-ins. Please try again in "+minutes+".")
	f.RetryAfter = wait
	return f
}
