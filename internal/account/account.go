// Package account knows who may change the site: users, their passwords, their sessions and tokens.
//
// Signing in (login.go) goes through two narrow places: the failed tries that are counted (limit.go), and the few hashes
// that are made at once (password.go). Every request after that is asked who it comes from (identity.go).
//
// # To change
//
//   - who may sign in, how long and how often tried; passwords, sessions, tokens: this package and
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

// User is somebody with an account.
type User struct {
	ID         int64     `json:"id"`
	Email      string    `json:"email"`
	Name       string    `json:"name"`
	IsAdmin    bool      `json:"isAdmin"`
	IsDisabled bool      `json:"isDisabled"`
	CreatedAt  time.Time `json:"createdAt"`
}

// Known is a user with what is shown to nobody.
type Known struct {
	User
	PasswordHash string
	Epoch        int64 // goes up when every session and token of the user ends
}

// Options are what the accounts are made of.
type Options struct {
	Store     Store
	Logger    *slog.Logger     // of what went wrong beside a request that was answered; required
	PublicURL string           // where visitors reach the site: https makes the cookie a secure one
	Now       func() time.Time // nil means time.Now
	Cost      *argon2id.Params // of a password's hash; nil means what is right for a site. For tests that are not about it
}

// Accounts answers who may do what. It is safe for use by many goroutines.
type Accounts struct {
	store   Store
	logger  *slog.Logger
	now     func() time.Time
	secure  bool // the cookie is for https only
	limiter *limiter
	hasher  *hasher
	uses    *useRecorder
}

// New makes the accounts.
func New(o Options) *Accounts {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Cost == nil {
		o.Cost = parameters()
	}
	now := func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) } // as the store keeps times
	return &Accounts{
		store: o.Store, logger: o.Logger, now: now, secure: strings.HasPrefix(o.PublicURL, "https://"),
		limiter: newLimiter(o.Store, now), hasher: newHasher(o.Cost), uses: newUseRecorder(o.Store, o.Logger, now),
	}
}

// Tidy removes expired sessions, and tries to sign in that count no more.
func (a *Accounts) Tidy(ctx context.Context) error { return a.store.ForgetExpired(ctx) }

// Close writes what is not written yet of when sessions and tokens were used. Call it once, after the last request.
func (a *Accounts) Close() { a.uses.close() }
