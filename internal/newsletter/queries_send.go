package newsletter

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// issueWrite runs a change of issues. Such changes run one after the other, so that of two concurrent ones the second
// finds the first.
func (s *IssueQueries) issueWrite(ctx context.Context, o db.WriteOptions, work func(ctx context.Context, w *db.WriteTx) error) error {
	return s.Write(ctx, o, func(ctx context.Context, w *db.WriteTx) error {
		if err := w.Exec(ctx, "UPDATE catalog_version SET version = version WHERE id = 1"); err != nil {
			return err
		}
		return work(ctx, w)
	})
}

// auditedIssue is what the audit stores of an issue.
type auditedIssue struct {
	Cadence     Cadence     `json:"cadence"`
	Subject     string      `json:"subject"`
	Status      IssueStatus `json:"status"`
	ScheduledAt time.Time   `json:"scheduledAt,omitzero"`
	Recipients  int         `json:"recipients,omitempty"`
}

func auditedReport(r IssueReport) auditedIssue {
	return auditedIssue{r.Cadence, r.Subject, r.Status, r.ScheduledAt, r.Recipients}
}

// AddIssue stores an issue and deletes the draft of its cadence. If it has content, it queues its emails too.
func (s *IssueQueries) AddIssue(ctx context.Context, by string, issue NewIssue) (report IssueReport, err error) {
	isSent := issue.Content != nil
	err = s.issueWrite(ctx, db.WriteOptions{By: by, Doing: "send an issue", Long: true, Unversioned: !isSent}, func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &report, func() error {
			if err := mayAdd(ctx, w, issue); err != nil {
				return err
			}
			number, err := insertIssue(ctx, w, issue)
			if err != nil {
				return err
			}
			action := "schedule"
			if isSent {
				action = "send"
				recipients, err := startIssue(ctx, w, number, *issue.Content)
				if err == nil && recipients == 0 {
					err = fault.New(fault.Conflict, fmt.Sprintf("This issue has no recipients: there are no confirmed subscribers to the %s newsletter.", issue.Cadence))
				}
				if err != nil {
					return err
				}
			}
			if report, err = readReport(ctx, w.Tx, w.At, number); err != nil {
				return err
			}
			return w.Audit(ctx, db.Entry{Action: action, Object: "newsletter_issues", ObjectID: number, After: auditedReport(report)})
		})
	})
	return report, err
}

// mayAdd is a Conflict if another issue of the cadence is active, or if the last one was the same.
func mayAdd(ctx context.Context, w *db.WriteTx, issue NewIssue) error {
	active, err := reports(ctx, w.Tx, w.At, "cadence = ? AND status IN ('scheduled', 'sending', 'paused')", issue.Cadence)
	if err != nil {
		return err
	}
	for _, other := range active {
		if other.IsActive() {
			return fault.New(fault.Conflict, fmt.Sprintf("Issue %d of the %s newsletter is %s. Please wait until it is sent, or stop it.", other.Number, issue.Cadence,
				map[IssueStatus]string{Scheduled: "scheduled", Sending: "being sent", Paused: "paused"}[other.Status]))
		}
	}
	last, err := lastSent(ctx, w.Tx, issue.Cadence)
	if err == nil && last != nil && reflect.DeepEqual(last.DraftInput, issue.DraftInput) {
		return fault.New(fault.Conflict, "This issue was sent already. Please change it before you send it again.")
	}
	return err
}

// storedIssue is what is stored of a new issue.
type storedIssue struct {
	Number  int64       `db:"number,key"`
	Cadence Cadence     `db:"cadence"`
	Status  IssueStatus `db:"status"`
	DraftInput
	ScheduledAt time.Time `db:"scheduled_at,null"`
	Zone        string    `db:"zone"`
}

var newIssues = db.TableOf[storedIssue]("newsletter_issues")

func insertIssue(ctx context.Context, w *db.WriteTx, issue NewIssue) (number int64, err error) {
	if number, err = nextNumber(ctx, w.Tx); err != nil {
		return 0, err
	}
	err = newIssues.Insert(ctx, w, &storedIssue{number, issue.Cadence, Scheduled, issue.DraftInput, issue.ScheduledAt, issue.Zone})
	if err == nil {
		_, err = deleteDraft(ctx, w, issue.Cadence)
	}
	return number, err
}

// startIssue publishes a scheduled issue and queues its emails. It returns how many get it.
func startIssue(ctx context.Context, w *db.WriteTx, number int64, content site.IssueContent) (recipients int, err error) {
	text, err := json.Marshal(content)
	if err != nil {
		return 0, err
	}
	now := w.At.UnixMicro()
	var cadence Cadence
	err = w.Row(ctx, "UPDATE newsletter_issues SET status = ?, content = ?, started_at = ? WHERE number = ? RETURNING cadence", Sending, string(text), now, number).Scan(&cadence)
	if err != nil {
		return 0, err
	}
	err = w.Exec(ctx, "INSERT INTO emails (kind, issue, subscriber_id, recipient, recipient_key, subject, body, state, next_at, created_at) "+
		"SELECT ?, ?, id, email, email_key, '', '', 'waiting', ?, ? FROM newsletters WHERE cadence = ? AND "+getsIssues+" ORDER BY id",
		IssueEmail, number, now, now, cadence)
	if err != nil {
		return 0, err
	}
	err = w.Row(ctx, "UPDATE newsletter_issues SET recipients = (SELECT count(*) FROM emails WHERE issue = ?) WHERE number = ? RETURNING recipients", number, number).Scan(&recipients)
	if err != nil {
		return 0, err
	}
	return recipients, w.TouchSettings(ctx)
}

