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

// writerWait bounds how long a write waits for a connection behind earlier writes.
const writerWait = 10 * time.Second

// ErrNoChange makes Write roll back and return nil: nothing changed, or it was a dry run.
var ErrNoChange = errors.New("no change")

// WriteTx is a write transaction. It locks the row of the version, so writes run one after the other and no version
// becomes visible before a lower one: rows with a version above v are all changes since v.
type WriteTx struct {
	Tx
	By      string
	At      time.Time // to the microsecond, UTC
	Version int64     // of the catalogue after this transaction; 0 if it is unversioned
	Undoes  int64     // the version whose change this transaction undoes, or 0

	audited auditing
}

// WriteOptions describe a write transaction.
type WriteOptions struct {
	By           string // author, for the audit
	Doing        string // operation, for the log
	Long         bool   // it writes so much that it needs more time than other writes
	LongLockWait bool   // no request waits for it, so it may wait longer for earlier writes
	Unversioned  bool   // it changes nothing that visitors see: no new version, no notification, no hook
}

// answerWithin bounds how long a write takes to return. The time that the transaction leaves is for settling a commit
// without an answer, and for the hook.
const answerWithin = writeWithin + 1500*time.Millisecond

// Write runs work in one transaction, increments the catalogue's version and, on PostgreSQL, notifies other processes.
// If work returns an error, everything is rolled back. The hook runs after the commit.
func (d *DB) Write(ctx context.Context, o WriteOptions, work func(ctx context.Context, tx *WriteTx) error) error {
	within := d.answerWithin
	if o.Long || o.LongLockWait {
		within = 2 * longWithin
	}
	answering, stop := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer stop()
	err := d.transact(ctx, answering, o, work)
	if errors.Is(err, ErrNoChange) {
		return nil
	}
	if err != nil {
		return Explain(o.Doing, err)
	}
	if !o.Unversioned {
		d.hook(answering)
	}
	return nil
}

// WriteUnversioned is Write for data that visitors never see: no new version, no notification, no hook.
func (d *DB) WriteUnversioned(ctx context.Context, by, doing string, work func(ctx context.Context, tx *WriteTx) error) error {
	return d.Write(ctx, WriteOptions{By: by, Doing: doing, Unversioned: true}, work)
}

// transact runs work in a transaction. It may settle a commit without an answer until answering ends.
func (d *DB) transact(ctx, answering context.Context, o WriteOptions, work func(ctx context.Context, tx *WriteTx) error) (err error) {
	if err := d.file.checkWritable(ctx, d.logger); err != nil {
		return err
	}
	ctx, limit, stop := limited(ctx, writeWithin)
	defer stop()
	defer func() { err = asTimeout(ctx, err) }()
	waiting, stopWaiting := context.WithTimeout(ctx, writerWait)
	defer stopWaiting()
	conn, err := d.writer.Conn(waiting)
	if err != nil {
		return err
	}
	defer func() { drop(conn, onlyReads(err)) }()
	sqlTx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit a no-op; before it the work's error counts
	tx := &WriteTx{Tx: Tx{sqlTx, d.dialect, limit}, By: o.By, At: d.Now(), audited: auditing{summaries: d.summaries, changes: map[changesOf]*changes{}}}
	if err := tx.begin(ctx, o); err != nil {
		return err
	}
	if err := work(ctx, tx); err != nil {
		return err
	}
	if err := tx.finishAudit(ctx); err != nil {
		return err
	}
	if d.dialect.notify != "" && !o.Unversioned {
		if err := tx.Exec(ctx, d.dialect.notify, tx.Version); err != nil {
			return err
		}
	}
	if err := d.file.checkWritable(ctx, d.logger); err != nil { // the file may have been moved while work ran
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return tx.findOutcome(ctx, answering, d, err)
	}
	return nil
}

