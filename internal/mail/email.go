// Package mail sends the emails queued in the store, in the background: each at most once (decision 22). An email that
// was certainly not sent is tried again a bounded number of times.
//
// # To change
//
//   - when an email is tried again or given up: outcome.go; what an answer of the mail server means: failure.go
//   - the rate, and what happens while the mail server is down: sender.go; connections: connection.go
//   - the queue: internal/mail/queries.go
//   - go test ./internal/mail sends to a mail server in the test; go test ./drill -run Digest kills the program meanwhile
package mail

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"time"
)

// Email is a message to send.
type Email struct {
	ID      int64
	To      string // one address
	Key     string // under which spellings of the address are the same; empty: the address
	Subject string
	Text    string // plain text
	HTML    string // the same for programs that show HTML; empty: text only
	Tries   int    // attempts that count, including the current one

	Kind      Kind   // empty: the email is complete; else it is composed when it is sent
	Data      string // what it is composed from
	CreatedAt time.Time
	LeaseEnd  time.Time // of the claim

	Issue        int64  // of the newsletter; 0: none
	SubscriberID int64  // who gets the issue
	Token        string // for the links in an issue; its hash is stored

	Unsubscribe string // URL that ends what the email is a part of, with one click; empty: none
}

// Kind is the kind of an email that is composed when it is sent.
type Kind string

// recipient is the same for all emails to a person.
func (e Email) recipient() string { return cmp.Or(e.Key, e.To) }

// id returns the Message-ID.
func (e Email) id(domain string) string {
	return fmt.Sprintf("email-%d-%x@%s", e.ID, fingerprint(e), domain)
}

// fingerprint distinguishes emails of different databases with the same id.
func fingerprint(e Email) []byte {
	sum := sha256.Sum256([]byte(e.To + "\n" + e.Subject + "\n" + e.Text))
	return sum[:8]
}
