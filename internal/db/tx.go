package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"vitrine/internal/fault"
)

// How long a transaction may take, with the wait for a connection. The server's own limits are shorter, but do not help
// where the server is stalled or its packets are lost.
const (
	readWithin  = 10 * time.Second
	writeWithin = 14 * time.Second
	longWithin  = 125 * time.Second // from the call of LongTimeout
)

// errTooLate is the cause of a context that ended because the transaction's time was used up.
var errTooLate = fmt.Errorf("the database did not answer in time: %w", context.DeadlineExceeded)

// Tx is a transaction, reading or writing. Its queries need the context that Read or Write passes on with it: that one
// ends with the caller's, or when the transaction's time is used up.
type Tx struct {
	tx      *sql.Tx
	dialect *dialect
	limit   *time.Timer // ends the context; nil: no limit
}

// limited is a context that ends with an errTooLate after some time, which the timer can change.
func limited(ctx context.Context, within time.Duration) (_ context.Context, limit *time.Timer, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	limit = time.AfterFunc(within, func() { cancel(errTooLate) })
	return ctx, limit, func() {
		limit.Stop()
		cancel(nil)
	}
}

// late is the error, or an errTooLate where that is why the context has ended.
func late(ctx context.Context, err error) error {
	var known *fault.Fault
	if err == nil || errors.As(err, &known) || !errors.Is(context.Cause(ctx), errTooLate) {
		return err
	}
	return fmt.Errorf("%w: %v", errTooLate, err)
}

// Postgres reports whether the engine is PostgreSQL.
func (tx Tx) Postgres() bool { return tx.dialect.postgres }

// statement is the query in the engine's own form.
func (tx Tx) statement(query string, args []any) string {
	query = tx.dialect.rebind(query)
	if tx.dialect.onQuery != nil {
		tx.dialect.onQuery(query, args)
	}
	return query
}

// Exec runs a statement that returns no rows. Placeholders are question marks, with either engine.
func (tx Tx) Exec(ctx context.Context, query string, args ...any) error {
	_, err := tx.tx.ExecContext(ctx, tx.statement(query, args), args...)
	return err
}

// Row runs a query that returns one row.
func (tx Tx) Row(ctx context.Context, query string, args ...any) *sql.Row {
	return tx.tx.QueryRowContext(ctx, tx.statement(query, args), args...)
}

// Each calls read for every row that the query returns.
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

// querier is what Collect needs of a Tx, or of a type that embeds one.
type querier interface {
	Each(ctx context.Context, read func(*sql.Rows) error, query string, args ...any) error
}

// Collect reads every row that the query returns; the list is never nil.
func Collect[T any](ctx context.Context, tx querier, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	found := []T{}
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		one, err := scan(rows)
		found = append(found, one)
		return err
	}, query, args...)
	return found, err
}

// Column reads a row of one column, for Collect.
func Column[T any](rows *sql.Rows) (value T, err error) {
	err = rows.Scan(&value)
	return value, err
}

// LongTimeout gives a transaction that reads or writes the whole catalogue the time it needs. Its wait for locks stays
// as short as any.
func (tx Tx) LongTimeout(ctx context.Context) error { return tx.extend(ctx, tx.dialect.long) }

// extend runs a dialect's statement, where it has one, and gives the transaction more time from then on.
func (tx Tx) extend(ctx context.Context, statement string) error {
	if statement != "" {
		if err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	tx.limit.Reset(longWithin)
	return nil
}

// Analyze updates the statistics by which PostgreSQL plans the queries of the catalogue, after many rows were written.
func (tx Tx) Analyze(ctx context.Context) error {
	if tx.dialect.analyze == "" {
		return nil
	}
	return tx.Exec(ctx, tx.dialect.analyze)
}

// Read runs work in a read transaction: everything it reads is of one moment.
func (d *DB) Read(ctx context.Context, doing string, work func(ctx context.Context, tx Tx) error) error {
	ctx, limit, stop := limited(ctx, readWithin)
	defer stop()
	sqlTx, err := d.reader.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return Explain(doing, late(ctx, err))
	}
	defer sqlTx.Rollback() //nolint:errcheck // nothing was written, and the work's error is the one that counts
	return Explain(doing, late(ctx, work(ctx, Tx{sqlTx, d.dialect, limit})))
}

// NoTimeout removes the time limit of a read transaction, which then ends with its caller's context.
func (tx Tx) NoTimeout(ctx context.Context) error {
	tx.limit.Stop()
	if !tx.dialect.postgres {
		return nil
	}
	return tx.Exec(ctx, "SELECT set_config('statement_timeout', '0', TRUE), set_config('idle_in_transaction_session_timeout', '10min', TRUE)")
}
