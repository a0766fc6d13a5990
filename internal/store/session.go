package store

import (
	"context"
	"database/sql"
	"encoding/json"
)

// session is one transaction, reading or writing.
type session struct {
	tx      *sql.Tx
	dialect *dialect
}

func (c session) exec(ctx context.Context, query string, args ...any) error {
	_, err := c.tx.ExecContext(ctx, c.dialect.rebind(query), args...)
	return err
}

func (c session) row(ctx context.Context, query string, args ...any) *sql.Row {
	return c.tx.QueryRowContext(ctx, c.dialect.rebind(query), args...)
}

// each calls read for every row that the query finds.
func (c session) each(ctx context.Context, read func(*sql.Rows) error, query string, args ...any) error {
	rows, err := c.tx.QueryContext(ctx, c.dialect.rebind(query), args...)
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
func (c session) takeLong(ctx context.Context) error { return c.set(ctx, c.dialect.long) }

// takePatience has a transaction wait for those before it.
func (c session) takePatience(ctx context.Context) error { return c.set(ctx, c.dialect.patient) }

// set does what a dialect has a statement for.
func (c session) set(ctx context.Context, statement string) error {
	if statement == "" {
		return nil
	}
	return c.exec(ctx, statement)
}

// read runs a reading transaction: all that it reads is of one moment.
func (s *Store) read(ctx context.Context, doing string, work func(c session) error) error {
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return explain(doing, err)
	}
	defer tx.Rollback() //nolint:errcheck // nothing was written, and the work's error is the one that counts
	return explain(doing, work(session{tx, s.dialect}))
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
