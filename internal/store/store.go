// Package store keeps the catalogue and the site's settings in SQLite or PostgreSQL: one set of queries, two dialects.
//
// # To change
//
//   - a table or a column: a new file in migrations/sqlite and migrations/postgres; go test ./internal/store runs on
//     both; storetest/step-1 is an old database as text (-run Step)
//   - what a query may read: plan_test.go looks at the plans, plan_calls_test.go calls every method (-run Queries)
//   - the order of products: product_move.go, decision 17; the audit: audit.go, product_audit.go; former category names:
//     category_change.go, decision 5
//   - what copies share: follow.go, lock.go, job_lease.go, uses.go, decision 13
//   - time limits and commits without an answer: session.go, settle.go, decision 16 (-run "Deadlines|Commit"); power
//     cuts: sqlite.go, postgres.go (-run Power); when a database file is refused: database_file.go
//   - what "vitrine check" looks at: check*.go, cmd/vitrine/check*.go
package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"vitrine/internal/filelock"
)

// Options say where the data is.
type Options struct {
	DataDir     string // folder of the SQLite file vitrine.db; made when missing; not used with a DatabaseURL
	DatabaseURL string // postgres://… (PostgreSQL 14 or later); empty means SQLite
	Existing    bool   // only what is there, with tables that are up to date: nothing is made or upgraded
	// BeforeUpgrade is called before the tables of an earlier version of the program are brought up to date, by one
	// process only; its error refuses that. Without it such a database is refused: nothing is changed for good that
	// was not put by first. The store can be read with Dump and nothing else then.
	BeforeUpgrade func(ctx context.Context, s *Store) error
	Logger        *slog.Logger     // nil means silence
	Now           func() time.Time // nil means time.Now
}

// Store is an open database. It is safe for use by many goroutines; writes are done one after the other.
type Store struct {
	dialect        *dialect
	dir            string        // of the SQLite file
	file           *databaseFile // nil with PostgreSQL
	writer         *sql.DB
	reader         *sql.DB
	listen         listenFunc // nil where nobody can be listened to: SQLite
	poll           time.Duration
	heartbeatEvery time.Duration // between signs of life of one who holds a name
	logger         *slog.Logger
	now            func() time.Time
	hook           func(ctx context.Context)
	folder         *os.File // the lock on the data folder; nil with PostgreSQL

	answerWithin time.Duration // a write
	skewed       atomic.Bool   // this machine's clock was wrong when it was last compared
}

// Open opens the database, making it when it is new, and brings its tables and the keys in them up to date unless only
// what is there is wanted. Several processes may open the same database at once, and none while it is restored. A
// database made by a later version of the program is refused.
func Open(ctx context.Context, o Options) (*Store, error) {
	s := newStore(o)
	open := s.openSQLite
	if o.DatabaseURL != "" {
		open = s.openPostgres
	}
	if err := open(ctx, o); err != nil {
		return nil, errors.Join(s.withCure(err), s.Close())
	}
	if o.Existing {
		return s, nil
	}
	if err := s.renewKeys(ctx); err != nil {
		return nil, errors.Join(s.withCure(err), s.Close())
	}
	return s, nil
}

func newStore(o Options) *Store {
	s := &Store{heartbeatEvery: heartbeatEvery, logger: o.Logger, now: o.Now, hook: func(context.Context) {}, answerWithin: answerWithin}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	if s.now == nil {
		s.now = time.Now
	}
	return s
}

// Close ends all connections. Calls that are under way fail.
func (s *Store) Close() error {
	var failed []error
	for _, db := range []*sql.DB{s.reader, s.writer} { // the writer last: it tidies the SQLite log up
		if db != nil {
			failed = append(failed, db.Close())
		}
	}
	if s.folder != nil {
		failed = append(failed, filelock.Release(s.folder))
		s.folder = nil
	}
	return errors.Join(failed...)
}

// Ping reports whether the database answers a real question and, as far as can be told without a try, keeps what is
// written.
func (s *Store) Ping(ctx context.Context) error {
	_, err := s.version(ctx)
	return err
}

// AfterCommit sets what is called after each committed write, before the writing call returns. The hook's context does not
// end with the write's, for the hook must run even when nobody waits any more, but with the time in which the call has to
// return. Set it once, before serving.
func (s *Store) AfterCommit(hook func(ctx context.Context)) { s.hook = hook }

// version is the catalogue version as it is now.
func (s *Store) version(ctx context.Context) (int64, error) {
	if err := s.checkFile(ctx); err != nil {
		return 0, err
	}
	ctx, stop := context.WithTimeout(ctx, readWithin)
	defer stop()
	var version int64
	err := s.reader.QueryRowContext(ctx, "SELECT version FROM catalog_version WHERE id = 1").Scan(&version)
	if err != nil {
		return 0, explain("read the catalogue version", err)
	}
	return version, nil
}

// setPools bounds both pools: the writer to as many connections as the dialect can use, the readers to a few.
func (s *Store) setPools(writers, readers int) {
	s.writer.SetMaxOpenConns(writers)
	s.writer.SetMaxIdleConns(writers)
	s.reader.SetMaxOpenConns(readers)
	s.reader.SetMaxIdleConns(readers)
}

// timeOf reads a time column.
func timeOf(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// stamp is the time as columns keep it: in UTC, to the microsecond.
func (s *Store) stamp() time.Time { return s.now().UTC().Truncate(time.Microsecond) }
