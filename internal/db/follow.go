package db

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of the listener: the silence after which it pings the server, the time for an answer, the delay after failures.
const (
	listenSilence = 30 * time.Second
	listenAnswer  = 5 * time.Second
	firstRest     = 100 * time.Millisecond
	longestRest   = 5 * time.Second
)

// Delay before a failed refresh is retried.
const (
	firstRetry   = time.Second
	longestRetry = 30 * time.Second
)

// listenFunc listens on one connection until that fails or ctx ends. It calls wake at each notification, and once at
// the start, because notifications from before the connection are lost.
type listenFunc func(ctx context.Context, wake func()) error

// Follow calls changed with the catalogue's version at the start and after each new version, of any process: at once on
// PostgreSQL, within a second on SQLite. Several versions may arrive as one. If changed fails, Follow retries
// until it succeeds or a newer version arrives. While the database is unreachable, Follow keeps trying. It returns when
// ctx ends, and leaves no goroutine.
func (d *DB) Follow(ctx context.Context, changed func(ctx context.Context, version int64) error) error {
	heard := make(chan struct{}, 1)
	wake := func() {
		select {
		case heard <- struct{}{}:
		default: // one wake-up covers all notifications so far
		}
	}
	var listening sync.WaitGroup
	defer listening.Wait()
	f := follower{db: d, changed: changed, last: -1}
	defer f.close()
	if d.listen != nil {
		listening.Go(func() { f.keepListening(ctx, wake) })
	}
	for {
		wait := f.poll(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-heard:
		case <-time.After(wait):
		}
	}
}

// follower has the version that was applied last, and the one that failed.
type follower struct {
	db      *DB
	changed func(ctx context.Context, version int64) error
	query   *sql.Stmt // SQLite's, once it is prepared
	last    int64
	failed  int64         // version that could not be applied
	retryAt time.Time     // when the failed version is tried again
	rest    time.Duration // delay before retryAt; grows with each failure
	away    bool          // the last try failed
}

// poll reads the version and applies a new one. It returns the time until the next poll. It logs the first failure and
// the next success.
func (f *follower) poll(ctx context.Context) time.Duration {
	version, err := f.version(ctx)
	if err == nil && version != f.last {
		if wait := time.Until(f.retryAt); version == f.failed && wait > 0 {
			return min(wait, f.db.poll)
		}
		err = f.applyVersion(ctx, version)
	}
	if away := err != nil; ctx.Err() == nil && away != f.away {
		f.away = away
		f.db.logger.WarnContext(ctx, "reading changes from the database", "away", away, "error", err)
	}
	return f.db.poll
}

// version reads the version. SQLite is polled each second, and to parse the query or to watch whether a context ends takes
// longer than the query, which waits for nobody: so it is prepared once and runs to its end.
func (f *follower) version(ctx context.Context) (version int64, err error) {
	if f.db.dialect.postgres {
		ctx, stop := context.WithTimeout(ctx, listenAnswer)
		defer stop()
		return f.db.Version(ctx)
	}
	if err := f.db.file.checkWritable(ctx, f.db.logger); err != nil {
		return 0, err
	}
	ctx = context.WithoutCancel(ctx)
	if f.query == nil {
		if f.query, err = f.db.reader.PrepareContext(ctx, versionQuery); err != nil {
			return 0, Explain(readVersion, err)
		}
	}
	err = f.query.QueryRowContext(ctx).Scan(&version)
	return version, Explain(readVersion, err)
}

// close ends the prepared query.
func (f *follower) close() {
	if f.query != nil {
		_ = f.query.Close() // it has read all that it was asked for
	}
}

// applyVersion applies a version. Only success sets last.
func (f *follower) applyVersion(ctx context.Context, version int64) error {
	began := time.Now()
	err := f.changed(ctx, version)
	if err == nil {
		f.last, f.rest = version, 0
		return nil
	}
	f.rest = retryDelay(err, f.rest, time.Since(began))
	f.failed, f.retryAt = version, time.Now().Add(f.rest)
	return err
}

// retryDelay returns the delay before a failed refresh is retried. A database that was locked or unreachable may answer
// again at any moment, and visitors should see the change within two seconds of that: such a failure waits a second, or
// a quarter of the time that a slow one took. Other errors do not go away on their own: the delay doubles.
func retryDelay(err error, last, took time.Duration) time.Duration {
	next := 2 * last
	if fault.Is(err, fault.Unavailable) {
		next = took / 4
	}
	return min(max(next, firstRetry), longestRetry)
}

// keepListening reconnects after each lost connection, with a growing delay.
func (f *follower) keepListening(ctx context.Context, wake func()) {
	rest := firstRest
	for ctx.Err() == nil {
		err := f.db.listen(ctx, func() {
			rest = firstRest
			wake()
		})
		if ctx.Err() != nil {
			return
		}
		f.db.logger.WarnContext(ctx, "the connection that listens for changes was lost", "error", err, "again_in", rest)
		select {
		case <-ctx.Done():
		case <-time.After(rest):
		}
		rest = min(2*rest, longestRest)
	}
}

// listenOn listens on a dedicated connection.
func listenOn(config *pgx.ConnConfig) listenFunc {
	return func(ctx context.Context, wake func()) error {
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return err
		}
		defer func() {
			ending, stop := context.WithTimeout(context.WithoutCancel(ctx), listenAnswer)
			defer stop()
			conn.Close(ending) //nolint:errcheck // it is closed either way
		}()
		if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
			return err
		}
		wake()
		for {
			if err := waitForNotification(ctx, conn, listenSilence); err != nil {
				return err
			}
			wake()
		}
	}
}

// waitForNotification waits for a notification. After a long silence it pings the server, to notice a dead connection.
func waitForNotification(ctx context.Context, conn *pgx.Conn, silence time.Duration) error {
	for {
		waiting, stop := context.WithTimeout(ctx, silence)
		_, err := conn.WaitForNotification(waiting)
		stop()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		answering, stop := context.WithTimeout(ctx, listenAnswer)
		err = conn.Ping(answering)
		stop()
		if err != nil {
			return err
		}
	}
}
