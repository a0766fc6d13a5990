package db

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
)

// The listener's patience: how long it waits in silence before it asks whether the connection lives, how long it
// waits for an answer, and how long it rests after failures.
const (
	listenSilence = 30 * time.Second
	listenAnswer  = 5 * time.Second
	firstRest     = 100 * time.Millisecond
	longestRest   = 5 * time.Second
)

// How long a renewal that failed rests before it is tried again.
const (
	firstRetry   = time.Second
	longestRetry = 30 * time.Second
)

// listenFunc listens on one connection until that fails or ctx ends. It calls wake when it begins, for what was said
// before is lost, and at each word.
type listenFunc func(ctx context.Context, wake func()) error

// Follow calls changed with the catalogue version when it begins, and each time after that the version has moved,
// whoever moved it: at once on PostgreSQL, within half a second on SQLite. Several moves may come as one. A version that
// changed failed to take over is passed on again until that succeeds or a newer one comes. It ends with ctx, and by then
// nothing of it runs any more. While the database is away it goes on trying.
func (d *DB) Follow(ctx context.Context, changed func(ctx context.Context, version int64) error) error {
	heard := make(chan struct{}, 1)
	wake := func() {
		select {
		case heard <- struct{}{}:
		default: // one waking is enough for all that was said
		}
	}
	var listening sync.WaitGroup
	defer listening.Wait()
	if d.listen != nil {
		listening.Go(func() { d.keepListening(ctx, wake) })
	}
	f := follower{db: d, changed: changed, last: -1}
	for {
		wait := f.look(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-heard:
		case <-time.After(wait):
		}
	}
}

// follower remembers which version was taken over last, and which one failed.
type follower struct {
	db      *DB
	changed func(ctx context.Context, version int64) error
	last    int64
	failed  int64         // version that was not taken over
	retryAt time.Time     // when the failed version is tried again
	rest    time.Duration // before that; grows with each failure
	away    bool          // the last try failed
}

// look reads the version and passes on a new one. It gives the time until the next look. The first failure is logged,
// and the success that follows.
func (f *follower) look(ctx context.Context) time.Duration {
	asking, stop := context.WithTimeout(ctx, listenAnswer)
	version, err := f.db.Version(asking)
	stop()
	if err == nil && version != f.last {
		if wait := time.Until(f.retryAt); version == f.failed && wait > 0 {
			return min(wait, f.db.poll)
		}
		err = f.pass(ctx, version)
	}
	if away := err != nil; ctx.Err() == nil && away != f.away {
		f.away = away
		f.db.logger.WarnContext(ctx, "follow the catalogue", "away", away, "error", err)
	}
	return f.db.poll
}

// pass has a version taken over. Only success moves the mark.
func (f *follower) pass(ctx context.Context, version int64) error {
	began := time.Now()
	err := f.changed(ctx, version)
	if err == nil {
		f.last, f.rest = version, 0
		return nil
	}
	f.rest = retryRest(err, f.rest, time.Since(began))
	f.failed, f.retryAt = version, time.Now().Add(f.rest)
	return err
}

// retryRest is how long a failed renewal rests. A database that was locked or away may answer again at any moment, and
// visitors are to see the change within two seconds of that: such a failure rests a second, or a quarter of the time that
// a slow one took. Anything else does not pass by itself: the rest doubles.
func retryRest(err error, last, took time.Duration) time.Duration {
	next := 2 * last
	if fault.Is(err, fault.Unavailable) {
		next = took / 4
	}
	return min(max(next, firstRetry), longestRetry)
}

// keepListening connects again, after a growing rest, as often as the connection is lost.
func (d *DB) keepListening(ctx context.Context, wake func()) {
	rest := firstRest
	for ctx.Err() == nil {
		err := d.listen(ctx, func() {
			rest = firstRest
			wake()
		})
		if ctx.Err() != nil {
			return
		}
		d.logger.WarnContext(ctx, "listen for catalogue versions", "error", err, "again_in", rest)
		select {
		case <-ctx.Done():
		case <-time.After(rest):
		}
		rest = min(2*rest, longestRest)
	}
}

// listenOn listens on a connection of its own.
func listenOn(config *pgx.ConnConfig) listenFunc {
	return func(ctx context.Context, wake func()) error {
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return err
		}
		defer func() {
			ending, stop := context.WithTimeout(context.WithoutCancel(ctx), listenAnswer)
			defer stop()
			conn.Close(ending) //nolint:errcheck // it is over either way
		}()
		if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
			return err
		}
		wake()
		for {
			if err := nextWord(ctx, conn, listenSilence); err != nil {
				return err
			}
			wake()
		}
	}
}

// nextWord waits for a notification. After a long silence it asks the server for a sign of life, so that a connection
// that died without a word is noticed.
func nextWord(ctx context.Context, conn *pgx.Conn, silence time.Duration) error {
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
