package store

import (
	"context"
	"encoding/json"
	"time"
)

// Attempts gives change the times of each key's failed tries to sign in and keeps what it leaves in their places, while
// everybody else with one of the keys waits. An error changes nothing.
func (s *Store) Attempts(ctx context.Context, keys []string, change func(tries [][]time.Time) error) error {
	return s.aside(ctx, "", "count the tries to sign in", func(w *writing) error {
		tries := make([][]time.Time, len(keys))
		for i, key := range keys {
			var err error
			if tries[i], err = w.lockAttempts(ctx, key); err != nil {
				return err
			}
		}
		if err := change(tries); err != nil {
			return err
		}
		for i, key := range keys {
			text, err := json.Marshal(tries[i])
			if err != nil {
				return err
			}
			if err := w.exec(ctx, "UPDATE login_attempts SET tries = ? WHERE key = ?", string(text), key); err != nil {
				return err
			}
		}
		return nil
	})
}

// lockAttempts reads a key's tries and holds its row, which is made when it is new, until the transaction ends.
func (w *writing) lockAttempts(ctx context.Context, key string) ([]time.Time, error) {
	var text string
	err := w.row(ctx, "INSERT INTO login_attempts (key, tries, last_at) VALUES (?, '[]', ?) "+
		"ON CONFLICT (key) DO UPDATE SET last_at = excluded.last_at RETURNING tries", key, w.at.UnixMicro()).Scan(&text)
	if err != nil {
		return nil, err
	}
	var tries []time.Time
	err = json.Unmarshal([]byte(text), &tries)
	return tries, err
}

// ForgetExpired removes the sessions that expired before now, and the keys whose last try was before tried.
func (s *Store) ForgetExpired(ctx context.Context, now, tried time.Time) error {
	for _, old := range []struct {
		query  string
		before time.Time
	}{
		{"DELETE FROM sessions WHERE expires_at < ?", now},
		{"DELETE FROM login_attempts WHERE last_at < ?", tried},
	} {
		err := s.aside(ctx, "", "forget what has expired", func(w *writing) error {
			return w.exec(ctx, old.query, old.before.UnixMicro())
		})
		if err != nil {
			return err
		}
	}
	return nil
}
