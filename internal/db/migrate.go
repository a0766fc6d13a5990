package db

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// migrations are the schema steps of each dialect. A released step is never edited.
//
//go:embed migrations
var migrations embed.FS

// FirstStep is the oldest schema that can be upgraded or restored. No program with an earlier one was released.
const FirstStep = 26

// versionTable lists the applied steps.
const versionTable = "goose_db_version"

// upgrade brings the schema up to date, after a backup of an existing database.
func (d *opener) upgrade(ctx context.Context, db *sql.DB) error {
	provider, err := provider(d.DB, db)
	if err != nil {
		return err
	}
	done, target, err := steps(ctx, d.DB, provider)
	if err != nil || done == target {
		return err
	}
	if done == 0 {
		if err := d.refuseLostTables(); err != nil {
			return err
		}
	}
	if done > 0 {
		if d.options.BeforeUpgrade == nil {
			return &StepError{done, target}
		}
		if err := d.options.BeforeUpgrade(ctx, d.DB); err != nil {
			return fmt.Errorf("the tables are to be brought from step %d to step %d, and what is there could not be backed up before, so nothing was changed: %w", done, target, err)
		}
	}
	return migrate(ctx, provider, target)
}

// migrate applies all steps up to the given one.
func migrate(ctx context.Context, provider *goose.Provider, step int64) error {
	_, err := provider.UpTo(ctx, step)
	return Explain("bring the tables up to date", err)
}

// upToDate returns an error if the schema is not that of this version of the program. It changes nothing.
func (d *opener) upToDate(ctx context.Context) error {
	provider, err := provider(d.DB, d.reader)
	if err != nil {
		return err
	}
	done, target, err := steps(ctx, d.DB, provider)
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

// StepError means that the database belongs to another version of the program.
type StepError struct{ Step, Known int64 } // of the database; the last one that this program has

func (e *StepError) Error() string {
	switch {
	case e.Step > e.Known:
		return fmt.Sprintf("the database was made by a later version of this program (step %d, known here: %d)", e.Step, e.Known)
	case e.Step < FirstStep:
		return fmt.Sprintf("the database was made by a version of this program that is too old (step %d; the oldest that can be upgraded is step %d)", e.Step, FirstStep)
	}
	return fmt.Sprintf("the database was made by an earlier version of this program (step %d of %d): start the site once to bring it up to date", e.Step, e.Known)
}

// steps returns the step of the database's schema, 0 if it has no tables, and the last step. It refuses a database of a
// later version of the program, or of a step before FirstStep.
func steps(ctx context.Context, d *DB, provider *goose.Provider) (done, target int64, err error) {
	sources := provider.ListSources()
	target = sources[len(sources)-1].Version
	err = d.Read(ctx, "read the version of the tables", func(ctx context.Context, tx Tx) error {
		done, err = tx.Step(ctx)
		return err
	})
	if err == nil && (done > target || 0 < done && done < FirstStep) {
		err = &StepError{done, target}
	}
	return done, target, err
}

// Step returns the step of the database's schema; 0 if it has no tables.
func (tx Tx) Step(ctx context.Context) (step int64, err error) {
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

// provider reads the steps of the database's dialect.
func provider(d *DB, db *sql.DB) (*goose.Provider, error) {
	steps, err := fs.Sub(d.migrations, "migrations/"+d.dialect.name)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	options := []goose.ProviderOption{goose.WithSlog(d.logger), goose.WithDisableGlobalRegistry(true)}
	dialect := goose.DialectSQLite3
	if d.dialect.postgres {
		dialect = goose.DialectPostgres
	}
	made, err := goose.NewProvider(dialect, db, steps, options...)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return made, nil
}
