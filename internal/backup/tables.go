package backup

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Table is a table in an archive. The schema gives its name and columns, which are the same in both engines.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
	LastID  int64    `json:"lastId,omitempty"` // highest id ever assigned, if the database assigns ids
	Hash    string   `json:"sha256"`           // of the archive member

	kinds   []string // types of the columns in SQLite's schema
	key     []string // expressions that order the rows identically in both engines
	assigns bool     // the database assigns ids
}

func (t Table) member() string { return "tables/" + t.Name + ".jsonl" }

// countRows returns the number of rows of all tables.
func countRows(tables []Table) (all int) {
	for _, table := range tables {
		all += int(table.Rows)
	}
	return all
}

// quoted lists column or table names for a query. Both engines accept this form; no name of ours has a quotation mark.
func quoted(names ...string) string { return `"` + strings.Join(names, `", "`) + `"` }

// schemas are the tables that schema has read: those of a step never change.
var schemas sync.Map

// schemaKey is a step of the schema, for an engine.
type schemaKey struct {
	step     int64
	postgres bool
}

// schema returns the tables of a schema step in the order in which the migrations create them, so each comes after the
// tables that it references. The migrations are the source: tables of other programs and names from an archive are
// never used.
func schema(ctx context.Context, step int64, postgres bool) (tables []Table, err error) {
	if known, ok := schemas.Load(schemaKey{step, postgres}); ok {
		return slices.Clone(known.([]Table)), nil
	}
	err = db.Schema(ctx, step, func(ctx context.Context, tx db.Tx) error {
		return tx.Each(ctx, func(rows *sql.Rows) error {
			var table, column, kind string
			var inKey, assigns bool
			if err := rows.Scan(&table, &assigns, &column, &kind, &inKey); err != nil {
				return err
			}
			if len(tables) == 0 || tables[len(tables)-1].Name != table {
				tables = append(tables, Table{Name: table, assigns: assigns})
			}
			t := &tables[len(tables)-1]
			t.Columns, t.kinds = append(t.Columns, column), append(t.kinds, kind)
			if inKey && kind == "TEXT" && postgres {
				t.key = append(t.key, quoted(column)+` COLLATE "C"`)
			} else if inKey {
				t.key = append(t.key, quoted(column))
			}
			return nil
		}, "SELECT t.name, t.sql LIKE '%AUTOINCREMENT%', c.name, c.type, c.pk > 0 FROM sqlite_master t JOIN pragma_table_info(t.name) c "+
			"WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND t.name <> 'goose_db_version' ORDER BY t.rowid, c.cid")
	})
	if err == nil {
		schemas.Store(schemaKey{step, postgres}, slices.Clone(tables))
	}
	return tables, err
}

// snapshot is the database at one moment.
type snapshot struct {
	db.Tx
	step   int64 // of the schema, which may belong to an earlier version of the program
	tables []Table
}

// readAll runs work in one read transaction without a time limit. It does not block writers.
func readAll(ctx context.Context, d *db.DB, work func(ctx context.Context, s snapshot) error) error {
	return d.Read(ctx, "read the whole database", func(ctx context.Context, tx db.Tx) error {
		if err := tx.NoTimeout(ctx); err != nil {
			return err
		}
		s := snapshot{Tx: tx}
		var err error
		if s.step, err = tx.Step(ctx); err != nil {
			return err
		}
		if s.tables, err = schema(ctx, s.step, tx.Postgres()); err != nil {
			return err
		}
		for i := range s.tables {
			if err := s.count(ctx, &s.tables[i]); err != nil {
				return err
			}
		}
		return work(ctx, s)
	})
}

// count reads the number of rows of a table, and the last id that was assigned.
func (s snapshot) count(ctx context.Context, t *Table) error {
	if err := s.Row(ctx, "SELECT COUNT(*) FROM "+quoted(t.Name)).Scan(&t.Rows); err != nil || !t.assigns {
		return err
	}
	assigned := "SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = ?"
	if s.Postgres() {
		assigned = "SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence(?, 'id') AS regclass)), 0)"
	}
	var highest int64
	if err := s.Row(ctx, assigned, t.Name).Scan(&t.LastID); err != nil {
		return err
	}
	err := s.Row(ctx, "SELECT COALESCE(MAX(id), 0) FROM "+quoted(t.Name)).Scan(&highest)
	t.LastID = max(t.LastID, highest) // an import sets ids without the sequence
	return err
}

// each calls use with each row of a table, in the order of its key. A value is nil, a bool, an int64, a string or a
// []byte. The slice is reused for the next row.
func (s snapshot) each(ctx context.Context, t Table, use func(values []any) error) error {
	values, targets := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range values {
		targets[i] = &values[i]
	}
	query := "SELECT " + quoted(t.Columns...) + " FROM " + quoted(t.Name) + " ORDER BY " + strings.Join(t.key, ", ")
	err := s.Each(ctx, func(rows *sql.Rows) error {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		for i, value := range values {
			values[i] = convert(value, t.kinds[i])
		}
		return use(values)
	}, query)
	if err != nil {
		return fmt.Errorf("read the table %s: %w", t.Name, err)
	}
	return nil
}

// convert gives a value the type of its column: SQLite stores values of any type in a column, and has no booleans.
func convert(value any, kind string) any {
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
		if v == nil { // empty, not NULL
			return []byte{}
		}
	}
	return value
}

// Limits of one statement that inserts restored rows.
const (
	maxBatchRows   = 100     // of at most 30 columns: SQLite takes 32,766 values
	maxBatchValues = 4 << 20 // bytes of texts, after which the batch is full
)

// batch collects rows for one INSERT.
type batch struct {
	db.Tx
	table       Table
	rows, bytes int
	values      []any
}

func (b *batch) add(ctx context.Context, values []any) error {
	if len(values) != len(b.table.Columns) {
		return fmt.Errorf("a row has %d values and not %d", len(values), len(b.table.Columns))
	}
	for _, value := range values {
		switch v := value.(type) {
		case string:
			b.bytes += len(v)
		case []byte:
			b.bytes += len(v)
		}
	}
	b.values = append(b.values, values...)
	if b.rows++; b.rows < maxBatchRows && b.bytes < maxBatchValues {
		return nil
	}
	return b.flush(ctx)
}

func (b *batch) flush(ctx context.Context) error {
	if b.rows == 0 {
		return nil
	}
	err := b.Exec(ctx, "INSERT INTO "+quoted(b.table.Name)+" ("+quoted(b.table.Columns...)+") VALUES "+db.Rows(b.rows, len(b.table.Columns)), b.values...)
	b.rows, b.bytes, b.values = 0, 0, b.values[:0]
	return err
}

// clearTables empties the tables: the archive also has the rows that the migrations insert.
func clearTables(ctx context.Context, tx db.Tx, tables []Table) error {
	for _, t := range slices.Backward(tables) {
		if err := tx.Exec(ctx, "DELETE FROM "+quoted(t.Name)); err != nil {
			return err
		}
	}
	return nil
}

// setLastID makes the database continue after the last id, so that it assigns no id twice.
func setLastID(ctx context.Context, tx db.Tx, t Table) error {
	if t.LastID == 0 {
		return nil
	}
	if tx.Postgres() {
		return tx.Exec(ctx, "SELECT setval(CAST(pg_get_serial_sequence(?, 'id') AS regclass), ?)", t.Name, t.LastID)
	}
	if err := tx.Exec(ctx, "DELETE FROM sqlite_sequence WHERE name = ?", t.Name); err != nil {
		return err
	}
	return tx.Exec(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", t.Name, t.LastID)
}
