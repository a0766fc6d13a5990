package newsletter

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
)

// SubscriberQueries read and write subscribers.
type SubscriberQueries struct{ *db.DB }

var subscribers = db.TableOf[Subscriber]("newsletters")

// getsIssues is the condition for a subscriber who gets issues.
const getsIssues = "confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND failures < 3"

// scanSubscriber reads a row of the columns of subscribers.
func scanSubscriber(rows *sql.Rows) (Subscriber, error) {
	s, err := db.Columns[Subscriber](rows)
	slices.Sort(s.Topics)
	s.Topics = slices.Compact(s.Topics) // two topics may have been merged
	return s, err
}

// topicList is the column as a list with a comma before and after each topic, as listed returns one.
const topicList = "replace(replace(topics, '[', ','), ']', ',')"

func listed(topic int64) string { return "," + strconv.FormatInt(topic, 10) + "," }

// mergeTopics replaces a topic by another in the lists of a table.
const mergeTopics = " SET topics = '[' || trim(replace(" + topicList + ", ?, ?), ',') || ']' WHERE " + topicList + " LIKE ?"

// MergeTopics replaces a topic, a category, by the one that it is merged into.
func MergeTopics(ctx context.Context, w *db.WriteTx, from, into int64) error {
	for _, table := range []string{"newsletters", "newsletter_links"} {
		if err := w.Exec(ctx, "UPDATE "+table+mergeTopics, listed(from), listed(into), "%"+listed(from)+"%"); err != nil {
			return err
		}
	}
	return nil
}

// topicsOf returns topics as the column holds them.
func topicsOf(c Choices) string {
	text, err := json.Marshal(append([]int64{}, c.Topics...))
	if err != nil {
		panic("write a list of numbers as JSON: " + err.Error())
	}
	return string(text)
}

// maxLinks is how many links of a subscription are kept: more than are emailed in the week for which one can confirm.
const maxLinks = 250

// Request stores a link with which a subscription can be confirmed, and the subscription if the address has none. Nothing else
// of a subscription changes. From the first confirmation on a link is for the stored address, however it was typed now.
func (s *SubscriberQueries) Request(ctx context.Context, n NewSubscriber, tokenHash string) (link Link, err error) {
	err = s.WriteUnversioned(ctx, "", "request a subscription", func(ctx context.Context, w *db.WriteTx) error {
		var id int64
		err := w.Row(ctx, "INSERT INTO newsletters (email, email_key, subscribed_at, topics, cadence, consent_at, consent) VALUES "+db.Placeholders(7)+
			" ON CONFLICT (email_key) DO UPDATE SET subscribed_at = CASE WHEN newsletters.confirmed_at IS NULL THEN excluded.subscribed_at ELSE newsletters.subscribed_at END RETURNING id",
			n.Email, n.Key, w.At.UnixMicro(), topicsOf(n.Choices), n.Cadence, n.ConsentAt.UnixMicro(), n.Consent).Scan(&id)
		if err != nil {
			return err
		}
		err = w.Row(ctx, "INSERT INTO newsletter_links (token_hash, subscriber_id, email, topics, cadence, is_used, created_at) "+
			"SELECT ?, id, CASE WHEN confirmed_at IS NULL THEN ? ELSE email END, ?, ?, "+getsIssues+", CAST(? AS BIGINT) FROM newsletters WHERE id = ? RETURNING email, is_used",
			tokenHash, n.Email, topicsOf(n.Choices), n.Cadence, w.At.UnixMicro(), id).Scan(&link.Email, &link.IsSubscribed)
		if err != nil {
			return err
		}
		return w.Exec(ctx, "DELETE FROM newsletter_links WHERE subscriber_id = ? AND token_hash NOT IN "+
			"(SELECT token_hash FROM newsletter_links WHERE subscriber_id = ? ORDER BY created_at DESC, token_hash LIMIT ?)", id, id, maxLinks)
	})
	return link, err
}

// Subscribe stores a confirmed subscription of an address that is known to be its owner's, or changes the existing one. One that
// is not confirmed or has ended gets the new consent. A subscription that another spelling of the address has ever confirmed is
// a Conflict.
func (s *SubscriberQueries) Subscribe(ctx context.Context, n NewSubscriber) (Subscriber, error) {
	var stored Subscriber
	err := s.WriteUnversioned(ctx, "", "subscribe", func(ctx context.Context, w *db.WriteTx) error {
		at, topics := w.At.UnixMicro(), topicsOf(n.Choices)
		var id int64
		err := w.Row(ctx, "UPDATE newsletters SET topics = ?, cadence = ? WHERE email_key = ? AND email = ? AND "+getsIssues+" RETURNING id", topics, n.Cadence, n.Key, n.Email).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			err = w.Row(ctx, "INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, topics, cadence, consent_at, consent) VALUES "+db.Placeholders(8)+
				" ON CONFLICT (email_key) DO UPDATE SET unsubscribed_at = NULL, failures = 0, "+db.SetExcluded("email, confirmed_at, topics, cadence, consent_at, consent")+
				" WHERE newsletters.confirmed_at IS NULL OR newsletters.email = excluded.email RETURNING id",
				n.Email, n.Key, at, at, topics, n.Cadence, n.ConsentAt.UnixMicro(), n.Consent).Scan(&id)
		}
		if errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.Conflict, OtherSpelling)
		}
		if err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM newsletter_links WHERE subscriber_id = ? AND email <> ?", id, n.Email); err != nil {
			return err
		}
		if err := w.Exec(ctx, "UPDATE newsletter_links SET is_used = TRUE WHERE subscriber_id = ? AND NOT is_used", id); err != nil {
			return err
		}
		stored, err = subscriber(ctx, w.Tx, "id = ?", id)
		return err
	})
	return stored, err
}

