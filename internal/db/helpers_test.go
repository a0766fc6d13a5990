package db_test

import (
	"context"
	"database/sql"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// Helpers that the tests of several packages use.
var (
	draft      = storetest.Draft
	create     = storetest.Create
	readAll    = storetest.ReadAll
	importRows = storetest.ImportRows
	importAll  = storetest.ImportAll
	siteOrder  = storetest.SiteOrder
	findings   = storetest.Findings
	same       = storetest.Same
	wantFault  = storetest.WantFault
	wantError  = storetest.WantError
	noError    = storetest.NoError
	errOf      = storetest.ErrorOf
	eventually = testwait.Until
)

// must gives the result of a call that has to succeed.
func must[T any](result T, err error) func(t storetest.Tester) T { return storetest.Must(result, err) }

func inParallel(t *testing.T, tests map[string]func(t *testing.T)) {
	t.Helper()
	storetest.InParallel(t, tests, func(t *testing.T, test func(t *testing.T)) { test(t) })
}

// eachDatabase runs each test on a database of each engine, which has no tables.
func eachDatabase(t *testing.T, tests map[string]func(t *testing.T, o db.Options)) {
	t.Helper()
	storetest.InParallel(t, tests, storetest.EachDatabase)
}

// onPostgres runs each test with the address of an empty database.
func onPostgres(t *testing.T, tests map[string]func(t *testing.T, address string)) {
	t.Helper()
	storetest.InParallel(t, tests, func(t *testing.T, test func(t *testing.T, address string)) { test(t, storetest.PostgresURL(t)) })
}

// exec runs a statement on a pool, a connection or a transaction.
func exec(t *testing.T, on interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}, query string, args ...any) {
	t.Helper()
	_, err := on.ExecContext(t.Context(), query, args...)
	noError(t, err)
}

// value returns the only value that a query finds.
func value[T any](t *testing.T, on interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, query string, args ...any) (found T) {
	t.Helper()
	noError(t, on.QueryRowContext(t.Context(), query, args...).Scan(&found))
	return found
}
