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
		return w.Exec(ctx, "UPDATE leases SET holder = ?, began_at = ?, expires_at = ?, ended_at = ?, failed = ?, result = ? WHERE name = ?",
			last.Run, db.MicrosOf(last.Began), db.MicrosOf(last.Until), db.MicrosOf(last.Ended), last.Failed, last.Result, job)
	})
}

// lockLease reads a job's row and locks it until the transaction ends. It inserts the row of a new job.
func lockLease(ctx context.Context, w *db.WriteTx, job string) (l Lease, err error) {
	return l, l.scan(w.Row(ctx, "INSERT INTO leases (name, holder, began_at, expires_at, ended_at, failed) VALUES (?, '', 0, 0, 0, FALSE) "+
		"ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING "+leaseColumns, job))
}

// leaseColumns are what scan reads, the values of further ones after them.
const leaseColumns = "holder, began_at, expires_at, ended_at, failed, result"

func (l *Lease) scan(row interface{ Scan(into ...any) error }, more ...any) error {
	var began, until, ended int64
	err := row.Scan(append([]any{&l.Run, &began, &until, &ended, &l.Failed, &l.Result}, more...)...)
	l.Began, l.Until, l.Ended = db.InstantOf(began), db.InstantOf(until), db.InstantOf(ended)
	return err
}

// All returns the last run of each job that ever ran by the job's name, and the database's time.
func (s *Queries) All(ctx context.Context) (all map[string]Lease, now time.Time, err error) {
	all = map[string]Lease{}
	err = s.Read(ctx, "read the last runs of all jobs", func(ctx context.Context, tx db.Tx) (err error) {
		if now, err = s.SharedTime(ctx, tx); err != nil {
			return err
		}
		return tx.Each(ctx, func(rows *sql.Rows) error {
			var l Lease
			var name string
			err := l.scan(rows, &name)
			all[name] = l
			return err
		}, "SELECT "+leaseColumns+", name FROM leases")
	})
	return all, now, err
}

// Lease returns the last run of a job. A job that never ran has the zero Lease.
func (s *Queries) Lease(ctx context.Context, job string) (l Lease, err error) {
	err = s.Read(ctx, "read the last run of a job", func(ctx context.Context, tx db.Tx) error {
		err := l.scan(tx.Row(ctx, "SELECT "+leaseColumns+" FROM leases WHERE name = ?", job))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
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
