package db_test

import (
	"context"
	"database/sql"
	"testing"

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
	noError    = storetest.NoError
	eventually = testwait.Until
)

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
