package newsletter

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// IssueQueries read and write drafts and issues, and queue the emails of both.
type IssueQueries struct{ *db.DB }

var issueReports = db.TableOf[IssueReport]("newsletter_issues")

// reports reads issues that a condition selects. The counts of those that have not ended are of their emails.
func reports(ctx context.Context, tx db.Tx, now time.Time, where string, args ...any) ([]IssueReport, error) {
	found, err := issueReports.Select(ctx, tx, "WHERE "+where, args...)
	for i := 0; i < len(found) && err == nil; i++ {
		if found[i].FinishedAt.IsZero() && found[i].Status != Scheduled {
			err = countEmails(ctx, tx, now, &found[i])
		}
	}
	return found, err
}

// speedOver is the time over which the speed of sending is measured.
const speedOver = time.Minute

// countEmails sets what the emails of an issue say: the counts, the speed, and that it has ended if none waits.
func countEmails(ctx context.Context, tx db.Tx, now time.Time, r *IssueReport) error {
	since := now.Add(-speedOver)
	if r.StartedAt.After(since) {
		since = r.StartedAt
	}
	recent, last := 0, int64(0)
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		var state string
		var count, lately int
		var done sql.NullInt64
		if err := rows.Scan(&state, &count, &lately, &done); err != nil {
			return err
		}
		last = max(last, done.Int64)
		switch state {
		case "sent":
			r.Delivered, recent = count, lately
		case "refused":
			r.Refused = count
		case "unsure":
			r.Unsure = count
		case "skipped":
			r.Skipped = count
		default:
			r.Waiting += count
		}
		return nil
	}, "SELECT state, count(*), count(*) FILTER (WHERE done_at >= ?), MAX(done_at) FROM emails WHERE issue = ? GROUP BY state", since.UnixMicro(), r.Number)
	if err != nil {
		return err
	}
	if r.Waiting > 0 {
		if r.Status == Sending {
			r.PerSecond = math.Round(10*float64(recent)/max(1, now.Sub(since).Seconds())) / 10
		}
		return nil
	}
	if r.Status != Stopped {
		r.Status = Sent
	}
	if r.FinishedAt = now; last > 0 {
		r.FinishedAt = db.TimeOf(last)
	}
	return nil
}

// report reads an issue.
func readReport(ctx context.Context, tx db.Tx, now time.Time, number int64) (IssueReport, error) {
	found, err := reports(ctx, tx, now, "number = ?", number)
	if err != nil {
		return IssueReport{}, err
	}
	return db.Only(found, NoIssue)
}

// IssueReports reads the latest issues, the newest first.
func (s *IssueQueries) IssueReports(ctx context.Context) (found []IssueReport, err error) {
	err = s.Read(ctx, "read the issues", func(ctx context.Context, tx db.Tx) error {
		if found, err = reports(ctx, tx, s.Now(), "TRUE ORDER BY number DESC LIMIT ?", MaxListed); err != nil || len(found) == 0 {
			return err
		}
		visits := map[int64]int64{}
		err := tx.Each(ctx, func(rows *sql.Rows) error {
			var issue, count int64
			err := rows.Scan(&issue, &count)
			visits[issue] = count
			return err
		}, "SELECT issue, CAST(SUM(visits) AS BIGINT) FROM newsletter_visits WHERE issue >= ? GROUP BY issue", found[len(found)-1].Number)
		for i := range found {
			found[i].Clicks = visits[found[i].Number]
		}
		return err
	})
	return found, err
}

// IssueDetail reads an issue with its results.
func (s *IssueQueries) IssueDetail(ctx context.Context, number int64) (d IssueDetail, err error) {
	err = s.Read(ctx, "read an issue", func(ctx context.Context, tx db.Tx) error {
		if d.Report, err = readReport(ctx, tx, s.Now(), number); err != nil {
			return err
		}
		d.Failures, err = db.Collect(ctx, tx, db.Columns[IssueFailure], "SELECT COALESCE((SELECT email FROM newsletters WHERE id = subscriber_id), ''), data FROM emails "+
			"WHERE issue = ? AND state = 'refused' ORDER BY done_at DESC, id DESC LIMIT ?", number, MaxListed)
		if err != nil {
			return err
		}
		d.Products, err = issueVisits(ctx, tx, number)
		for _, product := range d.Products {
			d.Report.Clicks += product.Clicks
		}
		return err
	})
	return d, err
}

// issueVisits returns the products of an issue that was started with their visits, the most visited first.
func issueVisits(ctx context.Context, tx db.Tx, number int64) ([]IssueVisits, error) {
	list := []IssueVisits{}
	issue, err := issues.First(ctx, tx, "WHERE number = ? AND started_at IS NOT NULL", number)
	if err != nil || issue == nil {
		return list, err
	}
	visits := map[int64]int64{}
	err = tx.Each(ctx, func(rows *sql.Rows) error {
		var product, count int64
		err := rows.Scan(&product, &count)
		visits[product] = count
		return err
	}, "SELECT product_id, visits FROM newsletter_visits WHERE issue = ?", number)
	for p := range issue.Products() {
		list = append(list, IssueVisits{ProductID: p.ID, Name: p.Name, Slug: p.Slug, Clicks: visits[p.ID]})
	}
	slices.SortStableFunc(list, func(a, b IssueVisits) int { return cmp.Compare(b.Clicks, a.Clicks) })
	return list, err
}

var issues = db.TableOf[site.Issue]("newsletter_issues")

// maxArchived is how many issues the archive has: those of nine years, if both cadences are sent.
const maxArchived = 500

// archive reads the latest issues that were started, the newest first.
func Archive(ctx context.Context, tx db.Tx) ([]site.Issue, error) {
	return issues.Select(ctx, tx, "WHERE started_at IS NOT NULL ORDER BY started_at DESC, number DESC LIMIT ?", maxArchived)
}

// SentIssue reads an issue that was started.
func (s *IssueQueries) SentIssue(ctx context.Context, number int64) (site.Issue, error) {
	return issues.One(ctx, db.Reading(s.DB, "read an issue"), NoIssue, "WHERE number = ? AND started_at IS NOT NULL", number)
}

// IssueRecipient reads who gets an email of an issue, and the issue's status.
func (s *IssueQueries) IssueRecipient(ctx context.Context, number, subscriberID int64) (found Subscriber, status IssueStatus, err error) {
	err = s.Read(ctx, "read who gets an issue", func(ctx context.Context, tx db.Tx) error {
		statuses, err := db.Collect(ctx, tx, db.Column[IssueStatus], "SELECT status FROM newsletter_issues WHERE number = ?", number)
		if err != nil {
			return err
		}
		if len(statuses) == 0 {
			return fault.New(fault.NotFound, NoIssue)
		}
		status = statuses[0]
		found, err = subscriber(ctx, tx, "id = ?", subscriberID)
		return err
	})
	return found, status, err
}
