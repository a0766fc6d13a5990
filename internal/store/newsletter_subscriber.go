package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
)

const subscriberColumns = "id, email, subscribed_at, confirmed_at, unsubscribed_at, topics, cadence, consent_at, consent, failures"

// getsIssues is the condition for a subscriber who gets issues.
const getsIssues = "confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND failures < 3"

func scanSubscriber(rows *sql.Rows) (newsletter.Subscriber, error) {
	var s newsletter.Subscriber
	var subscribed, consent int64
	var confirmed, unsubscribed sql.NullInt64
	var topics string
	err := rows.Scan(&s.ID, &s.Email, &subscribed, &confirmed, &unsubscribed, &topics, &s.Cadence, &consent, &s.Consent, &s.Failures)
	if err != nil {
		return s, err
	}
	s.SubscribedAt, s.ConsentAt = db.TimeOf(subscribed), db.TimeOf(consent)
	s.ConfirmedAt, s.UnsubscribedAt = timeOrZero(confirmed), timeOrZero(unsubscribed)
	err = json.Unmarshal([]byte(topics), &s.Topics)
	slices.Sort(s.Topics)
	s.Topics = slices.Compact(s.Topics) // two topics may have been merged
	return s, err
}

func timeOrZero(at sql.NullInt64) time.Time {
	if !at.Valid {
		return time.Time{}
	}
	return db.TimeOf(at.Int64)
}

// topicList is the column as a list with a comma before and after each topic, as listed returns one.
const topicList = "replace(replace(topics, '[', ','), ']', ',')"

func listed(topic int64) string { return "," + strconv.FormatInt(topic, 10) + "," }

// topicsOf returns topics as the column holds them.
func topicsOf(c newsletter.Choices) string {
	text, err := json.Marshal(append([]int64{}, c.Topics...))
	if err != nil {
		panic("write a list of numbers as JSON: " + err.Error())
	}
	return string(text)
}

// Request stores an unconfirmed subscription with the hash of a token, or replaces the choices, the consent and the token of one
// that is unconfirmed or has ended. Of a confirmed one it replaces only the token. The address of one that was ever confirmed
// stays, however it was typed now.
func (s *Store) Request(ctx context.Context, n newsletter.NewSubscriber, tokenHash string) (newsletter.Subscriber, error) {
	var stored newsletter.Subscriber
	err := s.writeUnversioned(ctx, "", "request a subscription", func(ctx context.Context, w *writeTx) error {
		var id int64
		err := w.Row(ctx, "UPDATE newsletters SET token_hash = ? WHERE email_key = ? AND "+getsIssues+" RETURNING id", tokenHash, n.Key).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			err = w.Exec(ctx, "INSERT INTO newsletters (email, email_key, subscribed_at, topics, cadence, token_hash, consent_at, consent) VALUES "+db.Placeholders(8)+
				" ON CONFLICT (email_key) DO UPDATE SET email = CASE WHEN newsletters.confirmed_at IS NULL THEN excluded.email ELSE newsletters.email END, "+
				setExcluded("subscribed_at, topics, cadence, token_hash, consent_at, consent"),
				n.Email, n.Key, w.at.UnixMicro(), topicsOf(n.Choices), n.Cadence, tokenHash, n.ConsentAt.UnixMicro(), n.Consent)
		}
		if err != nil {
			return err
		}
		stored, err = w.subscriber(ctx, "email_key = ?", n.Key)
		return err
	})
	return stored, err
}

