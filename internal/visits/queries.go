package visits

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// visitRows is how many counts one statement writes: far below the parameter limits of both engines.
const visitRows = 1000

// AddVisits adds the counts to the stored ones, in one transaction. Those of pages come after those of products, and those
// of issues last. Visits are not a change of the catalogue, so they have no version and no audit entry.
func (s *Queries) AddVisits(ctx context.Context, counts []Count) error {
	return s.WriteUnlocked(ctx, "add visits", func(ctx context.Context, tx db.Tx) error {
		products, rest := cutAt(counts, func(c Count) bool { return c.Page.Kind != "" || c.Issue != 0 })
		pages, issues := cutAt(rest, func(c Count) bool { return c.Issue != 0 })
		err := addCounts(ctx, tx, products, "visits (day, product_id, opens, visits)",
			"(day, product_id) DO UPDATE SET opens = visits.opens + excluded.opens, visits = visits.visits + excluded.visits",
			func(c Count) []any { return []any{int64(c.Day), c.Product, c.Views, c.Clicks} })
		if err != nil {
			return err
		}
		err = addCounts(ctx, tx, pages, "page_views (day, kind, key, views)",
			"(day, kind, key) DO UPDATE SET views = page_views.views + excluded.views",
			func(c Count) []any { return []any{int64(c.Day), string(c.Page.Kind), c.Page.Key, c.Views} })
		if err != nil {
			return err
		}
		return addCounts(ctx, tx, issues, "newsletter_visits (issue, product_id, visits)",
			"(issue, product_id) DO UPDATE SET visits = newsletter_visits.visits + excluded.visits",
			func(c Count) []any { return []any{c.Issue, c.Product, c.Clicks} })
	})
}

// cutAt returns the counts before the first for which is reports true, and the others.
func cutAt(counts []Count, is func(Count) bool) (before, others []Count) {
	at := slices.IndexFunc(counts, is)
	if at < 0 {
		at = len(counts)
	}
	return counts[:at], counts[at:]
}