var dueIssues = db.TableOf[DueIssue]("newsletter_issues")

// DueIssues reads the scheduled issues whose time has come.
func (s *IssueQueries) DueIssues(ctx context.Context, now time.Time) ([]DueIssue, error) {
	return dueIssues.Select(ctx, db.Reading(s.DB, "look for issues that are due"), "WHERE status = ? AND scheduled_at <= ? ORDER BY number", Scheduled, now.UnixMicro())
}

// StartIssue publishes a scheduled issue and queues its emails; without products it stops it. An issue that is not scheduled
// any more stays as it is.
func (s *IssueQueries) StartIssue(ctx context.Context, by string, number int64, content site.IssueContent) error {
	return s.issueWrite(ctx, db.WriteOptions{By: by, Doing: "start an issue", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		before, err := readReport(ctx, w.Tx, w.At, number)
		if fault.Is(err, fault.NotFound) || err == nil && before.Status != Scheduled {
			return db.ErrNoChange
		}
		if err != nil {
			return err
		}
		if len(content.Sections) > 0 {
			_, err = startIssue(ctx, w, number, content)
		} else {
			err = w.Exec(ctx, "UPDATE newsletter_issues SET status = ?, finished_at = ? WHERE number = ?", Stopped, w.At.UnixMicro(), number)
		}
		if err != nil {
			return err
		}
		return auditIssue(ctx, w, "start", before)
	})
}

// auditIssue writes the audit entry of a change of an issue.
func auditIssue(ctx context.Context, w *db.WriteTx, action string, before IssueReport) error {
	after, err := readReport(ctx, w.Tx, w.At, before.Number)
	if err != nil {
		return err
	}
	return w.Audit(ctx, db.Entry{Action: action, Object: "newsletter_issues", ObjectID: before.Number, Before: auditedReport(before), After: auditedReport(after)})
}

// ChangeIssue changes an issue's status, and the state of its emails that are not being sent.
func (s *IssueQueries) ChangeIssue(ctx context.Context, by string, number int64, change IssueChange) (report IssueReport, err error) {
	err = s.issueWrite(ctx, db.WriteOptions{By: by, Doing: change.Action + " an issue", Long: true, Unversioned: true}, func(ctx context.Context, w *db.WriteTx) error {
		before, err := readReport(ctx, w.Tx, w.At, number)
		if err != nil {
			return err
		}
		if !slices.Contains(change.From, before.Status) {
			return fault.New(fault.Conflict, change.Refusal)
		}
		if err := w.Exec(ctx, "UPDATE newsletter_issues SET status = ? WHERE number = ?", change.To, number); err != nil {
			return err
		}
		if err := moveEmails(ctx, w, number, change.To); err != nil {
			return err
		}
		if err := auditIssue(ctx, w, change.Action, before); err != nil {
			return err
		}
		report, err = readReport(ctx, w.Tx, w.At, number)
		return err
	})
	return report, err
}

// moveEmails gives the emails of an issue that are not being sent the state that the issue's status asks for.
func moveEmails(ctx context.Context, w *db.WriteTx, number int64, status IssueStatus) error {
	switch status {
	case Sending:
		return w.Exec(ctx, "UPDATE emails SET state = 'waiting' WHERE issue = ? AND state = 'paused'", number)
	case Paused:
		return w.Exec(ctx, "UPDATE emails SET state = 'paused' WHERE issue = ? AND state = 'waiting'", number)
	case Stopped:
		return w.Exec(ctx, "DELETE FROM emails WHERE issue = ? AND state IN ('waiting', 'paused')", number)
	}
	return nil
}

// UnscheduleIssue makes a scheduled issue the draft of its cadence again, and returns it as it was.
func (s *IssueQueries) UnscheduleIssue(ctx context.Context, by string, number int64) (report IssueReport, err error) {
	err = s.issueWrite(ctx, db.WriteOptions{By: by, Doing: "unschedule an issue", Unversioned: true}, func(ctx context.Context, w *db.WriteTx) error {
		if report, err = readReport(ctx, w.Tx, w.At, number); err != nil {
			return err
		}
		if report.Status != Scheduled {
			return fault.New(fault.Conflict, "Only a scheduled issue can be made a draft again.")
		}
		other, err := drafts.First(ctx, w, "WHERE cadence = ?", report.Cadence)
		if err != nil {
			return err
		}
		if other != nil {
			return fault.New(fault.Conflict, fmt.Sprintf("There is another draft of the %s newsletter already. Please discard it first.", report.Cadence))
		}
		issue, err := dueIssues.Delete(ctx, w, NoIssue, "number = ?", number)
		if err != nil {
			return err
		}
		if err := drafts.Upsert(ctx, w, &storedDraft{report.Cadence, issue.DraftInput, w.At}); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "unschedule", Object: "newsletter_issues", ObjectID: number, Before: auditedReport(report)})
	})
	return report, err
}

// QueueEmail counts a use of the limit and queues a composed email. If the limit is reached, it is TooMany.
func (s *IssueQueries) QueueEmail(ctx context.Context, limit account.EmailLimit, e mail.Email) error {
	return s.WriteUnversioned(ctx, "", "queue an email", func(ctx context.Context, w *db.WriteTx) error {
		wait, err := account.CountEmail(ctx, w, limit)
		if err != nil {
			return err
		}
		if wait > 0 {
			return account.TooManyEmails(wait)
		}
		return w.Exec(ctx, "INSERT INTO emails (recipient, recipient_key, subject, body, html, next_at, created_at) VALUES "+db.Placeholders(7),
			e.To, account.EmailKey(e.To), e.Subject, e.Text, e.HTML, w.At.UnixMicro(), w.At.UnixMicro())
	})
}
