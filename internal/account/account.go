// Package account says who may change the site: users, their passwords, sessions and tokens.
//
// Signing in (login.go) passes two limits: the number of failed attempts (limit.go), and the number of password hashes
// computed at the same time (password.go). Every later request is identified by its cookie or token (identity.go).
//
// # To change
//
//   - who may sign in, limits on attempts, session length; passwords, sessions, tokens: this package and
//     internal/store/account_*.go; go test ./internal/account, and -run Sign in internal/api
//   - the commands below "vitrine admin": cmd/vitrine/admin.go, internal/config/admin.go; go test ./cmd/vitrine -run
//     Admin
package account

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"
)

// User is a person with an account.
type User struct {
	ID         int64     `json:"id"`
	Email      string    `json:"email"`
	Name       string    `json:"name"`
	IsAdmin    bool      `json:"isAdmin"`
	IsDisabled bool      `json:"isDisabled"`
	CreatedAt  time.Time `json:"createdAt"`
}

// StoredUser is a user with the fields that are never shown.
type StoredUser struct {
	User
	PasswordHash string
	Epoch        int64 // incremented to end every session and token of the user
}

// Options configures Accounts.
type Options struct {
	Store     Store
	Logger    *slog.Logger     // for errors that do not fail a request; required
	PublicURL string           // the site's URL for visitors; with https the cookie is Secure
	Now       func() time.Time // nil means time.Now
	Cost      *argon2id.Params // of a password hash; nil means parameters(); tests set a cheap one
}

// Accounts authenticates users and manages their accounts. It is safe for concurrent use.
type Accounts struct {
	store   Store
	logger  *slog.Logger
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
	now := func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) } // the store's precision
	return &Accounts{
		store: o.Store, logger: o.Logger, now: now, secure: strings.HasPrefix(o.PublicURL, "https://"),
		limiter: newLimiter(o.Store, now), hasher: newHasher(o.Cost), uses: newUseRecorder(o.Store, o.Logger, now),
	}
}

// Tidy removes expired sessions, and failed attempts to sign in that no longer count.
func (a *Accounts) Tidy(ctx context.Context) error { return a.store.ForgetExpired(ctx) }

// Close writes the pending last uses of sessions and tokens. Call it once, after the last request.
func (a *Accounts) Close() { a.uses.close() }
