package db

import (
	"context"
	"errors"
	"time"
)

// writerWait is how long a write waits for those before it.
const writerWait = 10 * time.Second

// ErrNoChange rolls a write transaction back without an error of Write: nothing changed, or it was a dry run.
var ErrNoChange = errors.New("no change")

// WriteTx is a write transaction. It holds the lock of the version's row, so writers run one after the other and no
// version becomes visible before a lower one: what has changed since a version is all that has a higher one.
type WriteTx struct {
	Tx
	By      string
	At      time.Time // to the microsecond, UTC
	Version int64     // of the catalogue after this transaction; 0 where it is unversioned
}

// WriteOptions say what a write transaction is for.
type WriteOptions struct {
	By          string // who does it, for the audit
	Doing       string // what is being done, for the log
	Long        bool   // it writes so much that it needs more time than other writes
	Patient     bool   // no request waits for it: it waits longer for the writes before it
	Unversioned bool   // it changes nothing that visitors see: no new version, no notification, no hook
}

// answerWithin is when a write returns at the latest. What the transaction leaves of it is for finding out whether a
// commit without an answer has happened, and for the hook.
const answerWithin = writeWithin + 1500*time.Millisecond

// Write runs work in one transaction with a new catalogue version and, on PostgreSQL, the notification of other
// processes. An error of work rolls everything back. The hook runs after the commit.
func (d *DB) Write(ctx context.Context, o WriteOptions, work func(ctx context.Context, tx *WriteTx) error) error {
	within := d.answerWithin
	if o.Long || o.Patient {
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

// transact runs work in a transaction. Until answering ends it finds out what became of a commit without an answer.
func (d *DB) transact(ctx, answering context.Context, o WriteOptions, work func(ctx context.Context, tx *WriteTx) error) (err error) {
	if err := d.checkFile(ctx); err != nil {
		return err
	}
	ctx, limit, stop := limited(ctx, writeWithin)
	defer stop()
	defer func() { err = late(ctx, err) }()
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
	defer sqlTx.Rollback() //nolint:errcheck // after the commit it does nothing; before it the work's error counts
	tx := &WriteTx{Tx: Tx{sqlTx, d.dialect, limit}, By: o.By, At: d.Now()}
	if err := tx.begin(ctx, o); err != nil {
		return err
	}
	if err := work(ctx, tx); err != nil {
		return err
	}
	if d.dialect.notify != "" && !o.Unversioned {
		if err := tx.Exec(ctx, d.dialect.notify, tx.Version); err != nil {
			return err
		}
	}
	if err := d.checkFile(ctx); err != nil { // the file may have been moved during the work
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return d.settle(ctx, answering, tx, err)
	}
	return nil
}

// begin takes the lock of the version's row and increments the version.
func (tx *WriteTx) begin(ctx context.Context, o WriteOptions) error {
	if o.Patient {
		if err := tx.extend(ctx, tx.dialect.patient); err != nil {
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

// WriteUnlocked runs work in a write transaction that has no version, no audit, no hook and no lock of the version's
// row. A commit without an answer is reported as failed.
func (d *DB) WriteUnlocked(ctx context.Context, doing string, work func(ctx context.Context, tx Tx) error) error {
	ctx, limit, stop := limited(ctx, writeWithin)
	defer stop()
	sqlTx, err := d.writer.BeginTx(ctx, nil)
	if err != nil {
		return Explain(doing, late(ctx, err))
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit it does nothing; before it the work's error counts
	if err := work(ctx, Tx{sqlTx, d.dialect, limit}); err != nil {
		return Explain(doing, late(ctx, err))
	}
	if err := d.checkFile(ctx); err != nil {
		return err
	}
	return Explain(doing, late(ctx, sqlTx.Commit()))
}
