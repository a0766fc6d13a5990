package store

import (
	"context"
	"database/sql"
	"slices"

	"vitrine/internal/db"
	"vitrine/internal/visits"
)

// visitRows is how many counts one statement writes: far below the parameter limits of both engines.
const visitRows = 1000

// AddVisits adds the counts to the stored ones, in one transaction; those of issues come last. Visits are not a change of the catalogue, so they have
// no version and no audit entry.
func (s *Store) AddVisits(ctx context.Context, counts []visits.Count) error {
	return s.WriteUnlocked(ctx, "add visits", func(ctx context.Context, tx db.Tx) error {
		ofIssues := slices.IndexFunc(counts, func(c visits.Count) bool { return c.Issue != 0 })
		if ofIssues >= 0 {
			if err := addIssueVisits(ctx, tx, counts[ofIssues:]); err != nil {
				return err
			}
			counts = counts[:ofIssues]
		}
		for some := range slices.Chunk(counts, visitRows) {
			args := make([]any, 0, 4*len(some))
			for _, count := range some {
				args = append(args, int64(count.Day), count.Product, count.Opens, count.Visits)
			}
			err := tx.Exec(ctx, "INSERT INTO visits (day, product_id, opens, visits) VALUES "+db.Rows(len(some), 4)+
				" ON CONFLICT (day, product_id) DO UPDATE SET opens = visits.opens + excluded.opens, visits = visits.visits + excluded.visits", args...)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func addIssueVisits(ctx context.Context, tx db.Tx, counts []visits.Count) error {
	for some := range slices.Chunk(counts, visitRows) {
		args := make([]any, 0, 3*len(some))
		for _, count := range some {
			args = append(args, count.Issue, count.Product, count.Visits)
		}
		err := tx.Exec(ctx, "INSERT INTO newsletter_visits (issue, product_id, visits) VALUES "+db.Rows(len(some), 3)+
			" ON CONFLICT (issue, product_id) DO UPDATE SET visits = newsletter_visits.visits + excluded.visits", args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// PruneVisits deletes the counts of the days before the given one, including those of deleted products.
func (s *Store) PruneVisits(ctx context.Context, before visits.Day) error {
	return s.WriteUnlocked(ctx, "delete old visits", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		return tx.Exec(ctx, "DELETE FROM visits WHERE day < ?", int64(before))
	})
}

// sumColumns selects a query's totals. PostgreSQL's SUM of a BIGINT is not an integer, hence the casts.
const sumColumns = "CAST(SUM(opens) AS BIGINT), CAST(SUM(visits) AS BIGINT)"

// VisitedProducts returns the total of each product since a day, ordered by product.
func (s *Store) VisitedProducts(ctx context.Context, since visits.Day) ([]visits.ProductTotal, error) {
	return visitTotals(ctx, s, scanVisited, "SELECT product_id, "+sumColumns+" FROM visits WHERE day >= ? GROUP BY product_id ORDER BY product_id", int64(since))
}

// VisitedDays returns the total of all products for each day since the given one, by day, without days that have none.
func (s *Store) VisitedDays(ctx context.Context, since visits.Day) ([]visits.DayTotal, error) {
	return visitTotals(ctx, s, scanDay, "SELECT day, "+sumColumns+" FROM visits WHERE day >= ? GROUP BY day ORDER BY day", int64(since))
}

// ProductVisits returns the total of one product for each day from one to another, by day, without days that have none. The
// query names every day, so that the primary key finds each.
func (s *Store) ProductVisits(ctx context.Context, product int64, from, to visits.Day) ([]visits.DayTotal, error) {
	if to < from {
		return []visits.DayTotal{}, nil
	}
	args := []any{product}
	for day := from; day <= to; day++ {
		args = append(args, int64(day))
	}
	return visitTotals(ctx, s, scanDay, "SELECT day, opens, visits FROM visits WHERE product_id = ? AND day IN "+
		db.Placeholders(len(args)-1)+" ORDER BY day", args...)
}

// VisitCounts returns the counts since a day, by day and product: the order of the primary key.
func (s *Store) VisitCounts(ctx context.Context, since visits.Day) ([]visits.Count, error) {
	return visitTotals(ctx, s, scanCount, "SELECT product_id, day, opens, visits FROM visits WHERE day >= ? ORDER BY day, product_id", int64(since))
}

func scanCount(rows *sql.Rows) (visits.Count, error) {
	var count visits.Count
	err := rows.Scan(&count.Product, &count.Day, &count.Opens, &count.Visits)
	return count, err
}

func scanVisited(rows *sql.Rows) (visits.ProductTotal, error) {
	var total visits.ProductTotal
	err := rows.Scan(&total.Product, &total.Opens, &total.Visits)
	return total, err
}

func scanDay(rows *sql.Rows) (visits.DayTotal, error) {
	var total visits.DayTotal
	err := rows.Scan(&total.Day, &total.Opens, &total.Visits)
	return total, err
}

// visitTotals reads all rows of a query about visits.
func visitTotals[T any](ctx context.Context, s *Store, scan func(*sql.Rows) (T, error), query string, args ...any) (found []T, err error) {
	err = s.read(ctx, "read visits", func(ctx context.Context, tx transaction) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		found, err = db.Collect(ctx, tx, scan, query, args...)
		return err
	})
	return found, err
}
