// Package visits counts how often products are opened and visited, how often pages of alternatives, comparisons and collections are
// opened, and how often booked places are seen and clicked, without knowing by whom.
//
// A count is a product or a page, a day and a number, or a product, an issue of the newsletter that led to it and a
// number: it has no cookie, address or name. Counts gather in memory (counter.go), without those of robots that identify themselves
// (robots.go) and at most once an hour for each address (recent.go); the counter writes them once a second. Lists ordered
// by popularity read the recent visits periodically (popular.go).
//
// # To change
//
//   - what counts as a visit: counter.go, robots.go, recent.go, internal/pages/links.go; in the browser
//     web/src/kit/count-visits.ts; decision 7; go test ./internal/visits, e2e/visits.spec.ts
//   - which counts go when another site's tool takes a product's id: records.go
package visits

import "time"

// How long counts matter and are stored.
const (
	Window        = 30  // days that popularity covers, including today
	RetentionDays = 400 // days after which counts are deleted: a year, plus a month to compare with
)

// Kind is an action of a visitor.
type Kind string

// The kinds. Those of Page are the views of pages other than a product's.
const (
	Open         Kind = "open"          // opened a product's page
	Visit        Kind = "visit"         // went to a product's website
	Alternatives Kind = "alternatives"  // opened the alternatives to a product
	Comparison   Kind = "comparison"    // opened a comparison
	Collection   Kind = "collection"    // opened a collection
	Booking      Kind = "booking"       // opened a page with a booked place
	BookingClick Kind = "booking-click" // went to a product's website from its place; the server counts it
)

// allKinds returns all kinds that browsers count.
func allKinds() []Kind { return []Kind{Open, Visit, Alternatives, Comparison, Collection, Booking} }

// Page is a page of alternatives, a comparison, a collection or a booked place.
type Page struct {
	Kind Kind
	Key  string // id of the product or of the collection, key of the booking; for a comparison the ids of its products, as a verdict has them
}

// Day is a day in UTC, as days since 1970.
type Day int64

// DayOf returns the day of a time.
func DayOf(at time.Time) Day {
	seconds := at.Unix()
	day := seconds / secondsOfDay
	if seconds%secondsOfDay < 0 {
		day--
	}
	return Day(day)
}

const secondsOfDay = 24 * 60 * 60

// OldestRetained returns the first day whose counts are stored; earlier ones are deleted.
func OldestRetained(now time.Time) Day { return DayOf(now) - RetentionDays + 1 }

// String formats the day as 2026-11-21.
func (d Day) String() string { return time.Unix(int64(d)*secondsOfDay, 0).UTC().Format(time.DateOnly) }

// Tally is a number of opens and visits.
type Tally struct{ Views, Clicks int64 }

func (t Tally) add(more Tally) Tally { return Tally{t.Views + more.Views, t.Clicks + more.Clicks} }

// Count is the tally of one product or page on one day, or of one product in one issue of the newsletter.
type Count struct {
	Product int64 // 0 if it is of a page
	Day     Day   // 0 if it is of an issue
	Issue   int64 // 0 if it is of a day
	Page    Page  // only its opens are counted
	Tally
}

// DayTotal is the tally of one day.
type DayTotal struct {
	Day Day
	Tally
}

// ProductTotal is the tally of one product.
type ProductTotal struct {
	Product int64
	Tally
}

// PageTotal is how often one page was opened.
type PageTotal struct {
	Page
	Views int64
}
