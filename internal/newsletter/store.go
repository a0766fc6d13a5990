package newsletter

import (
	"context"
	"time"
)

type subscriberStore interface {
	// Request stores a link with which a subscription can be confirmed, and the subscription if the address has none. Nothing
	// else of a subscription changes. From the first confirmation on a link is for the stored address, however it was typed now.
	Request(ctx context.Context, s NewSubscriber, tokenHash string) (Link, error)
	// SubscriberByToken finds the subscriber by the hash of a token in a link or in an issue. Until one is confirmed, it has
	// the address to which the link was sent and what was asked for with it.
	SubscriberByToken(ctx context.Context, hash string) (Subscriber, error)
	// SubscriberByEmail finds the subscriber who has this address, in this spelling.
	SubscriberByEmail(ctx context.Context, email string) (Subscriber, error)
	// Subscribe stores a confirmed subscription of an address that is known to be its owner's, or changes the existing one.
	// One that is not confirmed or has ended gets the new consent. A subscription that another spelling of the address has
	// ever confirmed is a Conflict.
	Subscribe(ctx context.Context, s NewSubscriber) (Subscriber, error)
	// Leave ends a subscription of this address. Of one that was never confirmed it deletes the links to the address, and
	// the subscription if no other is left. tokenHash, if it is of an issue, counts as left from that issue. Leaving again
	// changes nothing.
	Leave(ctx context.Context, id int64, email, tokenHash string) error
	// ForgetUnconfirmed deletes the subscriptions that nobody has confirmed or asked for again since the given time, and
	// links from before it with which nothing was confirmed.
	ForgetUnconfirmed(ctx context.Context, before time.Time) error

	Subscribers(ctx context.Context, q SubscriberQuery) ([]Subscriber, SubscriberCounts, error)
	RemoveSubscriber(ctx context.Context, by string, id int64) error
	// ImportSubscribers stores subscriptions by their status: confirmed ones, and unsubscribed and unconfirmed ones as
	// unsubscribed. Addresses that are known stay as they are, but unconfirmed ones, and who has unsubscribed elsewhere has here.
	ImportSubscribers(ctx context.Context, by string, subscribers []NewSubscriber) (ImportResult, error)
	// EachSubscriber passes those who get issues to use, by id.
	EachSubscriber(ctx context.Context, use func(Subscriber) error) error
	// ReaderNumbers counts subscribers, and what happened in each of the weeks; Users is not set.
	ReaderNumbers(ctx context.Context, weeks []time.Time) (Numbers, error)
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
