package newsletter_test

import (
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/newsletter"
)

func TestScheduleTime(t *testing.T) {
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	for _, try := range []struct{ at, zone, want string }{
		{"2026-01-02T13:01", "Europe/Berlin", "2026-01-02T12:01:00Z"},
		{"2026-07-02T09:00", "Europe/Berlin", "2026-07-02T07:00:00Z"},
		{"2026-01-03T00:00", "Asia/Kathmandu", "2026-01-02T18:15:00Z"},
		{"2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"},       // twice: the first
		{"2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z"}, // twice, half an hour later
		{"2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00Z"},    // twice: the first
		{"2027-01-02T12:00", "UTC", "2027-01-02T12:00:00Z"},
	} {
		got, err := newsletter.Schedule{At: try.at, Zone: try.zone}.Time(now)
		noError(t, err)
		same(t, try.at+" in "+try.zone, got.UTC().Format(time.RFC3339), try.want)
	}
	for _, try := range []struct{ at, zone, field string }{
		{"2026-03-29T02:30", "Europe/Berlin", "at"}, // the clocks are put forward
		{"2026-10-04T02:15", "Australia/Lord_Howe", "at"},
		{"2026-01-02T13:00", "Europe/Berlin", "at"}, // now
		{"2026-01-02T11:59", "UTC", "at"},
		{"2027-01-02T12:01", "UTC", "at"},
		{"2026-02-30T09:00", "UTC", "at"}, {"2026-02-03", "UTC", "at"}, {"2026-02-03T09:00Z", "UTC", "at"}, {"tomorrow", "UTC", "at"}, {"", "UTC", "at"},
		{"2026-02-03T09:00", "", "zone"}, {"2026-02-03T09:00", "Local", "zone"}, {"2026-02-03T09:00", "Europe/Nowhere", "zone"}, {"2026-02-03T09:00", "../../etc/passwd", "zone"},
	} {
		wantInvalid(t, errOf(newsletter.Schedule{At: try.at, Zone: try.zone}.Time(now)), try.field)
	}
	at, err := newsletter.Schedule{}.Time(now)
	noError(t, err)
	same(t, "no schedule is the zero time", at.IsZero(), true)
}
