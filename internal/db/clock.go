package db

import (
	"context"
	"time"
)

// MaxSkew is the difference between this machine's clock and the database's above which DB logs a warning.
const MaxSkew = 20 * time.Second

// SharedTime returns the time of the clock that all copies share: PostgreSQL's, or with SQLite, this machine's. It logs
// once when this machine's clock begins to differ, and once when it agrees again.
func (d *DB) SharedTime(ctx context.Context, tx Tx) (time.Time, error) {
	own := d.Now()
	if !d.Postgres() {
		return own, nil
	}
	var micros int64
	if err := tx.Row(ctx, PostgresClock).Scan(&micros); err != nil {
		return time.Time{}, err
	}
	shared := TimeOf(micros)
	if skewed := own.Sub(shared).Abs() > MaxSkew; skewed != d.skewed.Swap(skewed) {
		d.Logger().WarnContext(ctx, "this machine's clock and the database's differ", "differ", skewed, "by", own.Sub(shared).Round(time.Second))
	}
	return shared, nil
}
