package account

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"vitrine/internal/fault"
)

func TestNoWindowEverHasMoreTriesThanTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 5).Draw(t, "most")
		now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
		var kept, taken []time.Time
		for _, minutes := range rapid.SliceOfN(rapid.IntRange(0, 6), 1, 60).Draw(t, "minutes between tries") {
			now = now.Add(time.Duration(minutes) * time.Minute)
			left, wait := recent(slices.Clone(kept), most, now)
			if wait > 0 {
				if _, still := recent(slices.Clone(kept), most, now.Add(wait-1)); still == 0 {
					t.Fatalf("a shorter wait than %s would do", wait)
				}
				if _, still := recent(slices.Clone(kept), most, now.Add(wait)); still != 0 {
					t.Fatalf("after the wait of %s it is %s more", wait, still)
				}
				continue
			}
			kept, taken = append(left, now), append(taken, now)
			if first := len(taken) - 1 - most; first >= 0 && now.Sub(taken[first]) < window {
				t.Fatalf("%d tries within %s", most+1, now.Sub(taken[first]))
			}
		}
	})
}

func TestAtMostTwoHashesAreMadeAtOnceAndWhoWaitsTooLongIsToldSo(t *testing.T) {
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

// forgetting is a store that says when it was asked to forget.
type forgetting struct {
	Store
	asked []time.Time
}

func (f *forgetting) ForgetExpired(_ context.Context, now, tried time.Time) error {
	if now.Sub(tried) != window {
		return fault.New(fault.Internal, "Tries are forgotten too early or too late.")
	}
	f.asked = append(f.asked, now)
	return nil
}

func TestWhatHasExpiredIsForgottenAndTriesWhenTheirWindowIsOver(t *testing.T) {
	store := &forgetting{}
	accounts := New(Options{Store: store, Logger: slog.New(slog.DiscardHandler)})
	if err := accounts.Tidy(t.Context()); err != nil || len(store.asked) != 1 {
		t.Errorf("asked at %v, %v", store.asked, err)
	}
}
