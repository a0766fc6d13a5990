// Package mail sends the emails that the store keeps: in the background, again after a failure, a bounded number of times.
//
// # To change
//
//   - go test ./internal/mail sends to a mail server in the test; what waits is kept by internal/store/email.go
package mail

import (
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"
)

// Email is a message that is to be sent.
type Email struct {
	ID      int64
	To      string // one address
	Subject string
	Text    string // plain
	Tries   int    // that were begun, with the present one
}

// maxAddress is the longest e-mail address in bytes: RFC 5321, 4.5.3.1.3, less the angle brackets.
const maxAddress = 254

// IsAddress reports whether the text is one plain e-mail address: no name beside it, nothing around it.
func IsAddress(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Name == "" && parsed.Address == text && len(text) <= maxAddress &&
		!strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
		})
}

// MaxTries is how often an email is tried before it is given up.
const MaxTries = 8

// pauses are how long to wait after a failed try; after the last, the email is given up. In all it is about three days,
// as long as mail servers themselves try.
var pauses = [MaxTries - 1]time.Duration{
	time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 8 * time.Hour, 24 * time.Hour, 40 * time.Hour,
}

// pauseAfter is how long to wait after so many tries; 0: there is no further one.
func pauseAfter(tries int) time.Duration {
	if tries < 1 || tries > len(pauses) {
		return 0
	}
	return pauses[tries-1]
}

// id is the Message-ID. It is the same at each try, so that one that was taken
// without our knowing is not shown twice.
func (e Email) id(domain string) string {
	return fmt.Sprintf("email-%d-%x@%s", e.ID, fingerprint(e), domain)
}
