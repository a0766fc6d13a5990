package store

import (
	"context"
	"time"

	"vitrine/internal/mirror"
)

// NextNotice takes what the sites that copy this one are to be told, so that no other process tells it for the lease, and
// counts the try: that there is a version which they have not been told of. One is told of when no other has followed it
// for the quiet time, or others have followed for the longest. It writes only where something has moved.
func (s *Store) NextNotice(ctx context.Context, t mirror.Timing) (n mirror.Notice, due bool, err error) {
	var row noticeRow
	err = s.read(ctx, "look for something to tell", func(tx transaction) error {
		row, err = tx.notice(ctx)
		return err
	})
	if err != nil || row.next(s.stamp(), t) == rest {
		return n, false, err
	}
	err = s.writeUnversioned(ctx, "", "take what is to be told", func(w *writeTx) error {
		row, err := w.notice(ctx) // it may have moved
		if err != nil {
			return err
		}
		switch row.next(w.at, t) {
		case rest:
			return errNothingToKeep
		case see:
			if row.seen == row.told {
				row.waitingSince = w.at
			}
			row.seen, row.seenAt = row.version, w.at
		case tell:
			due, n = true, mirror.Notice{Version: row.version, Tries: row.tries + 1}
			row.tries, row.nextAt = n.Tries, w.at.Add(t.Lease)
		}
		return w.keepNotice(ctx, row)
	})
	return n, due && err == nil, err
}

// NoticeSent notes that the other sites know of a version.
func (s *Store) NoticeSent(ctx context.Context, version int64) error {
	return s.writeUnversioned(ctx, "", "note that a version was told", func(w *writeTx) error {
		return w.exec(ctx, "UPDATE webhook_notices SET told = ?, tries = 0, next_at = 0 WHERE id = 1", version)
	})
}

// NoticeFailed keeps a notice for another try after the pause.
func (s *Store) NoticeFailed(ctx context.Context, pause time.Duration) error {
	return s.writeUnversioned(ctx, "", "keep what could not be told", func(w *writeTx) error {
		return w.exec(ctx, "UPDATE webhook_notices SET next_at = ? WHERE id = 1", w.at.Add(pause).UnixMicro())
	})
}

// noticeRow is what was told, and what there is to tell.
type noticeRow struct {
	version, told, seen          int64
	tries                        int
	seenAt, waitingSince, nextAt time.Time
}

// step is what there is to do about a notice.
type step int

const (
	rest step = iota // nothing now
	see              // a version that was not seen before
	tell
)

func (r noticeRow) next(now time.Time, t mirror.Timing) step {
	quiet := r.version == r.seen && now.Sub(r.seenAt) >= t.Quiet
	switch {
	case r.version == r.told:
		return rest
	case r.seen != r.told && (quiet || now.Sub(r.waitingSince) >= t.Longest) && !now.Before(r.nextAt):
		return tell
	case r.version != r.seen:
		return see
	}
	return rest
}

// notice reads the row; before the first one, everything has been told.
func (tx transaction) notice(ctx context.Context) (noticeRow, error) {
	var r noticeRow
	var seenAt, since, next int64
	err := tx.row(ctx, "SELECT v.version, COALESCE(n.told, -1), COALESCE(n.seen, -1), COALESCE(n.tries, 0), COALESCE(n.seen_at, 0), "+
		"COALESCE(n.waiting_since, 0), COALESCE(n.next_at, 0) FROM catalog_version v LEFT JOIN webhook_notices n ON n.id = v.id WHERE v.id = 1").
		Scan(&r.version, &r.told, &r.seen, &r.tries, &seenAt, &since, &next)
	r.seenAt, r.waitingSince, r.nextAt = timeOf(seenAt), timeOf(since), timeOf(next)
	return r, err
}

func (w *writeTx) keepNotice(ctx context.Context, r noticeRow) error {
	return w.exec(ctx, "INSERT INTO webhook_notices (id, told, seen, seen_at, waiting_since, tries, next_at) VALUES "+placeholders(7)+
		" ON CONFLICT (id) DO UPDATE SET "+asGiven("seen, seen_at, waiting_since, tries, next_at"),
		1, r.told, r.seen, r.seenAt.UnixMicro(), r.waitingSince.UnixMicro(), r.tries, r.nextAt.UnixMicro())
}
