// Package mail sends the emails queued in the store, in the background. It retries failed ones a bounded number of
// times.
//
// # To change
//
//   - go test ./internal/mail sends to a mail server in the test; the queue: internal/store/email.go
package mail

import (
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"
)

// Email is a message to send.
type Email struct {
	ID      int64
	To      string // one address
	Subject string
	Text    string // plain text
	HTML    string // the same for programs that show HTML; empty: text only
	Tries   int    // attempts started, including the current one

	Kind      Kind   // empty: the email is complete; else it is composed when it is sent
	Data      string // what it is composed from
	CreatedAt time.Time

	Issue        int64  // of the newsletter; 0: none
	SubscriberID int64  // who gets the issue
	Token        string // for the links in an issue; its hash is stored

	Unsubscribe string // URL that ends what the email is a part of, with one click; empty: none
}

// Kind is the kind of an email that is composed when it is sent.
type Kind string

// maxAddress is the length limit of an email address in bytes: RFC 5321, 4.5.3.1.3, less the angle brackets.
const maxAddress = 254

// IsAddress reports whether the text is one plain email address, without a name or anything around it.
func IsAddress(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Name == "" && parsed.Address == text && len(text) <= maxAddress &&
		!strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
		})
}

// MaxTries is the number of attempts before an email is given up.
const MaxTries = 8

// pauses are the waits after failed attempts, about three days in all, as long as mail servers retry themselves. After
// the last attempt the email is given up.
var pauses = [MaxTries - 1]time.Duration{
	time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 8 * time.Hour, 24 * time.Hour, 40 * time.Hour,
}

// pauseAfter returns the wait after the given number of attempts; 0: there is no further one.
func pauseAfter(tries int) time.Duration {
	if tries < 1 || tries > len(pauses) {
		return 0
	}
	return pauses[tries-1]
}

// id returns the Message-ID. It is the same for every attempt, so that mail programs can drop a duplicate when an
// accepted attempt looked failed.
func (e Email) id(domain string) string {
	return fmt.Sprintf("email-%d-%x@%s", e.ID, fingerprint(e), domain)
}
