package db

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// MaxFlaws bounds how many flaws of one kind a check lists.
const MaxFlaws = 100

// Findings are the results of a check of the database.
type Findings struct {
	Flaws   []string // one sentence per flaw
	Checked []string // one sentence per check that was made or was not possible
}

// Check reads the whole database for damage and broken references, then calls more to check the meaning of the rows. It
// changes nothing and does not block writers. The error means that a check could not run.
func (d *DB) Check(ctx context.Context, more func(ctx context.Context, f *Findings) error) (Findings, error) {
	var f Findings
	check := Tx.checkSQLite
	if d.dialect.postgres {
		check = Tx.checkPostgres
	}
	err := d.Read(ctx, "check the database", func(ctx context.Context, tx Tx) error { return check(tx, ctx, &f) })
	if err == nil {
		err = more(ctx, &f)
	}
	if damaged(err) {
		f.Flaws = append(f.Flaws, fmt.Sprintf("The database is damaged where it was read: %v.", err))
		err = nil
	}
	return f, err
}

func (tx Tx) checkSQLite(ctx context.Context, f *Findings) error {
	found, err := Collect(ctx, tx, Column[string], fmt.Sprintf("PRAGMA integrity_check(%d)", MaxFlaws))
	if err != nil {
		return err
	}
	for _, text := range found {
		if text != "ok" {
			f.Flaws = append(f.Flaws, "The database file is damaged: "+text+".")
		}
	}
	lost, err := Collect(ctx, tx, scanLost, "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY \"table\", parent")
	f.Flaws = append(f.Flaws, lost...)
	f.Checked = append(f.Checked, "Every page and index of the database file, and every reference between its tables.")
	return err
}

// scanLost reads a row of: table, referenced table, number of rows whose reference is broken.
func scanLost(rows *sql.Rows) (string, error) {
	var from, to string
	var count int
	err := rows.Scan(&from, &to, &count)
	return fmt.Sprintf("The table %s has rows that refer to rows of %s that are not there: %d.", from, to, count), err
}

// checkPostgres checks what a client can: PostgreSQL verifies a page only when a query reads it, and its checksum only
// if the cluster has checksums.
func (tx Tx) checkPostgres(ctx context.Context, f *Findings) error {
	if err := tx.LongTimeout(ctx); err != nil {
		return err
	}
	if err := tx.readTables(ctx); err != nil {
		return err
	}
	lost, err := tx.lostReferences(ctx)
	if err != nil {
		return err
	}
	f.Flaws = append(f.Flaws, lost...)
	invalid, err := Collect(ctx, tx, Column[string], "SELECT 'The index '||indexrelid::regclass||' is not valid: make it anew with REINDEX.' "+
		"FROM pg_index WHERE NOT indisvalid AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)")
	if err != nil {
		return err
	}
	f.Flaws = append(f.Flaws, invalid...)
	checksums, err := Collect(ctx, tx, Column[string], "SHOW data_checksums")
	if err != nil {
		return err
	}
	f.Checked = append(f.Checked, "Every row of every table was read, and every reference between tables followed. "+
		"Whether the files and indexes of PostgreSQL are whole can only be told by its own pg_amcheck.",
		"Checksums of the server's pages: "+strings.Join(checksums, "")+".")
	return nil
}

// tables returns the quoted names of the schema's tables.
func (tx Tx) tables(ctx context.Context) ([]string, error) {
	return Collect(ctx, tx, Column[string], "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename")
}

// readTables reads every value. The length of a row also needs the values that are stored out of line (TOAST).
func (tx Tx) readTables(ctx context.Context) error {
	tables, err := tx.tables(ctx)
	if err != nil {
		return err
	}
	for _, table := range tables {
		var size int64
		err := tx.Row(ctx, "SELECT CAST(COALESCE(SUM(length(CAST(t AS TEXT))), 0) AS BIGINT) FROM "+table+" t").Scan(&size)
		if err != nil {
			return fmt.Errorf("read the table %s: %w", table, err)
		}
	}
	return nil
}

// reference is a foreign key of one column. All names are quoted.
type reference struct{ table, column, toTable, toColumn string }

// lostReferences checks every foreign key. The server enforces them, unless somebody disabled that.
func (tx Tx) lostReferences(ctx context.Context) ([]string, error) {
	references, err := Collect(ctx, tx, scanReference, "SELECT k.conrelid::regclass, quote_ident(f.attname), k.confrelid::regclass, quote_ident(t.attname) "+
		"FROM pg_constraint k JOIN pg_attribute f ON f.attrelid = k.conrelid AND f.attnum = k.conkey[1] "+
		"JOIN pg_attribute t ON t.attrelid = k.confrelid AND t.attnum = k.confkey[1] "+
		"WHERE k.contype = 'f' AND array_length(k.conkey, 1) = 1 AND k.connamespace = current_schema()::regnamespace ORDER BY 1, 2")
	if err != nil {
		return nil, err
	}
	var flaws []string
	for _, r := range references {
		lost, err := Collect(ctx, tx, scanLost, fmt.Sprintf("SELECT '%s', '%s', count(*) FROM %s f WHERE f.%s IS NOT NULL AND "+
			"NOT EXISTS (SELECT 1 FROM %s t WHERE t.%s = f.%s) HAVING count(*) > 0", r.table, r.toTable, r.table, r.column, r.toTable, r.toColumn, r.column))
		if err != nil {
			return nil, err
		}
		flaws = append(flaws, lost...)
	}
	return flaws, nil
}

func scanReference(rows *sql.Rows) (r reference, err error) {
	err = rows.Scan(&r.table, &r.column, &r.toTable, &r.toColumn)
	return r, err
}
