package db

import (
	"context"
	"database/sql"
	"fmt"
)

// MaxFlaws is how many flaws of one kind are listed.
const MaxFlaws = 100

// Findings are what a check of the database found.
type Findings struct {
	Flaws   []string // what is wrong, a sentence each
	Checked []string // what was checked, and what could not be, a sentence each
}

// Check reads the whole database for damage and for references that lead nowhere, then calls more to check the rows'
// meaning. It changes nothing, and others may write at the same time. The error is of a check that could not be made.
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

// scanLost reads a row of: table, table that it refers to, number of rows that refer to nothing.
func scanLost(rows *sql.Rows) (string, error) {
	var from, to string
	var count int
	err := rows.Scan(&from, &to, &count)
	return fmt.Sprintf("The table %s has rows that refer to rows of %s that are not there: %d.", from, to, count), err
}
