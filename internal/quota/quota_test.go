package quota

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// No period has more uses than the limit, and the returned wait is the shortest possible.
func TestLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := Limit{rapid.IntRange(1, 5).Draw(t, "most"), 15 * time.Minute}
		now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
		var recent, all []time.Time
		for _, minutes := range rapid.SliceOfN(rapid.IntRange(0, 6), 1, 60).Draw(t, "minutes between uses") {
			now = now.Add(time.Duration(minutes) * time.Minute)
			left, wait := limit.Recent(slices.Clone(recent), now)
			if wait > 0 {
				if _, still := limit.Recent(slices.Clone(recent), now.Add(wait-1)); still == 0 {
					t.Fatalf("a shorter wait than %s is enough", wait)
				}
				if _, still := limit.Recent(slices.Clone(recent), now.Add(wait)); still != 0 {
					t.Fatalf("after the wait of %s there is another of %s", wait, still)
				}
				continue
			}
			recent, all = append(left, now), append(all, now)
			if first := len(all) - 1 - limit.Most; first >= 0 && now.Sub(all[first]) < limit.Within {
				t.Fatalf("%d uses within %s", limit.Most+1, now.Sub(all[first]))
			}
		}
	})
}

// A use in the future, from a clock that was wrong, delays the next one by at most the period.
func TestLimitFutureUse(t *testing.T) {
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	if _, wait := (Limit{1, time.Minute}).Recent([]time.Time{now.Add(time.Hour)}, now); wait != time.Minute {
		t.Errorf("got a wait of %s, want 1m", wait)
	}
}
