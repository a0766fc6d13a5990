package assist

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/quota"
)

// Limits per administrator across all processes, from the project's decisions page and its security design; that leaves
// the daily number to us.
const (
	mostInMinute = 10
	mostInDay    = 200
	mostAtOnce   = 2
	day          = 24 * time.Hour
)

// slotLifetime exceeds the duration of any draft. It frees the slots of a killed process.
const slotLifetime = 3 * time.Minute

// leaveTimeout limits the write that frees a slot.
const leaveTimeout = 5 * time.Second

// limiter limits what each administrator asks for.
type limiter struct {
	store  quota.Store
	logger *slog.Logger
	of     string // what is counted, part of the store's keys
}

// enter takes a slot, which leave frees, or returns TooMany.
func (l limiter) enter(ctx context.Context, by string) (leave func(), err error) {
	now := time.Now().UTC().Truncate(time.Microsecond) // the store's precision
	ends := now.Add(slotLifetime)
	slots := l.of + " under way of " + by
	err = l.store.Uses(ctx, []string{slots, l.of + " of " + by}, day, func(uses [][]time.Time) (err error) {
		uses[0] = slices.DeleteFunc(uses[0], func(ends time.Time) bool { return !ends.After(now) })
		if len(uses[0]) >= mostAtOnce {
			return tooMany("Two drafts are already in progress. Please wait until one is done.", time.Second)
		}
		uses[0] = append(uses[0], ends)
		uses[1], err = counted(uses[1], now)
		return err
	})
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { l.leave(context.WithoutCancel(ctx), slots, ends) }), nil
}

// counted returns the times within a day, with now added, or TooMany.
func counted(requests []time.Time, now time.Time) ([]time.Time, error) {
	requests, wait := quota.Limit{Most: mostInDay, Within: day}.Recent(requests, now)
	if wait > 0 {
		return nil, tooMany("You've reached the limit of 200 drafts a day. Please try again later.", wait)
	}
	if _, wait := (quota.Limit{Most: mostInMinute, Within: time.Minute}).Recent(slices.Clone(requests), now); wait > 0 {
		return nil, tooMany("You've reached the limit of ten drafts a minute. Please wait a moment.", wait)
	}
	return append(requests, now), nil
}

// leave frees a slot. If that fails, the slot frees itself after slotLifetime.
func (l limiter) leave(ctx context.Context, slots string, ends time.Time) {
	ctx, stop := context.WithTimeout(ctx, leaveTimeout)
	defer stop()
	err := l.store.Uses(ctx, []string{slots}, day, func(uses [][]time.Time) error {
		if at := slices.IndexFunc(uses[0], ends.Equal); at >= 0 {
			uses[0] = slices.Delete(uses[0], at, at+1)
		}
		return nil
	})
	if err != nil {
		l.logger.WarnContext(ctx, "the end of a draft could not be stored", "free_after", slotLifetime, "error", err)
	}
}

func tooMany(message string, wait time.Duration) error {
	f := fault.New(fault.TooMany, message)
	f.RetryAfter = wait
	return f
}