// Subscribe stores a confirmed subscription, or changes the existing one. One that is not confirmed or has ended gets the new
// consent.
func (s *Store) Subscribe(ctx context.Context, n newsletter.NewSubscriber) (newsletter.Subscriber, error) {
	var stored newsletter.Subscriber
	err := s.writeUnversioned(ctx, "", "subscribe", func(ctx context.Context, w *writeTx) error {
		at, topics := w.at.UnixMicro(), topicsOf(n.Choices)
		var id int64
		err := w.Row(ctx, "UPDATE newsletters SET topics = ?, cadence = ? WHERE email_key = ? AND "+getsIssues+" RETURNING id", topics, n.Cadence, n.Key).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			err = w.Exec(ctx, "INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, topics, cadence, consent_at, consent) VALUES "+db.Placeholders(8)+
				" ON CONFLICT (email_key) DO UPDATE SET unsubscribed_at = NULL, failures = 0, "+setExcluded("confirmed_at, topics, cadence, consent_at, consent"),
				n.Email, n.Key, at, at, topics, n.Cadence, n.ConsentAt.UnixMicro(), n.Consent)
		}
		if err != nil {
			return err
		}
		stored, err = w.subscriber(ctx, "email_key = ?", n.Key)
		return err
	})
	return stored, err
}

// subscriber reads the subscriber whom a condition selects.
func (tx transaction) subscriber(ctx context.Context, where string, args ...any) (newsletter.Subscriber, error) {
	found, err := db.Collect(ctx, tx, scanSubscriber, "SELECT "+subscriberColumns+" FROM newsletters WHERE "+where, args...)
	if err != nil {
		return newsletter.Subscriber{}, err
	}
	return only(found, newsletter.NoSubscriber)
}

// SubscriberByToken finds the subscriber by the hash of a token in the latest confirmation, or in an issue.
func (s *Store) SubscriberByToken(ctx context.Context, hash string) (found newsletter.Subscriber, err error) {
	err = s.read(ctx, "find a subscriber", func(ctx context.Context, tx transaction) error {
		found, err = tx.subscriber(ctx, "token_hash = ? AND token_hash <> ''", hash)
		if fault.Is(err, fault.NotFound) {
			found, err = tx.subscriber(ctx, "id = (SELECT subscriber_id FROM emails WHERE token_hash = ? AND token_hash <> '')", hash)
		}
		return err
	})
	return found, err
}

// SubscriberByEmail finds the subscriber of an address by its key.
func (s *Store) SubscriberByEmail(ctx context.Context, key string) (found newsletter.Subscriber, err error) {
	err = s.read(ctx, "find a subscriber", func(ctx context.Context, tx transaction) error {
		found, err = tx.subscriber(ctx, "email_key = ?", key)
		return err
	})
	return found, err
}

// Leave ends a subscription and deletes one that was never confirmed. tokenHash, if it is of an issue, counts as left from that
// issue. Leaving again changes nothing.
func (s *Store) Leave(ctx context.Context, id int64, tokenHash string) error {
	return s.writeUnversioned(ctx, "", "end a subscription", func(ctx context.Context, w *writeTx) error {
		if err := w.Exec(ctx, "DELETE FROM newsletters WHERE id = ? AND confirmed_at IS NULL", id); err != nil {
			return err
		}
		err := w.Row(ctx, "UPDATE newsletters SET unsubscribed_at = ? WHERE id = ? AND unsubscribed_at IS NULL RETURNING id", w.at.UnixMicro(), id).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return w.Exec(ctx, "UPDATE newsletter_issues SET unsubscribed = unsubscribed + 1 WHERE number = "+
			"(SELECT issue FROM emails WHERE token_hash = ? AND token_hash <> '' AND subscriber_id = ?)", tokenHash, id)
	})
}

// ForgetUnconfirmed deletes the subscriptions from before the given time that were never confirmed.
func (s *Store) ForgetUnconfirmed(ctx context.Context, before time.Time) error {
	return s.writeUnversioned(ctx, "", "forget unconfirmed subscriptions", func(ctx context.Context, w *writeTx) error {
		return w.Exec(ctx, "DELETE FROM newsletters WHERE confirmed_at IS NULL AND subscribed_at < ?", before.UnixMicro())
	})
}

