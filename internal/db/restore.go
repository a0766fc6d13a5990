package db

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Bounds of one statement that writes restored rows.
const (
	mostRestored      = 1000     // rows
	mostRestoredBytes = 4 << 20  // of texts, after which no further row is taken
	mostValues        = 16 << 10 // values; SQLite takes 32,766
)

// Restoring is a database that is filled beside the one in use, which it replaces in the end. While it is open nobody
// else can open the one in use.
type Restoring struct {
	Tables []Table // to be filled in this order; nothing is said of rows
	db     *DB
	place  restoringPlace
}

// restoringPlace is where a database is restored, in either engine.
type restoringPlace interface {
	// swap puts what was restored in the place of what is there, whole or not at all, and says where the old lies;
	// empty where there was none.
	swap(ctx context.Context) (oldData string, err error)
	// leave removes what was not swapped, and lets others in.
	leave() error
}

// Restore begins to restore a database with the tables of a step. It is refused while anybody has the database open.
func Restore(ctx context.Context, o Options, step int64) (*Restoring, error) {
	tables, err := tablesOf(ctx, step)
	if err != nil {
		return nil, err
	}
	r := &Restoring{Tables: tables, db: newDB(o)}
	begin := r.beginSQLite
	if o.DatabaseURL != "" {
		begin = r.beginPostgres
	}
	if err := begin(ctx, o); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if err := r.makeTables(ctx, step); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// errInUse is said of a database that somebody has open.
var errInUse = errors.New("the site is open, or a command is at work on its data: stop it first, then restore")

// makeTables makes the tables empty: what a step puts into them is in what is restored too.
func (r *Restoring) makeTables(ctx context.Context, step int64) error {
	if err := r.upgradeTo(ctx, step); err != nil {
		return err
	}
	return r.write(ctx, "make empty tables", func(ctx context.Context, tx Tx) error {
		for i := range r.Tables {
			if err := tx.Exec(ctx, "DELETE FROM "+quoted(r.Tables[len(r.Tables)-1-i].Name)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *Restoring) upgradeTo(ctx context.Context, step int64) error {
	provider, err := provider(r.db.dialect, r.db.writer, r.db.logger)
	if err != nil {
		return err
	}
	return migrate(ctx, provider, step)
}

// write runs work in a transaction.
func (r *Restoring) write(ctx context.Context, doing string, work func(ctx context.Context, tx Tx) error) error {
	sqlTx, err := r.db.writer.BeginTx(ctx, nil)
	if err != nil {
		return Explain(doing, err)
	}
	defer sqlTx.Rollback() //nolint:errcheck // after the commit it does nothing; before it the work's error counts
	if err := work(ctx, Tx{tx: sqlTx, dialect: r.db.dialect}); err != nil {
		return Explain(doing, err)
	}
	return Explain(doing, sqlTx.Commit())
}

// Fill writes all rows of one of the Tables, with its LastID set.
func (r *Restoring) Fill(ctx context.Context, t Table, rows iter.Seq2[[]any, error]) error {
	return r.write(ctx, "restore the table "+t.Name, func(ctx context.Context, tx Tx) error {
		batch := filling{Tx: tx, table: t, most: min(mostRestored, mostValues/len(t.Columns))}
		for values, err := range rows {
			if err != nil {
				return err
			}
			if err := batch.add(ctx, values); err != nil {
				return err
			}
		}
		if err := batch.flush(ctx); err != nil {
			return err
		}
		return tx.continueAfter(ctx, t)
	})
}

// filling gathers rows for one statement.
type filling struct {
	Tx
	table       Table
	most        int
	rows, bytes int
	values      []any
}

func (f *filling) add(ctx context.Context, values []any) error {
	if len(values) != len(f.table.Columns) {
		return fmt.Errorf("a row has %d values and not %d", len(values), len(f.table.Columns))
	}
	for _, value := range values {
		switch v := value.(type) {
		case string:
			f.bytes += len(v)
		case []byte:
			f.bytes += len(v)
		}
	}
	f.values = append(f.values, values...)
	if f.rows++; f.rows < f.most && f.bytes < mostRestoredBytes {
		return nil
	}
	return f.flush(ctx)
}

func (f *filling) flush(ctx context.Context) error {
	if f.rows == 0 {
		return nil
	}
	err := f.Exec(ctx, "INSERT INTO "+quoted(f.table.Name)+" ("+quoted(f.table.Columns...)+") VALUES "+Rows(f.rows, len(f.table.Columns)), f.values...)
	f.rows, f.bytes, f.values = 0, 0, f.values[:0]
	return err
}

// continueAfter has the database give the ids after the last one: one that was given is never given again.
func (tx Tx) continueAfter(ctx context.Context, t Table) error {
	if t.LastID == 0 {
		return nil
	}
	if tx.dialect.postgres {
		return tx.Exec(ctx, "SELECT setval(CAST(pg_get_serial_sequence(?, 'id') AS regclass), ?)", t.Name, t.LastID)
	}
	if err := tx.Exec(ctx, "DELETE FROM sqlite_sequence WHERE name = ?", t.Name); err != nil {
		return err
	}
	return tx.Exec(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", t.Name, t.LastID)
}

// Dump reads back what was filled.
func (r *Restoring) Dump(ctx context.Context, do func(m *Moment) error) error {
	return r.db.Dump(ctx, do)
}

// Commit brings the tables up to date and puts them in the place of those in use, whole or not at all. It says where the
// old ones lie, in words; empty where there were none.
func (r *Restoring) Commit(ctx context.Context) (oldData string, err error) {
	last, err := LastStep()
	if err != nil {
		return "", err
	}
	if err := r.upgradeTo(ctx, last); err != nil {
		return "", err
	}
	if r.db.dialect.analyze != "" {
		if _, err := r.db.writer.ExecContext(ctx, r.db.dialect.analyze); err != nil {
			return "", Explain("count the restored rows", err)
		}
	}
	if err := r.db.Close(); err != nil {
		return "", fmt.Errorf("close the restored database: %w", err)
	}
	r.db.writer, r.db.reader = nil, nil
	return r.place.swap(ctx)
}

// Close removes what was not committed, and lets others open the database again.
func (r *Restoring) Close() error {
	failed := []error{r.db.Close()}
	if r.place != nil {
		failed = append(failed, r.place.leave())
	}
	return errors.Join(failed...)
}
