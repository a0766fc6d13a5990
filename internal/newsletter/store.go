package newsletter

import (
	"context"
	"time"
)

type subscriberStore interface {
	// Request stores an unconfirmed subscription with the hash of a token, or replaces the choices, the consent and the
	// token of one that is unconfirmed or has ended. Of a confirmed one it replaces only the token. The address of one that
	// was ever confirmed stays, however it was typed now.
	Request(ctx context.Context, s NewSubscriber, tokenHash string) (Subscriber, error)
	// SubscriberByToken finds the subscriber by the hash of a token in the latest confirmation, or in an issue.
	SubscriberByToken(ctx context.Context, hash string) (Subscriber, error)
	SubscriberByEmail(ctx context.Context, key string) (Subscriber, error)
	// Subscribe stores a confirmed subscription, or changes the existing one; one that is not confirmed or has ended gets
	// the new consent.
	Subscribe(ctx context.Context, s NewSubscriber) (Subscriber, error)
	// Leave ends a subscription and deletes one that was never confirmed. tokenHash, if it is of an issue, counts as left
	// from that issue. Leaving again changes nothing.
	Leave(ctx context.Context, id int64, tokenHash string) error
	// ForgetUnconfirmed deletes the subscriptions from before the given time that were never confirmed.
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

// NewSubscriber is a subscription to store.
type NewSubscriber struct {
	Email string
	Key   string // account.EmailKey of Email
	Choices
	ConsentAt time.Time
	Consent   string
	Status    Status // Confirmed, Unconfirmed or Unsubscribed; for an import only
}
