package newsletter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// NewIssue is an issue to store, and to send at once if it has content.
type NewIssue struct {
	Cadence Cadence
	DraftInput
	Content     *site.IssueContent // nil: it is scheduled
	ScheduledAt time.Time
	Zone        string
}

// Preview composes the email of a draft as a subscriber to all topics would get it.
func (n *Issues) Preview(ctx context.Context, cadence Cadence, in DraftInput) (emails.Message, error) {
	snapshot := n.Catalogue.Snapshot()
	in, err := in.check(snapshot)
	if err != nil {
		return emails.Message{}, err
	}
	next, err := n.Store.NextIssue(ctx, cadence)
	if err != nil {
		return emails.Message{}, err
	}
	content, err := n.content(snapshot, in)
	if err != nil {
		return emails.Message{}, err
	}
	return n.compose(site.Issue{Number: next.Number, Cadence: string(cadence), Subject: in.Subject, IssueContent: content}, ""), nil
}

// testLimit limits the tests of an administrator.
func testLimit(to string) account.EmailLimit {
	return account.EmailLimit{Key: "newsletter test " + account.EmailKey(to), Limit: quota.Limit{Most: 20, Within: time.Hour}}
}

// SendTest sends the email of a draft to one address.
func (n *Issues) SendTest(ctx context.Context, cadence Cadence, to string, in DraftInput) error {
	message, err := n.Preview(ctx, cadence, in)
	if err != nil {
		return err
	}
	err = n.Store.QueueEmail(ctx, testLimit(to), mail.Email{To: to, Subject: "Test: " + message.Subject, Text: message.Text, HTML: message.HTML})
	n.callMail(err)
	return err
}

// Send sends the draft, or schedules it. While another issue of the cadence is scheduled or being sent, it is a Conflict.
func (n *Issues) Send(ctx context.Context, by string, cadence Cadence, in DraftInput, schedule Schedule) (IssueReport, error) {
	snapshot := n.Catalogue.Snapshot()
	in, err := in.check(snapshot)
	if err != nil {
		return IssueReport{}, err
	}
	at, err := schedule.time(n.Store.Now())
	if err != nil {
		return IssueReport{}, err
	}
	issue := NewIssue{Cadence: cadence, DraftInput: in, ScheduledAt: at, Zone: schedule.Zone}
	if at.IsZero() {
		content, err := n.content(snapshot, in)
		if err != nil {
			return IssueReport{}, err
		}
		issue.Content = &content
	}
	report, err := n.Store.AddIssue(ctx, by, issue)
	n.callMail(err)
	return report, err
}

// Run starts the issues that are due, and ends those whose emails are all sent. It returns a summary.
func (n *Issues) Run(ctx context.Context, by string) (string, error) {
	due, err := n.Store.DueIssues(ctx, n.Store.Now())
	if err != nil {
		return "", err
	}
	started := 0
	for _, issue := range due {
		startErr := n.start(ctx, by, issue)
		if err = errors.Join(err, startErr); startErr == nil {
			started++
		}
	}
	finished, finishErr := n.Store.FinishIssues(ctx)
	return fmt.Sprintf("%d issues started, %d finished", started, finished), errors.Join(err, finishErr)
}

// start sends a scheduled issue, with its products as the catalogue has them now.
func (n *Issues) start(ctx context.Context, by string, issue DueIssue) error {
	content, err := n.content(n.Catalogue.Snapshot(), issue.DraftInput)
	if err != nil && !fault.Is(err, fault.Invalid) { // the limits may have become lower
		return err
	}
	err = n.Store.StartIssue(ctx, by, issue.Number, content)
	n.callMail(err)
	return err
}

// DueIssue is a scheduled issue whose time has come.
type DueIssue struct {
	Number int64 `db:"number,key"`
	DraftInput
}