// RemoveSubscriber deletes a subscription, and what waits to be sent for it.
func (s *Store) RemoveSubscriber(ctx context.Context, by string, id int64) error {
	return s.writeUnversioned(ctx, by, "remove a subscriber", func(ctx context.Context, w *writeTx) error {
		found, err := w.subscriber(ctx, "id = ?", id)
		if err != nil {
			return err
		}
		if err := w.forgetSubscriber(ctx, account.EmailKey(found.Email)); err != nil {
			return err
		}
		return w.auditAccess(ctx, entry{Action: "delete", Object: "newsletters", ObjectID: id})
	})
}

// forgetSubscriber deletes the subscription of an address, if it has one, and what waits to be sent for it.
func (w *writeTx) forgetSubscriber(ctx context.Context, key string) error {
	if err := w.Exec(ctx, "DELETE FROM emails WHERE recipient_key = ? AND (kind = ? OR issue IS NOT NULL)", key, newsletter.ConfirmEmail); err != nil {
		return err
	}
	return w.Exec(ctx, "DELETE FROM newsletters WHERE email_key = ?", key)
}

// EachSubscriber passes those who get issues to use, by id.
func (s *Store) EachSubscriber(ctx context.Context, use func(newsletter.Subscriber) error) error {
	return s.read(ctx, "read the subscribers", func(ctx context.Context, tx transaction) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		return tx.Each(ctx, func(rows *sql.Rows) error {
			found, err := scanSubscriber(rows)
			if err != nil {
				return err
			}
			return use(found)
		}, "SELECT "+subscriberColumns+" FROM newsletters WHERE "+getsIssues+" ORDER BY id")
	})
}

// Subscribers reads a page of the subscribers, the newest first, and counts those whom search and topic find.
func (s *Store) Subscribers(ctx context.Context, q newsletter.SubscriberQuery) (page []newsletter.Subscriber, counts newsletter.SubscriberCounts, err error) {
	where, args := subscribersFound(q)
	err = s.read(ctx, "read the subscribers", func(ctx context.Context, tx transaction) error {
		err := tx.Row(ctx, "SELECT count(*), count(*) FILTER (WHERE "+getsIssues+"), count(*) FILTER (WHERE "+subscriberFilters[newsletter.Unconfirmed]+
			"), count(*) FILTER (WHERE "+subscriberFilters[newsletter.Unsubscribed]+"), count(*) FILTER (WHERE "+subscriberFilters[newsletter.Refused]+
			") FROM newsletters WHERE "+where, args...).
			Scan(&counts.All, &counts.Confirmed, &counts.Unconfirmed, &counts.Unsubscribed, &counts.Refused)
		if err != nil {
			return err
		}
		if condition := subscriberFilters[q.Filter]; condition != "" {
			where += " AND " + condition
		}
		if q.After > 0 {
			where, args = where+" AND id < ?", append(args, q.After)
		}
		page, err = db.Collect(ctx, tx, scanSubscriber, "SELECT "+subscriberColumns+" FROM newsletters WHERE "+where+" ORDER BY id DESC LIMIT ?", append(args, q.Limit)...)
		return err
	})
	return page, counts, err
}

// subscriberFilters are the conditions of the filters.
var subscriberFilters = map[newsletter.SubscriberFilter]string{
	newsletter.Confirmed:    getsIssues,
	newsletter.Unconfirmed:  "confirmed_at IS NULL AND unsubscribed_at IS NULL",
	newsletter.Unsubscribed: "unsubscribed_at IS NOT NULL",
	newsletter.Refused:      "confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND failures >= 3",
}

// subscribersFound returns the condition for the subscribers whom search and topic find.
func subscribersFound(q newsletter.SubscriberQuery) (where string, args []any) {
	where = "TRUE"
	for _, word := range strings.Fields(catalog.Fold(q.Search)) {
		where, args = where+" AND "+contains("email_key"), append(args, containing(word))
	}
	if q.Topic > 0 {
		where, args = where+" AND (topics = '[]' OR "+topicList+" LIKE ?)", append(args, "%"+listed(q.Topic)+"%")
	}
	return where, args
}
