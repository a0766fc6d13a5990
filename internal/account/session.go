package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math"
	"net/http"
	"time"
)

// How long a session lasts: after its last use, and in total. The cookie lasts as long as the first.
const (
	idleTime    = 24 * time.Hour
	longestTime = 7 * 24 * time.Hour
	maxSessions = 1000 // of one user; the least recently used are removed first

	maxPresented = 4 // session cookies of one sign-in that are checked: browsers send one
)

// Sessions know who makes a request, by its cookie or token, and make the cookies. They are safe for concurrent use.
type Sessions struct {
	store  SessionQueries
	now    func() time.Time
	secure bool // cookies are sent over https only
	isOpen bool // visitors can sign up
	uses   *useRecorder
}

// Session is a browser in which a user has signed in.
type Session struct {
	Hash       string    `db:"hash,key"` // SHA-256 of the id, which only the browser has
	UserID     int64     `db:"user_id"`
	Epoch      int64     `db:"session_epoch"` // of the user, when the session started
	CreatedAt  time.Time `db:"created_at"`
	LastUsedAt time.Time `db:"last_used_at"`
	ExpiresAt  time.Time `db:"expires_at"`

	Device      string    `db:"device"`       // the browser in words; empty: unknown
	ConfirmedAt time.Time `db:"confirmed_at"` // when the user last gave the password, and a code if they have a second factor
}

// ID names a session to its user. It is no secret: requests need what it is a hash of.
func (s Session) ID() string { return s.Hash[:sessionIDLength] }

const sessionIDLength = 16

// secret returns 256 random bits as text, and the hash that is stored of them.
func secret() (text, hash string) {
	bits := make([]byte, 32)
	_, _ = rand.Read(bits) // never fails: without a source of randomness the program crashes
	text = base64.RawURLEncoding.EncodeToString(bits)
	return text, hashOf(text)
}

// secretLength is the length of a secret as text.
const secretLength = 43

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// newSession returns a session of the user that starts now, and the id for the browser.
func (s *Sessions) newSession(ctx context.Context, user StoredUser) (session Session, id string) {
	now := s.now()
	id, hash := secret()
	return Session{hash, user.ID, user.Epoch, now, now, now.Add(idleTime), browserIn(ctx), now}, id
}

// start starts a session of the user and ends the presented ones.
func (s *Sessions) start(ctx context.Context, user StoredUser, presented []string) (Grant, error) {
	session, id := s.newSession(ctx, user)
	if err := s.store.StartSession(ctx, actor(user.User), session, maxSessions, presented); err != nil {
		return Grant{}, err
	}
	return grantOf(ctx, user, id, session), nil
}

// isValid reports whether the session is valid for the user at this time.
func (s Session) isValid(user StoredUser, now time.Time) bool {
	return s.Epoch == user.Epoch && !user.IsDisabled && now.Before(s.ExpiresAt) && now.Before(s.CreatedAt.Add(longestTime))
}

// used returns the session after a use now.
func (s Session) used(now time.Time) Session {
	s.LastUsedAt, s.ExpiresAt = now, now.Add(idleTime)
	if end := s.CreatedAt.Add(longestTime); end.Before(s.ExpiresAt) {
		s.ExpiresAt = end
	}
	return s
}

// flagCookie tells scripts of public pages that there is a session, so that those without one need not ask.
const flagCookie = "signed_in"

// Cookies returns the session's cookies for the browser: the session's id, which scripts cannot read, flagCookie where
// visitors can sign up, and that of the device if somebody has just signed in.
func (s *Sessions) Cookies(g Grant) []*http.Cookie {
	cookies := s.cookies(g.Cookie, "1", int(math.Ceil(g.Expires.Sub(s.now()).Seconds())))
	if g.device == "" {
		return cookies
	}
	return append(cookies, s.deviceCookieOf(g.device))
}

// ClearedCookies returns the cookies that delete them.
func (s *Sessions) ClearedCookies() []*http.Cookie { return s.cookies("", "", -1) }

func (s *Sessions) cookies(id, flag string, maxAge int) []*http.Cookie {
	session := http.Cookie{Name: s.cookieName(), Value: id, Path: "/", MaxAge: maxAge, HttpOnly: true, Secure: s.secure,
		SameSite: http.SameSiteLaxMode}
	if !s.isOpen {
		return []*http.Cookie{&session}
	}
	readable := session
	readable.Name, readable.Value, readable.HttpOnly = flagCookie, flag, false
	return []*http.Cookie{&session, &readable}
}

// cookieName has the prefix with which browsers bind a secure cookie to this host.
func (s *Sessions) cookieName() string {
	if s.secure {
		return "__Host-sid"
	}
	return "sid"
}

// Close writes the pending last uses of sessions and tokens. Call it once, after the last request.
func (s *Sessions) Close() { s.uses.close() }
