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
	Expires time.Time    // of the session or token; zero: never
	Cookie  *http.Cookie // to be sent with the answer, as the session lasts longer now; nil: nothing to send
}

// Identify tells who a request comes from. Where it has an Authorization header, that alone decides; else the cookie
// does. Nobody, or somebody who is out, is Unauthorized; a token that may only read is Forbidden to write. The store is
// asked each time, so who was shut out is out at once, by whichever copy of the program it was done. Whether the user is
// an administrator is the caller's question.
func (a *Accounts) Identify(ctx context.Context, r *http.Request) (Identity, error) {
	if shown, given := r.Header["Authorization"]; given {
		return a.byToken(ctx, shown, r.Method == http.MethodGet || r.Method == http.MethodHead)
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
	who := Identity{User: user.User, Session: session.Hash, Expires: session.ExpiresAt}
	longer := session.used(now)
	if longer.ExpiresAt.Sub(session.ExpiresAt) < useEvery || !a.uses.session(ctx, longer) {
		return who, nil
	}
	who.Expires = longer.ExpiresAt
	who.Cookie = a.Cookie(Grant{Cookie: id, Expires: longer.ExpiresAt})
	return who, nil
}

func (a *Accounts) byToken(ctx context.Context, shown []string, reads bool) (Identity, error) {
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
	if token.Scope != ScopeAdmin && !reads {
		return Identity{}, fault.New(fault.Forbidden, "This token may only read.")
	}
	if now.Sub(token.LastUsedAt) >= useEvery {
		token.LastUsedAt = now
		a.uses.token(ctx, token)
	}
	return Identity{User: user.User, Token: token.Name, Expires: token.ExpiresAt}, nil
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
