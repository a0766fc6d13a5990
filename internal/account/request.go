package account

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/netip"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/source"
)

// Limits of requests for emails, counted by all copies of the program together.
const (
	signUpsPerHour  = 5  // of a client address
	requestsPerHour = 10 // of a client address: new codes and reset passwords
	changesPerHour  = 5  // of a user: other emails

	// To one email address, of one kind: from one requester, so that nobody uses up what its owner may ask for, and from all.
	emailsPerDay    = 3
	allEmailsPerDay = 30
)

// The kinds of emails that readers cause.
const (
	signUpEmail        mail.Kind = "sign-up"
	codeEmail          mail.Kind = "code"
	resetEmail         mail.Kind = "reset"
	currentAddressMail mail.Kind = "email-change-current"
	newAddressMail     mail.Kind = "email-change-new"
)

// emailKinds is all of them: no other is composed, and what is queued of them goes with its account.
var emailKinds = []mail.Kind{signUpEmail, codeEmail, resetEmail, currentAddressMail, newAddressMail}

// emailData is what an email is composed from.
type emailData struct {
	Name         string `json:"name,omitempty"`         // of signUpEmail
	PasswordHash string `json:"passwordHash,omitempty"` // of signUpEmail
	Browser      string `json:"browser,omitempty"`      // of signUpEmail and codeEmail: browserOf the request
	UserID       int64  `json:"userId,omitempty"`       // of the emails of an email change, like the next
	NewEmail     string `json:"newEmail,omitempty"`     // the address that the user asked for
}

// SignUp queues the email with which a visitor confirms a new account. If the address has an account already, the email
// says so and nothing changes; the caller cannot tell.
func (a *Accounts) SignUp(ctx context.Context, client netip.Addr, email, name, password string) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	if err := CheckEmail(email); err != nil {
		return err
	}
	if err := checkPassword("password", password); err != nil {
		return err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.request(ctx, client, "sign-ups of ", signUpsPerHour, email, signUpEmail, emailData{Name: name, PasswordHash: hash, Browser: browserOf(ctx)})
}

// ResendCode queues another email with a code for an account that is not verified.
func (a *Accounts) ResendCode(ctx context.Context, client netip.Addr, email string) error {
	return a.requestCode(ctx, client, email, codeEmail)
}

// ForgotPassword queues an email with the code that ResetPassword needs.
func (a *Accounts) ForgotPassword(ctx context.Context, client netip.Addr, email string) error {
	return a.requestCode(ctx, client, email, resetEmail)
}

func (a *Accounts) requestCode(ctx context.Context, client netip.Addr, email string, kind mail.Kind) error {
	if err := CheckEmail(email); err != nil {
		return err
	}
	return a.request(ctx, client, "code requests of ", requestsPerHour, email, kind, emailData{Browser: browserOf(ctx)})
}

// request counts a request of the client and queues the email. It reads nothing about the address.
func (a *Accounts) request(ctx context.Context, client netip.Addr, requests string, most int, email string, kind mail.Kind, data emailData) error {
	from := source.Of(client).String()
	queued, err := Queue(email, kind, from, data)
	if err != nil {
		return err
	}
	if err := a.users.QueueEmails(ctx, PerHour(requests+from, most), queued); err != nil {
		return err
	}
	a.mail()
	return nil
}

// EmailLimit limits how many emails a key may cause.
type EmailLimit struct {
	Key string
	quota.Limit
}

// PerHour allows a key to cause most emails an hour.
func PerHour(key string, most int) EmailLimit {
	return EmailLimit{key, quota.Limit{Most: most, Within: time.Hour}}
}

// QueuedEmail is an email to be composed when it is sent.
type QueuedEmail struct {
	Kind mail.Kind
	To   string
	Key  string // EmailKey of To
	Data string // JSON
	// Limits are how many emails of the kind the address gets from this requester and from all. Another one is dropped without
	// a word: who asks must not learn that the address got some.
	Limits [2]EmailLimit
}

// Queue returns an email that is composed from data, as JSON, when it is sent. from is who asks for it.
func Queue(to string, kind mail.Kind, from string, data any) (QueuedEmail, error) {
	text, err := json.Marshal(data)
	all := ofEmails(to, kind)
	limits := [2]EmailLimit{
		{all + " from " + from, quota.Limit{Most: emailsPerDay, Within: 24 * time.Hour}},
		{all, quota.Limit{Most: allEmailsPerDay, Within: 24 * time.Hour}},
	}
	return QueuedEmail{kind, to, EmailKey(to), string(text), limits}, err
}

// ofEmails is the key of the limit of all emails of a kind to an address.
func ofEmails(email string, kind mail.Kind) string {
	return "emails to " + emailHash(email) + " " + string(kind)
}

// emailHash names an email in the counts of limits, which must not contain it.
func emailHash(email string) string {
	sum := sha256.Sum256([]byte(EmailKey(email)))
	return hex.EncodeToString(sum[:])
}

// TooManyEmails is the fault of a limit of emails, and how long to wait.
func TooManyEmails(wait time.Duration) error {
	f := fault.New(fault.TooMany, "Too many emails were requested. Please try again later.")
	f.RetryAfter = wait
	return f
}