// subscriber reads the subscriber whom a condition selects.
func subscriber(ctx context.Context, tx db.Tx, where string, args ...any) (Subscriber, error) {
	found, err := db.Collect(ctx, tx, scanSubscriber, "SELECT "+subscribers.Columns+" FROM newsletters WHERE "+where, args...)
	if err != nil {
		return Subscriber{}, err
	}
	return db.Only(found, NoSubscriber)
}

// byLink finds a subscriber by a link. Its address must be the subscriber's, unless nobody has confirmed one.
const byLink = "SELECT s.id, l.email, s.subscribed_at, s.confirmed_at, s.unsubscribed_at, CASE WHEN l.is_used THEN s.topics ELSE l.topics END, " +
	"CASE WHEN l.is_used THEN s.cadence ELSE l.cadence END, s.consent_at, s.consent, s.failures " +
	"FROM newsletter_links l JOIN newsletters s ON s.id = l.subscriber_id WHERE l.token_hash = ? AND (s.email = l.email OR s.confirmed_at IS NULL)"

// SubscriberByToken finds the subscriber by the hash of a token in a link or in an issue. Until one is confirmed, it has the
// address to which the link was sent and what was asked for with it.
func (s *SubscriberQueries) SubscriberByToken(ctx context.Context, hash string) (found Subscriber, err error) {
	err = s.Read(ctx, "find a subscriber", func(ctx context.Context, tx db.Tx) error {
		linked, err := db.Collect(ctx, tx, scanSubscriber, byLink, hash)
		if err != nil {
			return err
		}
		found, err = db.Only(linked, NoSubscriber)
		if fault.Is(err, fault.NotFound) { // or one that a version without newsletter_links has sent
			found, err = subscriber(ctx, tx, "token_hash = ? AND token_hash <> ''", hash)
		}
		if fault.Is(err, fault.NotFound) {
			found, err = subscriber(ctx, tx, "id = (SELECT subscriber_id FROM emails WHERE token_hash = ? AND token_hash <> '')", hash)
		}
		return err
	})
	return found, err
}

// SubscriberByEmail finds the subscriber who has this address, in this spelling.
func (s *SubscriberQueries) SubscriberByEmail(ctx context.Context, email string) (found Subscriber, err error) {
	err = s.Read(ctx, "find a subscriber", func(ctx context.Context, tx db.Tx) error {
		found, err = subscriber(ctx, tx, "email_key = ? AND email = ?", account.EmailKey(email), email)
		return err
	})
	return found, err
}

