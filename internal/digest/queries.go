package digest

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/emails"
)

// mostNames is how many submissions an email names, mostFailures how many jobs.
const (
	mostNames    = 10
	mostFailures = 50
)

// notice is what administrators were last emailed about.
type notice struct {
	at   time.Time // zero: never
	seen int64
}

// isDue reports whether the pause after the last email of this name has passed.
func (d *Digest) isDue(ctx context.Context, name string, pause time.Duration) (bool, error) {
	var at int64
	err := d.DB.Read(ctx, "read when an email was sent", func(ctx context.Context, tx db.Tx) error {
		err := tx.Row(ctx, "SELECT at FROM notices WHERE name = ?", name).Scan(&at)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return d.now().Sub(db.InstantOf(at)) >= pause, err
}

// notify queues the email that compose returns, for each recipient, and stores what has been seen then, all in one transaction: copies
// of the program wait for each other here. Nothing is composed before the pause after the last email has passed. nil is no email, now;
// an empty one sends nothing until the pause has passed again.
func (d *Digest) notify(ctx context.Context, name string, pause time.Duration,
	compose func(context.Context, *db.WriteTx, notice) (message *emails.Message, seen int64, err error)) (sent int, err error) {
	err = d.DB.WriteUnversioned(ctx, "", "email administrators", func(ctx context.Context, w *db.WriteTx) error {
		var last notice
		var at int64
		err := w.Row(ctx, "INSERT INTO notices (name, at, seen) VALUES (?, 0, 0) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING at, seen", name).Scan(&at, &last.seen)
		if err != nil {
			return err
		}
		last.at = db.InstantOf(at)
		now := d.now()
		if now.Sub(last.at) < pause {
			return db.ErrNoChange
		}
		message, seen, err := compose(ctx, w, last)
		if err != nil {
			return err
		}
		if message == nil {
			return nil
		}
		var to []string
		if message.Subject != "" {
			if to, err = d.recipients(ctx, w); err != nil {
				return err
			}
		}
		for _, email := range to {
			err := w.Exec(ctx, "INSERT INTO emails (recipient, recipient_key, subject, body, html, next_at, created_at) VALUES "+db.Placeholders(7),
				email, account.EmailKey(email), message.Subject, message.Text, message.HTML, w.At.UnixMicro(), w.At.UnixMicro())
			if err != nil {
				return err
			}
		}
		sent = len(to)
		return w.Exec(ctx, "UPDATE notices SET at = ?, seen = ? WHERE name = ?", db.MicrosOf(now), seen, name)
	})
	if errors.Is(err, db.ErrNoChange) {
		err = nil
	}
	return sent, err
}

// owners returns the addresses of the owners that can sign in.
func owners(ctx context.Context, tx db.Tx) ([]string, error) {
	return db.Collect(ctx, tx, db.Column[string], "SELECT email FROM users WHERE role = 'owner' AND NOT is_disabled ORDER BY id")
}

// newSubmissions returns the first names of the submissions that wait and came after one, the newest of them, and how many there are.
func newSubmissions(ctx context.Context, w *db.WriteTx, after int64) (names []string, newest int64, count int, err error) {
	const waiting = " FROM product_submissions WHERE status = 'pending' AND id > ?"
	if err := w.Row(ctx, "SELECT COUNT(*), COALESCE(MAX(id), 0)"+waiting, after).Scan(&count, &newest); err != nil || count == 0 {
		return nil, 0, 0, err
	}
	names, err = db.Collect(ctx, w, db.Column[string], "SELECT product_name"+waiting+" ORDER BY id LIMIT ?", after, mostNames)
	return names, newest, count, err
}

// failure is a job whose last run failed.
type failure struct {
	Name   string `db:"name"`
	Reason string `db:"result"`
	Ended  int64  `db:"ended_at"` // microseconds
}

// ofJob is what the notice of a job that failed is called.
const ofJob = "job:"

// newFailures forgets the jobs that have succeeded since they failed, and returns those that failed and that nobody was told of. A job
// that runs is neither.
func newFailures(ctx context.Context, w *db.WriteTx) ([]failure, error) {
	err := w.Exec(ctx, "DELETE FROM notices WHERE name IN (SELECT '"+ofJob+"' || name FROM leases WHERE NOT failed AND ended_at > 0)")
	if err != nil {
		return nil, err
	}
	return db.Collect(ctx, w, db.Columns[failure], "SELECT name, result, ended_at FROM leases WHERE failed AND ended_at > 0 "+
		"AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.name = '"+ofJob+"' || leases.name) ORDER BY name LIMIT ?", mostFailures)
}

// noteFailures remembers of which jobs administrators were told.
func noteFailures(ctx context.Context, w *db.WriteTx, failed []failure) error {
	for _, job := range failed {
		if err := w.Exec(ctx, "INSERT INTO notices (name, at, seen) VALUES (?, ?, ?)", ofJob+job.Name, w.At.UnixMicro(), job.Ended); err != nil {
			return err
		}
	}
	return nil
}
