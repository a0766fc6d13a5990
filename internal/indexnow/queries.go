package indexnow

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// IndexNowMark returns up to which change the addresses were gathered with the key; false: none were.
func (s *Queries) IndexNowMark(ctx context.Context, key string) (mark time.Time, known bool, err error) {
	err = s.Read(ctx, "read the mark of IndexNow", func(ctx context.Context, tx db.Tx) error {
		var micros int64
		err := tx.Row(ctx, "SELECT changed_at FROM indexnow_marks WHERE id = 1 AND key = ?", key).Scan(&micros)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		mark, known = db.TimeOf(micros), err == nil
		return err
	})
	return mark, known, err
}

// AddIndexNowCalls stores calls with these paths and the mark, and deletes old calls.
func (s *Queries) AddIndexNowCalls(ctx context.Context, key string, mark time.Time, calls [][]string) error {
	return s.WriteUnversioned(ctx, "", "gather addresses for IndexNow", func(ctx context.Context, w *db.WriteTx) error {
		for _, paths := range calls {
			urls, err := json.Marshal(paths)
			if err != nil {
				return err
			}
			err = w.Exec(ctx, "INSERT INTO indexnow_calls (urls, addresses, state, created_at, next_at) VALUES "+db.Placeholders(5),
				string(urls), len(paths), Waiting, w.At.UnixMicro(), w.At.UnixMicro())
			if err != nil {
				return err
			}
		}
		err := w.Exec(ctx, "DELETE FROM indexnow_calls WHERE next_at IS NULL AND id NOT IN "+
			"(SELECT id FROM indexnow_calls WHERE next_at IS NULL ORDER BY id DESC LIMIT ?)", MaxCalls)
		if err != nil {
			return err
		}
		return w.Exec(ctx, "INSERT INTO indexnow_marks (id, key, changed_at) VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE SET "+db.SetExcluded("key, changed_at"),
			key, mark.UnixMicro())
	})
}

const indexNowColumns = "id, addresses, state, tries, status, answer, created_at, coalesce(next_at, 0)"

func scanIndexNowCall(rows interface{ Scan(into ...any) error }, more ...any) (call Call, err error) {
	var created, next int64
	err = rows.Scan(append([]any{&call.ID, &call.Addresses, &call.State, &call.Tries, &call.Status, &call.Answer, &created, &next}, more...)...)
	call.CreatedAt, call.NextAt = db.TimeOf(created), db.InstantOf(next)
	return call, err
}

// NextIndexNowCall returns the call that is due first; false: none is.
func (s *Queries) NextIndexNowCall(ctx context.Context) (call Call, due bool, err error) {
	err = s.Read(ctx, "look for a call of IndexNow", func(ctx context.Context, tx db.Tx) error {
		var urls string
		call, err = scanIndexNowCall(tx.Row(ctx, "SELECT "+indexNowColumns+", urls FROM indexnow_calls WHERE next_at <= ? ORDER BY next_at, id LIMIT 1", s.Now().UnixMicro()), &urls)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		due = true
		return json.Unmarshal([]byte(urls), &call.Paths)
	})
	return call, due, err
}

// SaveIndexNowCall stores the outcome of a try. The paths of a call that has ended are deleted.
func (s *Queries) SaveIndexNowCall(ctx context.Context, call Call) error {
	return s.WriteUnversioned(ctx, "", "save a call of IndexNow", func(ctx context.Context, w *db.WriteTx) error {
		var next any
		if !call.NextAt.IsZero() {
			next = call.NextAt.UnixMicro()
		}
		return w.Exec(ctx, "UPDATE indexnow_calls SET state = ?, tries = ?, status = ?, answer = ?, next_at = ?, urls = CASE WHEN CAST(? AS BIGINT) IS NULL THEN '' ELSE urls END WHERE id = ?",
			call.State, call.Tries, call.Status, call.Answer, next, next, call.ID)
	})
}

// IndexNowCalls returns the newest calls, at most MaxCalls, the newest first.
func (s *Queries) IndexNowCalls(ctx context.Context) (calls []Call, err error) {
	err = s.Read(ctx, "list the calls of IndexNow", func(ctx context.Context, tx db.Tx) error {
		calls, err = db.Collect(ctx, tx, func(rows *sql.Rows) (Call, error) { return scanIndexNowCall(rows) },
			"SELECT "+indexNowColumns+" FROM indexnow_calls ORDER BY id DESC LIMIT ?", MaxCalls)
		return err
	})
	return calls, err
}

// Queries read and write what search engines were told.
type Queries struct{ *db.DB }
