// Package account keeps users: administrators, who may change the site, and readers, who save tools. It has their
// passwords, sessions and tokens.
//
// Signing in (login.go) passes two limits: the number of failed attempts (limit.go), and the number of password hashes
// computed at the same time (password.go). Every later request is identified by its cookie or token (identity.go).
//
// Signing up and resetting a password (request.go) only queue an email, so their answers cannot show whether an address
// has an account. What depends on the address happens when the email is composed (compose.go); code.go checks the code
// that comes back.
//
// # To change
//
//   - who may sign in, limits on attempts, session length; passwords, sessions, tokens: this package, the rows
//     in queries_*.go; go test ./internal/account ./internal/store, and -run Sign in internal/app
//   - what administrators see of readers, and do with them: reader.go, queries_reader.go; go test -run Reader
//   - the commands below "vitrine admin": cmd/vitrine/admin.go, internal/config/admin.go; go test ./cmd/vitrine -run
//     Admin
package account

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"

	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// User is a person with an account.
type User struct {
	ID         int64     `json:"id" db:"id,serial"`
	Email      string    `json:"email" db:"email"`
	Name       string    `json:"name" db:"name"`
	IsAdmin    bool      `json:"isAdmin" db:"is_admin"`
	IsVerified bool      `json:"isVerified" db:"is_verified"` // the email address is confirmed
	IsDisabled bool      `json:"isDisabled" db:"is_disabled"`
	CreatedAt  time.Time `json:"createdAt" db:"created_at"`
}

// StoredUser is a user with the fields that are never shown.
type StoredUser struct {
	User
	PasswordHash string `db:"password_hash"`
	Epoch        int64  `db:"session_epoch"` // incremented to end every session and token of the user
	SignUp       int64  // the sign-up whose address, name and password these are; 0: they are the user's
}

// Options configures Accounts.
type Options struct {
	Store     *Queries
	Counts    quota.Store       // of failed tries; nil: those of the Store
	Logger    *slog.Logger      // for errors that do not fail a request; required
	PublicURL string            // the site's URL for visitors; with https the cookie is Secure
	Emails    *emails.Templates // of readers' emails; nil: visitors cannot sign up
	Mail      func()            // called when an email may be ready to send; required with Emails
	Now       func() time.Time  // nil means time.Now
	Cost      *argon2id.Params  // of a password hash; nil means parameters(); tests set a cheap one
}

// Accounts authenticates users and manages their accounts. It is safe for concurrent use.
type Accounts struct {
	store   *Queries
	logger  *slog.Logger
	emails  *emails.Templates
	mail    func()
	now     func() time.Time
	secure  bool // the cookie is sent over https only
	limiter *limiter
	hasher  *hasher
	uses    *useRecorder
}

// New returns Accounts.
func New(o Options) *Accounts {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Cost == nil {
		o.Cost = parameters()
	}
	if o.Counts == nil && o.Store != nil {
		o.Counts = &quota.Queries{DB: o.Store.DB}
	}
	now := func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) } // the store's precision
	return &Accounts{
		store: o.Store, logger: o.Logger, emails: o.Emails, mail: o.Mail, now: now, secure: strings.HasPrefix(o.PublicURL, "https://"),
		limiter: newLimiter(o.Counts, now), hasher: newHasher(o.Cost), uses: newUseRecorder(o.Store.NoteUses, o.Logger, now),
	}
}

// AreOpen reports whether visitors can sign up.
func (a *Accounts) AreOpen() bool { return a.emails != nil }

// unverifiedTime is how long an account may stay without a confirmed email.
const unverifiedTime = 7 * 24 * time.Hour

// Tidy removes what has expired: sessions, counts of limits, email changes and accounts that were never verified.
func (a *Accounts) Tidy(ctx context.Context) error {
	return a.store.ForgetExpired(ctx, a.now().Add(-unverifiedTime))
}

// Close writes the pending last uses of sessions and tokens. Call it once, after the last request.
func (a *Accounts) Close() { a.uses.close() }

// Kinds is what the history has about people and their sign-ins.
func Kinds() []records.Kind {
	return []records.Kind{
		{
			Table: "users", Label: "account", Many: "Accounts and sign-ins",
			NoUndo: "about people and their sign-ins", NotArchived: "personal; they belong to the site where they signed up",
		}, {
			Table: "tokens", Label: "token", Many: "Tokens",
			NoUndo: "a revoked key must stay revoked", NotArchived: "who is signed in here is not signed in elsewhere",
		},
	}
}
