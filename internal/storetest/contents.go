package storetest

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Contents returns the rows of all tables, one per line and sorted, for comparison with another moment. It skips the
// tables in without.
func Contents(t testing.TB, o db.Options, without ...string) string {
	t.Helper()
	beside := Connect(t, o)
	defer beside.Close()
	var lines []string
	for _, table := range column(t, beside, tablesQuery(o)) {
		if table == "goose_db_version" || slices.Contains(without, table) {
			continue
		}
		for _, row := range rowsOf(t, beside, table) {
			lines = append(lines, table+": "+row)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// Exec runs a statement on a separate connection, as an operator would by hand. It must be in the engine's own SQL.
func Exec(t testing.TB, o db.Options, query string) {
	t.Helper()
	beside := Connect(t, o)
	defer beside.Close()
	if _, err := beside.ExecContext(t.Context(), query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// Connect opens another connection to the store's database, with the drivers that the store has registered.
func Connect(t testing.TB, o db.Options) *sql.DB {
	t.Helper()
	driver, source := "pgx", o.DatabaseURL
	if source == "" {
		driver, source = "sqlite", filepath.Join(o.DataDir, "vitrine.db")+"?_pragma=busy_timeout(10000)"
	}
	beside, err := sql.Open(driver, source)
	if err != nil {
		t.Fatalf("open the database beside the store: %v", err)
	}
	beside.SetMaxOpenConns(1)
	return beside
}

// Column returns the first column of a query.
func Column(t testing.TB, o db.Options, query string) []string {
	t.Helper()
	beside := Connect(t, o)
	defer beside.Close()
	return column(t, beside, query)
}

func tablesQuery(o db.Options) string {
	if o.DatabaseURL != "" {
		return "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name"
	}
	return "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
}

// column returns the first column of a query.
func column(t testing.TB, beside *sql.DB, query string) []string {
	t.Helper()
	var found []string
	each(t, beside, query, func(values []any) { found = append(found, fmt.Sprint(values[0])) })
	return found
}

func rowsOf(t testing.TB, beside *sql.DB, table string) []string {
	t.Helper()
	var found []string
	each(t, beside, `SELECT * FROM "`+table+`"`, func(values []any) { found = append(found, fmt.Sprintf("%q", values)) })
	return found
}

func each(t testing.TB, beside *sql.DB, query string, use func(values []any)) {
	t.Helper()
	rows, err := beside.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	for rows.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		use(values)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}
