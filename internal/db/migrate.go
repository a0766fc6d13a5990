package db

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migrations are the tables of each dialect, step by step. A step that was released is never edited.
//
//go:embed migrations
var migrations embed.FS

// versionTable is where the steps that were done are written down.
const versionTable = "goose_db_version"

// upgradeWait is how long a process waits for another one that brings the tables up to date: it may put all by first.
const upgradeWait = time.Hour

const awaitTurn = "wait for another process that brings the tables up to date"

// upgrade brings the tables up to date, under a lock. Of an existing database, all is put by before.
func (d *DB) upgrade(ctx context.Context, db *sql.DB, before func(context.Context, *DB) error) error {
	provider, err := provider(d.dialect, db, d.logger)
	if err != nil {
		return err
	}
	done, target, err := d.steps(ctx, provider)
	if err != nil || done == target {
		return err
	}
	if done == 0 {
		if err := d.refuseLostTables(); err != nil {
			return err
		}
	}
	if done > 0 {
		if before == nil {
			return &StepError{done, target}
		}
		if err := before(ctx, d); err != nil {
			return fmt.Errorf("the tables are to be brought from step %d to step %d, and what is there could not be backed up before, so nothing was changed: %w", done, target, err)
		}
	}
	return migrate(ctx, provider, target)
}

// migrate does the steps up to one.
func migrate(ctx context.Context, provider *goose.Provider, step int64) error {
	_, err := provider.UpTo(ctx, step)
	return Explain("bring the tables up to date", err)
}

// fileTurn waits until this process is the one that may make the file and bring its tables up to date: SQLite has no lock
// that spans several transactions, nor one for a file that is not there yet.
func (d *DB) fileTurn(ctx context.Context) (release func(), err error) {
	ctx, stop := context.WithTimeout(ctx, upgradeWait)
	defer stop()
	for {
		release, held, err := d.lockFile("upgrade")
		if errors.Is(err, errors.ErrUnsupported) { // a system without locks has one process of a site
			return func() {}, nil
		}
		if err != nil || held {
			return release, Explain(awaitTurn, err)
		}
		select {
		case <-ctx.Done():
			return nil, Explain(awaitTurn, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// serverTurn is the same on PostgreSQL.
func serverTurn(ctx context.Context, db *sql.DB) (release func(), err error) {
	ctx, stop := context.WithTimeout(ctx, upgradeWait)
	defer stop()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, Explain(awaitTurn, err)
	}
	if _, err := conn.ExecContext(ctx, "SET lock_timeout = 0; SELECT pg_advisory_lock(1447646292, hashtext(current_schema()))"); err != nil {
		return nil, Explain(awaitTurn, errors.Join(err, conn.Close()))
	}
	return func() { _ = conn.Close() }, nil // the lock ends with the pool, which is closed next
}

// upToDate sees whether the tables are those of this version of the program, and changes nothing.
func (d *DB) upToDate(ctx context.Context) error {
	provider, err := provider(d.dialect, d.reader, d.logger)
	if err != nil {
		return err
	}
	done, target, err := d.steps(ctx, provider)
	switch {
	case err != nil:
		return err
	case done == 0:
		if err := d.refuseLostTables(); err != nil {
			return err
		}
		return errors.New("the database is empty: start the site once to make its tables")
	case done < target:
		return &StepError{done, target}
	}
	return nil
}

// StepError says that a database is of another version of the program.
type StepError struct{ Step, Known int64 } // of the database, and the last that this program knows

func (e *StepError) Error() string {
	if e.Step > e.Known {
		return fmt.Sprintf("the database was made by a later version of this program (step %d, known here: %d)", e.Step, e.Known)
	}
	return fmt.Sprintf("the database was made by an earlier version of this program (step %d of %d): start the site once to bring it up to date", e.Step, e.Known)
}

// steps returns which step the tables are of, 0 where there are none, and which is the last. Tables of a later version of
// the program are refused.
func (d *DB) steps(ctx context.Context, provider *goose.Provider) (done, target int64, err error) {
	sources := provider.ListSources()
	target = sources[len(sources)-1].Version
	err = d.Read(ctx, "read the version of the tables", func(ctx context.Context, tx Tx) error {
		done, err = tx.step(ctx)
		return err
	})
	if err == nil && done > target {
		err = &StepError{done, target}
	}
	return done, target, err
}

// step is the step that the tables are of; 0 where there are none.
func (tx Tx) step(ctx context.Context) (step int64, err error) {
	query := "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
	if tx.dialect.postgres {
		query = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?"
	}
	var tables int
	if err := tx.Row(ctx, query, versionTable).Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	err = tx.Row(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM "+versionTable).Scan(&step)
	return step, err
}

// provider knows the steps of a dialect.
func provider(d *dialect, db *sql.DB, log *slog.Logger) (*goose.Provider, error) {
	steps, err := fs.Sub(migrations, "migrations/"+d.name)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	options := []goose.ProviderOption{goose.WithSlog(log), goose.WithDisableGlobalRegistry(true)}
	dialect := goose.DialectSQLite3
	if d.postgres {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120))
		if err != nil {
			return nil, fmt.Errorf("read the migrations: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	made, err := goose.NewProvider(dialect, db, steps, options...)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return made, nil
}
