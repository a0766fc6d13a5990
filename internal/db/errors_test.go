package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Errors of the drivers become faults, by their codes.
func TestExplainDriverErrors(t *testing.T) {
	for code, want := range map[string]fault.Kind{
		"23505": fault.Conflict, "23514": fault.Invalid, "22021": fault.Invalid, "54000": fault.Invalid,
		"40001": fault.Unavailable, "40P01": fault.Unavailable, "55P03": fault.Unavailable, "57014": fault.Unavailable,
		"57P01": fault.Unavailable, "25006": fault.Unavailable, "53300": fault.Unavailable, "08006": fault.Unavailable, "53100": fault.NoSpace, "42601": fault.Internal, "": fault.Internal,
	} {
		err := Explain("do it", fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: code, Message: "internals"}))
		if got := fault.From(err).Kind; got != want {
			t.Errorf("%s: kind %d, want %d", code, got, want)
		}
	}
	for code, want := range map[int]fault.Kind{
		2067: fault.Conflict, 1555: fault.Conflict, 275: fault.Invalid, 5: fault.Unavailable, 517: fault.Unavailable,
		6: fault.Unavailable, 13: fault.NoSpace, 778: fault.Unavailable, 1: fault.Internal, 787: fault.Internal, 11: fault.Internal,
	} {
		if got := kindOfSQLite(code); got != want {
			t.Errorf("SQLite %d: kind %d, want %d", code, got, want)
		}
	}
	for _, err := range []error{driver.ErrBadConn, io.ErrUnexpectedEOF, context.DeadlineExceeded} {
		if got := fault.From(Explain("do it", err)).Kind; got != fault.Unavailable {
			t.Errorf("%v: kind %d, want Unavailable", err, got)
		}
	}
}

// Faults, and a context that the caller has ended, stay as they are.
func TestExplainUnchanged(t *testing.T) {
	known := fault.New(fault.NotFound, "Not found.")
	if got := Explain("do it", known); got != error(known) {
		t.Errorf("got %v", got)
	}
	ended := Explain("do it", &pgconn.PgError{Code: "57014"})
	if !fault.Is(ended, fault.Unavailable) {
		t.Errorf("a time-out: got %v", ended)
	}
	ended = Explain("do it", errors.Join(context.Canceled, &pgconn.PgError{Code: "57014"}))
	if !errors.Is(ended, context.Canceled) || fault.Is(ended, fault.Unavailable) {
		t.Errorf("a caller that went away: got %v", ended)
	}
	if Explain("do it", nil) != nil {
		t.Error("no error became one")
	}
}

// Rebind numbers the placeholders.
func TestRebind(t *testing.T) {
	query := "SELECT a FROM b WHERE c = ? AND d IN " + Placeholders(3) + " LIMIT ?"
	if got := (&dialect{}).rebind(query); got != query {
		t.Errorf("SQLite: %s", got)
	}
	want := "SELECT a FROM b WHERE c = $1 AND d IN ($2, $3, $4) LIMIT $5"
	if got := (&dialect{postgres: true}).rebind(query); got != want {
		t.Errorf("PostgreSQL: %s", got)
	}
	if got := Rows(2, 2); got != "(?, ?), (?, ?)" {
		t.Errorf("rows: %s", got)
	}
}
