// Package store runs the queries for the catalogue, the site's settings, accounts, submissions and the audit, the same for
// SQLite and PostgreSQL. Transactions and the schema are in internal/db.
//
// # To change
//
//   - what a query may read: plan_test.go checks the plans, plan_calls_test.go calls every method (-run Queries)
//   - the order of products: product_move.go, decision 17; the audit: audit.go, product_audit.go, its undo: undo.go; former category names:
//     category_change.go, decision 5; former slugs of products: product_slug.go, decision 25
//   - what copies share: lease.go, rate_limit.go, decision 13
//   - what "vitrine check" checks: check.go, internal/db/check*.go, cmd/vitrine/check*.go
package store

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Options say where the database is.
type Options = db.Options

// Store runs the queries on an open database.
type Store struct {
	*db.DB

	skewed atomic.Bool // at the last comparison, this machine's clock differed from the database's
}

// Open opens the database as db.Open does and, unless o.Existing is set, updates the keys of addresses and names and makes gaps
// in the order of many products.
func Open(ctx context.Context, o Options) (*Store, error) {
	opened, err := db.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	s := &Store{DB: opened}
	if o.Existing {
		return s, nil
	}
	if err := errors.Join(s.renewKeys(ctx), s.SpreadOrder(ctx)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// transaction adds the queries that others are built from to a db.Tx.
type transaction struct{ db.Tx }

// writeTx is a write transaction with the same queries.
type writeTx struct {
	transaction
	by      string
	at      time.Time
	version int64
	undoes  int64 // the version whose change this transaction undoes, or 0
	audited auditing
}

func (s *Store) read(ctx context.Context, doing string, work func(ctx context.Context, tx transaction) error) error {
	return s.Read(ctx, doing, func(ctx context.Context, tx db.Tx) error { return work(ctx, transaction{tx}) })
}

func (s *Store) write(ctx context.Context, o db.WriteOptions, work func(ctx context.Context, w *writeTx) error) error {
	return s.Write(ctx, o, func(ctx context.Context, tx *db.WriteTx) error {
		w := &writeTx{transaction: transaction{tx.Tx}, by: tx.By, at: tx.At, version: tx.Version}
		if err := work(ctx, w); err != nil {
			return err
		}
		return w.finishAudit(ctx)
	})
}

// writeUnversioned is write for data that visitors never see.
func (s *Store) writeUnversioned(ctx context.Context, by, doing string, work func(ctx context.Context, w *writeTx) error) error {
	return s.write(ctx, db.WriteOptions{By: by, Doing: doing, Unversioned: true}, work)
}
