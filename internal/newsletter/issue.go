package newsletter

import (
	"context"
	"time"
)

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
	Number       int64       `json:"number" db:"number,key"`
	Cadence      Cadence     `json:"cadence" db:"cadence" enum:"weekly,monthly"`
	Status       IssueStatus `json:"status" db:"status" enum:"scheduled,sending,paused,stopped,sent"`
	Subject      string      `json:"subject" db:"subject"`
	ScheduledAt  time.Time   `json:"scheduledAt" db:"scheduled_at,null" doc:"Of the year 1 if it was sent at once"`
	Zone         string      `json:"zone" db:"zone" doc:"Time zone in which it was scheduled, for example Europe/Berlin; empty if it was not"`
	StartedAt    time.Time   `json:"startedAt" db:"started_at,null" doc:"Of the year 1 before"`
	FinishedAt   time.Time   `json:"finishedAt" db:"finished_at,null" doc:"Of the year 1 before"`
	Recipients   int         `json:"recipients" db:"recipients"`
	Delivered    int         `json:"delivered" db:"delivered" doc:"Accepted by a mail server"`
	Refused      int         `json:"refused" db:"refused" doc:"Given up"`
	Unsure       int         `json:"unsure" db:"unsure" doc:"May have been sent, and is not sent again; the log names them"`
	Skipped      int         `json:"skipped" db:"skipped" doc:"Unsubscribed before it was sent, or nothing in their topics"`
	Waiting      int         `json:"waiting"`
	Unsubscribed int         `json:"unsubscribed" db:"unsubscribed" doc:"Unsubscribed with a link of this issue"`
	Clicks       int64       `json:"clicks" doc:"Clicks to products' websites that came from it"`
	PerSecond    float64     `json:"perSecond" doc:"Emails a second, over the last minute"`
}

// IsActive reports whether emails of the issue may be sent yet.
func (r IssueReport) IsActive() bool {
	return r.Status == Scheduled || r.Status == Sending || r.Status == Paused
}

// IssueFailure is an email of an issue that was given up.
type IssueFailure struct {
	Email  string `json:"email" db:"email" doc:"Empty if the subscriber was removed"`
	Answer string `json:"answer" db:"data" doc:"What the mail server said"`
}

// IssueVisits is how often a product was visited from an issue.
type IssueVisits struct {
	ProductID int64  `json:"productId"`
	Name      string `json:"name"`
	Slug      string `json:"slug"`
	Clicks    int64  `json:"clicks"`
}

// IssueDetail is an issue with its results.
type IssueDetail struct {
	Report   IssueReport    `json:"report"`
	Failures []IssueFailure `json:"failures" nullable:"false" doc:"At most 100, the latest first"`
	Products []IssueVisits  `json:"products" nullable:"false" doc:"The most clicked first"`
}

// MaxListed is how many issues and failures administrators see.
const MaxListed = 100

// NoIssue is the message for a number that no issue has.
const NoIssue = "There is no such issue."

// IssueChange is a change of an issue's status by an administrator.
type IssueChange struct {
	Action  string        // for the audit
	From    []IssueStatus // that allow it
	To      IssueStatus
	Refusal string // the sentence for the other statuses
}

// The changes of an issue's status.
var (
	pauseIssue  = IssueChange{"pause", []IssueStatus{Sending}, Paused, "Only an issue that is being sent can be paused."}
	resumeIssue = IssueChange{"resume", []IssueStatus{Paused}, Sending, "Only a paused issue can be continued."}
	stopIssue   = IssueChange{"stop", []IssueStatus{Sending, Paused}, Stopped, "Only an issue that is being sent or paused can be stopped."}
)

// Pause keeps the emails of an issue that are not being sent yet.
func (n *Issues) Pause(ctx context.Context, by string, number int64) (IssueReport, error) {
	return n.Store.ChangeIssue(ctx, by, number, pauseIssue)
}

// Resume continues a paused issue.
func (n *Issues) Resume(ctx context.Context, by string, number int64) (IssueReport, error) {
	report, err := n.Store.ChangeIssue(ctx, by, number, resumeIssue)
	n.callMail(err)
	return report, err
}

// Stop ends an issue; the remaining subscribers don't get it.
func (n *Issues) Stop(ctx context.Context, by string, number int64) (IssueReport, error) {
	return n.Store.ChangeIssue(ctx, by, number, stopIssue)
}

// Unschedule makes a scheduled issue the draft of its cadence again, and returns it as it was. It is a Conflict if there
// are changes of a later issue, which it would replace.
func (n *Issues) Unschedule(ctx context.Context, by string, number int64) (IssueReport, error) {
	return n.Store.UnscheduleIssue(ctx, by, number)
}

// callMail tells the sender that there may be emails, unless there was an error.
func (n *Issues) callMail(err error) {
	if err == nil && n.Mail != nil {
		n.Mail()
	}
}

// emailTime is how long the emails of an issue are stored after its end, and with them what their links need.
const emailTime = 180 * 24 * time.Hour

// Tidy forgets the emails of issues that ended long ago.
func (n *Issues) Tidy(ctx context.Context) error {
	return n.Store.ForgetIssueEmails(ctx, n.Store.Now().Add(-emailTime))
}
