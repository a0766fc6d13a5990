package store

import (
	"context"
	"database/sql"
)

// Pools are the two pools of connections, by name: their figures since the start.
func (s *Store) Pools() map[string]func() sql.DBStats {
	return map[string]func() sql.DBStats{"writer": s.writer.Stats, "reader": s.reader.Stats}
}

// Version is the catalogue's version in the database. It is an error where Ping would be one.
func (s *Store) Version(ctx context.Context) (int64, error) { return s.version(ctx) }

// EmailsWaiting is how many e-mails wait to be sent, or to be tried again.
func (s *Store) EmailsWaiting(ctx context.Context) (count int, err error) {
	err = s.read(ctx, "count the e-mails that wait", func(tx transaction) error {
		return tx.row(ctx, "SELECT count(*) FROM letters WHERE next_at IS NOT NULL").Scan(&count)
	})
	return count, err
}
