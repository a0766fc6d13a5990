package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vitrine/internal/fault"
)

// How long a transaction may take, with the wait for a connection. The server's own limits are shorter, and do not help
// where it is stalled or its packets are lost.
const (
	readWithin  = 10 * time.Second
	writeWithin = 14 * time.Second
	longWithin  = 125 * time.Second // from when it asks for that
)

// errTooLate ends a transaction that has used up its time.
var errTooLate = fmt.Errorf("the database did not answer in time: %w", context.DeadlineExceeded)

// transaction is one transaction, reading or writing. Its queries go by its own context, which ends with that of its caller
// or when its time is used up, whichever is first.
type transaction struct {
	tx      *sql.Tx
	dialect *dialect
	ctx     context.Context
	limit   *time.Timer // ends ctx; nil: no limit
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

// statement is the query as the engine wants it.
func (tx transaction) statement(query string, args []any) string {
	query = tx.dialect.rebind(query)
	if tx.dialect.onQuery != nil {
		tx.dialect.onQuery(query, args)
	}
	return query
}

func (tx transaction) exec(_ context.Context, query string, args ...any) error {
	_, err := tx.tx.ExecContext(tx.ctx, tx.statement(query, args), args...)
	return err
}

func (tx transaction) row(_ context.Context, query string, args ...any) *sql.Row {
	return tx.tx.QueryRowContext(tx.ctx, tx.statement(query, args), args...)
}

// each calls read for every row that the query finds.
func (tx transaction) each(_ context.Context, read func(*sql.Rows) error, query string, args ...any) error {
	rows, err := tx.tx.QueryContext(tx.ctx, tx.statement(query, args), args...)
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

// takeLong gives a transaction that reads or writes the whole catalogue the time it needs. For locks it waits no longer.
func (tx transaction) takeLong(ctx context.Context) error { return tx.set(ctx, tx.dialect.long) }

// takePatience has a transaction wait for those before it.
func (tx transaction) takePatience(ctx context.Context) error { return tx.set(ctx, tx.dialect.patient) }

// set does what a dialect has a statement for, and gives the transaction more time from then on.
func (tx transaction) set(ctx context.Context, statement string) error {
	if statement != "" {
		if err := tx.exec(ctx, statement); err != nil {
			return err
		}
	}
	tx.limit.Reset(longWithin)
	return nil
}

// read runs a reading transaction: all that it reads is of one moment.
func (s *Store) read(ctx context.Context, doing string, work func(tx transaction) error) error {
	ctx, limit, stop := limited(ctx, readWithin)
	defer stop()
	sqlTx, err := s.reader.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return explain(doing, late(ctx, err))
	}
	defer sqlTx.Rollback() //nolint:errcheck // nothing was written, and the work's error is the one that counts
	return explain(doing, late(ctx, work(transaction{sqlTx, s.dialect, ctx, limit})))
}

// encode is a list as columns keep it: JSON.
func encode(list []string) (string, error) {
	if len(list) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(list)
	return string(text), err
}

// decode reads a list from a column; it is never nil.
func decode(text []byte) ([]string, error) {
	list := []string{}
	if string(text) == "[]" {
		return list, nil
	}
	err := json.Unmarshal(text, &list)
	return list, err
}
