package account

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

func TestCheckPassword(t *testing.T) {
	const unreadable = "an unreadable hash: reading it fails"
	h := newHasher(parameters())
	for length, hashed := range map[int]bool{maxPasswordBytes: true, maxPasswordBytes + 1: false, 3 << 10: false} {
		right, _, err := h.check(strings.Repeat("x", length), unreadable)
		if right || (err != nil) != hashed {
			t.Errorf("%d bytes: right %v, hashed %v, want %v", length, right, err != nil, hashed)
		}
	}
}

// At most two hashes are made at once; others wait for a bounded time, and only so many of them.
func TestHashConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(parameters())
		for range hashesAtOnce {
			if _, err := h.enter(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		began, failed := time.Now(), make(chan error, maxWaiting)
		for range maxWaiting {
			go func() { _, err := h.enter(t.Context()); failed <- err }()
		}
		synctest.Wait()
		_, err := h.enter(t.Context()) // one too many: told at once
		if f := fault.From(err); f.Kind != fault.Unavailable || f.RetryAfter <= 0 || time.Since(began) != 0 {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		for range maxWaiting {
			if err := <-failed; !fault.Is(err, fault.Unavailable) || time.Since(began) != maxHashesWait {
				t.Errorf("after %s: %v", time.Since(began), err)
			}
		}
		gone, end := context.WithCancel(t.Context())
		end()
		if _, err := h.enter(gone); err != context.Canceled { //nolint:errorlint // as it is
			t.Errorf("who has gone away: %v", err)
		}
		if waiting := h.waiting.Load(); waiting != 0 {
			t.Errorf("%d still wait", waiting)
		}
	})
}
