package media

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// crowd does work of some need and length so many times at once, and returns how many were at it together and what failed.
func crowd(t *testing.T, c *converter, count int, need int64, takes time.Duration) (most int, failed []error) {
	t.Helper()
	var lock sync.Mutex
	var all sync.WaitGroup
	now := 0
	add := func(change int) {
		lock.Lock()
		defer lock.Unlock()
		now += change
		most = max(most, now)
	}
	for range count {
		all.Go(func() {
			err := c.withSlot(t.Context(), need, func(ctx context.Context) error {
				add(1)
				defer add(-1)
				select {
				case <-time.After(takes):
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
			if err != nil {
				lock.Lock()
				defer lock.Unlock()
				failed = append(failed, err)
			}
		})
	}
	all.Wait()
	return most, failed
}

// Two images are decoded at once, and a large one alone. One that gets no slot in time or takes too long is given up.
func TestConvertConcurrency(t *testing.T) {
	for name, test := range map[string]struct {
		count  int
		need   int64
		takes  time.Duration
		most   int
		failed int
	}{
		"two at once":             {8, heavy, time.Second, 2, 0},
		"a large one alone":       {8, heavy + 1, time.Second, 1, 0},
		"no slot in time":         {3, 1, maxWait + time.Second, 2, 1},
		"one that takes for ever": {1, 1, time.Hour, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newConverter()
				most, failed := crowd(t, c, test.count, test.need, test.takes)
				same(t, "at once", most, test.most)
				same(t, "failed", len(failed), test.failed)
				for _, err := range failed {
					if !fault.Is(err, fault.Unavailable) || fault.From(err).RetryAfter == 0 {
						t.Errorf("failed: %v", err)
					}
				}
				c.tidy.Stop()
			})
		})
	}
}

// What is done with an image waits while administrators upload many, for a bounded time.
func TestWhenFree(t *testing.T) {
	for name, c := range map[string]struct {
		busy, tries int
		err         bool
	}{"free": {0, 1, false}, "free later": {9, 10, false}, "never": {99, 10, true}} {
		synctest.Test(t, func(t *testing.T) {
			tries := 0
			_, err := WhenFree(t.Context(), func() (int, error) {
				if tries++; tries > c.busy {
					return tries, nil
				}
				f := fault.New(fault.Unavailable, "Busy.")
				f.RetryAfter = time.Minute
				return 0, f
			})
			if tries != c.tries || fault.Is(err, fault.Unavailable) != c.err {
				t.Errorf("%s: %d tries, %v", name, tries, err)
			}
		})
	}
}
