package mail

import (
	"context"
	"database/sql"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// claimed is the condition of a claim that has not ended. Another claim of the email has another end of its lease.
const claimed = "id = ? AND state = 'sending' AND next_at = ?"

func claimOf(e Email) []any { return []any{e.ID, e.LeaseEnd.UnixMicro()} }

// EndEmail stores the outcome of an attempt to send a claimed email. It does nothing if the claim has ended. An email of an
// issue stays in its final state without its recipient. Another is deleted, unless it is about a submission and was not
// sent for sure.
func (s *Queries) EndEmail(ctx context.Context, e Email, outcome Outcome) error {
	return s.WriteUnversioned(ctx, "", "store what became of an email", func(ctx context.Context, w *db.WriteTx) error {
		return s.endEmail(ctx, w, e, outcome)
	})
}

func (s *Queries) endEmail(ctx context.Context, w *db.WriteTx, e Email, outcome Outcome) error {
	switch {
	case outcome.State == Waiting:
		return s.requeueEmail(ctx, w, e, outcome)
	case e.Issue != 0:
		return s.endIssueEmail(ctx, w, e, outcome)
	case outcome.State == Sent || outcome.State == Skipped:
		return s.endSubmissionEmail(ctx, w, Sent, "DELETE FROM emails WHERE "+claimed+" RETURNING submission_id", claimOf(e)...)
	}
	if err := w.Exec(ctx, "DELETE FROM emails WHERE "+claimed+" AND submission_id IS NULL", claimOf(e)...); err != nil {
		return err
	}
	return s.endSubmissionEmail(ctx, w, Refused, "UPDATE emails SET state = 'refused', next_at = NULL, done_at = ? WHERE "+claimed+" RETURNING submission_id",
		append([]any{w.At.UnixMicro()}, claimOf(e)...)...)
}

// requeueEmail lets an email wait for another attempt. One of an issue follows the issue, which may have been paused or
// stopped meanwhile; its row is locked first, as by whoever pauses it.
func (s *Queries) requeueEmail(ctx context.Context, w *db.WriteTx, e Email, outcome Outcome) error {
	state, tries := Waiting, 0
	if outcome.Uncounted {
		tries = 1
	}
	if e.Issue != 0 && s.IssueState != nil {
		var err error
		if state, err = s.IssueState(ctx, w, e.Issue); err != nil {
			return err
		}
		if state == Skipped {
			return w.Exec(ctx, "DELETE FROM emails WHERE "+claimed, claimOf(e)...)
		}
	}
	return w.Exec(ctx, "UPDATE emails SET state = ?, next_at = ?, tries = tries - ? WHERE "+claimed,
		append([]any{state, w.At.Add(outcome.Pause).UnixMicro(), tries}, claimOf(e)...)...)
}

// endIssueEmail ends an email of an issue, and tells what became of it.
func (s *Queries) endIssueEmail(ctx context.Context, w *db.WriteTx, e Email, outcome Outcome) error {
	var subscriber sql.NullInt64
	err := w.Row(ctx, "SELECT subscriber_id FROM emails WHERE "+claimed, claimOf(e)...).Scan(&subscriber)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if s.IssueEnded != nil {
		if err := s.IssueEnded(ctx, w, subscriber.Int64, outcome); err != nil {
			return err
		}
	}
	return w.Exec(ctx, "UPDATE emails SET state = ?, next_at = NULL, done_at = ?, recipient = '', recipient_key = '', data = CASE WHEN CAST(? AS TEXT) = '' THEN data ELSE ? END WHERE "+claimed,
		append([]any{outcome.State, w.At.UnixMicro(), outcome.Answer, outcome.Answer}, claimOf(e)...)...)
}

// endSubmissionEmail runs the query that ends an email, and tells the submission that it belongs to.
func (s *Queries) endSubmissionEmail(ctx context.Context, w *db.WriteTx, state State, query string, args ...any) error {
	var submission sql.NullInt64
	err := w.Row(ctx, query, args...).Scan(&submission)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil || !submission.Valid {
		return err
	}
	return s.SubmissionEnded(ctx, w, submission.Int64, state)
}

// expiredBatch is how many expired claims one transaction ends.
const expiredBatch = 100

// EndExpiredEmails ends the claims whose lease has ended: whoever had them may have sent the emails, so they are never sent
// again. It calls unsure with each before it commits.
func (s *Queries) EndExpiredEmails(ctx context.Context, unsure func(Email)) error {
	now, found := s.Now().UnixMicro(), false
	err := s.Read(ctx, "look for claims of emails that have expired", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM emails WHERE state = 'sending' AND next_at <= ?)", now).Scan(&found)
	})
	if err != nil || !found {
		return err
	}
	return s.WriteUnversioned(ctx, "", "end claims of emails that have expired", func(ctx context.Context, w *db.WriteTx) error {
		// The outer condition repeats the inner one: another process may have ended the claim while this one waited.
		expired, err := db.Collect(ctx, w, func(rows *sql.Rows) (Email, error) { return scanEmail(rows) },
			"UPDATE emails SET next_at = next_at WHERE state = 'sending' AND next_at <= ? AND id IN "+
				"(SELECT id FROM emails WHERE state = 'sending' AND next_at <= ? ORDER BY next_at LIMIT ?) RETURNING "+emailColumns, now, now, expiredBatch)
		if err != nil {
			return err
		}
		for _, e := range expired {
			unsure(e)
			if err := s.endEmail(ctx, w, e, Outcome{State: Unsure}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Queries read and write the queue of emails.
type Queries struct {
	*db.DB
	Owners
}

// Owners are what features do about their emails, in the transaction that stores what became of one; nil: nothing.
type Owners struct {
	// IssueState returns the state in which an email of an issue waits for another attempt; Skipped: it is dropped.
	IssueState func(ctx context.Context, w *db.WriteTx, issue int64) (State, error)
	// IssueEnded is told that an email to a subscriber has ended.
	IssueEnded func(ctx context.Context, w *db.WriteTx, subscriber int64, outcome Outcome) error
	// SubmissionEnded is told that an email to the sender of a submission was Sent, or is Refused.
	SubmissionEnded func(ctx context.Context, w *db.WriteTx, submission int64, state State) error
}
