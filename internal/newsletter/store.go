package newsletter

import (
	"context"
	"time"
)

type subscriberStore interface {
	// Request stores an unconfirmed subscription with the hash of a token, or replaces the choices, the consent and the
	// token of one that is unconfirmed or has ended. It reports whether the address has a confirmed one, whose token it
	// replaces and which otherwise stays as it is.
	Request(ctx context.Context, s NewSubscriber, tokenHash string) (isConfirmed bool, err error)
	// SubscriberByToken finds the subscriber by the hash of a token in the latest confirmation, or in an issue.
	SubscriberByToken(ctx context.Context, hash string) (Subscriber, error)
	SubscriberByEmail(ctx context.Context, key string) (Subscriber, error)
	// Confirm confirms a subscription, also one that had ended.
	Confirm(ctx context.Context, id int64) (Subscriber, error)
	// SetChoices stores topics and cadence.
	SetChoices(ctx context.Context, id int64, topics []int64, cadence Cadence) (Subscriber, error)
	// Subscribe stores a subscription of an address that is known to be its owner's, or confirms and changes the existing one.
	Subscribe(ctx context.Context, s NewSubscriber) (Subscriber, error)
	// Leave ends a subscription and deletes one that was never confirmed. tokenHash, if it is of an issue, counts as left
	// from that issue. Leaving again changes nothing.
	Leave(ctx context.Context, id int64, tokenHash string) error
	// ForgetUnconfirmed deletes the subscriptions from before the given time that were never confirmed.
	ForgetUnconfirmed(ctx context.Context, before time.Time) error

	Subscribers(ctx context.Context, q SubscriberQuery) ([]Subscriber, SubscriberCounts, error)
	RemoveSubscriber(ctx context.Context, by string, id int64) error
	// Import stores confirmed subscriptions. Addresses that are known stay as they are, except unconfirmed ones.
	Import(ctx context.Context, by string, subscribers []NewSubscriber) (ImportResult, error)
	// EachSubscriber passes all confirmed subscribers by id to use.
	EachSubscriber(ctx context.Context, use func(Subscriber) error) error
	Numbers(ctx context.Context, weeks []time.Time) (Numbers, error)
}

// NewSubscriber is a subscription to store.
type NewSubscriber struct {
	Email     string
	Key       string // account.EmailKey of Email
	Topics    []int64
	Cadence   Cadence
	ConsentAt time.Time
	Consent   string
}
