// Package visits is how often products are opened and visited, counted without knowing by whom.
//
// A count is a product, a day and a number: no cookie, no address and no name goes with it. Counts gather in memory
// (counter.go), without those of robots that say so (robots.go) and one an hour of each address (recent.go), and are
// written once a second; what was visited lately
// is read again and again for the lists that go by it (popular.go).
//
// # To change
//
//   - what counts as a visit: counter.go, robots.go, recent.go, internal/pages/redirect.go; in the browser
//     web/src/components/count-visits.ts; decision 7; go test ./internal/visits, e2e/visits.spec.ts
package visits

import "time"

// Bounds of what is kept.
const (
	Window        = 30  // days that popularity looks at, today among them
	RetentionDays = 400 // days after which counts are deleted: a year, and the month to compare with
)

// Kind is what a visitor did with a product.
type Kind string

// The kinds.
const (
	Open  Kind = "open"  // opened its detail page
	Visit Kind = "visit" // went to its website
)

// Kinds are all kinds.
func Kinds() []Kind { return []Kind{Open, Visit} }

// Day is a day in UTC, as days since 1970.
type Day int64

// DayOf is the day of a moment.
func DayOf(at time.Time) Day {
	seconds := at.Unix()
	day := seconds / secondsOfDay
	if seconds%secondsOfDay < 0 {
		day--
	}
	return Day(day)
}

const secondsOfDay = 24 * 60 * 60

// OldestRetained is the first day whose counts are kept; earlier ones are deleted.
func OldestRetained(now time.Time) Day { return DayOf(now) - RetentionDays + 1 }

// String is the day as in 2026-11-21.
func (d Day) String() string { return time.Unix(int64(d)*secondsOfDay, 0).UTC().Format(time.DateOnly) }

// Tally is how often something was opened and visited.
type Tally struct{ Opens, Visits int64 }

// add is both together.
func (t Tally) add(more Tally) Tally { return Tally{t.Opens + more.Opens, t.Visits + more.Visits} }

// Count is what was counted of one product on one day.
type Count struct {
	Product int64
	Day     Day
	Tally
}

// DayTotal is what was counted on one day.
type DayTotal struct {
	Day Day
	Tally
}

// ProductTotal is what was counted of one product.
type ProductTotal struct {
	Product int64
	Tally
}
