// Package db opens the database, SQLite or PostgreSQL, and runs transactions in it. It has no queries about products,
// accounts or settings: those are in the packages of the features. A write
// transaction has the audit (audit.go).
//
// Of the tables it uses only the schema in migrations/, the single row of catalog_version, whose lock serializes writes,
// and the audit, which shows whether a commit whose answer was lost has happened.
//
// # To change
//
//   - a table or a column: a new file in migrations/sqlite and in migrations/postgres
//   - how rows are read and written as structs, by their tags: table.go
//   - what is said about a database without opening it for work ("vitrine doctor", "vitrine upgrade --check"): inspect.go
//   - time limits of transactions: tx.go, write.go; commits without an answer: write.go; decision 16
//   - how several copies of the program share a database: follow.go, lock.go; decision 13
//   - when a database file is refused: file.go; what survives a power cut: sqlite.go, postgres.go (-run Power)
package db

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
)

// Options locate the database and say how to open it.
type Options struct {
	DataDir     string // folder of the SQLite file vitrine.db; created if missing; ignored with a DatabaseURL
	DatabaseURL string // postgres://… (PostgreSQL 14 or later); empty means SQLite
	Existing    bool   // open only an existing database with an up-to-date schema; create and upgrade nothing
	// BeforeUpgrade runs before an existing database is upgraded, in one process only, and may call only Read. Its
	// error stops the upgrade. If it is nil, Open refuses to upgrade, so that no upgrade happens without a backup.
	BeforeUpgrade func(ctx context.Context, d *DB) error
	Logger        *slog.Logger     // nil discards the log
	Now           func() time.Time // nil means time.Now

	inspect    bool  // set by Inspect
	migrations fs.FS // set by tests of what the next version will do; nil means the program's
}

// DB is an open database. It is safe for concurrent use; writes run one after the other.
type DB struct {
	dialect        *dialect
	dir            string        // of the SQLite file
	file           *databaseFile // nil with PostgreSQL
	writer         *sql.DB
	reader         *sql.DB
	listen         listenFunc // nil with SQLite, which has no notifications
	poll           time.Duration
	heartbeatEvery time.Duration // interval at which a lock's holder pings the server
	logger         *slog.Logger
	now            func() time.Time
	hook           func(ctx context.Context)
	folder         *flock.Flock  // lock on the data folder; nil with PostgreSQL and on systems without file locks
	answerWithin   time.Duration // longest time for a write to return
	summaries      map[string]func() Summary
	skewed         atomic.Bool // at the last comparison, this machine's clock differed from the database's
	migrations     fs.FS       // the schema's steps
}

// Open opens the database, creates it if it is new, and upgrades its schema. Several processes may have the same
// database open, but none during a restore. Open refuses a database of a later version of the program.
func Open(ctx context.Context, o Options) (*DB, error) {
	d := newOpener(o)
	open := d.openSQLite
	if o.DatabaseURL != "" {
		open = d.openPostgres
	}
	if err := open(ctx); err != nil {
		return nil, errors.Join(d.explainDamage(err), d.Close())
	}
	return d.DB, nil
}

// opener opens, upgrades or replaces a database.
type opener struct {
	*DB
	options Options
}

func newOpener(o Options) *opener {
	d := &DB{heartbeatEvery: heartbeatEvery, logger: o.Logger, now: o.Now, hook: func(context.Context) {}, answerWithin: answerWithin,
		summaries: map[string]func() Summary{}, migrations: o.migrations}
	if d.logger == nil {
		d.logger = slog.New(slog.DiscardHandler)
	}
	if d.now == nil {
		d.now = time.Now
	}
	if d.migrations == nil {
		d.migrations = migrations
	}
	return &opener{d, o}
}

// Close closes all connections. Running calls fail.
func (d *DB) Close() error {
	var failed []error
	for _, pool := range []*sql.DB{d.reader, d.writer} { // the writer last: it checkpoints the SQLite log
		if pool != nil {
			failed = append(failed, pool.Close())
		}
	}
	if d.folder != nil {
		failed = append(failed, d.folder.Unlock())
	}
	return errors.Join(failed...)
}

// Postgres reports whether the engine is PostgreSQL.
func (d *DB) Postgres() bool { return d.dialect.postgres }

// Logger returns the logger that the database writes to.
func (d *DB) Logger() *slog.Logger { return d.logger }

// Writer returns the pool of writing connections, for metrics and tests: a write outside Write skips its checks.
func (d *DB) Writer() *sql.DB { return d.writer }

// Reader returns the pool of read-only connections.
func (d *DB) Reader() *sql.DB { return d.reader }

// OnQuery sets a function that runs before each query of a transaction; nil removes it. It is for tests of query plans.
func (d *DB) OnQuery(onQuery func(query string, args []any)) {
	own := *d.dialect
	own.onQuery = onQuery
	d.dialect = &own
}

// Ping reports an error if the database does not answer a query or is known, without a write, not to be writable.
func (d *DB) Ping(ctx context.Context) error {
	_, err := d.Version(ctx)
	return err
}

// AfterCommit sets the hook that runs after each committed versioned write, before Write returns. The hook must run
// even if the caller has gone, so its context outlives the caller's; it ends when Write must return. Set it once,
// before serving.
func (d *DB) AfterCommit(hook func(ctx context.Context)) { d.hook = hook }

// Version reads the catalogue's version. It fails where Ping does.
func (d *DB) Version(ctx context.Context) (version int64, err error) {
	if err := d.file.checkWritable(ctx, d.logger); err != nil {
		return 0, err
	}
	err = d.ReadOne(ctx, readVersion, &version, versionQuery)
	return version, err
}

const (
	readVersion  = "read the catalog version"
	versionQuery = "SELECT version FROM catalog_version WHERE id = 1"
)

// ReadOne reads a single value outside a transaction.
func (d *DB) ReadOne(ctx context.Context, doing string, value any, query string) error {
	ctx, stop := context.WithTimeout(ctx, readWithin)
	defer stop()
	return Explain(doing, d.reader.QueryRowContext(ctx, query).Scan(value))
}

// setPools limits both pools: the writer to as many connections as the engine can use, the readers to a few.
func (d *opener) setPools(writers, readers int) {
	d.writer.SetMaxOpenConns(writers)
	d.writer.SetMaxIdleConns(writers)
	d.reader.SetMaxOpenConns(readers)
	d.reader.SetMaxIdleConns(readers)
}

// TimeOf converts a time column: microseconds since 1970.
func TimeOf(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// Now returns the time as columns store it: in UTC, to the microsecond.
func (d *DB) Now() time.Time { return d.now().UTC().Truncate(time.Microsecond) }

// MaxSkew is the difference between this machine's clock and the database's above which DB logs a warning.
const MaxSkew = 20 * time.Second

// SharedTime returns the time of the clock that all copies share: PostgreSQL's, or with SQLite, this machine's. It logs
// once when this machine's clock begins to differ, and once when it agrees again.
func (d *DB) SharedTime(ctx context.Context, tx Tx) (time.Time, error) {
	own := d.Now()
	if !d.Postgres() {
		return own, nil
	}
	var micros int64
	if err := tx.Row(ctx, PostgresClock).Scan(&micros); err != nil {
		return time.Time{}, err
	}
	shared := TimeOf(micros)
	if skewed := own.Sub(shared).Abs() > MaxSkew; skewed != d.skewed.Swap(skewed) {
		d.Logger().WarnContext(ctx, "this machine's clock and the database's differ", "differ", skewed, "by", own.Sub(shared).Round(time.Second))
	}
	return shared, nil
}
