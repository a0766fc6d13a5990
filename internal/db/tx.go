package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Time limits of a transaction, including the wait for a connection. The server's own limits are shorter, but do not
// help if the server is stalled or its packets are lost.
const (
	readWithin  = 10 * time.Second
	writeWithin = 14 * time.Second
	longWithin  = 125 * time.Second // from the call of extend
)

// errTimeout is the cancellation cause of a transaction that used up its time.
var errTimeout = fmt.Errorf("the database did not answer in time: %w", context.DeadlineExceeded)

// Tx is a read or write transaction. Its queries need the context that Read or Write passes along with it, which ends
// with the caller's context or when the transaction's time is used up.
type Tx struct {
	tx      *sql.Tx
	dialect *dialect
	limit   *time.Timer // cancels the context; nil: no limit
}

// limited returns a context that ends with errTimeout after some time. The timer can change that time.
func limited(ctx context.Context, within time.Duration) (_ context.Context, limit *time.Timer, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	limit = time.AfterFunc(within, func() { cancel(errTimeout) })
	return ctx, limit, func() {
		limit.Stop()
		cancel(nil)
	}
}

// asTimeout returns the error, wrapped in errTimeout if that is why the context has ended.
func asTimeout(ctx context.Context, err error) error {
	var known *fault.Fault
	if err == nil || errors.As(err, &known) || !errors.Is(context.Cause(ctx), errTimeout) {
		return err
	}
	return fmt.Errorf("%w: %v", errTimeout, err)
}

// Postgres reports whether the engine is PostgreSQL.
func (tx Tx) Postgres() bool { return tx.dialect.postgres }

// statement returns the query in the engine's own form.
func (tx Tx) statement(query string, args []any) string {
	query = tx.dialect.rebind(query)
	if tx.dialect.onQuery != nil {
		tx.dialect.onQuery(query, args)
	}
	return query
}

// Exec runs a statement that returns no rows. Placeholders are question marks with both engines.
func (tx Tx) Exec(ctx context.Context, query string, args ...any) error {
	_, err := tx.tx.ExecContext(ctx, tx.statement(query, args), args...)
	return err
}

// Row runs a query that returns one row.
func (tx Tx) Row(ctx context.Context, query string, args ...any) *sql.Row {
	return tx.tx.QueryRowContext(ctx, tx.statement(query, args), args...)
}

// Each calls read for each row of the query.
func (tx Tx) Each(ctx context.Context, read func(*sql.Rows) error, query string, args ...any) error {
	rows, err := tx.tx.QueryContext(ctx, tx.statement(query, args), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// querier is the part of a Tx, a WriteTx or a reading that Collect needs.
type querier interface {
	Each(ctx context.Context, read func(*sql.Rows) error, query string, args ...any) error
}

// Collect returns all rows of the query; the list is never nil.
func Collect[T any](ctx context.Context, tx querier, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	found := []T{}
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		one, err := scan(rows)
		found = append(found, one)
		return err
	}, query, args...)
	return found, err
}

// reading runs each query in a read transaction of its own.
type reading struct {
	db    *DB
	doing string
}

// Reading is for a single query by Collect or a Table: it runs in a read transaction of its own, whose errors say what it was doing.
func Reading(d *DB, doing string) reading { return reading{d, doing} }

// Each calls read for each row of the query.
func (r reading) Each(ctx context.Context, read func(*sql.Rows) error, query string, args ...any) error {
	return r.db.Read(ctx, r.doing, func(ctx context.Context, tx Tx) error { return tx.Each(ctx, read, query, args...) })
}

// Column scans a row of one column, for Collect.
func Column[T any](rows *sql.Rows) (value T, err error) {
	err = rows.Scan(&value)
	return value, err
}

// LongTimeout extends the time of a transaction that reads or writes the whole catalogue. The limit on waiting for
// locks stays the same.
func (tx Tx) LongTimeout(ctx context.Context) error { return tx.extend(ctx, tx.dialect.long) }

// extend runs a dialect's statement, if it has one, and restarts the transaction's time limit with longWithin.
func (tx Tx) extend(ctx context.Context, statement string) error {
	if statement != "" {
		if err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	tx.limit.Reset(longWithin)
	return nil
}

// Analyze updates the statistics of PostgreSQL's planner for the tables of the catalogue, after many rows were written.
func (tx Tx) Analyze(ctx context.Context) error {
	if tx.dialect.analyze == "" {
		return nil
	}
	return tx.Exec(ctx, tx.dialect.analyze)
}

// Read runs work in a read transaction, which sees one consistent snapshot.
func (d *DB) Read(ctx context.Context, doing string, work func(ctx context.Context, tx Tx) error) error {
	ctx, limit, stop := limited(ctx, readWithin)
	defer stop()
	sqlTx, err := d.reader.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return Explain(doing, asTimeout(ctx, err))
	}
	defer sqlTx.Rollback() //nolint:errcheck // nothing was written, and the work's error counts
	return Explain(doing, asTimeout(ctx, work(ctx, Tx{sqlTx, d.dialect, limit})))
}

// NoTimeout removes the time limit of a transaction, which then ends with the caller's context.
func (tx Tx) NoTimeout(ctx context.Context) error {
	tx.limit.Stop()
	if !tx.dialect.postgres {
		return nil
	}
	return tx.Exec(ctx, "SELECT set_config('statement_timeout', '0', TRUE), set_config('idle_in_transaction_session_timeout', '10min', TRUE)")
}
