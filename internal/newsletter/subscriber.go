package newsletter

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Cadence is how often a subscriber gets an issue.
type Cadence string

// The cadences.
const (
	Weekly  Cadence = "weekly" // the default
	Monthly Cadence = "monthly"
)

// Cadences returns all cadences, the default first.
func Cadences() []Cadence { return []Cadence{Weekly, Monthly} }

// Status is the state of a subscription.
type Status string

// The statuses of a subscription.
const (
	NotSubscribed Status = "none"         // there is no subscription
	Unconfirmed   Status = "unconfirmed"  // gets nothing before the address is confirmed
	Confirmed     Status = "confirmed"    // gets issues
	Unsubscribed  Status = "unsubscribed" // has left
	Refused       Status = "refused"      // mail servers refused too many emails for good
)

// maxFailures is after how many emails in a row that mail servers refuse for good a subscriber gets no more.
const maxFailures = 3

// Subscriber is somebody who has subscribed, as administrators see them.
type Subscriber struct {
	ID             int64     `json:"id" db:"id,serial"`
	Email          string    `json:"email" db:"email"`
	Status         Status    `json:"status" enum:"unconfirmed,confirmed,unsubscribed,refused"`
	SubscribedAt   time.Time `json:"subscribedAt" db:"subscribed_at"`
	ConfirmedAt    time.Time `json:"confirmedAt" db:"confirmed_at,null" doc:"Of the year 1 if it is not confirmed"`
	UnsubscribedAt time.Time `json:"unsubscribedAt" db:"unsubscribed_at,null" doc:"Of the year 1 if they have not left"`
	Topics         []int64   `json:"topics" db:"topics,json" nullable:"false" doc:"Category ids; empty: all topics"`
	Cadence        Cadence   `json:"cadence" db:"cadence" enum:"weekly,monthly"`
	ConsentAt      time.Time `json:"consentAt" db:"consent_at"`
	Consent        string    `json:"consent" db:"consent" doc:"The sentence that was agreed to, with its version, or the proof that came with an import"`
	Failures       int       `json:"failures" db:"failures" doc:"Emails in a row that mail servers refused permanently; from 3 on nothing is sent"`
}

// statusOf derives the status of a subscription from its row.
func statusOf(s Subscriber) Status {
	switch {
	case !s.UnsubscribedAt.IsZero():
		return Unsubscribed
	case s.ConfirmedAt.IsZero():
		return Unconfirmed
	case s.Failures >= maxFailures:
		return Refused
	}
	return Confirmed
}

// SubscriberFilter selects subscribers by status; the zero value selects all.
type SubscriberFilter = Status

// SubscriberFilters returns the filters of subscribers besides all.
func SubscriberFilters() []SubscriberFilter {
	return []SubscriberFilter{Confirmed, Unconfirmed, Unsubscribed, Refused}
}

// SubscriberQuery selects a page of subscribers, the newest first.
type SubscriberQuery struct {
	Search string           // a part of the email, in any case; empty: everybody
	Topic  int64            // those who chose this category or all topics; 0: everybody
	Filter SubscriberFilter // "": everybody
	After  int64            // id of the last subscriber of the page before; 0: the first page
	Limit  int
}

// SubscriberCounts counts the subscribers whom search and topic find, by status.
type SubscriberCounts struct {
	All          int `json:"all"`
	Confirmed    int `json:"confirmed"`
	Unconfirmed  int `json:"unconfirmed"`
	Unsubscribed int `json:"unsubscribed"`
	Refused      int `json:"refused"`
}

// SubscriberPage is a page of subscribers.
type SubscriberPage struct {
	Subscribers []Subscriber     `json:"subscribers" nullable:"false"`
	Counts      SubscriberCounts `json:"counts" doc:"Of all subscribers whom search and topic find"`
	Next        int64            `json:"next" doc:"What to give as after for the next page; 0 at the end"`
}

// NoSubscriber is the message for an id that no subscriber has.
const NoSubscriber = "There is no such subscriber. They may have been removed."

// Subscribers returns a page of the subscribers.
func (n *Subscriptions) Subscribers(ctx context.Context, q SubscriberQuery) (SubscriberPage, error) {
	limit := q.Limit
	q.Limit++ // the extra subscriber shows whether there is a next page
	found, counts, err := n.Store.Subscribers(ctx, q)
	page := SubscriberPage{Subscribers: append([]Subscriber{}, found...), Counts: counts}
	if len(found) > limit {
		page.Subscribers = found[:limit]
		page.Next = found[limit-1].ID
	}
	for i := range page.Subscribers {
		s := &page.Subscribers[i]
		s.Status, s.Consent = statusOf(*s), consentShown(s.Consent)
	}
	return page, err
}

// SubscriptionsOf returns all that is stored of a user's subscription; empty: there is none.
func SubscriptionsOf(ctx context.Context, d *db.DB, user account.User) ([]Subscriber, error) {
	s, err := (&SubscriberQueries{d}).SubscriberByEmail(ctx, user.Email)
	if fault.Is(err, fault.NotFound) {
		return []Subscriber{}, nil
	}
	s.Status, s.Consent = statusOf(s), consentShown(s.Consent)
	return []Subscriber{s}, err
}

// Link is a link in an email about a subscription.
type Link struct {
	Email        string // to which it goes
	IsSubscribed bool   // there is nothing to confirm
}

// OtherSpelling is the message for an address whose subscription belongs to another spelling of it, which may be another mailbox.
const OtherSpelling = "Another spelling of this email address has a subscription. To change it, open the link in one of its emails, or request one on the newsletter page."

// NewSubscriber is a subscription to store.
type NewSubscriber struct {
	Email string
	Key   string // account.EmailKey of Email
	Choices
	ConsentAt time.Time
	Consent   string
	Status    Status // Confirmed, Unconfirmed or Unsubscribed; for an import only
}
