package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"
)

// writerWait is how long a write waits for those before it.
const writerWait = 10 * time.Second

// errNoChange ends a writing transaction without a trace and without an error: nothing changed, or a dry run.
var errNoChange = errors.New("no change")

// writeTx is one writing transaction. It holds the version row's lock, so writers come one after the other and no
// version can be seen before a lower one: what changed since a version is all that has a higher one.
type writeTx struct {
	transaction
	by      string
	at      time.Time // to the microsecond, UTC
	version int64     // the catalogue version that this transaction leads to; 0 where it is unversioned
}

// job is what a writing transaction is for.
type job struct {
	by          string // who does it, for the audit
	doing       string // what is being done, for the log
	long        bool   // it writes so much that it needs more time than other writes have
	patient     bool   // no request waits for it: it waits longer for those before it
	unversioned bool   // nothing that visitors see changes
}

// answerWithin is when a write has an answer, whatever becomes of it. What the transaction leaves of it is for finding out
// whether a commit without an answer has happened, and for the hook.
const answerWithin = writeWithin + 1500*time.Millisecond

// write runs work in one transaction with the new catalogue version and, on PostgreSQL, the word to other processes.
// What the work returns as an error undoes everything. The hook runs after the commit.
func (s *Store) write(ctx context.Context, j job, work func(w *writeTx) error) error {
	within := s.answerWithin
	if j.long || j.patient {
		within = 2 * longWithin
	}
	answering, stop := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer stop()
	err := s.transact(ctx, answering, j, work)
	if errors.Is(err, errNoChange) {
		return nil
	}
	if err != nil {
		return explain(j.doing, err)
	}
	if !j.unversioned {
		s.hook(answering)
	}
	return nil
}

// writeUnversioned is write for what visitors never see: no new version, no word to other processes, no hook.
func (s *Store) writeUnversioned(ctx context.Context, by, doing string, work func(w *writeTx) error) error {
	return s.write(ctx, job{by: by, doing: doing, unversioned: true}, work)
}

// transact runs work in a transaction. Whether one has happened whose commit was not answered is asked until answering ends.
func (s *Store) transact(ctx, answering context.Context, j job, work func(w *writeTx) error) (err error) {
	if err := s.checkFile(ctx); err != nil {
		return err
	}
	ctx, limit, stop := limited(ctx, writeWithin)
	defer stop()
	defer func() { err = late(ctx, err) }()
	waiting, stopWaiting := context.WithTimeout(ctx, writerWait)
	defer stopWaiting()
	conn, err := s.writer.Conn(waiting)
	if err != nil {
		return err
	}
	defer func() { drop(conn, onlyReads(err)) }()
	sqlTx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit it does nothing; before it the work's error counts
	w := &writeTx{transaction: transaction{sqlTx, s.dialect, ctx, limit}, by: j.by, at: s.stamp()}
	if err := w.begin(ctx, j); err != nil {
		return err
	}
	if err := work(w); err != nil {
		return err
	}
	if s.dialect.notify != "" && !j.unversioned {
		if err := w.exec(ctx, s.dialect.notify, w.version); err != nil {
			return err
		}
	}
	if err := s.checkFile(ctx); err != nil { // it may have been moved away meanwhile
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return s.settle(answering, w, err)
	}
	return nil
}

// begin takes the version row's lock and moves the version.
func (w *writeTx) begin(ctx context.Context, j job) error {
	if j.patient {
		if err := w.takePatience(ctx); err != nil {
			return err
		}
	}
	if !j.unversioned {
		err := w.row(ctx, "UPDATE catalog_version SET version = version + 1 WHERE id = 1 RETURNING version").Scan(&w.version)
		if err != nil {
			return err
		}
	}
	if j.long {
		return w.takeLong(ctx)
	}
	return nil
}

// touchSettings moves the settings' version: what was read of them before is old.
func (w *writeTx) touchSettings(ctx context.Context) error {
	return w.exec(ctx, "UPDATE catalog_version SET settings_version = settings_version + 1 WHERE id = 1")
}

// fileMarkStart is how every mark begins.
const fileMarkStart = "sha256:"

// fileMark is in the audit for a file: the audit says that it changed and to what, without keeping it again.
func fileMark(file []byte) string {
	return fmt.Sprintf(fileMarkStart+"%x, %d bytes", sha256.Sum256(file), len(file))
}
