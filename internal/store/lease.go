package store

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/jobs"
)

// ChangeLease locks a job's lease, calls change with the job's last run and the database's time, and stores the lease if
// change returns true. Concurrent calls for the same job wait. A job that never ran has the zero Lease.
func (s *Store) ChangeLease(ctx context.Context, job string, change func(l *jobs.Lease, now time.Time) (keep bool)) error {
	return s.WriteUnversioned(ctx, "", "lease a job", func(ctx context.Context, w *db.WriteTx) error {
		last, err := lockLease(ctx, w, job)
		if err != nil {
			return err
		}
		now, err := s.sharedTime(ctx, w)
		if err != nil {
			return err
		}
		if !change(&last, now) {
			return db.ErrNoChange
		}
		return w.Exec(ctx, "UPDATE leases SET holder = ?, began_at = ?, expires_at = ?, ended_at = ?, failed = ? WHERE name = ?",
			last.Run, microsOf(last.Began), microsOf(last.Until), microsOf(last.Ended), last.Failed, job)
	})
}

// lockLease reads a job's row and locks it until the transaction ends. It inserts the row of a new job.
func lockLease(ctx context.Context, w *db.WriteTx, job string) (l jobs.Lease, err error) {
	var began, until, ended int64
	err = w.Row(ctx, "INSERT INTO leases (name, holder, began_at, expires_at, ended_at, failed) VALUES (?, '', 0, 0, 0, FALSE) "+
		"ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING holder, began_at, expires_at, ended_at, failed", job).
		Scan(&l.Run, &began, &until, &ended, &l.Failed)
	l.Began, l.Until, l.Ended = instantOf(began), instantOf(until), instantOf(ended)
	return l, err
}

// MaxSkew is the difference between this machine's clock and the database's above which the store logs a warning.
const MaxSkew = 20 * time.Second

// sharedTime returns the time of the clock that all copies share: PostgreSQL's, or with SQLite, this machine's. It logs
// once when this machine's clock begins to differ, and once when it agrees again.
func (s *Store) sharedTime(ctx context.Context, w *db.WriteTx) (time.Time, error) {
	own := s.Now()
	if !s.Postgres() {
		return own, nil
	}
	var micros int64
	if err := w.Row(ctx, db.PostgresClock).Scan(&micros); err != nil {
		return time.Time{}, err
	}
	shared := db.TimeOf(micros)
	if skewed := own.Sub(shared).Abs() > MaxSkew; skewed != s.skewed.Swap(skewed) {
		s.Logger().WarnContext(ctx, "this machine's clock and the database's differ", "differ", skewed, "by", own.Sub(shared).Round(time.Second))
	}
	return shared, nil
}

// microsOf returns a time in microseconds since 1970, as columns store it; 0 for the zero time. instantOf reverses it.
func microsOf(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMicro()
}

func instantOf(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return db.TimeOf(micros)
}
