package mail

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// emailColumns are what scanEmail reads.
const emailColumns = "id, recipient, recipient_key, subject, body, html, tries, kind, data, created_at, coalesce(next_at, 0), coalesce(issue, 0), coalesce(subscriber_id, 0)"

func scanEmail(row interface{ Scan(into ...any) error }) (e Email, err error) {
	var created, leaseEnd int64
	err = row.Scan(&e.ID, &e.To, &e.Key, &e.Subject, &e.Text, &e.HTML, &e.Tries, &e.Kind, &e.Data, &created, &leaseEnd, &e.Issue, &e.SubscriberID)
	e.CreatedAt, e.LeaseEnd = db.TimeOf(created), db.TimeOf(leaseEnd)
	return e, err
}

// nextEmail finds the email that is due first; those of an issue come after the others.
const nextEmail = "SELECT id FROM emails WHERE state = 'waiting' AND next_at <= ? ORDER BY (issue IS NOT NULL), next_at, id LIMIT 1"

// NextEmail claims the email that is due first until the lease ends, counts the try and stores the hash of the token that
// is for the links in it. It writes only if an email is due and the pace allows one; if only the pace does not, wait is how
// long that lasts.
func (s *Queries) NextEmail(ctx context.Context, claim Claim) (e Email, wait time.Duration, err error) {
	now, found := s.Now().UnixMicro(), false
	err = s.Read(ctx, "look for emails", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT EXISTS ("+nextEmail+")", now).Scan(&found)
	})
	if err != nil || !found {
		return e, 0, err
	}
	err = s.WriteUnversioned(ctx, "", "claim an email", func(ctx context.Context, w *db.WriteTx) error {
		var err error
		if wait, err = s.takeSlot(ctx, w, claim.Pace); err != nil {
			return err
		}
		if wait > 0 {
			return db.ErrNoChange
		}
		// The outer condition repeats the inner one: an issue may have been paused while this waited for the row.
		e, err = scanEmail(w.Row(ctx, "UPDATE emails SET state = 'sending', next_at = ?, tries = tries + 1, token_hash = CASE WHEN issue IS NULL THEN '' ELSE ? END "+
			"WHERE state = 'waiting' AND id = ("+nextEmail+") RETURNING "+emailColumns, w.At.Add(claim.Lease).UnixMicro(), claim.TokenHash, now))
		if errors.Is(err, sql.ErrNoRows) {
			return db.ErrNoChange
		}
		return err
	})
	return e, wait, err
}

// catchUp is how far the sending of emails may fall behind its pace and catch up.
const catchUp = 100 * time.Millisecond

// takeSlot takes the next time at which an email may be sent, or returns how long it is until then. Copies that call it at
// once wait for each other.
func (s *Queries) takeSlot(ctx context.Context, w *db.WriteTx, pace time.Duration) (wait time.Duration, err error) {
	var micros int64
	err = w.Row(ctx, "INSERT INTO mail_pace (id, next_at) VALUES (1, 0) ON CONFLICT (id) DO UPDATE SET next_at = mail_pace.next_at RETURNING next_at").Scan(&micros)
	if err != nil {
		return 0, err
	}
	now, err := s.SharedTime(ctx, w.Tx)
	if err != nil {
		return 0, err
	}
	slot := db.TimeOf(micros)
	if latest := now.Add(pace); slot.After(latest) { // the clock was set back
		slot = latest
	}
	if slot.After(now) {
		return slot.Sub(now), nil
	}
	if earliest := now.Add(-catchUp); slot.Before(earliest) {
		slot = earliest
	}
	return 0, w.Exec(ctx, "UPDATE mail_pace SET next_at = ? WHERE id = 1", slot.Add(pace).UnixMicro())
}

// EmailsWaiting counts the emails that wait for their first or another try, or for the outcome of one.
func (s *Queries) EmailsWaiting(ctx context.Context) (count int, err error) {
	err = s.Read(ctx, "count the emails that wait", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT (SELECT count(*) FROM emails WHERE state = 'waiting') + (SELECT count(*) FROM emails WHERE state = 'sending')").Scan(&count)
	})
	return count, err
}