// begin locks the row of the version and increments the version, unless the write is unversioned.
func (tx *WriteTx) begin(ctx context.Context, o WriteOptions) error {
	if o.LongLockWait {
		if err := tx.extend(ctx, tx.dialect.longLockWait); err != nil {
			return err
		}
	}
	if !o.Unversioned {
		err := tx.Row(ctx, "UPDATE catalog_version SET version = version + 1 WHERE id = 1 RETURNING version").Scan(&tx.Version)
		if err != nil {
			return err
		}
	}
	if o.Long {
		return tx.LongTimeout(ctx)
	}
	return nil
}

// WriteUnlocked runs work in a write transaction without a version, an audit entry, the hook or the lock of the
// version's row. It reports a commit without an answer as failed.
func (d *DB) WriteUnlocked(ctx context.Context, doing string, work func(ctx context.Context, tx Tx) error) error {
	ctx, limit, stop := limited(ctx, writeWithin)
	defer stop()
	sqlTx, err := d.writer.BeginTx(ctx, nil)
	if err != nil {
		return Explain(doing, asTimeout(ctx, err))
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit a no-op; before it the work's error counts
	if err := work(ctx, Tx{sqlTx, d.dialect, limit}); err != nil {
		return Explain(doing, asTimeout(ctx, err))
	}
	if err := d.file.checkWritable(ctx, d.logger); err != nil {
		return err
	}
	return Explain(doing, asTimeout(ctx, sqlTx.Commit()))
}

// SettingsVersion returns the settings' version, which each change of a setting increments.
func (d *DB) SettingsVersion(ctx context.Context) (int64, error) {
	var version int64
	err := d.ReadOne(ctx, "read the settings' version", &version, "SELECT settings_version FROM catalog_version WHERE id = 1")
	return version, err
}

// TouchSettings increments the settings' version.
func (tx *WriteTx) TouchSettings(ctx context.Context) error {
	return tx.Exec(ctx, "UPDATE catalog_version SET settings_version = settings_version + 1 WHERE id = 1")
}

// WriteSettings is Write for the site's settings: it also increments their version.
func (d *DB) WriteSettings(ctx context.Context, by, doing string, work func(ctx context.Context, tx *WriteTx) error) error {
	return d.Write(ctx, WriteOptions{By: by, Doing: doing}, func(ctx context.Context, tx *WriteTx) error {
		if err := work(ctx, tx); err != nil {
			return err
		}
		return tx.TouchSettings(ctx)
	})
}

// Limits of the search for the outcome of a commit.
const (
	outcomeEvery  = 200 * time.Millisecond
	outcomeWithin = 15 * time.Second
)

var errOutcomeOpen = errors.New("whether the transaction was committed is not known yet")

// findOutcome finds the outcome of a commit that failed with an error: it returns nil if the commit happened, and the error
// if not. If it cannot tell before answering ends, its fault says that the change may have been saved.
func (tx *WriteTx) findOutcome(ctx, answering context.Context, d *DB, failed error) error {
	if !d.dialect.postgres || !leavesOpen(failed) {
		return failed
	}
	origin := audit.From(ctx)
	ctx, stop := context.WithTimeout(answering, outcomeWithin)
	defer stop()
	for {
		happened, err := tx.happened(ctx, d, origin.RequestID)
		if err == nil && happened {
			return nil
		}
		if err == nil {
			return failed
		}
		select {
		case <-ctx.Done():
			return outcomeUnknown(fmt.Errorf("%w; then: %w", failed, err))
		case <-time.After(outcomeEvery):
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
func (tx *WriteTx) happened(ctx context.Context, d *DB, requestID string) (found bool, err error) {
	err = d.WriteUnlocked(ctx, "find out whether a change was saved", func(ctx context.Context, search Tx) error {
		if tx.Version != 0 {
			var version int64
			if err := search.Row(ctx, "SELECT version FROM catalog_version WHERE id = 1 FOR UPDATE").Scan(&version); err != nil {
				return err
			}
		}
		err := search.Row(ctx, "SELECT EXISTS (SELECT 1 FROM audit WHERE version = ? AND at = ? AND request_id = ?)",
			tx.Version, tx.At.UnixMicro(), requestID).Scan(&found)
		if err == nil && !found && tx.Version == 0 {
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
