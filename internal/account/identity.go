package account

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Identity is the user and the credential behind a request.
type Identity struct {
	User    User
	Session string         // the session's hash; empty if the request has a token
	Token   string         // the token's name; empty if the request has a cookie
	Scope   string         // of the token; ScopeAdmin for a cookie
	Expires time.Time      // of the session or token; zero: never
	Cookies []*http.Cookie // to send with the response, because the session was extended

	Epoch       int64     // of the user
	ConfirmedAt time.Time // when the user last proved in this session who they are; zero for a token
}

// Identify returns the user behind a request. If there is an Authorization header, it alone decides; otherwise the
// cookie does. A request without a valid credential, or of a disabled user, is Unauthorized. Identify asks the store
// each time, so that revoking access in any process takes effect at once. The caller checks whether the user is an
// administrator and whether the scope suffices (May).
func (s *Sessions) Identify(ctx context.Context, r *http.Request) (Identity, error) {
	if shown, given := r.Header["Authorization"]; given {
		return s.byToken(ctx, shown)
	}
	cookies := r.CookiesNamed(s.cookieName())
	for _, cookie := range cookies {
		if len(cookie.Value) != secretLength || cookie.Value != cookies[0].Value { // two different cookies: one was planted
			return Identity{}, notSignedIn()
		}
	}
	if len(cookies) == 0 {
		return Identity{}, notSignedIn()
	}
	return s.bySession(ctx, cookies[0].Value)
}

// PresentedSessions returns the hashes of the session ids in a request's cookies, at most maxPresented. Login ends
// them.
func (s *Sessions) PresentedSessions(r *http.Request) []string {
	var hashes []string
	for _, cookie := range r.CookiesNamed(s.cookieName()) {
		if len(cookie.Value) == secretLength && len(hashes) < maxPresented {
			hashes = append(hashes, hashOf(cookie.Value))
		}
	}
	return hashes
}

// IsAdministrator reports whether an administrator makes a request, who may read.
func (s *Sessions) IsAdministrator(r *http.Request) bool {
	who, err := s.Identify(r.Context(), r)
	return err == nil && who.User.IsAdmin && who.May(ScopeReadAll)
}

// May reports whether the identity's scope includes the given one. An unknown scope includes nothing.
func (i Identity) May(scope string) bool {
	return i.Scope == ScopeAdmin || i.Scope == scope || i.Scope == ScopeReadAll && scope == ScopeRead
}

func notSignedIn() error { return fault.New(fault.Unauthorized, "Please sign in as an administrator.") }

func (s *Sessions) bySession(ctx context.Context, id string) (Identity, error) {
	session, user, err := s.store.Session(ctx, hashOf(id))
	now := s.now()
	if fault.Is(err, fault.NotFound) || err == nil && !session.isValid(user, now) {
		return Identity{}, notSignedIn()
	}
	if err != nil {
		return Identity{}, err
	}
	who := Identity{User: user.User, Session: session.Hash, Scope: ScopeAdmin, Expires: session.ExpiresAt, Epoch: user.Epoch, ConfirmedAt: session.ConfirmedAt}
	longer := session.used(now)
	if longer.ExpiresAt.Sub(session.ExpiresAt) < useEvery || !s.uses.session(ctx, longer) {
		return who, nil
	}
	who.Expires = longer.ExpiresAt
	who.Cookies = s.Cookies(Grant{Cookie: id, Expires: longer.ExpiresAt})
	return who, nil
}

func (s *Sessions) byToken(ctx context.Context, shown []string) (Identity, error) {
	text := tokenIn(shown)
	if text == "" {
		return Identity{}, notSignedIn()
	}
	token, user, err := s.store.Token(ctx, hashOf(text))
	now := s.now()
	if fault.Is(err, fault.NotFound) || err == nil && !token.isValid(user, now) {
		return Identity{}, notSignedIn()
	}
	if err != nil {
		return Identity{}, err
	}
	if now.Sub(token.LastUsedAt) >= useEvery {
		token.LastUsedAt = now
		s.uses.token(ctx, token)
	}
	return Identity{User: user.User, Token: token.Name, Scope: token.Scope, Expires: token.ExpiresAt}, nil
}

// tokenIn returns the bearer token of an Authorization header if it has the form of ours, or "".
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

// Logout ends the session. A token has no session: it is revoked on the command line.
func (s *Sessions) Logout(ctx context.Context, who Identity) error {
	if who.Session == "" {
		return fault.New(fault.Forbidden, "A token cannot sign out; it is revoked on the command line.")
	}
	return s.store.EndSession(ctx, actor(who.User), who.Session)
}

// EndOne ends a session of the user by its ID; without such a session it is NotFound.
func (s *Sessions) EndOne(ctx context.Context, who Identity, id string) error {
	return s.store.EndSessionOf(ctx, actor(who.User), who.User.ID, id)
}

// EndOtherSessions ends all sessions of the user but the one of this request.
func (s *Sessions) EndOtherSessions(ctx context.Context, who Identity) error {
	return s.store.EndOtherSessions(ctx, actor(who.User), who.User.ID, who.Session)
}
