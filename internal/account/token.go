package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
)

// What a token is for.
const (
	ScopeAdmin   = "admin"    // all that its user may do
	ScopeReadAll = "read-all" // to read what its user may read: also the audit, submissions, the trash, visits, accounts
	ScopeRead    = "read"     // to read the site's content, as another site does that copies it
)

// tokenPrefix lets people and scanners know a token when they see one.
const tokenPrefix = "vitrine_"

// Token is a key for a program that works for a user.
type Token struct {
	ID         int64     `json:"id"`
	UserID     int64     `json:"userId"`
	Name       string    `json:"name"`
	Scope      string    `json:"scope"`
	Epoch      int64     `json:"-"` // of the user, when it was made
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"-"`         // to the minute; zero: never
	ExpiresAt  time.Time `json:"expiresAt"` // zero: never
}

// goesOn reports whether the token is good, at this time.
func (t Token) goesOn(user Known, now time.Time) bool {
	return t.Epoch == user.Epoch && !user.IsDisabled && (t.ExpiresAt.IsZero() || now.Before(t.ExpiresAt))
}

// TokenRequest is what somebody asks for in a token.
type TokenRequest struct {
	Email, Name, Scope string
	Lasting            time.Duration // zero: for ever
}

// CreateToken makes a token and gives its text, which is kept nowhere. A name that the user has a token of is a
// Conflict, an unknown e-mail NotFound.
func (a *Accounts) CreateToken(ctx context.Context, by string, request TokenRequest) (text string, err error) {
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
	user, err := a.find(ctx, request.Email)
	if err != nil {
		return "", err
	}
	now := a.now()
	token := Token{UserID: user.ID, Name: name, Scope: request.Scope, Epoch: user.Epoch, CreatedAt: now}
	if request.Lasting > 0 {
		token.ExpiresAt = now.Add(request.Lasting)
	}
	bits, _ := secret()
	text = tokenPrefix + bits
	return text, a.store.CreateToken(ctx, by, hashOf(text), token)
}

// RevokeToken ends a token; an unknown e-mail or name is NotFound.
func (a *Accounts) RevokeToken(ctx context.Context, by, email, name string) error {
	user, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.store.RevokeToken(ctx, by, user.ID, strings.TrimSpace(name))
}
