package db

import (
	"context"
	"fmt"
	"io/fs"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
)

// WaitForNotification waits for a notification, and pings the connection after each silence.
func WaitForNotification(ctx context.Context, conn *pgx.Conn, silence time.Duration) error {
	return waitForNotification(ctx, conn, silence)
}

// Poll sets how often a follower polls although it was not notified.
func (d *DB) Poll(every time.Duration) { d.poll = every }

// HeartbeatEvery sets how often the holder of a lock sends a heartbeat.
func (d *DB) HeartbeatEvery(every time.Duration) { d.heartbeatEvery = every }

// FileAddress is the address by which the driver opens a path.
func FileAddress(path string) string { return fileAddress(path, nil) }

// RetryDelay is the pause after a failed renewal.
func RetryDelay(err error, last, took time.Duration) time.Duration {
	return retryDelay(err, last, took)
}

// AnswerWithin sets when a write returns at the latest.
func (d *DB) AnswerWithin(within time.Duration) { d.answerWithin = within }

// WithStep gives the program that opens a database one more step of the schema, named next.
func WithStep(o Options, statements string) (Options, error) {
	last, err := LastStep()
	if err != nil {
		return o, err
	}
	steps := fstest.MapFS{}
	for _, dialect := range []string{sqliteDialect.name, postgresDialect.name} {
		steps[fmt.Sprintf("migrations/%s/%05d_next.sql", dialect, last+1)] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + statements)}
	}
	o.migrations = steps
	return o, fs.WalkDir(migrations, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := migrations.ReadFile(path)
		steps[path] = &fstest.MapFile{Data: data}
		return err
	})
}
