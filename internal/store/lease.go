package store

import (
	"context"
	"time"

	"vitrine/internal/db"
	"vitrine/internal/jobs"
)

// ChangeLease gives change the last run of a job and the time by the database's clock, and keeps what it makes of it when it
// says so, while everybody else who asks for this job's waits. A job that never ran has the zero Lease.
func (s *Store) ChangeLease(ctx context.Context, job string, change func(l *jobs.Lease, now time.Time) (keep bool)) error {
	return s.writeUnversioned(ctx, "", "lease a job", func(ctx context.Context, w *writeTx) error {
		last, err := w.lockLease(ctx, job)
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

// lockLease reads a job's row and holds it, which is made when it is new, until the transaction ends.
func (w *writeTx) lockLease(ctx context.Context, job string) (l jobs.Lease, err error) {
	var began, until, ended int64
	err = w.Row(ctx, "INSERT INTO leases (name, holder, began_at, expires_at, ended_at, failed) VALUES (?, '', 0, 0, 0, FALSE) "+
		"ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING holder, began_at, expires_at, ended_at, failed", job).
		Scan(&l.Run, &began, &until, &ended, &l.Failed)
	l.Began, l.Until, l.Ended = instantOf(began), instantOf(until), instantOf(ended)
	return l, err
}

// maxSkew is how far this machine's clock may be from the database's before it is warned of.
const maxSkew = 20 * time.Second

// sharedTime is the time by the clock that all copies share: that of PostgreSQL's machine. That this machine's differs is
// logged once, and once when it does no more.
func (s *Store) sharedTime(ctx context.Context, w *writeTx) (time.Time, error) {
	own := s.Now()
	if !s.Postgres() {
		return own, nil
	}
	var micros int64
	if err := w.Row(ctx, "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)").Scan(&micros); err != nil {
		return time.Time{}, err
	}
	shared := db.TimeOf(micros)
	if skewed := own.Sub(shared).Abs() > maxSkew; skewed != s.skewed.Swap(skewed) {
		s.Logger().WarnContext(ctx, "this machine's clock and the database's differ", "differ", skewed, "by", own.Sub(shared).Round(time.Second))
	}
	return shared, nil
}

// microsOf is a time as a column keeps it, 0 where there is none; instantOf reads it.
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