// addCounts inserts the values of counts into a table, or adds them to the row that is there.
func addCounts(ctx context.Context, tx db.Tx, counts []Count, into, conflict string, values func(Count) []any) error {
	for some := range slices.Chunk(counts, visitRows) {
		var args []any
		for _, count := range some {
			args = append(args, values(count)...)
		}
		err := tx.Exec(ctx, "INSERT INTO "+into+" VALUES "+db.Rows(len(some), len(args)/len(some))+" ON CONFLICT "+conflict, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// PruneVisits deletes the counts of the days before the given one, including those of deleted products and collections.
func (s *Queries) PruneVisits(ctx context.Context, before Day) error {
	return s.WriteUnlocked(ctx, "delete old visits", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		if err := tx.Exec(ctx, "DELETE FROM visits WHERE day < ?", int64(before)); err != nil {
			return err
		}
		return tx.Exec(ctx, "DELETE FROM page_views WHERE day < ?", int64(before))
	})
}

// sumColumns selects a query's totals. PostgreSQL's SUM of a BIGINT is not an integer, hence the casts.
const sumColumns = "CAST(SUM(opens) AS BIGINT), CAST(SUM(visits) AS BIGINT)"

// VisitedProducts returns the total of each product since a day, ordered by product.
func (s *Queries) VisitedProducts(ctx context.Context, since Day) ([]ProductTotal, error) {
	return visitTotals(ctx, s, scanVisited, "SELECT product_id, "+sumColumns+" FROM visits WHERE day >= ? GROUP BY product_id ORDER BY product_id", int64(since))
}

// VisitedDays returns the total of all products for each day since the given one, by day, without days that have none.
func (s *Queries) VisitedDays(ctx context.Context, since Day) ([]DayTotal, error) {
	return visitTotals(ctx, s, scanDay, "SELECT day, "+sumColumns+" FROM visits WHERE day >= ? GROUP BY day ORDER BY day", int64(since))
}

// ProductVisits returns the total of one product for each day from one to another, by day, without days that have none. The
// query names every day, so that the primary key finds each.
func (s *Queries) ProductVisits(ctx context.Context, product int64, from, to Day) ([]DayTotal, error) {
	if to < from {
		return []DayTotal{}, nil
	}
	args := append([]any{product}, daysOf(from, to)...)
	return visitTotals(ctx, s, scanDay, "SELECT day, opens, visits FROM visits WHERE product_id = ? AND day IN "+
		db.Placeholders(len(args)-1)+" ORDER BY day", args...)
}

// daysOf returns the days from one to another as arguments.
func daysOf(from, to Day) (args []any) {
	for day := from; day <= to; day++ {
		args = append(args, int64(day))
	}
	return args
}

// PageViews returns by key how often pages of a kind were opened from one day to another. Pages without views are left
// out. The query names every day, so that the primary key finds each.
func (s *Queries) PageViews(ctx context.Context, kind Kind, keys []string, from, to Day) (map[string]int64, error) {
	views := make(map[string]int64, len(keys))
	if len(keys) == 0 || to < from {
		return views, nil
	}
	days := daysOf(from, to)
	args := append(days, string(kind))
	for _, key := range keys {
		args = append(args, key)
	}
	totals, err := visitTotals(ctx, s, scanPage, "SELECT kind, key, CAST(SUM(views) AS BIGINT) FROM page_views WHERE day IN "+db.Placeholders(len(days))+
		" AND kind = ? AND key IN "+db.Placeholders(len(keys))+" GROUP BY kind, key", args...)
	for _, total := range totals {
		views[total.Key] = total.Views
	}
	return views, err
}

// RecentViews returns by key how often pages of a kind were opened in the last Window days.
func (s *Queries) RecentViews(ctx context.Context, kind Kind, keys ...string) (map[string]int64, error) {
	today := DayOf(time.Now())
	return s.PageViews(ctx, kind, keys, today-Window+1, today)
}

// MostViewedPages returns the most viewed pages since a day, at most limit, without the booked places, which are on other pages.
func (s *Queries) MostViewedPages(ctx context.Context, since Day, limit int) ([]PageTotal, error) {
	return visitTotals(ctx, s, scanPage, "SELECT kind, key, CAST(SUM(views) AS BIGINT) AS total FROM page_views WHERE day >= ? AND kind NOT IN (?, ?) "+
		"GROUP BY kind, key ORDER BY total DESC, kind, key LIMIT ?", int64(since), string(Booking), string(BookingClick), limit)
}

// BookingDays returns how often a booking was seen and clicked on each day from one to another, by day, without days that have neither.
func (s *Queries) BookingDays(ctx context.Context, key string, from, to Day) ([]DayTotal, error) {
	if to < from {
		return []DayTotal{}, nil
	}
	days := daysOf(from, to)
	args := append([]any{string(Booking), string(BookingClick)}, append(days, string(Booking), string(BookingClick), key)...)
	return visitTotals(ctx, s, scanDay, "SELECT day, CAST(SUM(CASE kind WHEN ? THEN views ELSE 0 END) AS BIGINT), CAST(SUM(CASE kind WHEN ? THEN views ELSE 0 END) AS BIGINT) "+
		"FROM page_views WHERE day IN "+db.Placeholders(len(days))+" AND kind IN (?, ?) AND key = ? GROUP BY day ORDER BY day", args...)
}

// VisitCounts returns the counts since a day, by day and product: the order of the primary key.
func (s *Queries) VisitCounts(ctx context.Context, since Day) ([]Count, error) {
	return visitTotals(ctx, s, scanCount, "SELECT product_id, day, opens, visits FROM visits WHERE day >= ? ORDER BY day, product_id", int64(since))
}

func scanCount(rows *sql.Rows) (Count, error) {
	var count Count
	err := rows.Scan(&count.Product, &count.Day, &count.Views, &count.Clicks)
	return count, err
}

func scanVisited(rows *sql.Rows) (ProductTotal, error) {
	var total ProductTotal
	err := rows.Scan(&total.Product, &total.Views, &total.Clicks)
	return total, err
}

func scanPage(rows *sql.Rows) (PageTotal, error) {
	var total PageTotal
	err := rows.Scan(&total.Kind, &total.Key, &total.Views)
	return total, err
}

func scanDay(rows *sql.Rows) (DayTotal, error) {
	var total DayTotal
	err := rows.Scan(&total.Day, &total.Views, &total.Clicks)
	return total, err
}

// visitTotals reads all rows of a query about visits.
func visitTotals[T any](ctx context.Context, s *Queries, scan func(*sql.Rows) (T, error), query string, args ...any) (found []T, err error) {
	err = s.Read(ctx, "read visits", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		found, err = db.Collect(ctx, tx, scan, query, args...)
		return err
	})
	return found, err
}

// Queries read and write the counts of visits.
type Queries struct{ *db.DB }
