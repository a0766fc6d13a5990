package quota

import (
	"context"
	"encoding/json"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Change is Uses within a transaction.
func Change(ctx context.Context, w *db.WriteTx, keys []string, keep time.Duration, change func(uses [][]time.Time) error) error {
	uses := make([][]time.Time, len(keys))
	for i, key := range keys {
		var err error
		if uses[i], err = Lock(ctx, w, key, keep); err != nil {
			return err
		}
	}
	if err := change(uses); err != nil {
		return err
	}
	for i, key := range keys {
		if err := save(ctx, w, key, uses[i]); err != nil {
			return err
		}
	}
	return nil
}

// Lock reads a key's uses and locks its row until the transaction ends. It inserts the row of a new key.
func Lock(ctx context.Context, w *db.WriteTx, key string, keep time.Duration) ([]time.Time, error) {
	var text string
	err := w.Row(ctx, "INSERT INTO rate_limits (key, times, expires_at) VALUES (?, '[]', ?) "+
		"ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at RETURNING times", key, w.At.Add(keep).UnixMicro()).Scan(&text)
	if err != nil {
		return nil, err
	}
	var micros []int64
	err = json.Unmarshal([]byte(text), &micros)
	uses := make([]time.Time, len(micros))
	for i, at := range micros {
		uses[i] = db.TimeOf(at)
	}
	return uses, err
}

func save(ctx context.Context, w *db.WriteTx, key string, uses []time.Time) error {
	micros := make([]int64, len(uses))
	for i, at := range uses {
		micros[i] = at.UnixMicro()
	}
	text, err := json.Marshal(micros)
	if err != nil {
		return err
	}
	return w.Exec(ctx, "UPDATE rate_limits SET times = ? WHERE key = ?", string(text), key)
}
