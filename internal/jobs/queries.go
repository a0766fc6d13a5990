package jobs

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// ChangeLease locks a job's lease, calls change with the job's last run and the database's time, and stores the lease if
// change returns true. Concurrent calls for the same job wait. A job that never ran has the zero Lease.
func (s *Queries) ChangeLease(ctx context.Context, job string, change func(l *Lease, now time.Time) (keep bool)) error {
	return s.WriteUnversioned(ctx, "", "lease a job", func(ctx context.Context, w *db.WriteTx) error {
		last, err := lockLease(ctx, w, job)
		if err != nil {
			return err
		}
		now, err := s.SharedTime(ctx, w.Tx)
		if err != nil {
			return err
		}
		if !change(&last, now) {
			return db.ErrNoChange
		}
		return w.Exec(ctx, "UPDATE leases SET holder = ?, began_at = ?, expires_at = ?, ended_at = ?, failed = ? WHERE name = ?",
			last.Run, db.MicrosOf(last.Began), db.MicrosOf(last.Until), db.MicrosOf(last.Ended), last.Failed, job)
	})
}

// lockLease reads a job's row and locks it until the transaction ends. It inserts the row of a new job.
func lockLease(ctx context.Context, w *db.WriteTx, job string) (l Lease, err error) {
	var began, until, ended int64
	err = w.Row(ctx, "INSERT INTO leases (name, holder, began_at, expires_at, ended_at, failed) VALUES (?, '', 0, 0, 0, FALSE) "+
		"ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING holder, began_at, expires_at, ended_at, failed", job).
		Scan(&l.Run, &began, &until, &ended, &l.Failed)
	l.Began, l.Until, l.Ended = db.InstantOf(began), db.InstantOf(until), db.InstantOf(ended)
	return l, err
}

// Lease returns the last run of a job. A job that never ran has the zero Lease.
func (s *Queries) Lease(ctx context.Context, job string) (l Lease, err error) {
	err = s.Read(ctx, "read the last run of a job", func(ctx context.Context, tx db.Tx) error {
		var began, until, ended int64
		err := tx.Row(ctx, "SELECT holder, began_at, expires_at, ended_at, failed FROM leases WHERE name = ?", job).
			Scan(&l.Run, &began, &until, &ended, &l.Failed)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		l.Began, l.Until, l.Ended = db.InstantOf(began), db.InstantOf(until), db.InstantOf(ended)
		return err
	})
	return l, err
}

// CountFailed returns how many jobs failed when they last ran, in any copy of the program.
func (s *Queries) CountFailed(ctx context.Context) (count int, err error) {
	err = s.Read(ctx, "count the failed jobs", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT COUNT(*) FROM leases WHERE failed").Scan(&count)
	})
	return count, err
}

// Queries read and write the jobs' leases.
type Queries struct{ *db.DB }
