package account

import (
	"context"
	"net/http"
	"strings"
	"time"

	"vitrine/internal/fault"
)

// Identity is who a request comes from.
type Identity struct {
	User    User
	Session string       // the session's hash; empty where a token was shown
	Token   string       // the token's name; empty where a cookie was shown
	Scope   string       // of the token; ScopeAdmin where a cookie was shown
	Expires time.Time    // of the session or token; zero: never
	Cookie  *http.Cookie // to be sent with the answer, as the session lasts longer now; nil: nothing to send
}

// Identify returns who a request comes from. Where it has an Authorization header, that alone decides; else the cookie
// does. Nobody, or somebody who is out, is Unauthorized. The store is asked each time, so who was shut out is out at once, by
// whichever copy of the program it was done. Whether the user is an administrator, and whether the scope is enough (May),
// are the caller's questions.
func (a *Accounts) Identify(ctx context.Context, r *http.Request) (Identity, error) {
	if shown, given := r.Header["Authorization"]; given {
		return a.byToken(ctx, shown)
	}
	cookies := r.CookiesNamed(a.cookieName())
	for _, cookie := range cookies {
		if len(cookie.Value) != secretLength || cookie.Value != cookies[0].Value { // one of two was planted: none is believed
			return Identity{}, notSignedIn()
		}
	}
	if len(cookies) == 0 {
		return Identity{}, notSignedIn()
	}
	return a.bySession(ctx, cookies[0].Value)
}

// PresentedSessions are the hashes of the sessions that a request's cookies may stand for, at most maxPresented: for
// Login, which ends them.
func (a *Accounts) PresentedSessions(r *http.Request) []string {
	var hashes []string
	for _, cookie := range r.CookiesNamed(a.cookieName()) {
		if len(cookie.Value) == secretLength && len(hashes) < maxPresented {
			hashes = append(hashes, hashOf(cookie.Value))
		}
	}
	return hashes
}

// May reports whether the identity's scope covers what needs this scope. An unknown scope covers nothing.
func (i Identity) May(scope string) bool {
	return i.Scope == ScopeAdmin || i.Scope == scope || i.Scope == ScopeReadAll && scope == ScopeRead
}

func notSignedIn() error { return fault.New(fault.Unauthorized, "Please sign in as an administrator.") }

func (a *Accounts) bySession(ctx context.Context, id string) (Identity, error) {
	session, user, err := a.store.Session(ctx, hashOf(id))
	now := a.now()
	if fault.Is(err, fault.NotFound) || err == nil && !session.goesOn(user, now) {
		return Identity{}, notSignedIn()
	}
	if err != nil {
		return Identity{}, err
	}
	who := Identity{User: user.User, Session: session.Hash, Scope: ScopeAdmin, Expires: session.ExpiresAt}
	longer := session.used(now)
	if longer.ExpiresAt.Sub(session.ExpiresAt) < useEvery || !a.uses.session(ctx, longer) {
		return who, nil
	}
	who.Expires = longer.ExpiresAt
	who.Cookie = a.Cookie(Grant{Cookie: id, Expires: longer.ExpiresAt})
	return who, nil
}

func (a *Accounts) byToken(ctx context.Context, shown []string) (Identity, error) {
	text := tokenIn(shown)
	if text == "" {
		return Identity{}, notSignedIn()
	}
	token, user, err := a.store.Token(ctx, hashOf(text))
	now := a.now()
	if fault.Is(err, fault.NotFound) || err == nil && !token.goesOn(user, now) {
		return Identity{}, notSignedIn()
	}
	if err != nil {
		return Identity{}, err
	}
	if now.Sub(token.LastUsedAt) >= useEvery {
		token.LastUsedAt = now
		a.uses.token(ctx, token)
	}
	return Identity{User: user.User, Token: token.Name, Scope: token.Scope, Expires: token.ExpiresAt}, nil
}

// tokenIn is the bearer token of an Authorization header, if there is one that may be ours.
func tokenIn(shown []string) string {
	if len(shown) != 1 {
		return ""
	}
	scheme, text, _ := strings.Cut(shown[0], " ")
	if !strings.EqualFold(scheme, "Bearer") || len(text) != len(tokenPrefix)+secretLength || !strings.HasPrefix(text, tokenPrefix) {
		return ""
	}
	return text
}

// Logout ends the session. A token has none: it is revoked on the command line.
func (a *Accounts) Logout(ctx context.Context, who Identity) error {
	if who.Session == "" {
		return fault.New(fault.Forbidden, "A token cannot sign out; it is revoked on the command line.")
	}
	return a.store.EndSession(ctx, who.User.Email, who.Session)
}
