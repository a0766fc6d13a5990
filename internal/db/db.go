// Package db opens the database, SQLite or PostgreSQL, and runs transactions in it. It knows no query about products,
// accounts or settings: those are in internal/store.
//
// What it knows of the tables is the schema in migrations/, the one row of catalog_version, whose lock makes writes run
// one after the other, and the audit, which tells whether a commit without an answer has happened.
//
// # To change
//
//   - a table or a column: a new file in migrations/sqlite and in migrations/postgres
//   - time limits of transactions: tx.go, write.go; commits without an answer: settle.go; decision 16
//   - how several copies of the program share a database: follow.go, lock.go; decision 13
//   - when a database file is refused: file.go; what survives a power cut: sqlite.go, postgres.go (-run Power)
package db

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"time"

	"vitrine/internal/filelock"
)

// Options say where the database is.
type Options struct {
	DataDir     string // folder of the SQLite file vitrine.db; made when missing; not used with a DatabaseURL
	DatabaseURL string // postgres://… (PostgreSQL 14 or later); empty means SQLite
	Existing    bool   // open only an existing database with an up-to-date schema; create and upgrade nothing
	// BeforeUpgrade is called before the schema of an existing database is upgraded, by one process only. Its error
	// stops the upgrade. Without it such a database is refused, so that nothing is upgraded without a backup. Until it
	// returns, only Read may be called.
	BeforeUpgrade func(ctx context.Context, d *DB) error
	Logger        *slog.Logger     // nil means silence
	Now           func() time.Time // nil means time.Now
}

// DB is an open database. It is safe for use by many goroutines; writes run one after the other.
type DB struct {
	dialect        *dialect
	dir            string        // of the SQLite file
	file           *databaseFile // nil with PostgreSQL
	writer         *sql.DB
	reader         *sql.DB
	listen         listenFunc // nil with SQLite, which has no notifications
	poll           time.Duration
	heartbeatEvery time.Duration // of a lock's holder
	logger         *slog.Logger
	now            func() time.Time
	hook           func(ctx context.Context)
	folder         *os.File      // the lock on the data folder; nil with PostgreSQL
	answerWithin   time.Duration // of a write
}

// Open opens the database, creating it when it is new, and upgrades its schema. Several processes may open the same
// database at once, but none while it is restored. A database made by a later version of the program is refused.
func Open(ctx context.Context, o Options) (*DB, error) {
	d := newDB(o)
	open := d.openSQLite
	if o.DatabaseURL != "" {
		open = d.openPostgres
	}
	if err := open(ctx, o); err != nil {
		return nil, errors.Join(d.explainDamage(err), d.Close())
	}
	return d, nil
}

func newDB(o Options) *DB {
	d := &DB{heartbeatEvery: heartbeatEvery, logger: o.Logger, now: o.Now, hook: func(context.Context) {}, answerWithin: answerWithin}
	if d.logger == nil {
		d.logger = slog.New(slog.DiscardHandler)
	}
	if d.now == nil {
		d.now = time.Now
	}
	return d
}

// Close ends all connections. Calls that are under way fail.
func (d *DB) Close() error {
	var failed []error
	for _, pool := range []*sql.DB{d.reader, d.writer} { // the writer last: it checkpoints the SQLite log
		if pool != nil {
			failed = append(failed, pool.Close())
		}
	}
	if d.folder != nil {
		failed = append(failed, filelock.Release(d.folder))
		d.folder = nil
	}
	return errors.Join(failed...)
}

// Postgres reports whether the engine is PostgreSQL.
func (d *DB) Postgres() bool { return d.dialect.postgres }

// Logger is where the database logs.
func (d *DB) Logger() *slog.Logger { return d.logger }

// Writer is the pool of the connections that write. It is for figures and tests: a write outside Write skips its checks.
func (d *DB) Writer() *sql.DB { return d.writer }

// Reader is the pool of the connections that only read.
func (d *DB) Reader() *sql.DB { return d.reader }

// OnQuery sets what is called before each query of a transaction; nil for nothing. It is for tests of query plans.
func (d *DB) OnQuery(onQuery func(query string, args []any)) {
	own := *d.dialect
	own.onQuery = onQuery
	d.dialect = &own
}

// Ping reports whether the database answers a query and, as far as can be told without a write, can be written to.
func (d *DB) Ping(ctx context.Context) error {
	_, err := d.Version(ctx)
	return err
}

// AfterCommit sets what is called after each committed write, before the writing call returns. The hook's context does
// not end with the write's, for the hook must run even when the caller has gone, but when the call has to return. Set
// it once, before serving.
func (d *DB) AfterCommit(hook func(ctx context.Context)) { d.hook = hook }

// Version reads the catalogue's version. It is an error where Ping would be one.
func (d *DB) Version(ctx context.Context) (version int64, err error) {
	if err := d.checkFile(ctx); err != nil {
		return 0, err
	}
	err = d.ReadOne(ctx, "read the catalogue version", &version, "SELECT version FROM catalog_version WHERE id = 1")
	return version, err
}

// ReadOne reads a single value outside a transaction.
func (d *DB) ReadOne(ctx context.Context, doing string, value any, query string) error {
	ctx, stop := context.WithTimeout(ctx, readWithin)
	defer stop()
	return Explain(doing, d.reader.QueryRowContext(ctx, query).Scan(value))
}

// setPools bounds both pools: the writer to as many connections as the dialect can use, the readers to a few.
func (d *DB) setPools(writers, readers int) {
	d.writer.SetMaxOpenConns(writers)
	d.writer.SetMaxIdleConns(writers)
	d.reader.SetMaxOpenConns(readers)
	d.reader.SetMaxIdleConns(readers)
}

// TimeOf reads a time column.
func TimeOf(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// Now is the time as columns store it: in UTC, to the microsecond.
func (d *DB) Now() time.Time { return d.now().UTC().Truncate(time.Microsecond) }
