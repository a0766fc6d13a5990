package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
)

// NextWord waits for a notification, and after each silence for a sign of life.
func NextWord(ctx context.Context, conn *pgx.Conn, silence time.Duration) error {
	return nextWord(ctx, conn, silence)
}

// Poll sets how often a follower asks although it heard nothing.
func (s *Store) Poll(every time.Duration) { s.poll = every }

// SignEvery sets how often one who holds a name gives a sign of life.
func (s *Store) SignEvery(every time.Duration) { s.heartbeatEvery = every }

// Writer and Reader are the pools, for tests that look beneath the store's calls.
func (s *Store) Writer() *sql.DB { return s.writer }

// Reader is the pool that must not write.
func (s *Store) Reader() *sql.DB { return s.reader }

// Rebind writes a query's placeholders as the engine wants them.
func (s *Store) Rebind(query string) string { return s.dialect.rebind(query) }

// OnQuery sets what is called before each query.
func (s *Store) OnQuery(onQuery func(query string, args []any)) {
	own := *s.dialect
	own.onQuery = onQuery
	s.dialect = &own
}

// OnPostgres reports which engine it is, where a test's query must differ.
func (s *Store) OnPostgres() bool { return s.dialect.postgres }

// RetryRest is how long a failed renewal rests.
func RetryRest(err error, last, took time.Duration) time.Duration { return retryRest(err, last, took) }

// AnswerWithin sets when a write has an answer.
func (s *Store) AnswerWithin(within time.Duration) { s.answerWithin = within }

// OrderQuery reads all products in the order of the site.
const OrderQuery = orderQuery
