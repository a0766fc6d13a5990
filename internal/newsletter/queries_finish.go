package newsletter

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/mail"
)

// FinishIssues stores the counts of the issues whose emails are all in a final state, and returns how many. It writes only
// if there is something to write.
func (s *IssueQueries) FinishIssues(ctx context.Context) (finished int, err error) {
	ended, err := s.endedIssues(ctx)
	if err != nil {
		return 0, err
	}
	for _, issue := range ended {
		err := s.issueWrite(ctx, db.WriteOptions{Doing: "finish an issue", Long: true, Unversioned: true}, func(ctx context.Context, w *db.WriteTx) error {
			isFinished, err := finish(ctx, w, issue.Number)
			if isFinished {
				finished++
			}
			return err
		})
		if err != nil {
			return finished, err
		}
	}
	return finished, nil
}

// endedIssues reads the issues whose emails are all in a final state, and whose counts are not stored.
func (s *IssueQueries) endedIssues(ctx context.Context) (found []IssueReport, err error) {
	err = s.Read(ctx, "look for issues that have ended", func(ctx context.Context, tx db.Tx) error {
		all, err := reports(ctx, tx, s.Now(), "finished_at IS NULL AND status IN ('sending', 'paused', 'stopped') ORDER BY number")
		found = slices.DeleteFunc(all, func(r IssueReport) bool { return r.FinishedAt.IsZero() })
		return err
	})
	return found, err
}

// finish stores the counts of an issue if it has ended.
func finish(ctx context.Context, w *db.WriteTx, number int64) (isFinished bool, err error) {
	r, err := readReport(ctx, w.Tx, w.At, number)
	if err != nil || r.FinishedAt.IsZero() {
		return false, err
	}
	return true, w.Exec(ctx, "UPDATE newsletter_issues SET status = ?, finished_at = ?, delivered = ?, refused = ?, unsure = ?, skipped = ? WHERE number = ?",
		r.Status, r.FinishedAt.UnixMicro(), r.Delivered, r.Refused, r.Unsure, r.Skipped, number)
}

// forgetEmailsBatch is how many emails one transaction deletes.
const forgetEmailsBatch = 5_000

// ForgetIssueEmails deletes the emails of the issues that ended before a time.
func (s *IssueQueries) ForgetIssueEmails(ctx context.Context, before time.Time) error {
	for issue := int64(0); ; {
		var next sql.NullInt64
		deleted := forgetEmailsBatch
		err := s.WriteUnlocked(ctx, "forget the emails of old issues", func(ctx context.Context, tx db.Tx) error {
			err := tx.Row(ctx, "SELECT MIN(issue) FROM emails WHERE issue >= ?", issue).Scan(&next)
			if err != nil || !next.Valid {
				return err
			}
			gone, err := db.Collect(ctx, tx, db.Column[int64], "DELETE FROM emails WHERE id IN (SELECT id FROM emails WHERE issue = ? LIMIT ?) AND EXISTS "+
				"(SELECT 1 FROM newsletter_issues WHERE number = ? AND finished_at < ?) RETURNING id", next, forgetEmailsBatch, next, before.UnixMicro())
			deleted = len(gone)
			return err
		})
		if err != nil || !next.Valid {
			return err
		}
		if issue = next.Int64; deleted < forgetEmailsBatch {
			issue++
		}
	}
}

// EmailState returns the state in which an email of an issue waits for another attempt, as the issue may have been paused or
// stopped meanwhile. It locks the issue's row, as whoever pauses it does.
func EmailState(ctx context.Context, w *db.WriteTx, issue int64) (mail.State, error) {
	var status string
	err := w.Row(ctx, "UPDATE newsletter_issues SET status = status WHERE number = ? RETURNING status", issue).Scan(&status)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", err
	}
	switch status {
	case "paused":
		return mail.Paused, nil
	case "stopped":
		return mail.Skipped, nil
	}
	return mail.Waiting, nil
}

// CountRefused returns how many emails of the issues that were finished since a time were refused.
func (s IssueQueries) CountRefused(ctx context.Context, since time.Time) (count int, err error) {
	err = s.Read(ctx, "count the emails that were refused", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT COALESCE(SUM(refused), 0) FROM newsletter_issues WHERE finished_at > ?", since.UnixMicro()).Scan(&count)
	})
	return count, err
}

// CountFailures counts how often a subscriber's address was refused since the last email that arrived.
func CountFailures(ctx context.Context, w *db.WriteTx, subscriber int64, outcome mail.Outcome) error {
	switch {
	case outcome.State == mail.Sent:
		return w.Exec(ctx, "UPDATE newsletters SET failures = 0 WHERE failures > 0 AND id = ?", subscriber)
	case outcome.Permanent:
		return w.Exec(ctx, "UPDATE newsletters SET failures = failures + 1 WHERE id = ?", subscriber)
	}
	return nil
}
