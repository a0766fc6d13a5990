package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
)

// Replacement is a new database that is filled beside the current one and then replaces it. While it is open, nobody
// else can open the current one.
type Replacement struct {
	DB    *DB
	swap  func(ctx context.Context) (oldData string, err error)
	leave func() error // removes the new database, unless it was swapped, and releases the locks; nil before it was created
}

// errInUse means that another process has the database open.
var errInUse = errors.New("the site is open, or a command is at work on its data: stop it first, then restore")

// Replace creates a new database with the schema of a step. It fails if another process has the database open.
func Replace(ctx context.Context, o Options, step int64) (*Replacement, error) {
	r := &Replacement{DB: newDB(o)}
	begin := r.beginSQLite
	if o.DatabaseURL != "" {
		begin = r.beginPostgres
	}
	err := begin(ctx, o)
	if err == nil {
		err = r.upgradeTo(ctx, step)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

func (r *Replacement) upgradeTo(ctx context.Context, step int64) error {
	provider, err := provider(r.DB.dialect, r.DB.writer, r.DB.logger)
	if err != nil {
		return err
	}
	return migrate(ctx, provider, step)
}

// Write runs work in a transaction without a time limit.
func (r *Replacement) Write(ctx context.Context, doing string, work func(ctx context.Context, tx Tx) error) error {
	sqlTx, err := r.DB.writer.BeginTx(ctx, nil)
	if err != nil {
		return Explain(doing, err)
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit a no-op; before it the work's error counts
	if err := work(ctx, Tx{tx: sqlTx, dialect: r.DB.dialect}); err != nil {
		return Explain(doing, err)
	}
	return Explain(doing, sqlTx.Commit())
}

// Commit upgrades the schema and swaps the new database for the current one, completely or not at all. It describes
// where the old one is; empty if there was none.
func (r *Replacement) Commit(ctx context.Context) (oldData string, err error) {
	last, err := LastStep()
	if err != nil {
		return "", err
	}
	if err := r.upgradeTo(ctx, last); err != nil {
		return "", err
	}
	if err := r.Write(ctx, "count the restored rows", func(ctx context.Context, tx Tx) error { return tx.Analyze(ctx) }); err != nil {
		return "", err
	}
	if err := r.DB.Close(); err != nil {
		return "", fmt.Errorf("close the restored database: %w", err)
	}
	return r.swap(ctx)
}

// Close removes a database that was not committed, and releases the locks on the current one.
func (r *Replacement) Close() error {
	err := r.DB.Close()
	if r.leave != nil {
		err = errors.Join(err, r.leave())
	}
	return err
}

// LastStep returns the schema step of this version of the program.
func LastStep() (int64, error) {
	steps, err := migrations.ReadDir("migrations/" + sqliteDialect.name)
	if err != nil {
		return 0, fmt.Errorf("read the migrations: %w", err)
	}
	return goose.NumericComponent(steps[len(steps)-1].Name())
}

// Schema runs read on an empty in-memory SQLite database with the schema of a step.
func Schema(ctx context.Context, step int64, read func(ctx context.Context, tx Tx) error) error {
	last, err := LastStep()
	switch {
	case err != nil:
		return err
	case step == 0:
		return errors.New("the database is empty")
	case step > last, step < FirstStep:
		return &StepError{step, last}
	}
	connector, err := sqlite.NewConnector("file::memory:")
	if err != nil {
		return fmt.Errorf("open a database in memory: %w", err)
	}
	pool := sql.OpenDB(connector)
	defer pool.Close()
	pool.SetMaxOpenConns(1)
	r := Replacement{DB: &DB{dialect: sqliteDialect, writer: pool, reader: pool, logger: slog.New(slog.DiscardHandler)}}
	if err := r.upgradeTo(ctx, step); err != nil {
		return err
	}
	return r.DB.Read(ctx, "read the schema", read)
}
