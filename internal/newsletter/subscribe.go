package newsletter

import (
	"cmp"
	"context"
	"net/netip"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/source"
)

const (
	requestsPerHour = 10 // of a client address
	maxTopics       = 100
)

// ConfirmEmail is the kind of the email that ComposeConfirmation writes.
const ConfirmEmail mail.Kind = "newsletter-confirm"

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

// Request queues the email with which a visitor confirms a subscription. If the address has one already, the email says
// so and nothing changes; the caller cannot tell.
func (n *Subscriptions) Request(ctx context.Context, client netip.Addr, email string, choices Choices) error {
	if err := account.CheckEmail(email); err != nil {
		return err
	}
	choices.Cadence = cmp.Or(choices.Cadence, Weekly)
	choices, err := n.check(choices)
	if err != nil {
		return err
	}
	from := source.Of(client).String()
	queued, err := account.Queue(email, ConfirmEmail, from, choices)
	if err != nil {
		return err
	}
	if err := n.Users.QueueEmails(ctx, account.PerHour("newsletter requests of "+from, requestsPerHour), queued); err != nil {
		return err
	}
	n.Mail()
	return nil
}

// check returns the choices with every topic once, in order. Unknown topics and cadences are Invalid.
func (n *Subscriptions) check(c Choices) (Choices, error) {
	if !slices.Contains(Cadences(), c.Cadence) {
		return c, invalid("cadence", "Please choose weekly or monthly.")
	}
	if len(c.Topics) > maxTopics {
		return c, invalid("topics", "Please choose at most 100 topics, or all of them.")
	}
	c.Topics = slices.Compact(slices.Sorted(slices.Values(c.Topics)))
	known := n.Catalogue.Snapshot().Categories().All()
	for _, topic := range c.Topics {
		if !slices.ContainsFunc(known, func(category catalog.Category) bool { return category.ID == topic }) {
			return c, invalid("topics", "One of these topics does not exist any more. Please reload the page.")
		}
	}
	return c, nil
}

// Confirm confirms the subscription of a token. Each link that was sent works until one is used, and from then on those to the same
// address lead to the subscription as it is.
func (n *Subscriptions) Confirm(ctx context.Context, token string) (Subscription, error) {
	s, err := n.byToken(ctx, token)
	if err != nil {
		return Subscription{}, err
	}
	return n.subscribe(ctx, s.Email, Choices{s.Topics, s.Cadence})
}

// Subscription returns the subscription of a token or, without one, of a user.
func (n *Subscriptions) Subscription(ctx context.Context, token string, user *account.User) (Subscription, error) {
	s, err := n.find(ctx, token, user)
	if token == "" && fault.Is(err, fault.NotFound) {
		return Subscription{user.Email, NotSubscribed, Choices{[]int64{}, Weekly}}, nil
	}
	return shown(s), err
}

// Choose stores the choices for the subscription of a token, or without one of a user, and subscribes them if they are not:
// a token and an account both show that the address is theirs.
func (n *Subscriptions) Choose(ctx context.Context, token string, user *account.User, choices Choices) (Subscription, error) {
	choices, err := n.check(choices)
	if err != nil {
		return Subscription{}, err
	}
	s, err := n.find(ctx, token, user)
	switch {
	case token == "" && fault.Is(err, fault.NotFound):
		s.Email = user.Email
	case err != nil:
		return Subscription{}, err
	}
	return n.subscribe(ctx, s.Email, choices)
}

// subscribe stores a subscription of an address that is known to be its owner's.
func (n *Subscriptions) subscribe(ctx context.Context, email string, choices Choices) (Subscription, error) {
	s, err := n.Store.Subscribe(ctx, n.newSubscriber(email, choices))
	return shown(s), err
}

func (n *Subscriptions) newSubscriber(email string, choices Choices) NewSubscriber {
	return NewSubscriber{Email: email, Key: account.EmailKey(email), Choices: choices, ConsentAt: n.Store.Now(), Consent: currentConsent}
}

// Leave ends the subscription of a token or, without one, of a user. One that was never confirmed is deleted, unless another
// spelling of its address asked for it too. Leaving again is no error.
func (n *Subscriptions) Leave(ctx context.Context, token string, user *account.User) error {
	s, err := n.find(ctx, token, user)
	if token == "" && fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return n.Store.Leave(ctx, s.ID, s.Email, mail.TokenHash(token))
}

// find returns the subscriber of a token or, without one, of a user.
func (n *Subscriptions) find(ctx context.Context, token string, user *account.User) (Subscriber, error) {
	switch {
	case token != "":
		return n.byToken(ctx, token)
	case user != nil:
		return n.Store.SubscriberByEmail(ctx, user.Email)
	}
	return Subscriber{}, fault.New(fault.Unauthorized, "Please sign in, or open a link from one of our emails.")
}

func (n *Subscriptions) byToken(ctx context.Context, token string) (Subscriber, error) {
	s, err := n.Store.SubscriberByToken(ctx, mail.TokenHash(token))
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, "This link has expired. Enter your email to get a new one.")
	}
	return s, err
}

func shown(s Subscriber) Subscription {
	return Subscription{s.Email, statusOf(s), Choices{s.Topics, s.Cadence}}
}

// unconfirmedTime is how long a link can confirm a subscription.
const unconfirmedTime = 7 * 24 * time.Hour

// Tidy deletes the subscriptions and the links that were not confirmed in time.
func (n *Subscriptions) Tidy(ctx context.Context) error {
	return n.Store.ForgetUnconfirmed(ctx, n.Store.Now().Add(-unconfirmedTime))
}
