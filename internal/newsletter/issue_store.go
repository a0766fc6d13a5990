package newsletter

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

type issueStore interface {
	// NextIssue reads what the next issue of a cadence is made from.
	NextIssue(ctx context.Context, cadence Cadence) (NextIssue, error)
	SaveDraft(ctx context.Context, by string, cadence Cadence, in DraftInput) error
	DiscardDraft(ctx context.Context, by string, cadence Cadence) error
	// VisitedProducts returns the total of each product since a day, ordered by product.
	VisitedProducts(ctx context.Context, since visits.Day) ([]visits.ProductTotal, error)
	// QueueEmail counts a use of the limit and queues a composed email. If the limit is reached, it is TooMany.
	QueueEmail(ctx context.Context, limit account.EmailLimit, e mail.Email) error

	// AddIssue stores an issue and deletes the draft of its cadence. If it has content, it queues its emails too. It is a
	// Conflict while another issue of the cadence is active, if nobody would get it, and if the last one is the same.
	AddIssue(ctx context.Context, by string, issue NewIssue) (IssueReport, error)
	DueIssues(ctx context.Context, now time.Time) ([]DueIssue, error)
	// StartIssue publishes a scheduled issue and queues its emails; without products it stops it. An issue that is not
	// scheduled any more stays as it is.
	StartIssue(ctx context.Context, by string, number int64, content site.IssueContent) error
	// FinishIssues stores the counts of the issues whose emails are all in a final state, and returns how many.
	FinishIssues(ctx context.Context) (int, error)
	ChangeIssue(ctx context.Context, by string, number int64, change IssueChange) (IssueReport, error)
	UnscheduleIssue(ctx context.Context, by string, number int64) (IssueReport, error)
	// ForgetIssueEmails deletes the emails of the issues that ended before a time.
	ForgetIssueEmails(ctx context.Context, before time.Time) error

	IssueReports(ctx context.Context) ([]IssueReport, error)
	IssueDetail(ctx context.Context, number int64) (IssueDetail, error)
	// SentIssue reads an issue that was started.
	SentIssue(ctx context.Context, number int64) (site.Issue, error)
	// IssueRecipient reads who gets an email of an issue, and the issue's status. A missing one of them is NotFound.
	IssueRecipient(ctx context.Context, number, subscriberID int64) (Subscriber, IssueStatus, error)
}
