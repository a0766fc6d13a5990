// Package newsletter keeps the newsletter: its subscribers and its issues.
//
// A visitor subscribes with an address (subscribe.go). That only queues an email, so its answer cannot show whether the
// address has a subscription; what depends on the address happens when the email is composed (compose.go). Nothing but
// that one email is sent to an address before its owner confirms.
//
// The next issue of each cadence is made from what is new in the catalogue (suggest.go) until an administrator changes it
// (draft.go). When it is sent (send.go), its content is stored as it is then (content.go), appears in the archive, and an
// email is queued for each subscriber; internal/mail sends them, each composed for its topics (compose_issue.go).
//
// # To change
//
//   - who gets an issue, what subscribers can set: subscriber.go, subscribe.go, queries_subscriber.go;
//     go test ./internal/newsletter, and -run Newsletter in internal/app
//   - what an issue contains: suggest.go, draft.go, content.go; how it looks: internal/emails/issue.go and its templates
//   - when it is sent, paused, stopped and ends: send.go, schedule.go, issue.go, queries_{issue,send,finish}.go
//   - the email that asks for a confirmation: compose.go, internal/emails/messages.go
//   - the list from another service, the file for another one: import.go, import_state.go, queries_import.go
//   - the sentence that subscribers agree to: consent.go, with a new version
//   - its pages and the archive: pages.go; -run "Issue|Archive"
package newsletter

import (
	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Subscriptions are who gets the newsletter: visitors subscribe and leave, administrators import, export and count them. They are
// safe for concurrent use.
type Subscriptions struct {
	Store     SubscriberQueries
	Users     account.UserQueries
	Catalogue *browse.Live
	Emails    *emails.Templates // of the site
	Mail      func()            // called when an email may be ready to send
	PublicURL string            // the site's origin
}

// Issues are what subscribers get: administrators change and send them. They are safe for concurrent use.
type Issues struct {
	Store     IssueQueries
	Visits    *visits.Queries
	Catalogue *browse.Live
	Site      *site.Live        // renders introductions
	Emails    *emails.Templates // of the site
	Mail      func()            // called when an email may be ready to send
	PublicURL string            // the site's origin
	sent      sentIssues
}
