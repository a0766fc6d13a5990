package newsletter

import (
	"context"
	"net/netip"

	"vitrine/internal/account"
	"vitrine/internal/fault"
)

// Choices are what a subscriber gets.
type Choices struct {
	Topics  []int64 `json:"topics" nullable:"false" doc:"Category ids, at most 100; empty: all topics"`
	Cadence Cadence `json:"cadence" enum:"weekly,monthly"`
}

// Subscription is a subscription as its owner sees it.
type Subscription struct {
	Email  string `json:"email"`
	Status Status `json:"status" enum:"none,unconfirmed,confirmed,unsubscribed,refused"`
	Choices
}

var errNotYetHere = fault.New(fault.Unavailable, "This is not available yet.")

// Request queues the email with which a visitor confirms a subscription.
func (n *Newsletter) Request(ctx context.Context, client netip.Addr, email string, choices Choices) error {
	return errNotYetHere
}

// Confirm confirms the subscription of a token.
func (n *Newsletter) Confirm(ctx context.Context, token string) (Subscription, error) {
	return Subscription{}, errNotYetHere
}

// Subscription returns the subscription of a token or, without one, of a user.
func (n *Newsletter) Subscription(ctx context.Context, token string, user *account.User) (Subscription, error) {
	return Subscription{}, errNotYetHere
}

// Choose stores the choices for the subscription of a token. Without a token it is that of the user, who is subscribed if
// they are not yet.
func (n *Newsletter) Choose(ctx context.Context, token string, user *account.User, choices Choices) (Subscription, error) {
	return Subscription{}, errNotYetHere
}

// Leave ends the subscription of a token or, without one, of a user.
func (n *Newsletter) Leave(ctx context.Context, token string, user *account.User) error {
	return errNotYetHere
}
