package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"modernc.org/sqlite"
)

// Table is one of our tables, which are the same in both engines.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
	LastID  int64    `json:"lastId,omitempty"` // the highest id that was ever given, where ids are given by the database

	kinds   []string // of the columns, as SQLite calls them
	key     []column // the rows' order
	counted bool     // the database gives ids
	refers  []string // to these tables
}

// column is a column of a primary key.
type column struct {
	name string
	text bool
}

// quoted is names as a list in a query. Both engines take them so, and none of ours has a quotation mark.
func quoted(names ...string) string { return `"` + strings.Join(names, `", "`) + `"` }

// blueprint is the tables of a step, each after those that it refers to. It is read from an empty database in memory, and
// so knows the tables of earlier steps as well.
func blueprint(ctx context.Context, step int64) (tables []Table, err error) {
	connector, err := sqlite.NewConnector("file::memory:")
	if err != nil {
		return nil, fmt.Errorf("open a database in memory: %w", err)
	}
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(1)
	d := &DB{dialect: sqliteDialect, writer: pool, reader: pool, logger: slog.New(slog.DiscardHandler)}
	defer pool.Close()
	provider, err := provider(d.dialect, pool, d.logger)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, provider, step); err != nil {
		return nil, err
	}
	err = d.Read(ctx, "read how the tables are made", func(ctx context.Context, tx Tx) error {
		tables, err = Collect(ctx, tx, scanTable, "SELECT name, sql LIKE '%AUTOINCREMENT%' FROM sqlite_master "+
			"WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name <> ? ORDER BY name", versionTable)
		for i := range tables {
			if err == nil {
				err = tx.describe(ctx, &tables[i])
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return inOrder(tables)
}

func scanTable(rows *sql.Rows) (t Table, err error) {
	err = rows.Scan(&t.Name, &t.counted)
	return t, err
}

// describe reads a table's columns, key and references.
func (tx Tx) describe(ctx context.Context, t *Table) error {
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		var name, kind string
		var position int
		err := rows.Scan(&name, &kind, &position)
		t.Columns, t.kinds = append(t.Columns, name), append(t.kinds, kind)
		if position > 0 {
			t.key = append(t.key, column{name, kind == "TEXT"})
		}
		return err
	}, "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", t.Name)
	if err != nil {
		return err
	}
	t.refers, err = Collect(ctx, tx, Column[string], `SELECT "table" FROM pragma_foreign_key_list(?)`, t.Name)
	return err
}

// inOrder puts each table after those that it refers to.
func inOrder(tables []Table) ([]Table, error) {
	ordered := make([]Table, 0, len(tables))
	placed := map[string]bool{}
	for len(ordered) < len(tables) {
		before := len(ordered)
		for _, t := range tables {
			if !placed[t.Name] && !slices.ContainsFunc(t.refers, func(to string) bool { return to != t.Name && !placed[to] }) {
				placed[t.Name] = true
				ordered = append(ordered, t)
			}
		}
		if len(ordered) == before {
			return nil, errors.New("the tables refer to each other in a circle")
		}
	}
	return ordered, nil
}
