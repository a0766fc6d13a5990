// Package logos looks for the logos of tools that have none on their websites. What it finds are proposals, which an
// administrator accepts.
//
// One process of all that share the database looks at a time. The table logo_proposals has a row for each tool, so a run
// that was interrupted goes on with those that are pending; one host is asked by one goroutine, once in five seconds.
//
// # To change
//
//   - which icons of a website are tried, in which order: find.go, candidates.go; what counts as a picture:
//     internal/media/icon.go; go test ./internal/logos ./internal/media -run Icon
//   - how hosts are treated, robots.txt: internal/fetch/hosts.go; the run: job.go, internal/jobs/run.go; decision 26
//   - the states of a proposal: queries_{run,proposal}.go; go test ./internal/store -run Logo; go test ./drill -run
//     Logos, with -args -full for 5,465 tools
package logos

import (
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// Status is what a run does.
type Status string

// The statuses of a run.
const (
	Idle    Status = "idle" // it has never been started, or is finished
	Running Status = "running"
	Paused  Status = "paused"
)

// State is what is known of the logo of a tool that has none.
type State string

// The states of a tool.
const (
	Pending   State = "pending"   // its website has not been looked at
	Proposed  State = "proposed"  // a logo was found
	NotFound  State = "none"      // nothing was found
	Dismissed State = "dismissed" // an administrator doesn't want the logo that was found
)

// Run is the latest search for logos.
type Run struct {
	Status    Status    `json:"status" enum:"idle,running,paused"`
	StartedBy string    `json:"startedBy" doc:"Who started it; empty: it has never been started"`
	StartedAt time.Time `json:"startedAt" doc:"0001-01-01T00:00:00Z if it has never been started"`
	EndedAt   time.Time `json:"endedAt" doc:"0001-01-01T00:00:00Z until it is finished"`
	AcceptOwn bool      `json:"acceptOwn" doc:"Whether it accepts what it found at the products' own hosts when it ends"`
	Missing   int       `json:"missing" doc:"Products without a logo"`
	Pending   int       `json:"pending" doc:"Those whose website has not been looked at"`
	Proposed  int       `json:"proposed" doc:"Those for which a logo was found"`
	None      int       `json:"none" doc:"Those for which nothing was found"`
	Dismissed int       `json:"dismissed" doc:"Those whose proposal was dismissed"`
}

// Proposal is what was found for a tool that has no logo.
type Proposal struct {
	Product   int64     `json:"product" db:"id" doc:"Id of the product"`
	Name      string    `json:"name" db:"name"`
	Slug      string    `json:"slug" db:"slug"`
	Website   string    `json:"website" db:"website"`
	State     State     `json:"state" db:"state" enum:"proposed,none,dismissed"`
	Image     string    `json:"image" db:"image" doc:"Path of the logo; empty: none was found"`
	LogoColor string    `json:"logoColor" db:"logo_color" doc:"Its dominant color, #rrggbb, or empty"`
	Source    string    `json:"source" db:"source" doc:"URL where the logo was found"`
	Reason    string    `json:"reason" db:"reason" doc:"Why none was found"`
	UpdatedAt time.Time `json:"updatedAt" db:"updated_at"`
}

// Page is a part of a list of proposals.
type Page struct {
	Proposals []Proposal `json:"proposals" nullable:"false"`
	Next      int64      `json:"next" doc:"Cursor of the next page; 0: this is the last"`
}

// PageSize is how many proposals a page has at most.
const PageSize = 60

// NoHost is the reason for a tool whose website has no host.
const NoHost = string(fetch.ErrNotPublic)

// Tool is a tool whose website is looked at.
type Tool struct {
	ID      int64  `db:"product_id,key"`
	Website string `db:"website"`
}

// Found is the result for a tool: a logo with its source, or the reason why there is none.
type Found struct {
	Image, LogoColor, Source string
	Reason                   string
}

// MaxSame is how many tools of a host may have the same icon. With one more it is taken for the host's own, as that of a
// code host or an app store; it isn't proposed, and the host's other tools are not looked at.
const MaxSame = 4

// OfHost is the reason for a tool whose website has the icon of its host.
func OfHost(host string) string {
	return "Several tools at " + host + " have the same icon, so it is the icon of " + host + "."
}

// HostOf returns the host of a website, by which tools are looked at; empty if it has none.
func HostOf(website string) string {
	u, err := url.Parse(website)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
}

// IsRoot reports whether a website is a whole host, whose icon then is its own.
func IsRoot(website string) bool {
	u, err := url.Parse(website)
	return err == nil && strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && u.Fragment == ""
}

// isOwn reports whether an icon is from the tool's own host: the website's, or another one of the same registrable domain. The
// website has no path, or its host could be a platform that has the pages of many tools.
func isOwn(website, icon string) bool {
	at, err := url.Parse(website)
	if err != nil || strings.Trim(at.Path, "/") != "" {
		return false
	}
	host, from := HostOf(website), HostOf(icon)
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	return host != "" && (host == from || err == nil && (from == domain || strings.HasSuffix(from, "."+domain)))
}
