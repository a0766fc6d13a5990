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

func (d *opener) replacePostgres(ctx context.Context, step int64, fill Fill) (oldData string, err error) {
	d.dialect = postgresDialect
	config, err := postgresConfig(d.options.DatabaseURL)
	if err != nil {
		return "", err
	}
	pool := postgresPool(config, migratorSettings)
	defer func() { err = errors.Join(err, pool.Close()) }()
	lock, err := pool.Conn(ctx) // holds the site's lock and swaps the tables, which fails if the lock was lost
	if err != nil {
		return "", Explain("connect to PostgreSQL", err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	schema, err := makeSchema(ctx, lock)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, dropSchema(lock, schema))
		}
	}()
	settings := maps.Clone(migratorSettings)
	settings["search_path"] = schema
	d.writer = postgresPool(config, settings)
	d.reader = d.writer
	d.writer.SetMaxOpenConns(4)
	if err := d.refuseOldServer(ctx); err != nil {
		return "", errors.Join(err, d.Close())
	}
	if err := d.build(ctx, step, fill); err != nil {
		return "", err
	}
	return swapSchemas(ctx, lock, schema)
}

// closingWait is how long the server may take to end the connections of a site that was just stopped, and with them their lock.
const closingWait = 5 * time.Second

// makeSchema takes the site's lock and creates an empty schema, whose quoted name it returns. It drops one that a killed
// restore has left.
func makeSchema(ctx context.Context, lock *sql.Conn) (schema string, err error) {
	closed := time.After(closingWait)
	for free := false; ; {
		err = lock.QueryRowContext(ctx, "SELECT pg_try_advisory_lock"+siteLock+", quote_ident('vitrine_restoring_'||left(current_schema(), 40))").Scan(&free, &schema)
		if err != nil {
			return "", Explain("connect to PostgreSQL", err)
		}
		if free {
			break
		}
		select {
		case <-closed:
			return "", errInUse
		case <-time.After(upgradeRetry):
		}
	}
	_, err = lock.ExecContext(ctx, "DROP SCHEMA IF EXISTS "+schema+" CASCADE; CREATE SCHEMA "+schema)
	return schema, Explain("make a schema to restore in", err)
}

// dropSchema removes the schema of a restore that failed.
func dropSchema(lock *sql.Conn, schema string) error {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	if _, err := lock.ExecContext(ctx, "DROP SCHEMA IF EXISTS "+schema+" CASCADE"); err != nil {
		return fmt.Errorf("remove the schema %s: %w", schema, err)
	}
	return nil
}

// swapSchemas moves the old tables away and the restored ones in, in one transaction.
func swapSchemas(ctx context.Context, lock *sql.Conn, restored string) (oldData string, err error) {
	sqlTx, err := lock.BeginTx(ctx, nil)
	if err != nil {
		return "", Explain("swap the tables", err)
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit a no-op; before it the work's error counts
	oldData, err = Tx{tx: sqlTx, dialect: postgresDialect}.swapTables(ctx, restored)
	if err == nil {
		err = sqlTx.Commit()
	}
	return oldData, Explain("swap the tables", err)
}

func (tx Tx) swapTables(ctx context.Context, restored string) (oldData string, err error) {
	var current string
	if err := tx.Row(ctx, "SELECT quote_ident(current_schema())").Scan(&current); err != nil {
		return "", err
	}
	if oldData, err = tx.moveOld(ctx, current); err != nil {
		return "", err
	}
	if err := tx.move(ctx, restored, current, "TRUE"); err != nil {
		return "", err
	}
	return oldData, tx.Exec(ctx, "DROP SCHEMA "+restored)
}

// moveOld moves our tables to a new schema and describes it; empty if there are none. Of a later version of the program,
// whose tables are not known here, it moves all tables of the same owner.
func (tx Tx) moveOld(ctx context.Context, current string) (oldData string, err error) {
	step, err := tx.Step(ctx)
	if err != nil || step == 0 {
		return "", err
	}
	names, err := tableNames(ctx, step)
	which := "relname IN ('" + strings.Join(names, "', '") + "')"
	var unknown *StepError
	if errors.As(err, &unknown) {
		which = "relowner = (SELECT relowner FROM pg_class WHERE oid = CAST('" + versionTable + "' AS regclass))"
	} else if err != nil {
		return "", err
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
