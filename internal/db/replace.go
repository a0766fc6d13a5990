package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
)

// errInUse means that another process has the database open.
var errInUse = errors.New("the site is open, or a command is at work on its data: stop it first, then restore")

// Fill fills a new database.
type Fill func(ctx context.Context, d *DB) error

// Replace replaces a database, completely or not at all: it creates a new one with the schema of a step beside the
// current one, calls fill, upgrades the schema and swaps the two. Nobody else can open the current database in the
// meantime; Replace fails if another process has it open. It describes where the old database is; empty if there was none.
func Replace(ctx context.Context, o Options, step int64, fill Fill) (oldData string, err error) {
	d := newOpener(o)
	if o.DatabaseURL != "" {
		return d.replacePostgres(ctx, step, fill)
	}
	return d.replaceSQLite(ctx, step, fill)
}

// build gives an empty database the tables of a step, fills them, upgrades them and closes the database.
func (d *opener) build(ctx context.Context, step int64, fill Fill) (err error) {
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := d.migrateTo(ctx, step); err != nil {
		return err
	}
	if err := fill(ctx, d.DB); err != nil {
		return err
	}
	if err := d.migrateTo(ctx, math.MaxInt64); err != nil {
		return err
	}
	return d.WriteUnlocked(ctx, "count the restored rows", func(ctx context.Context, tx Tx) error {
		if err := tx.NoTimeout(ctx); err != nil {
			return err
		}
		return tx.Analyze(ctx)
	})
}

// migrateTo applies the steps up to the given one.
func (d *opener) migrateTo(ctx context.Context, step int64) error {
	provider, err := provider(d.DB, d.writer)
	if err != nil {
		return err
	}
	return migrate(ctx, provider, step)
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
	d := newOpener(Options{})
	d.dialect, d.writer, d.reader = sqliteDialect, pool, pool
	if err := d.migrateTo(ctx, step); err != nil {
		return err
	}
	return d.Read(ctx, "read the schema", read)
}
