package newsletter

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// importRowsEach is how many subscribers one statement of an import stores.
const importRowsEach = 500

// ImportSubscribers stores subscriptions by their status: confirmed ones, and unsubscribed and unconfirmed ones as unsubscribed.
// Addresses that are known stay as they are, but unconfirmed ones, and who has unsubscribed elsewhere has here.
func (s *SubscriberQueries) ImportSubscribers(ctx context.Context, by string, subscribers []NewSubscriber) (result ImportResult, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "import subscribers", Unversioned: true, Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		byStatus := map[Status][]NewSubscriber{}
		for _, n := range subscribers {
			byStatus[n.Status] = append(byStatus[n.Status], n)
		}
		for some := range slices.Chunk(byStatus[Confirmed], importRowsEach) {
			if err := importSubscribers(ctx, w, some, &result); err != nil {
				return err
			}
		}
		for status, condition := range map[Status]string{
			Unsubscribed: "newsletters.unsubscribed_at IS NULL",
			Unconfirmed:  "newsletters.unsubscribed_at IS NULL AND newsletters.confirmed_at IS NULL", // who confirmed here stays
		} {
			for some := range slices.Chunk(byStatus[status], importRowsEach) {
				if err := importLeft(ctx, w, some, condition); err != nil {
					return err
				}
			}
			result.Left += len(byStatus[status])
		}
		return account.AuditAccess(ctx, w, db.Entry{Action: "import", Object: "newsletters", After: map[string]int{"added": result.Added, "left": result.Left}})
	})
	return result, err
}

func importSubscribers(ctx context.Context, w *db.WriteTx, some []NewSubscriber, result *ImportResult) error {
	var keys, values []any
	for _, n := range some {
		keys = append(keys, n.Key)
		values = append(values, n.Email, n.Key, n.ConsentAt.UnixMicro(), n.ConsentAt.UnixMicro(), topicsOf(n.Choices), n.Cadence, n.ConsentAt.UnixMicro(), n.Consent)
	}
	err := w.Each(ctx, func(rows *sql.Rows) error {
		var hasLeft bool
		err := rows.Scan(&hasLeft)
		if hasLeft {
			result.Unsubscribed++
		} else {
			result.Known++
		}
		return err
	}, "SELECT unsubscribed_at IS NOT NULL FROM newsletters WHERE confirmed_at IS NOT NULL AND email_key IN "+db.Placeholders(len(keys)), keys...)
	if err != nil {
		return err
	}
	added, err := db.Collect(ctx, w, db.Column[int64], "INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, topics, cadence, consent_at, consent) VALUES "+
		db.Rows(len(some), 8)+" ON CONFLICT (email_key) DO UPDATE SET "+db.SetExcluded("email, confirmed_at, topics, cadence, consent_at, consent")+
		" WHERE newsletters.confirmed_at IS NULL RETURNING id", values...)
	result.Added += len(added)
	return err
}

// importLeft stores people who are not subscribed as unsubscribed; those who are known, on a condition.
func importLeft(ctx context.Context, w *db.WriteTx, some []NewSubscriber, condition string) error {
	var values []any
	for _, n := range some {
		at := n.ConsentAt.UnixMicro()
		values = append(values, n.Email, n.Key, at, at, w.At.UnixMicro(), n.Cadence, at, n.Consent)
	}
	return w.Exec(ctx, "INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, unsubscribed_at, cadence, consent_at, consent) VALUES "+
		db.Rows(len(some), 8)+" ON CONFLICT (email_key) DO UPDATE SET email = CASE WHEN newsletters.confirmed_at IS NULL THEN excluded.email ELSE newsletters.email END, "+
		"confirmed_at = coalesce(newsletters.confirmed_at, excluded.confirmed_at), "+
		db.SetExcluded("unsubscribed_at")+" WHERE "+condition, values...)
}

const week = int64(7 * 24 * time.Hour / time.Microsecond)

// ReaderNumbers counts subscribers, and what happened in each of the weeks, which follow one another.
func (s *SubscriberQueries) ReaderNumbers(ctx context.Context, weeks []time.Time) (numbers Numbers, err error) {
	for _, monday := range weeks {
		numbers.Weeks = append(numbers.Weeks, WeekNumbers{Week: monday.Format(time.DateOnly)})
	}
	since := weeks[0].UnixMicro()
	err = s.Read(ctx, "count the readers", func(ctx context.Context, tx db.Tx) error {
		err := tx.Row(ctx, "SELECT count(*) FILTER (WHERE cadence = 'weekly'), count(*) FILTER (WHERE cadence = 'monthly') FROM newsletters WHERE "+getsIssues).
			Scan(&numbers.Weekly, &numbers.Monthly)
		if err != nil {
			return err
		}
		for _, count := range []struct {
			column, from string
			into         func(at int) *int
		}{
			{"created_at", "users WHERE NOT is_admin AND ", func(at int) *int { return &numbers.Weeks[at].SignUps }},
			{"confirmed_at", "newsletters WHERE ", func(at int) *int { return &numbers.Weeks[at].Confirmed }},
			{"unsubscribed_at", "newsletters WHERE ", func(at int) *int { return &numbers.Weeks[at].Unsubscribed }},
		} {
			err := tx.Each(ctx, func(rows *sql.Rows) error {
				var at, found int
				err := rows.Scan(&at, &found)
				if err == nil && at < len(weeks) {
					*count.into(at) = found
				}
				return err
			}, "SELECT ("+count.column+" - ?) / ?, count(*) FROM "+count.from+count.column+" >= ? GROUP BY 1", since, week, since)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return numbers, err
}
