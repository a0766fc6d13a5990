package mirror

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// NextNotice leases the notice that is due for the sites that copy this one, so that no other process sends it, and counts
// the try. A notice is due for a version not sent yet once no other has followed it for t.Quiet, or others have kept
// following for t.Longest. NextNotice writes only if something has changed.
func (s *Queries) NextNotice(ctx context.Context, t Timing) (n Notice, due bool, err error) {
	var row noticeRow
	err = s.Read(ctx, "look for a notice to send", func(ctx context.Context, tx db.Tx) error {
		row, err = notice(ctx, tx)
		return err
	})
	if err != nil || row.next(s.Now(), t) == rest {
		return n, false, err
	}
	err = s.WriteUnversioned(ctx, "", "lease a notice", func(ctx context.Context, w *db.WriteTx) error {
		row, err := notice(ctx, w.Tx) // it may have changed
		if err != nil {
			return err
		}
		switch row.next(w.At, t) {
		case rest:
			return db.ErrNoChange
		case see:
			if row.seen == row.sent {
				row.waitingSince = w.At
			}
			row.seen, row.seenAt = row.version, w.At
		case sendNow:
			due, n = true, Notice{Version: row.version, Tries: row.tries + 1}
			row.tries, row.nextAt = n.Tries, w.At.Add(t.Lease)
		}
		return saveNotice(ctx, w, row)
	})
	return n, due && err == nil, err
}

// NoticeSent records that the other sites were notified of a version.
func (s *Queries) NoticeSent(ctx context.Context, version int64) error {
	return s.WriteUnversioned(ctx, "", "note that a notice was sent", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE webhook_notices SET notified = ?, tries = 0, next_at = 0 WHERE id = 1", version)
	})
}

// NoticeFailed schedules another try of a notice after the pause.
func (s *Queries) NoticeFailed(ctx context.Context, pause time.Duration) error {
	return s.WriteUnversioned(ctx, "", "keep a notice that was not sent", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE webhook_notices SET next_at = ? WHERE id = 1", w.At.Add(pause).UnixMicro())
	})
}

// noticeRow is the version sent last, and the state of the notice to send.
type noticeRow struct {
	version, sent, seen          int64
	tries                        int
	seenAt, waitingSince, nextAt time.Time
}

// step is what to do about a notice.
type step int

const (
	rest step = iota // nothing to do now
	see              // record a version not seen before
	sendNow
)

func (r noticeRow) next(now time.Time, t Timing) step {
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

// notice reads the row; without one, sent and seen are -1.
func notice(ctx context.Context, tx db.Tx) (noticeRow, error) {
	var r noticeRow
	var seenAt, since, next int64
	err := tx.Row(ctx, "SELECT v.version, COALESCE(n.notified, -1), COALESCE(n.seen, -1), COALESCE(n.tries, 0), COALESCE(n.seen_at, 0), "+
		"COALESCE(n.waiting_since, 0), COALESCE(n.next_at, 0) FROM catalog_version v LEFT JOIN webhook_notices n ON n.id = v.id WHERE v.id = 1").
		Scan(&r.version, &r.sent, &r.seen, &r.tries, &seenAt, &since, &next)
	r.seenAt, r.waitingSince, r.nextAt = db.TimeOf(seenAt), db.TimeOf(since), db.TimeOf(next)
	return r, err
}

func saveNotice(ctx context.Context, w *db.WriteTx, r noticeRow) error {
	return w.Exec(ctx, "INSERT INTO webhook_notices (id, notified, seen, seen_at, waiting_since, tries, next_at) VALUES "+db.Placeholders(7)+
		" ON CONFLICT (id) DO UPDATE SET "+db.SetExcluded("seen, seen_at, waiting_since, tries, next_at"),
		1, r.sent, r.seen, r.seenAt.UnixMicro(), r.waitingSince.UnixMicro(), r.tries, r.nextAt.UnixMicro())
}
