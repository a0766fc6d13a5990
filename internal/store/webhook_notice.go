package store

import (
	"context"
	"time"

	"vitrine/internal/db"
	"vitrine/internal/mirror"
)

// NextNotice leases the notice that is due for the sites that copy this one, so that no other process sends it, and
// counts the try: that there is a version which was not sent yet. One is sent when no other has followed it
// for the quiet time, or others have followed for the longest. It writes only where something has moved.
func (s *Store) NextNotice(ctx context.Context, t mirror.Timing) (n mirror.Notice, due bool, err error) {
	var row noticeRow
	err = s.read(ctx, "look for a notice to send", func(ctx context.Context, tx transaction) error {
		row, err = tx.notice(ctx)
		return err
	})
	if err != nil || row.next(s.Now(), t) == rest {
		return n, false, err
	}
	err = s.writeUnversioned(ctx, "", "lease a notice", func(ctx context.Context, w *writeTx) error {
		row, err := w.notice(ctx) // it may have moved
		if err != nil {
			return err
		}
		switch row.next(w.at, t) {
		case rest:
			return db.ErrNoChange
		case see:
			if row.seen == row.sent {
				row.waitingSince = w.at
			}
			row.seen, row.seenAt = row.version, w.at
		case sendNow:
			due, n = true, mirror.Notice{Version: row.version, Tries: row.tries + 1}
			row.tries, row.nextAt = n.Tries, w.at.Add(t.Lease)
		}
		return w.saveNotice(ctx, row)
	})
	return n, due && err == nil, err
}

// NoticeSent notes that the other sites know of a version.
func (s *Store) NoticeSent(ctx context.Context, version int64) error {
	return s.writeUnversioned(ctx, "", "note that a notice was sent", func(ctx context.Context, w *writeTx) error {
		return w.Exec(ctx, "UPDATE webhook_notices SET notified = ?, tries = 0, next_at = 0 WHERE id = 1", version)
	})
}

// NoticeFailed keeps a notice for another try after the pause.
func (s *Store) NoticeFailed(ctx context.Context, pause time.Duration) error {
	return s.writeUnversioned(ctx, "", "keep a notice that was not sent", func(ctx context.Context, w *writeTx) error {
		return w.Exec(ctx, "UPDATE webhook_notices SET next_at = ? WHERE id = 1", w.at.Add(pause).UnixMicro())
	})
}

// noticeRow is what was sent, and what there is to send.
type noticeRow struct {
	version, sent, seen          int64
	tries                        int
	seenAt, waitingSince, nextAt time.Time
}

// step is what there is to do about a notice.
type step int

const (
	rest step = iota // nothing now
	see              // a version that was not seen before
	sendNow
)

func (r noticeRow) next(now time.Time, t mirror.Timing) step {
	quiet := r.version == r.seen && now.Sub(r.seenAt) >= t.Quiet
	switch {
	case r.version == r.sent:
		return rest
	case r.seen != r.sent && (quiet || now.Sub(r.waitingSince) >= t.Longest) && !now.Before(r.nextAt):
		return sendNow
	case r.version != r.seen:
		return see
	}
	return rest
}

// notice reads the row; before the first one, everything has been sent.
func (tx transaction) notice(ctx context.Context) (noticeRow, error) {
	var r noticeRow
	var seenAt, since, next int64
	err := tx.Row(ctx, "SELECT v.version, COALESCE(n.notified, -1), COALESCE(n.seen, -1), COALESCE(n.tries, 0), COALESCE(n.seen_at, 0), "+
		"COALESCE(n.waiting_since, 0), COALESCE(n.next_at, 0) FROM catalog_version v LEFT JOIN webhook_notices n ON n.id = v.id WHERE v.id = 1").
		Scan(&r.version, &r.sent, &r.seen, &r.tries, &seenAt, &since, &next)
	r.seenAt, r.waitingSince, r.nextAt = db.TimeOf(seenAt), db.TimeOf(since), db.TimeOf(next)
	return r, err
}

func (w *writeTx) saveNotice(ctx context.Context, r noticeRow) error {
	return w.Exec(ctx, "INSERT INTO webhook_notices (id, notified, seen, seen_at, waiting_since, tries, next_at) VALUES "+db.Placeholders(7)+
		" ON CONFLICT (id) DO UPDATE SET "+asGiven("seen, seen_at, waiting_since, tries, next_at"),
		1, r.sent, r.seen, r.seenAt.UnixMicro(), r.waitingSince.UnixMicro(), r.tries, r.nextAt.UnixMicro())
}
