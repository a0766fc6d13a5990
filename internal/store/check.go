package store

import (
	"context"
	"database/sql"
	"fmt"
)

// mostFlaws is how many flaws of one kind are listed.
const mostFlaws = 100

// Findings are what a check of the database found.
type Findings struct {
	Flaws   []string // what is wrong, a sentence each
	Checked []string // what was looked at, and what could not be, a sentence each
}

// Check reads the whole database and says what is wrong with it: damaged files, references that lead nowhere, values
// that cannot be read, products without a category. It changes nothing, and others may write meanwhile. The error is of
// a check that could not be made.
func (s *Store) Check(ctx context.Context) (Findings, error) {
	var f Findings
	steps := []func(context.Context, *Findings) error{s.checkSQLite, s.checkCatalog}
	if s.dialect.postgres {
		steps[0] = s.checkPostgres
	}
	for _, step := range steps {
		err := step(ctx, &f)
		switch {
		case damaged(err):
			f.Flaws = append(f.Flaws, fmt.Sprintf("The database is damaged where it was read: %v.", err))
			return f, nil
		case err != nil:
			return f, err
		}
	}
	return f, nil
}

func (s *Store) checkSQLite(ctx context.Context, f *Findings) error {
	return s.read(ctx, "check the database", func(tx transaction) error {
		found, err := collect(ctx, tx, scanText, fmt.Sprintf("PRAGMA integrity_check(%d)", mostFlaws))
		if err != nil {
			return err
		}
		for _, text := range found {
			if text != "ok" {
				f.Flaws = append(f.Flaws, "The database file is damaged: "+text+".")
			}
		}
		lost, err := collect(ctx, tx, scanLost, "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY \"table\", parent")
		f.Flaws = append(f.Flaws, lost...)
		f.Checked = append(f.Checked, "Every page and index of the database file, and every reference between its tables.")
		return err
	})
}

// scanLost reads a row of table, table that it refers to, number of rows that refer to nothing.
func scanLost(rows *sql.Rows) (string, error) {
	var from, to string
	var count int
	err := rows.Scan(&from, &to, &count)
	return fmt.Sprintf("The table %s has rows that refer to rows of %s that are not there: %d.", from, to, count), err
}

// checkCatalog reads the catalogue as the site does when it starts.
func (s *Store) checkCatalog(ctx context.Context, f *Findings) error {
	shot, err := s.All(ctx)
	if err != nil {
		return err
	}
	bare := 0
	for _, p := range shot.Products {
		if len(p.Categories) > 0 {
			continue
		}
		if bare++; bare <= mostFlaws {
			f.Flaws = append(f.Flaws, fmt.Sprintf("Product %d, %q, has no category.", p.ID, p.Name))
		}
	}
	if bare > mostFlaws {
		f.Flaws = append(f.Flaws, fmt.Sprintf("%d products have no category; the first %d of them are named.", bare, mostFlaws))
	}
	f.Checked = append(f.Checked, fmt.Sprintf("%d products and %d categories can be read.", len(shot.Products), len(shot.Categories)))
	return nil
}
