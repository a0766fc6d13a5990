package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of the search for the outcome of a commit.
const (
	settleEvery  = 200 * time.Millisecond
	settleWithin = 15 * time.Second
)

var errOutcomeOpen = errors.New("whether the transaction was committed is not known yet")

// settle finds the outcome of a commit that failed with an error: it returns nil if the commit happened, and the error
// if not. If it cannot tell before answering ends, its fault says that the change may have been saved.
func (d *DB) settle(ctx, answering context.Context, w *WriteTx, failed error) error {
	if !d.dialect.postgres || !leavesOpen(failed) {
		return failed
	}
	origin := audit.From(ctx)
	ctx, stop := context.WithTimeout(answering, settleWithin)
	defer stop()
	for {
		happened, err := d.happened(ctx, w, origin.RequestID)
		if err == nil && happened {
			return nil
		}
		if err == nil {
			return failed
		}
		select {
		case <-ctx.Done():
			return outcomeUnknown(fmt.Errorf("%w; then: %w", failed, err))
		case <-time.After(settleEvery):
		}
	}
}

// leavesOpen reports whether a commit that failed with this error may have happened: the server reported no failure.
func leavesOpen(err error) bool {
	var response *pgconn.PgError
	return !errors.As(err, &response) || response.Severity == "FATAL" || response.Severity == "PANIC"
}

// happened reports whether the transaction was committed: then the audit has its rows. A versioned transaction locks
// the row of catalog_version until it ends, so whoever gets that lock sees its outcome. An unversioned one without
// audit rows may still be running.
func (d *DB) happened(ctx context.Context, w *WriteTx, requestID string) (found bool, err error) {
	err = d.WriteUnlocked(ctx, "find out whether a change was saved", func(ctx context.Context, tx Tx) error {
		if w.Version != 0 {
			var version int64
			if err := tx.Row(ctx, "SELECT version FROM catalog_version WHERE id = 1 FOR UPDATE").Scan(&version); err != nil {
				return err
			}
		}
		err := tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM audit WHERE version = ? AND at = ? AND request_id = ?)",
			w.Version, w.At.UnixMicro(), requestID).Scan(&found)
		if err == nil && !found && w.Version == 0 {
			return errOutcomeOpen
		}
		return err
	})
	return found, err
}

func outcomeUnknown(cause error) error {
	unknown := fault.Because(fault.Unavailable,
		"The connection to the database was lost while saving. Your change may have been saved: check the list or History before you try again.", cause)
	unknown.Code, unknown.RetryAfter = "outcome_unknown", retryAfter
	return unknown
}
