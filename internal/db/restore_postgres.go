package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// restoringSchema restores tables of PostgreSQL in a schema of their own.
type restoringSchema struct {
	pool   *sql.DB
	alone  *sql.Conn // holds the site's lock: where it is lost, nothing is swapped
	names  []string  // of the tables that are known
	beside string    // the schema, quoted
}

func (r *Restoring) beginPostgres(ctx context.Context, o Options) error {
	r.db.dialect = postgresDialect
	config, err := postgresConfig(o.DatabaseURL)
	if err != nil {
		return err
	}
	p := &restoringSchema{pool: postgresPool(config, migratorSettings), names: []string{versionTable}}
	r.place = p
	last, err := LastStep()
	if err != nil {
		return err
	}
	known, err := blueprint(ctx, last)
	if err != nil {
		return err
	}
	for _, table := range known {
		p.names = append(p.names, table.Name)
	}
	if err := p.takeAlone(ctx); err != nil {
		return err
	}
	filling := map[string]string{"search_path": p.beside}
	for name, value := range migratorSettings {
		filling[name] = value
	}
	r.db.writer = postgresPool(config, filling)
	r.db.reader = r.db.writer
	r.db.writer.SetMaxOpenConns(4)
	return r.db.refuseOldServer(ctx)
}

// takeAlone takes the site's lock and makes an empty schema; what a restoring that was killed has left goes.
func (p *restoringSchema) takeAlone(ctx context.Context) error {
	var err error
	if p.alone, err = p.pool.Conn(ctx); err != nil {
		return Explain("connect to PostgreSQL", err)
	}
	var free bool
	var schema string
	err = p.alone.QueryRowContext(ctx, "SELECT pg_try_advisory_lock"+siteLock+", quote_ident('vitrine_restoring_'||left(current_schema(), 40))").Scan(&free, &schema)
	if err != nil {
		return Explain("connect to PostgreSQL", err)
	}
	if !free {
		return errInUse
	}
	p.beside = schema
	if _, err := p.alone.ExecContext(ctx, "DROP SCHEMA IF EXISTS "+schema+" CASCADE; CREATE SCHEMA "+schema); err != nil {
		return Explain("make a schema to restore in", err)
	}
	return nil
}

func (p *restoringSchema) swap(ctx context.Context) (string, error) {
	sqlTx, err := p.alone.BeginTx(ctx, nil)
	if err != nil {
		return "", Explain("swap the tables", err)
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit it does nothing; before it the work's error counts
	oldData, err := p.swapIn(ctx, Tx{tx: sqlTx, dialect: postgresDialect})
	if err != nil {
		return "", Explain("swap the tables", err)
	}
	if err := sqlTx.Commit(); err != nil {
		return "", Explain("swap the tables", err)
	}
	p.beside = ""
	return oldData, nil
}

func (p *restoringSchema) swapIn(ctx context.Context, tx Tx) (oldData string, err error) {
	var here string
	if err := tx.Row(ctx, "SELECT quote_ident(current_schema())").Scan(&here); err != nil {
		return "", err
	}
	step, err := tx.step(ctx)
	if err != nil {
		return "", err
	}
	if step > 0 {
		oldData = "before_restore_" + strings.NewReplacer("-", "_", ".", "_").Replace(time.Now().UTC().Format(oldFormat))
		if err := tx.Exec(ctx, "CREATE SCHEMA "+oldData); err != nil {
			return "", err
		}
		last, err := LastStep()
		if err != nil {
			return "", err
		}
		which := namedTables(p.names)
		if step > last {
			which = newerTables
		}
		if err := tx.move(ctx, here, oldData, which); err != nil {
			return "", err
		}
		oldData = "the schema " + oldData
	}
	if err := tx.move(ctx, p.beside, here, allTables); err != nil {
		return "", err
	}
	return oldData, tx.Exec(ctx, "DROP SCHEMA "+p.beside)
}

// these are the conditions that choose tables c to be moved. Of tables of a later version not all names are known here:
// then they are all tables of the owner of those that are.
const (
	allTables   = "TRUE"
	newerTables = "c.relowner = (SELECT relowner FROM pg_class WHERE oid = CAST('" + versionTable + "' AS regclass))"
)

func namedTables(names []string) string {
	return "c.relname IN ('" + strings.Join(names, "', '") + "')"
}

// move moves tables, and the functions of their triggers, from one schema to another, both quoted.
func (tx Tx) move(ctx context.Context, from, to, which string) error {
	functions, err := Collect(ctx, tx, Column[string], "SELECT DISTINCT CAST(CAST(p.oid AS regprocedure) AS TEXT) FROM pg_class c "+
		"JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal JOIN pg_proc p ON p.oid = t.tgfoid AND p.pronamespace = c.relnamespace "+
		"WHERE c.relnamespace = to_regnamespace(?) AND "+which, from)
	if err != nil {
		return err
	}
	tables, err := Collect(ctx, tx, Column[string], "SELECT CAST(CAST(c.oid AS regclass) AS TEXT) FROM pg_class c "+
		"WHERE c.relkind IN ('r', 'p') AND c.relnamespace = to_regnamespace(?) AND "+which, from)
	if err != nil {
		return err
	}
	for _, function := range functions {
		if err := tx.Exec(ctx, "ALTER FUNCTION "+function+" SET SCHEMA "+to); err != nil {
			return err
		}
	}
	for _, table := range tables { // their indexes and sequences go with them
		if err := tx.Exec(ctx, "ALTER TABLE "+table+" SET SCHEMA "+to); err != nil {
			return err
		}
	}
	return nil
}

func (p *restoringSchema) leave() error {
	if p.alone == nil {
		return p.pool.Close()
	}
	var err error
	if p.beside != "" {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		if _, err = p.alone.ExecContext(ctx, "DROP SCHEMA IF EXISTS "+p.beside+" CASCADE"); err != nil {
			err = fmt.Errorf("remove the schema %s: %w", p.beside, err)
		}
	}
	return errors.Join(err, p.alone.Close(), p.pool.Close())
}
