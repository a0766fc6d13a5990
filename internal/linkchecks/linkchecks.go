// Package linkchecks reads the websites of tools and says which are broken: moved, parked, taken over or gone. What it finds are
// proposals, which an administrator accepts; nothing changes by itself.
//
// One process of all that share the database reads at a time. The table link_checks has a row for each tool, bound to the URL that
// was read, so a run that was interrupted goes on, and what is found of a former URL counts no longer.
//
// # To change
//
//   - what an answer means: verdict.go (redirects, statuses, errors), content.go (parked, taken over); go test ./internal/linkchecks -run Sites
//   - the words that tell: words.go; the tool's name: names.go; languages: language.go
//   - when each website is read: linkchecks.go; the run: job.go, internal/jobs/run.go; how hosts are treated: internal/fetch/hosts.go; decision 36
//   - the states: queries.go; what accepting does: queries_accept.go; go test ./internal/store -run Link
package linkchecks

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// When websites are read.
const (
	checkEvery  = 14 * 24 * time.Hour // at least
	jitter      = 2 * 24 * time.Hour  // at most so much earlier, so that they are not all read on one day
	goneAfter   = 24 * time.Hour      // from the first answer that a website is gone to the one that confirms it
	goneJitter  = 2 * time.Hour       // at most so much later
	againAfter  = 24 * time.Hour      // what was read since is not read again when somebody starts a run
	jobEvery    = time.Hour           // between two looks at what is due
	hostsLinks  = 200                 // due links of a host read from the database at a time
	linksAWrite = 250
)

// State is what is known of a link.
type State string

// The states of a link.
const (
	Pending   State = "pending"    // it was never read
	OK        State = "ok"         // it answers, or a person says that it is right
	Moved     State = "moved"      // it redirects permanently to another host or path
	Refused   State = "refused"    // it couldn't be read, which says nothing of the tool
	Parked    State = "parked"     // the domain is for sale, or its host shows a placeholder
	TakenOver State = "taken_over" // somebody else is there
	Gone      State = "gone"       // 404, 410 or no such host, twice a day apart
)

// broken are the states with a proposal.
var broken = []State{Gone, TakenOver, Parked, Moved}

// Status is what a run does.
type Status string

// The statuses of a run.
const (
	Idle    Status = "idle"
	Running Status = "running"
	Paused  Status = "paused" // nothing is read, on the clock neither, until somebody resumes it
)

// Run is the latest run, and how many links are in each state.
type Run struct {
	Status    Status    `json:"status" enum:"idle,running,paused"`
	StartedBy string    `json:"startedBy" doc:"Who started it; empty: the clock, or it has never been started"`
	StartedAt time.Time `json:"startedAt" doc:"0001-01-01T00:00:00Z if it has never been started"`
	EndedAt   time.Time `json:"endedAt" doc:"0001-01-01T00:00:00Z until it is finished"`
	Due       int       `json:"due" doc:"Links that it reads"`
	Pending   int       `json:"pending" doc:"Those that it has not read yet"`
	Counts    Counts    `json:"counts"`
}

// Counts is how many links are in each state.
type Counts struct {
	Unchecked int `json:"unchecked" doc:"Never read"`
	OK        int `json:"ok"`
	Moved     int `json:"moved"`
	Refused   int `json:"refused"`
	Parked    int `json:"parked"`
	TakenOver int `json:"takenOver"`
	Gone      int `json:"gone"`
}

// Check is what is known of a product's website.
type Check struct {
	Product     int64     `json:"product" db:"id" doc:"Id of the product"`
	Name        string    `json:"name" db:"name"`
	Slug        string    `json:"slug" db:"slug"`
	Website     string    `json:"website" db:"url" doc:"The URL that was checked, which is the product's"`
	State       State     `json:"state" db:"state" enum:"ok,moved,refused,parked,taken_over,gone"`
	Target      string    `json:"target" db:"target" doc:"Where it leads: of a moved one the new URL that is proposed; empty: nowhere else"`
	Reason      string    `json:"reason" db:"reason" doc:"Why it is in this state"`
	CheckedAt   time.Time `json:"checkedAt" db:"checked_at" doc:"When the program last read it"`
	AnsweredAt  time.Time `json:"answeredAt" db:"answered_at,null" doc:"When it last answered as the tool's website; 0001-01-01T00:00:00Z if it never did"`
	ConfirmedAt time.Time `json:"confirmedAt" db:"confirmed_at,null" doc:"When a person last said that it is right, which visitors see; 0001-01-01T00:00:00Z if nobody did"`
}

// Page is a part of a list of checks.
type Page struct {
	Checks []Check `json:"checks" nullable:"false"`
	Next   int64   `json:"next" doc:"Cursor of the next page; 0: this is the last"`
}

// PageSize is how many checks a page has at most.
const PageSize = 60

// Link is a website that is due, with what its tool is known by.
type Link struct {
	Product     int64  `db:"product_id"`
	URL         string `db:"url"`
	Name        string `db:"name"`
	Description string `db:"description"`
	UseCases    string `db:"use_cases"`
	Tags        string `db:"tags"`       // as JSON
	GoneSince   int64  `db:"gone_since"` // microseconds since 1970; 0: it isn't gone
	Confirmed   string `db:"confirmed"`  // the finding that a person said is right
}

// Finding is what was found at a link.
type Finding struct {
	State  State // never Pending
	Target string
	Reason string
}

// key is what a person confirms: the same finding is no news to them.
func (f Finding) key() string { return string(f.State) + " " + f.Target }

// nextCheck returns when a link is read again.
func nextCheck(now time.Time) time.Time { return now.Add(checkEvery - rand.N(jitter)) }

// hostOf returns the host of a website, by which links are read; empty if it has none.
func hostOf(website string) string {
	u, err := url.Parse(website)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
}

func invalid(field, message string) error {
	return fault.InvalidFields([]fault.Field{{Field: field, Message: message}})
}
