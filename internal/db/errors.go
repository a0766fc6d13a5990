package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// retryAfter is the Retry-After of a database that was busy or unreachable.
const retryAfter = 2 * time.Second

// Explain wraps an error with what was being done and turns a driver's error into a fault, by its code and never by its
// text. No other function knows the drivers' errors. Faults stay as they are; context.Canceled does not become one.
func Explain(doing string, err error) error {
	if err == nil {
		return nil
	}
	var known *fault.Fault
	if errors.As(err, &known) {
		return err
	}
	cause := fmt.Errorf("%s: %w", doing, err)
	switch kindOf(err) {
	case fault.Conflict:
		return fault.Because(fault.Conflict, "This name or URL is already taken.", cause)
	case fault.Invalid:
		return fault.Because(fault.Invalid, "A value is too long or has characters that can't be stored.", cause)
	case fault.NoSpace:
		return fault.DiskFull(cause)
	case fault.Unavailable:
		busy := fault.Because(fault.Unavailable, "The database isn't answering right now. Please try again in a moment.", cause)
		busy.RetryAfter = retryAfter
		return busy
	}
	return cause
}

// kindOf returns the kind of fault for a driver's error; Internal if there is no other.
func kindOf(err error) fault.Kind {
	var fromPostgres *pgconn.PgError
	var fromSQLite *sqlite.Error
	switch {
	case errors.Is(err, context.Canceled):
		return fault.Internal
	case errors.Is(err, context.DeadlineExceeded):
		return fault.Unavailable
	case errors.As(err, &fromPostgres):
		return kindOfPostgres(fromPostgres.Code)
	case errors.As(err, &fromSQLite):
		return kindOfSQLite(fromSQLite.Code())
	case lostConnection(err):
		return fault.Unavailable
	}
	return fault.Internal
}

// IsConflict reports whether a unique constraint refused a row.
func IsConflict(err error) bool { return kindOf(err) == fault.Conflict }

// readOnlyServer is the SQLSTATE of a write to a read-only server.
const readOnlyServer = "25006"

// onlyReads reports whether a write failed because the server is read-only.
func onlyReads(err error) bool {
	var fromPostgres *pgconn.PgError
	return errors.As(err, &fromPostgres) && fromPostgres.Code == readOnlyServer
}

// kindOfPostgres maps an SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
func kindOfPostgres(code string) fault.Kind {
	switch code {
	case "23505": // unique_violation
		return fault.Conflict
	case "23514", "22001", "22021", "22P05": // check violation, too long, not in the encoding, NUL
		return fault.Invalid
	case "53100": // disk_full
		return fault.NoSpace
	case "40001", "40P01", "55P03", "57014", "25P03": // serialization, deadlock, locks, timeouts
		return fault.Unavailable
	case readOnlyServer: // a standby, or a primary about to become one: the next connection may reach the new primary
		return fault.Unavailable
	}
	switch code[:min(2, len(code))] {
	case "54": // program limit exceeded: too long for an index
		return fault.Invalid
	case "08", "53", "57", "58": // connection, resources, operator intervention, system
		return fault.Unavailable
	}
	return fault.Internal
}

// kindOfSQLite maps an extended result code: https://www.sqlite.org/rescode.html
func kindOfSQLite(code int) fault.Kind {
	switch code {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return fault.Conflict
	case sqlite3.SQLITE_CONSTRAINT_CHECK:
		return fault.Invalid
	}
	switch code & 0xff { // the primary code
	case sqlite3.SQLITE_TOOBIG:
		return fault.Invalid
	case sqlite3.SQLITE_FULL:
		return fault.NoSpace
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return fault.Unavailable
	}
	return fault.Internal
}

// damaged reports whether the error means that the database is corrupt.
func damaged(err error) bool {
	var fromPostgres *pgconn.PgError
	var fromSQLite *sqlite.Error
	switch {
	case errors.As(err, &fromPostgres):
		return fromPostgres.Code == "XX001" || fromPostgres.Code == "XX002" // table, index
	case errors.As(err, &fromSQLite):
		primary := fromSQLite.Code() & 0xff
		return primary == sqlite3.SQLITE_CORRUPT || primary == sqlite3.SQLITE_NOTADB
	}
	return false
}

// lostConnection reports whether the server could not be reached or closed the connection.
func lostConnection(err error) bool {
	var connecting *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connecting) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
