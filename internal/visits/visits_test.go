package visits

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Days are days in UTC.
func TestDayOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", rapid.IntRange(-14*3600, 14*3600).Draw(t, "zone"))
		at := time.Unix(rapid.Int64Range(-1e10, 1e10).Draw(t, "second"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanosecond")).In(zone)
		if got, want := DayOf(at).String(), at.UTC().Format(time.DateOnly); got != want {
			t.Fatalf("%v is on %s, want %s", at, got, want)
		}
		if DayOf(at.AddDate(0, 0, 1)) != DayOf(at)+1 {
			t.Fatalf("the day after %v is not DayOf plus 1", at)
		}
	})
}
