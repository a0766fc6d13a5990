package newsletter

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/mail"
)

// ComposeConfirmation writes the email that a request for a subscription has queued, and stores the link in it. Here it
// shows whether the address has one.
func (n *Subscriptions) ComposeConfirmation(ctx context.Context, queued mail.Email) (message emails.Message, isWanted bool, err error) {
	var choices Choices
	if err := json.Unmarshal([]byte(queued.Data), &choices); err != nil {
		return emails.Message{}, false, fmt.Errorf("read the data of an email: %w", err)
	}
	token, hash := mail.NewToken()
	link, err := n.Store.Request(ctx, NewSubscriber{
		Email: queued.To, Key: account.EmailKey(queued.To), Choices: choices, ConsentAt: queued.CreatedAt, Consent: currentConsent,
	}, hash)
	if err != nil {
		return emails.Message{}, false, err
	}
	if link.IsSubscribed {
		message = n.Emails.AlreadySubscribed(settingsLink(n.PublicURL, token))
	} else {
		message = n.Emails.ConfirmSubscription(n.PublicURL+"/newsletter/confirm#"+token, string(choices.Cadence))
	}
	message.To = link.Email
	message.Unsubscribe = leaveLink(n.PublicURL, token)
	return message, true, nil
}

// settingsLink returns the page on which a subscriber changes what they get. A fragment is never sent to a server.
func settingsLink(origin, token string) string {
	return origin + "/newsletter/settings#" + token
}

// leaveLink returns the URL to which a mail program posts to unsubscribe (RFC 8058).
func leaveLink(origin, token string) string {
	return origin + "/api/newsletter/leave?token=" + url.QueryEscape(token)
}
