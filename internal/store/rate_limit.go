package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Uses calls change with the times at which each key was used, and stores the times as change leaves them. It locks the
// keys in the given order: concurrent calls with one of them wait. If change fails, nothing is stored. A key that no call
// has named for the duration keep may be deleted.
func (s *Store) Uses(ctx context.Context, keys []string, keep time.Duration, change func(uses [][]time.Time) error) error {
	return s.WriteUnversioned(ctx, "", "count the uses of a rate limit", func(ctx context.Context, w *db.WriteTx) error {
		return changeUses(ctx, w, keys, keep, change)
	})
}

func changeUses(ctx context.Context, w *db.WriteTx, keys []string, keep time.Duration, change func(uses [][]time.Time) error) error {
	uses := make([][]time.Time, len(keys))
	for i, key := range keys {
		var err error
		if uses[i], err = lockUses(ctx, w, key, keep); err != nil {
			return err
		}
	}
	if err := change(uses); err != nil {
		return err
	}
	for i, key := range keys {
		if err := saveUses(ctx, w, key, uses[i]); err != nil {
			return err
		}
	}
	return nil
}

// lockUses reads a key's uses and locks its row until the transaction ends. It inserts the row of a new key.
func lockUses(ctx context.Context, w *db.WriteTx, key string, keep time.Duration) ([]time.Time, error) {
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

func saveUses(ctx context.Context, w *db.WriteTx, key string, uses []time.Time) error {
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

// ForgetExpired deletes expired sessions, codes, email changes and rate limits, and the sign-ups from before the given time with
// their users, unless somebody has signed up with that email since.
func (s *Store) ForgetExpired(ctx context.Context, unverified time.Time) error {
	now := s.Now()
	for _, expired := range []struct {
		query string
		at    time.Time
	}{
		{"DELETE FROM sessions WHERE expires_at < ?", now},
		{"DELETE FROM rate_limits WHERE expires_at < ?", now},
		{"DELETE FROM email_changes WHERE expires_at < ?", now},
		{"UPDATE users SET verification_code = '', verification_expiry = NULL WHERE verification_expiry < ?", now},
		{"UPDATE sign_ups SET code = '', expires_at = NULL WHERE expires_at < ?", now},
		{"DELETE FROM users WHERE NOT is_verified AND NOT is_admin AND created_at < ?", unverified},
		{"DELETE FROM sign_ups WHERE created_at < ?", unverified},
	} {
		err := s.WriteUnversioned(ctx, "", "delete what has expired", func(ctx context.Context, w *db.WriteTx) error {
			return w.Exec(ctx, expired.query, expired.at.UnixMicro())
		})
		if err != nil {
			return err
		}
	}
	return nil
}
