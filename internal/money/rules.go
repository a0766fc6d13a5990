// Package money keeps what a site earns with: the affiliate links of tools, the clicks on them, and what networks report of them.
//
// # To change
//
//   - what a link has, its rules and limits: rules.go; go test ./internal/money
//   - the rows: queries.go; their undo, and how they are in an archive: records.go; the calls: api.go
//   - what networks' reports look like: earnings.go; whose earnings they are: claims.go; how they are imported: import.go; what is added up: report.go
//   - bookings of places: bookings.go; where they stand: internal/browse/money.go; their numbers for the buyer: numbers.go
//   - the page about places: advertise.go; how many tools they have: internal/site/places.go
//   - what visitors read about the order and who pays: rank.go; the deals: deals.go, when they run: internal/catalog/product_check.go, internal/browse/money.go
//   - how clicks survive a kill or a power cut: journal.go, decision 34; how they are counted: clicks.go
//   - which websites are links of networks, and how they are followed: moving.go; when: mover.go; their proposals: moves.go
//   - which links are broken: checks.go
//   - which link is in use: catalog.PaidLink and internal/browse/money.go; where /go/ leads: internal/pages/links.go
package money

import (
	"fmt"
	"net/url"
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits of affiliate links; texts in code points.
const (
	MaxLinks     = 20  // of a product
	MaxNetworks  = 200 // different ones of all links
	MaxBulk      = 5_000
	maxNetwork   = 80
	maxProgramme = 120
	maxURL       = 2_000
	maxSubID     = 200
	maxNote      = 1_000
)

// Link is an affiliate link of a product.
type Link struct {
	ID        int64     `json:"id" db:"id,serial"`
	ProductID int64     `json:"productId" db:"product_id"`
	Network   string    `json:"network" db:"network"`
	Programme string    `json:"programme" db:"programme"`
	URL       string    `json:"url" db:"url"`
	SubID     string    `json:"subId" db:"sub_id" doc:"What is added to the query of the URL: name=value, where {placement} is the place of the click on this site and {tool} the slug of the tool"`
	Active    bool      `json:"active" db:"active"`
	From      time.Time `json:"from" db:"starts_at,null" doc:"From when it is used; the year 1: from the start"`
	To        time.Time `json:"to" db:"ends_at,null" doc:"Until when it is used; the year 1: without end"`
	Note      string    `json:"note" db:"note"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
	UpdatedAt time.Time `json:"updatedAt" db:"updated_at"`
}

// Fields are the fields of a link in a request; those that are nil stay as they are.
type Fields struct {
	Network   *string    `json:"network,omitempty" nullable:"false" doc:"At most 80 characters"`
	Programme *string    `json:"programme,omitempty" nullable:"false" doc:"At most 120 characters"`
	URL       *string    `json:"url,omitempty" nullable:"false" doc:"Absolute http(s) URL of a public website, at most 2,000 characters"`
	SubID     *string    `json:"subId,omitempty" nullable:"false" doc:"Empty, or name=value for the query of the URL, with {placement} and {tool}, at most 200 characters"`
	Active    *bool      `json:"active,omitempty" nullable:"false" doc:"true for a new link without it"`
	From      *time.Time `json:"from,omitempty" nullable:"false" doc:"From when it is used; the year 1: from the start"`
	To        *time.Time `json:"to,omitempty" nullable:"false" doc:"Until when it is used; the year 1: without end"`
	Note      *string    `json:"note,omitempty" nullable:"false" doc:"At most 1,000 characters"`
}

// Apply returns the link with these fields, checked.
func (f Fields) Apply(l Link) (Link, error) {
	field.Set(&l.Network, f.Network)
	field.Set(&l.Programme, f.Programme)
	field.Set(&l.URL, f.URL)
	field.Set(&l.SubID, f.SubID)
	field.Set(&l.Active, f.Active)
	field.Set(&l.From, f.From)
	field.Set(&l.To, f.To)
	field.Set(&l.Note, f.Note)
	return l.Check()
}

// Check cleans the link and checks every rule. The fault names each invalid field.
func (l Link) Check() (Link, error) {
	var c field.Checker
	l.Network = c.Line("network", l.Network, maxNetwork, "Please enter the network")
	l.Programme = c.Line("programme", l.Programme, maxProgramme, "")
	l.URL = field.Clean(l.URL)
	switch u, err := url.Parse(l.URL); {
	case utf8.RuneCountInString(l.URL) > maxURL:
		c.Fail("url", fmt.Sprintf("Please use at most %d characters", maxURL))
	case err != nil || !field.WebURL(l.URL):
		c.Fail("url", "Please enter a valid URL")
	case !fetch.IsPublicName(u.Hostname()):
		c.Fail("url", "Please enter the URL of a public website")
	}
	l.SubID = c.Line("subId", l.SubID, maxSubID, "")
	if l.SubID != "" && !subIDs.MatchString(l.SubID) {
		c.Fail("subId", "Please write it as name=value, for example subid={placement}-{tool}")
	}
	l.From, l.To = inYears(&c, "from", l.From), inYears(&c, "to", l.To)
	if !l.From.IsZero() && !l.To.IsZero() && !l.To.After(l.From) {
		c.Fail("to", "Please choose a time after its start")
	}
	l.Note = c.Text("note", l.Note, maxNote, "")
	return l, c.Fault()
}

// inYears checks a time. The database stores microseconds.
func inYears(c *field.Checker, name string, at time.Time) time.Time {
	if at.IsZero() {
		return time.Time{}
	}
	if year := at.UTC().Year(); year < 2000 || year > 2100 {
		c.Fail(name, "Please choose a time between the years 2000 and 2100")
	}
	return at.UTC().Truncate(time.Microsecond)
}

// subIDs matches name=value, or several with & between them. The values may have the two placeholders, and of other
// characters those that a query needs no escapes for.
var subIDs = regexp.MustCompile(`^[\w.~-]+=(?:[\w.~-]|\{placement\}|\{tool\})+(?:&[\w.~-]+=(?:[\w.~-]|\{placement\}|\{tool\})+)*$`)

// checkCount refuses more than MaxLinks of a product.
func checkCount(ofProduct int) error {
	if ofProduct > MaxLinks {
		return fault.New(fault.Conflict, fmt.Sprintf("A product can have at most %d affiliate links. Please delete one first.", MaxLinks))
	}
	return nil
}

// checkNetworks refuses more than MaxNetworks. Two spellings of one are the same.
func checkNetworks(names []string) error {
	different := map[string]bool{}
	for _, name := range names {
		different[catalog.Fold(name)] = true
	}
	if len(different) > MaxNetworks {
		return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d networks. Please use the name of one that is there.", MaxNetworks))
	}
	return nil
}

// Paid returns what the catalogue in memory needs of the link.
func (l Link) Paid() catalog.PaidLink {
	return catalog.PaidLink{ID: l.ID, Network: l.Network, Programme: l.Programme, URL: l.URL, SubID: l.SubID, From: l.From, To: l.To}
}
