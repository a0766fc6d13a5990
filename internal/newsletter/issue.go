package newsletter

import (
	"context"
	"time"

	"vitrine/internal/emails"
	"vitrine/internal/fault"
	"vitrine/internal/site"
)

// DraftItem is a product of a draft.
type DraftItem struct {
	Section site.IssueSectionKind `json:"section" enum:"new,featured,deals,popular"`
	Product site.IssueProduct     `json:"product"`
}

// Draft is the next issue of a cadence.
type Draft struct {
	Cadence    Cadence     `json:"cadence" enum:"weekly,monthly"`
	IsStored   bool        `json:"isStored" doc:"An administrator has changed it; otherwise it is made anew from what is new"`
	Number     int64       `json:"number" doc:"The number that it gets if it is the next to be sent"`
	Subject    string      `json:"subject"`
	Intro      string      `json:"intro" doc:"Markdown"`
	Items      []DraftItem `json:"items" nullable:"false" doc:"In their order"`
	Since      time.Time   `json:"since" doc:"When the last issue of this cadence was sent; without one, a week or a month ago"`
	Recipients int         `json:"recipients" doc:"Subscribers who would get it now"`
}

// ItemInput is a product of a draft as an administrator sends it.
type ItemInput struct {
	Section   site.IssueSectionKind `json:"section" enum:"new,featured,deals,popular"`
	ProductID int64                 `json:"productId"`
}

// DraftInput is a draft as an administrator sends it.
type DraftInput struct {
	Subject string      `json:"subject" doc:"1 to 150 characters"`
	Intro   string      `json:"intro,omitempty" doc:"Markdown, at most 5,000 characters"`
	Items   []ItemInput `json:"items" nullable:"false" doc:"1 to 60 tools, each once"`
}

// IssueStatus is the state of an issue.
type IssueStatus string

// The statuses of an issue.
const (
	Scheduled IssueStatus = "scheduled"
	Sending   IssueStatus = "sending"
	Paused    IssueStatus = "paused"
	Stopped   IssueStatus = "stopped"
	Sent      IssueStatus = "sent"
)

// IssueReport is what administrators see of an issue.
type IssueReport struct {
	Number       int64       `json:"number"`
	Cadence      Cadence     `json:"cadence" enum:"weekly,monthly"`
	Status       IssueStatus `json:"status" enum:"scheduled,sending,paused,stopped,sent"`
	Subject      string      `json:"subject"`
	ScheduledAt  time.Time   `json:"scheduledAt" doc:"Of the year 1 if it was sent at once"`
	Zone         string      `json:"zone" doc:"Time zone in which it was scheduled, for example Europe/Berlin; empty if it was not"`
	StartedAt    time.Time   `json:"startedAt" doc:"Of the year 1 before"`
	FinishedAt   time.Time   `json:"finishedAt" doc:"Of the year 1 before"`
	Recipients   int         `json:"recipients"`
	Delivered    int         `json:"delivered" doc:"Accepted by a mail server"`
	Refused      int         `json:"refused" doc:"Given up"`
	Unsure       int         `json:"unsure" doc:"May have been sent, and is not sent again; the log names them"`
	Skipped      int         `json:"skipped" doc:"Left before their turn, or nothing in their topics"`
	Waiting      int         `json:"waiting"`
	Unsubscribed int         `json:"unsubscribed" doc:"Left with a link of this issue"`
	Visits       int64       `json:"visits" doc:"Visits to tools' websites that came from it"`
	PerSecond    float64     `json:"perSecond" doc:"Emails a second, over the last minute"`
}

// IssueFailure is an email of an issue that was given up.
type IssueFailure struct {
	Email  string `json:"email" doc:"Empty if the subscriber was removed"`
	Answer string `json:"answer" doc:"What the mail server said"`
}

// IssueVisits is how often a product was visited from an issue.
type IssueVisits struct {
	ProductID int64  `json:"productId"`
	Name      string `json:"name"`
	Slug      string `json:"slug"`
	Visits    int64  `json:"visits"`
}

// IssueDetail is an issue with its results.
type IssueDetail struct {
	Report   IssueReport    `json:"report"`
	Failures []IssueFailure `json:"failures" nullable:"false" doc:"At most 100, the latest first"`
	Products []IssueVisits  `json:"products" nullable:"false" doc:"The most visited first"`
}

// Schedule is when an issue is sent.
type Schedule struct {
	At   string `json:"at,omitempty" doc:"Local time, for example 2026-12-01T09:00; without it the issue is sent now"`
	Zone string `json:"zone,omitempty" doc:"Time zone of at, for example Europe/Berlin"`
}

// NoIssue is the message for a number that no issue has.
const NoIssue = "There is no such issue."

type issueStore interface{}

var errNotYet = fault.New(fault.Unavailable, "This is not available yet.")

// Draft returns the next issue of a cadence.
func (n *Newsletter) Draft(ctx context.Context, cadence Cadence) (Draft, error) {
	return Draft{}, errNotYet
}

// SaveDraft stores an administrator's changes of the next issue.
func (n *Newsletter) SaveDraft(ctx context.Context, cadence Cadence, in DraftInput) (Draft, error) {
	return Draft{}, errNotYet
}

// DiscardDraft forgets the changes: the next issue is made from what is new again.
func (n *Newsletter) DiscardDraft(ctx context.Context, cadence Cadence) error { return errNotYet }

// Preview composes the email of a draft as a subscriber to all topics would get it.
func (n *Newsletter) Preview(ctx context.Context, cadence Cadence, in DraftInput) (emails.Message, error) {
	return emails.Message{}, errNotYet
}

// SendTest sends the email of a draft to one address.
func (n *Newsletter) SendTest(ctx context.Context, cadence Cadence, to string, in DraftInput) error {
	return errNotYet
}

// Send sends the draft, or schedules it.
func (n *Newsletter) Send(ctx context.Context, by string, cadence Cadence, in DraftInput, schedule Schedule) (IssueReport, error) {
	return IssueReport{}, errNotYet
}

// Issues lists the latest issues, the newest first.
func (n *Newsletter) Issues(ctx context.Context) ([]IssueReport, error) { return nil, errNotYet }

// Issue returns an issue with its results.
func (n *Newsletter) Issue(ctx context.Context, number int64) (IssueDetail, error) {
	return IssueDetail{}, errNotYet
}

// Pause, Resume, Stop and Unschedule change the status of an issue.
func (n *Newsletter) Pause(ctx context.Context, by string, number int64) (IssueReport, error) {
	return IssueReport{}, errNotYet
}

// Resume continues a paused issue.
func (n *Newsletter) Resume(ctx context.Context, by string, number int64) (IssueReport, error) {
	return IssueReport{}, errNotYet
}

// Stop ends an issue: who has not got it will not.
func (n *Newsletter) Stop(ctx context.Context, by string, number int64) (IssueReport, error) {
	return IssueReport{}, errNotYet
}

// Unschedule makes a scheduled issue the draft of its cadence again.
func (n *Newsletter) Unschedule(ctx context.Context, by string, number int64) (IssueReport, error) {
	return IssueReport{}, errNotYet
}
