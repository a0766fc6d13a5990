package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// The scopes of a token.
const (
	ScopeAdmin   = httpapi.ScopeAdmin   // everything that its user may do
	ScopeReadAll = httpapi.ScopeReadAll // read all that its user may read, also the audit, submissions, the trash, visits and accounts
	ScopeRead    = httpapi.ScopeRead    // read the site's content, as another site that copies it does
)

// tokenPrefix lets people and secret scanners recognize a token.
const tokenPrefix = "vitrine_"

// Token is a key for a program that acts for a user.
type Token struct {
	ID         int64     `json:"id" db:"id,serial"`
	UserID     int64     `json:"userId" db:"user_id"`
	Name       string    `json:"name" db:"name"`
	Scope      string    `json:"scope" db:"scope"`
	Epoch      int64     `json:"-" db:"session_epoch"` // of the user, when the token was created
	CreatedAt  time.Time `json:"createdAt" db:"created_at"`
	LastUsedAt time.Time `json:"-" db:"last_used_at,null"`       // to the minute; zero: never
	ExpiresAt  time.Time `json:"expiresAt" db:"expires_at,null"` // zero: never
}

// isValid reports whether the token is valid for the user at this time.
func (t Token) isValid(user StoredUser, now time.Time) bool {
	return t.Epoch == user.Epoch && !user.IsDisabled && (t.ExpiresAt.IsZero() || now.Before(t.ExpiresAt))
}

// TokenRequest describes a token to create.
type TokenRequest struct {
	Name, Scope string
	Lasting     time.Duration // zero: no expiry
}

// CreateTokenOf is CreateToken for the user with an email; an unknown one is NotFound.
func (a *Administrators) CreateTokenOf(ctx context.Context, by, email string, request TokenRequest) (text string, err error) {
	user, err := a.find(ctx, email)
	if err != nil {
		return "", err
	}
	return a.CreateToken(ctx, by, user.ID, user.Epoch, request)
}

// maxTokens is how many tokens a user has at most.
const maxTokens = 100

// CreateToken creates a token and returns its text, which is not stored. A name that another token of the user has is a
// Conflict. If the user's access has ended since it had the epoch, the token is never valid.
func (a *Administrators) CreateToken(ctx context.Context, by string, userID, epoch int64, request TokenRequest) (text string, err error) {
	name, err := checkName(request.Name)
	if err != nil {
		return "", err
	}
	if name == "" {
		return "", fault.InvalidFields([]fault.Field{{Field: "name", Message: "Please name the token after what uses it."}})
	}
	if !slices.Contains([]string{ScopeAdmin, ScopeReadAll, ScopeRead}, request.Scope) || request.Lasting < 0 {
		return "", fault.InvalidFields([]fault.Field{{Field: "scope", Message: "The scope of a token is admin, read-all or read, and its days are not below zero."}})
	}
	now := a.now()
	token := Token{UserID: userID, Name: name, Scope: request.Scope, Epoch: epoch, CreatedAt: now}
	if request.Lasting > 0 {
		token.ExpiresAt = now.Add(request.Lasting)
	}
	bits, _ := secret()
	text = tokenPrefix + bits
	return text, a.sessions.CreateToken(ctx, by, hashOf(text), token)
}

// TokensOf returns the tokens of a user that have not expired, by name.
func (a *Administrators) TokensOf(ctx context.Context, userID int64) ([]Token, error) {
	all, err := a.sessions.TokensOf(ctx, userID)
	return slices.DeleteFunc(all, func(t Token) bool { return !t.ExpiresAt.IsZero() && !a.now().Before(t.ExpiresAt) }), err
}

// RevokeTokenOf revokes a token of a user by its number; an unknown one is NotFound.
func (a *Administrators) RevokeTokenOf(ctx context.Context, by string, userID, id int64) error {
	return a.sessions.RevokeToken(ctx, by, "user_id = ? AND id = ?", userID, id)
}

// RevokeToken revokes a token; an unknown email or name is NotFound.
func (a *Administrators) RevokeToken(ctx context.Context, by, email, name string) error {
	user, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.sessions.RevokeToken(ctx, by, "user_id = ? AND name = ?", user.ID, strings.TrimSpace(name))
}
