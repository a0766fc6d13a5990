package media

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/fault"
)

// crowd has so many do work of some need and length at once, and returns how many were at it together and what came of it.
func crowd(t *testing.T, c *converter, count int, need int64, takes time.Duration) (most int, failed []error) {
	t.Helper()
	var lock sync.Mutex
	var all sync.WaitGroup
	now := 0
	for range count {
		all.Go(func() {
			err := c.withSlot(t.Context(), need, func(ctx context.Context) error {
				lock.Lock()
				now++
				most = max(most, now)
				lock.Unlock()
				defer func() {
					lock.Lock()
					now--
					lock.Unlock()
				}()
				select {
				case <-time.After(takes):
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
			if err != nil {
				lock.Lock()
				failed = append(failed, err)
				lock.Unlock()
			}
		})
	}
	all.Wait()
	return most, failed
}

// Two images are decoded at once, and a large one alone.
func TestConvertConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newConverter()
		if most, failed := crowd(t, c, 8, heavy, time.Second); most != 2 || len(failed) != 0 {
			t.Errorf("%d at once, %v", most, failed)
		}
		if most, failed := crowd(t, c, 8, heavy+1, time.Second); most != 1 || len(failed) != 0 {
			t.Errorf("%d large ones at once, %v", most, failed)
		}
		c.tidy.Stop()
	})
}

// A conversion that gets no slot in time is unavailable.
func TestConvertWithoutSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newConverter()
		_, failed := crowd(t, c, 3, 1, maxWait+time.Second)
		if len(failed) != 1 || !fault.Is(failed[0], fault.Unavailable) || fault.From(failed[0]).RetryAfter == 0 {
			t.Errorf("failed: %v", failed)
		}
	})
}

// An image that takes too long is given up.
func TestConvertTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, failed := crowd(t, newConverter(), 1, 1, time.Hour)
		if len(failed) != 1 || !fault.Is(failed[0], fault.Unavailable) {
			t.Errorf("failed: %v", failed)
		}
	})
}