// Leave ends a subscription of this address. Of one that was never confirmed it deletes the links to the address, and the
// subscription if no other is left. tokenHash, if it is of an issue, counts as left from that issue. Leaving again changes nothing.
func (s *SubscriberQueries) Leave(ctx context.Context, id int64, email, tokenHash string) error {
	return s.WriteUnversioned(ctx, "", "end a subscription", func(ctx context.Context, w *db.WriteTx) error {
		const unconfirmed = "(SELECT 1 FROM newsletters WHERE id = ? AND confirmed_at IS NULL)"
		if err := w.Exec(ctx, "DELETE FROM newsletter_links WHERE subscriber_id = ? AND email = ? AND EXISTS "+unconfirmed, id, email, id); err != nil {
			return err
		}
		err := w.Exec(ctx, "DELETE FROM newsletters WHERE id = ? AND confirmed_at IS NULL AND NOT EXISTS (SELECT 1 FROM newsletter_links WHERE subscriber_id = ?)", id, id)
		if err != nil {
			return err
		}
		err = w.Row(ctx, "UPDATE newsletters SET unsubscribed_at = ? WHERE id = ? AND email = ? AND confirmed_at IS NOT NULL AND unsubscribed_at IS NULL RETURNING id",
			w.At.UnixMicro(), id, email).Scan(&id)
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

// ForgetUnconfirmed deletes the subscriptions that nobody has confirmed or asked for again since the given time, and links from
// before it with which nothing was confirmed.
func (s *SubscriberQueries) ForgetUnconfirmed(ctx context.Context, before time.Time) error {
	return s.WriteUnversioned(ctx, "", "forget unconfirmed subscriptions", func(ctx context.Context, w *db.WriteTx) error {
		if err := w.Exec(ctx, "DELETE FROM newsletter_links WHERE NOT is_used AND created_at < ?", before.UnixMicro()); err != nil {
			return err
		}
		return w.Exec(ctx, "DELETE FROM newsletters WHERE confirmed_at IS NULL AND subscribed_at < ?", before.UnixMicro())
	})
}

// RemoveSubscriber deletes a subscription, and what waits to be sent for it.
func (s *SubscriberQueries) RemoveSubscriber(ctx context.Context, by string, id int64) error {
	return s.WriteUnversioned(ctx, by, "remove a subscriber", func(ctx context.Context, w *db.WriteTx) error {
		found, err := subscriber(ctx, w.Tx, "id = ?", id)
		if err != nil {
			return err
		}
		err = w.Exec(ctx, "DELETE FROM emails WHERE recipient_key = ? AND (kind = ? OR issue IS NOT NULL)", account.EmailKey(found.Email), ConfirmEmail)
		if err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM newsletters WHERE id = ?", id); err != nil {
			return err
		}
		return account.AuditAccess(ctx, w, db.Entry{Action: "delete", Object: "newsletters", ObjectID: id})
	})
}

// moveSubscription gives the subscription of an address, if it has one, to another address of the same person, unless that one has
// a subscription. Links in emails to the former address no longer count.
func MoveSubscription(ctx context.Context, w *db.WriteTx, from, to string) error {
	key := account.EmailKey(to)
	found, err := subscriber(ctx, w.Tx, "email_key = ? AND email = ? AND confirmed_at IS NOT NULL", account.EmailKey(from), from)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := w.Exec(ctx, "DELETE FROM newsletters WHERE email_key = ? AND confirmed_at IS NULL", key); err != nil {
		return err
	}
	err = w.Row(ctx, "UPDATE newsletters SET email = ?, email_key = ?, token_hash = '' WHERE id = ? AND NOT EXISTS (SELECT 1 FROM newsletters WHERE email_key = ?) RETURNING id",
		to, key, found.ID, key).Scan(&found.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := w.Exec(ctx, "DELETE FROM newsletter_links WHERE subscriber_id = ?", found.ID); err != nil {
		return err
	}
	return w.Exec(ctx, "UPDATE emails SET token_hash = '' WHERE subscriber_id = ?", found.ID)
}

// EachSubscriber passes those who get issues to use, by id.
func (s *SubscriberQueries) EachSubscriber(ctx context.Context, use func(Subscriber) error) error {
	return s.Read(ctx, "read the subscribers", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		return tx.Each(ctx, func(rows *sql.Rows) error {
			found, err := scanSubscriber(rows)
			if err != nil {
				return err
			}
			return use(found)
		}, "SELECT "+subscribers.Columns+" FROM newsletters WHERE "+getsIssues+" ORDER BY id")
	})
}

// Subscribers reads a page of the subscribers, the newest first, and counts those whom search and topic find.
func (s *SubscriberQueries) Subscribers(ctx context.Context, q SubscriberQuery) (page []Subscriber, counts SubscriberCounts, err error) {
	where, args := subscribersFound(q)
	err = s.Read(ctx, "read the subscribers", func(ctx context.Context, tx db.Tx) error {
		err := tx.Row(ctx, "SELECT count(*), count(*) FILTER (WHERE "+getsIssues+"), count(*) FILTER (WHERE "+subscriberFilters[Unconfirmed]+
			"), count(*) FILTER (WHERE "+subscriberFilters[Unsubscribed]+"), count(*) FILTER (WHERE "+subscriberFilters[Refused]+
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
		page, err = db.Collect(ctx, tx, scanSubscriber, "SELECT "+subscribers.Columns+" FROM newsletters WHERE "+where+" ORDER BY id DESC LIMIT ?", append(args, q.Limit)...)
		return err
	})
	return page, counts, err
}

// subscriberFilters are the conditions of the filters.
var subscriberFilters = map[SubscriberFilter]string{
	Confirmed:    getsIssues,
	Unconfirmed:  "confirmed_at IS NULL AND unsubscribed_at IS NULL",
	Unsubscribed: "unsubscribed_at IS NOT NULL",
	Refused:      "confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND failures >= 3",
}

// subscribersFound returns the condition for the subscribers whom search and topic find.
func subscribersFound(q SubscriberQuery) (where string, args []any) {
	where = "TRUE"
	for _, word := range strings.Fields(catalog.Fold(q.Search)) {
		where, args = where+" AND "+db.Contains("email_key"), append(args, db.Containing(word))
	}
	if q.Topic > 0 {
		where, args = where+" AND (topics = '[]' OR "+topicList+" LIKE ?)", append(args, "%"+listed(q.Topic)+"%")
	}
	return where, args
}
