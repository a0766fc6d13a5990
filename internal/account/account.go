// Package account keeps users: administrators, who may change the site, and readers, who save tools. It has their
// passwords, sessions and tokens.
//
// Signing in (login.go) passes two limits: the number of failed attempts (limit.go), and the number of password hashes
// computed at the same time (password.go). Every later request is identified by its cookie or token (identity.go).
//
// Signing up and resetting a password (request.go) only queue an email, so their answers cannot show whether an address
// has an account. What depends on the address happens when the email is composed (compose.go); code.go checks the code
// that comes back. Administrators may have a second factor (twofactor), which is asked for after the password, and again before
// what gives others access (Confirm).
//
// # To change
//
//   - who may sign up and in: Accounts (login.go, request.go, code.go); limits on attempts: limit.go; the rows of all of them are in
//     queries_*.go; go test ./internal/account ./internal/store, and -run Sign in internal/app
//   - the code after the password, and again before what gives access: login.go, internal/twofactor
//   - who makes a request, session length, cookies: Sessions (identity.go, session.go, device.go)
//   - what users see and change of their account: Profiles (profile.go); what they save: favorite.go
//   - what administrators see of readers, and do with them: Readers (reader.go, queries_reader.go); go test -run Reader
//   - administrators and tokens: Administrators (administrator.go, token.go)
//   - the commands below "vitrine admin": cmd/vitrine/admin.go, internal/config/admin.go; go test ./cmd/vitrine -run
//     Admin
package account

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
)

// User is a person with an account.
type User struct {
	ID         int64        `json:"id" db:"id,serial"`
	Email      string       `json:"email" db:"email"`
	Name       string       `json:"name" db:"name"`
	IsAdmin    bool         `json:"isAdmin" db:"is_admin"`       // they have a role
	Role       httpapi.Role `json:"role" db:"role"`              // of an administrator; empty: a reader
	IsVerified bool         `json:"isVerified" db:"is_verified"` // the email address is confirmed
	IsDisabled bool         `json:"isDisabled" db:"is_disabled"`
	CreatedAt  time.Time    `json:"createdAt" db:"created_at"`
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
	DB *db.DB
	// AddressChanged is called in the transaction in which a user's new address replaces the former one.
	AddressChanged func(ctx context.Context, w *db.WriteTx, from, to string) error
	Counts         quota.Store       // of failed tries; nil: those of the DB
	Logger         *slog.Logger      // for errors that do not fail a request; required
	PublicURL      string            // the site's URL for visitors; with https the cookie is Secure
	Emails         *emails.Templates // of users' emails; nil: the site sends none, and visitors cannot sign up
	IsClosed       bool              // visitors cannot sign up, though the site sends emails
	Mail           func()            // called when an email may be ready to send; required with Emails
	Now            func() time.Time  // nil means time.Now
	SecretKey      *twofactor.Key    // encrypts second factors; nil: nobody can turn one on
	Cost           *argon2id.Params  // of a password hash; nil means parameters(); tests set a cheap one
}

// Accounts signs users up and in. It is safe for concurrent use.
type Accounts struct {
	Sessions       *Sessions
	Profiles       *Profiles
	Readers        *Readers
	Administrators *Administrators
	TwoFactor      twofactor.Queries

	users       UserQueries
	codes       CodeQueries
	credentials *credentials
	hasher      *hasher
	emails      *emails.Templates
	mail        func()
	now         func() time.Time
}

// New returns Accounts.
func New(o Options) *Accounts {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Cost == nil {
		o.Cost = parameters()
	}
	if o.Counts == nil {
		o.Counts = &quota.Queries{DB: o.DB}
	}
	now := func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) } // the store's precision
	users, codes, sessions := UserQueries{o.DB}, CodeQueries{o.DB, o.AddressChanged}, SessionQueries{o.DB}
	if o.SecretKey == nil {
		o.SecretKey = twofactor.KeyIn("", "")
	}
	hasher, isOpen, factors := newHasher(o.Cost), o.Emails != nil && !o.IsClosed, twofactor.Queries{DB: o.DB, Key: o.SecretKey}
	credentials := &credentials{users, codes, factors, newLimiter(o.Counts, now), hasher, o.Logger, isOpen}
	return &Accounts{
		Sessions:       &Sessions{sessions, now, strings.HasPrefix(o.PublicURL, "https://"), isOpen, newUseRecorder(sessions.NoteUses, o.Logger, now)},
		Profiles:       &Profiles{users, codes, credentials, hasher, o.Mail, now},
		Readers:        &Readers{users, o.Mail},
		Administrators: &Administrators{users, sessions, factors, hasher, now},
		TwoFactor:      factors,
		users:          users, codes: codes, credentials: credentials, hasher: hasher, emails: o.Emails, mail: o.Mail, now: now,
	}
}

// AreOpen reports whether visitors can sign up.
func (a *Accounts) AreOpen() bool { return a.credentials.isOpen }

// SendsEmail reports whether users get emails, as the codes for a change of theirs.
func (a *Accounts) SendsEmail() bool { return a.emails != nil }

// unverifiedTime is how long an account may stay without a confirmed email.
const unverifiedTime = 7 * 24 * time.Hour

// Tidy removes what has expired: sessions, counts of limits, email changes and accounts that were never verified.
func (a *Accounts) Tidy(ctx context.Context) error {
	return errors.Join(a.Sessions.store.ForgetExpired(ctx, a.now().Add(-unverifiedTime)), a.TwoFactor.Forget(ctx))
}

// Kinds is what the history has about people and their sign-ins.
func Kinds() []records.Kind {
	return []records.Kind{
		{
			Table: "users", Label: "account", Many: "Accounts and sign-ins", Area: httpapi.People,
			NoUndo: "about people and their sign-ins", NotArchived: "personal; they belong to the site where they signed up",
		}, {
			Table: "tokens", Label: "token", Many: "Tokens", Area: httpapi.People,
			NoUndo: "a revoked key must stay revoked", NotArchived: "who is signed in here is not signed in elsewhere",
		},
	}
}
