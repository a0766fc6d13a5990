package db

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/pressly/goose/v3"
)

// Moment is the whole database as it was at one moment, while it is read.
type Moment struct {
	Engine string  // sqlite or postgres
	Step   int64   // of the tables: they may be of an earlier version of the program
	Tables []Table // each after those that it refers to

	Tx
}

// Dump has all tables of ours read in one transaction: what was committed before it is in it, whole, and nothing else.
// Others may write meanwhile, for as long as that takes. PostgreSQL bounds no statement of it: ctx does.
func (d *DB) Dump(ctx context.Context, do func(m *Moment) error) error {
	return d.Read(ctx, "read the whole database", func(ctx context.Context, tx Tx) error {
		if err := tx.takeEver(ctx); err != nil {
			return err
		}
		m := Moment{Engine: d.dialect.name, Tx: tx}
		var err error
		if m.Step, err = tx.step(ctx); err != nil {
			return err
		}
		if m.Tables, err = tablesOf(ctx, m.Step); err != nil {
			return err
		}
		for i := range m.Tables {
			if err := tx.count(ctx, &m.Tables[i]); err != nil {
				return err
			}
		}
		return do(&m)
	})
}

// tablesOf is blueprint for a step that may not be known here.
func tablesOf(ctx context.Context, step int64) ([]Table, error) {
	known, err := LastStep()
	switch {
	case err != nil:
		return nil, err
	case step > known, step > 0 && step < FirstStep:
		return nil, &StepError{step, known}
	case step == 0:
		return nil, errors.New("the database is empty")
	}
	return blueprint(ctx, step)
}

// takeEver gives a transaction that reads everything the time it takes: how much there is nobody knows.
func (tx Tx) takeEver(ctx context.Context) error {
	tx.limit.Stop()
	if !tx.dialect.postgres {
		return nil
	}
	return tx.Exec(ctx, "SELECT set_config('statement_timeout', '0', TRUE), set_config('idle_in_transaction_session_timeout', '10min', TRUE)")
}

// count finds out how many rows a table has, and which id the last one got.
func (tx Tx) count(ctx context.Context, t *Table) error {
	if err := tx.Row(ctx, "SELECT COUNT(*) FROM "+quoted(t.Name)).Scan(&t.Rows); err != nil || !t.counted {
		return err
	}
	given := "SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = ?"
	if tx.dialect.postgres {
		given = "SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence(?, 'id') AS regclass)), 0)"
	}
	var highest int64
	if err := tx.Row(ctx, given, t.Name).Scan(&t.LastID); err != nil {
		return err
	}
	err := tx.Row(ctx, "SELECT COALESCE(MAX(id), 0) FROM "+quoted(t.Name)).Scan(&highest)
	t.LastID = max(t.LastID, highest) // ids that an import brought are not of the sequence
	return err
}

// Rows are a table's rows in the order of its key, one after the other. A value is nil, a bool, an int64, a string or
// bytes; the list of them is used again for the next row.
func (m *Moment) Rows(ctx context.Context, t Table) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := m.tx.QueryContext(ctx, m.ordered(t))
		if err != nil {
			yield(nil, fmt.Errorf("read the table %s: %w", t.Name, err))
			return
		}
		defer rows.Close()
		values, places := make([]any, len(t.Columns)), make([]any, len(t.Columns))
		for i := range values {
			places[i] = &values[i]
		}
		for rows.Next() {
			if err = rows.Scan(places...); err != nil {
				break
			}
			for i, value := range values {
				values[i] = settle(value, t.kinds[i])
			}
			if !yield(values, nil) {
				return
			}
		}
		if err == nil {
			err = rows.Err()
		}
		if err != nil {
			yield(nil, fmt.Errorf("read the table %s: %w", t.Name, err))
		}
	}
}

// settle makes of a value what its column is for: SQLite keeps what it is given, and has no truth values.
func settle(value any, kind string) any {
	switch v := value.(type) {
	case int64:
		if kind == "BOOLEAN" {
			return v != 0
		}
	case string:
		if kind == "BLOB" {
			return []byte(v)
		}
	case []byte:
		if kind == "TEXT" {
			return string(v)
		}
		if v == nil { // empty, and not NULL
			return []byte{}
		}
	}
	return value
}

// ordered is the query of a table's rows. Texts are ordered by their bytes, in both engines.
func (m *Moment) ordered(t Table) string {
	key := make([]string, len(t.key))
	for i, column := range t.key {
		key[i] = quoted(column.name)
		if column.text && m.dialect.postgres {
			key[i] += ` COLLATE "C"`
		}
	}
	return "SELECT " + quoted(t.Columns...) + " FROM " + quoted(t.Name) + " ORDER BY " + strings.Join(key, ", ")
}

// LastStep is the step that this version of the program brings the tables to.
func LastStep() (int64, error) {
	steps, err := migrations.ReadDir("migrations/" + sqliteDialect.name)
	if err != nil {
		return 0, fmt.Errorf("read the migrations: %w", err)
	}
	return goose.NumericComponent(steps[len(steps)-1].Name())
}
