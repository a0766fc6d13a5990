package quota

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// No period ever has more uses than the limit.
func TestLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := Limit{rapid.IntRange(1, 5).Draw(t, "most"), 15 * time.Minute}
		now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
		var kept, taken []time.Time
		for _, minutes := range rapid.SliceOfN(rapid.IntRange(0, 6), 1, 60).Draw(t, "minutes between uses") {
			now = now.Add(time.Duration(minutes) * time.Minute)
			left, wait := limit.Recent(slices.Clone(kept), now)
			if wait > 0 {
				if _, still := limit.Recent(slices.Clone(kept), now.Add(wait-1)); still == 0 {
					t.Fatalf("a shorter wait than %s would do", wait)
				}
				if _, still := limit.Recent(slices.Clone(kept), now.Add(wait)); still != 0 {
					t.Fatalf("after the wait of %s it is %s more", wait, still)
				}
				continue
			}
			kept, taken = append(left, now), append(taken, now)
			if first := len(taken) - 1 - limit.Most; first >= 0 && now.Sub(taken[first]) < limit.Within {
				t.Fatalf("%d uses within %s", limit.Most+1, now.Sub(taken[first]))
			}
		}
	})
}

// Nobody waits for a use in the future longer than the period.
func TestLimitFutureUse(t *testing.T) {
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	if _, wait := (Limit{1, time.Minute}).Recent([]time.Time{now.Add(time.Hour)}, now); wait != time.Minute {
		t.Errorf("wait %s", wait)
	}
}
