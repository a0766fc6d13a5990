package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"
)

// replacementSchema is a PostgreSQL schema for a restore.
type replacementSchema struct {
	pool *sql.DB
	lock *sql.Conn // holds the site's lock and runs the swap, which fails if the lock was lost
	name string    // quoted; empty after the swap
}

func (r *Replacement) beginPostgres(ctx context.Context, o Options) error {
	r.DB.dialect = postgresDialect
	config, err := postgresConfig(o.DatabaseURL)
	if err != nil {
		return err
	}
	s := &replacementSchema{pool: postgresPool(config, migratorSettings)}
	r.swap, r.leave = s.swap, s.leave
	if err := s.make(ctx); err != nil {
		return err
	}
	settings := maps.Clone(migratorSettings)
	settings["search_path"] = s.name
	r.DB.writer = postgresPool(config, settings)
	r.DB.reader = r.DB.writer
	r.DB.writer.SetMaxOpenConns(4)
	return r.DB.refuseOldServer(ctx)
}

// make takes the site's lock and creates an empty schema. It drops one that a killed restore has left.
func (s *replacementSchema) make(ctx context.Context) error {
	var err error
	if s.lock, err = s.pool.Conn(ctx); err != nil {
		return Explain("connect to PostgreSQL", err)
	}
	var free bool
	var name string
	err = s.lock.QueryRowContext(ctx, "SELECT pg_try_advisory_lock"+siteLock+", quote_ident('vitrine_restoring_'||left(current_schema(), 40))").Scan(&free, &name)
	if err != nil {
		return Explain("connect to PostgreSQL", err)
	}
	if !free {
		return errInUse
	}
	s.name = name
	_, err = s.lock.ExecContext(ctx, "DROP SCHEMA IF EXISTS "+name+" CASCADE; CREATE SCHEMA "+name)
	return Explain("make a schema to restore in", err)
}

// swap moves the old tables away and the new ones in, in one transaction.
func (s *replacementSchema) swap(ctx context.Context) (oldData string, err error) {
	sqlTx, err := s.lock.BeginTx(ctx, nil)
	if err != nil {
		return "", Explain("swap the tables", err)
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit a no-op; before it the work's error counts
	tx := Tx{tx: sqlTx, dialect: postgresDialect}
	var current string
	err = tx.Row(ctx, "SELECT quote_ident(current_schema())").Scan(&current)
	if err == nil {
		oldData, err = s.moveOld(ctx, tx, current)
	}
	if err == nil {
		err = tx.move(ctx, s.name, current, "TRUE")
	}
	if err == nil {
		err = tx.Exec(ctx, "DROP SCHEMA "+s.name)
	}
	if err == nil {
		err = sqlTx.Commit()
	}
	if err != nil {
		return "", Explain("swap the tables", err)
	}
	s.name = ""
	return oldData, nil
}

// moveOld moves our tables to a new schema and describes it; empty if there are none. A database of another version of
// the program may have tables that this one does not know: then it moves all tables of the same owner.
func (s *replacementSchema) moveOld(ctx context.Context, tx Tx, current string) (oldData string, err error) {
	step, err := tx.Step(ctx)
	if err != nil || step == 0 {
		return "", err
	}
	last, err := LastStep()
	if err != nil {
		return "", err
	}
	which := "relname IN (SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('" + strings.ReplaceAll(s.name, "'", "''") + "'))"
	switch {
	case step > last || step < FirstStep:
		which = "relowner = (SELECT relowner FROM pg_class WHERE oid = CAST('" + versionTable + "' AS regclass))"
	case step < last:
		names, err := tableNames(ctx, step)
		if err != nil {
			return "", err
		}
		which = "relname IN ('" + strings.Join(names, "', '") + "')"
	}
	old := "before_restore_" + strings.NewReplacer("-", "_", ".", "_").Replace(time.Now().UTC().Format(oldFormat))
	if err := tx.Exec(ctx, "CREATE SCHEMA "+old); err != nil {
		return "", err
	}
	return "the schema " + old, tx.move(ctx, current, old, which)
}

// tableNames returns the names of the tables of a step.
func tableNames(ctx context.Context, step int64) (names []string, err error) {
	err = Schema(ctx, step, func(ctx context.Context, tx Tx) error {
		names, err = Collect(ctx, tx, Column[string], "SELECT name FROM sqlite_master WHERE type = 'table'")
		return err
	})
	return names, err
}

// move moves the tables that meet a condition, and the functions of their triggers, from one schema to another. Both
// names are quoted. Indexes and sequences move with their tables.
func (tx Tx) move(ctx context.Context, from, to, which string) error {
	objects, err := Collect(ctx, tx, Column[string], "WITH c AS (SELECT oid FROM pg_class "+
		"WHERE relkind IN ('r', 'p') AND relnamespace = to_regnamespace(?) AND "+which+") "+
		"SELECT 'TABLE '||CAST(CAST(oid AS regclass) AS TEXT) FROM c UNION "+
		"SELECT 'FUNCTION '||CAST(CAST(p.oid AS regprocedure) AS TEXT) FROM c JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal "+
		"JOIN pg_proc p ON p.oid = t.tgfoid AND p.pronamespace = to_regnamespace(?)", from, from)
	if err != nil {
		return err
	}
	for _, object := range objects {
		if err := tx.Exec(ctx, "ALTER "+object+" SET SCHEMA "+to); err != nil {
			return err
		}
	}
	return nil
}

func (s *replacementSchema) leave() error {
	if s.lock == nil {
		return s.pool.Close()
	}
	var err error
	if s.name != "" {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		if _, err = s.lock.ExecContext(ctx, "DROP SCHEMA IF EXISTS "+s.name+" CASCADE"); err != nil {
			err = fmt.Errorf("remove the schema %s: %w", s.name, err)
		}
	}
	return errors.Join(err, s.lock.Close(), s.pool.Close())
}
