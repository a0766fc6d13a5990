package db

import (
	"context"
	"database/sql"
	"fmt"
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
	check := d.checkSQLite
	if d.dialect.postgres {
		check = d.checkPostgres
	}
	err := check(ctx, &f)
	if err == nil {
		err = more(ctx, &f)
	}
	if damaged(err) {
		f.Flaws = append(f.Flaws, fmt.Sprintf("The database is damaged where it was read: %v.", err))
		err = nil
	}
	return f, err
}

func (d *DB) checkSQLite(ctx context.Context, f *Findings) error {
	return d.Read(ctx, "check the database", func(ctx context.Context, tx Tx) error {
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
	})
}

// scanLost reads a row of: table, referenced table, number of rows whose reference is broken.
func scanLost(rows *sql.Rows) (string, error) {
	var from, to string
	var count int
	err := rows.Scan(&from, &to, &count)
	return fmt.Sprintf("The table %s has rows that refer to rows of %s that are not there: %d.", from, to, count), err
}
