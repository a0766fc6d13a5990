package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math"
	"net/http"
	"time"
)

// How long a session lasts: so long after it was used last, and so long in all. The cookie lasts as long as the first.
const (
	idleTime    = 24 * time.Hour
	longestTime = 7 * 24 * time.Hour
	maxSessions = 1000 // of one user; those that were not used for the longest go first

	maxPresented = 4 // session cookies of one sign-in that are looked at: browsers send one
)

// Session is a browser that somebody has signed in with.
type Session struct {
	Hash       string // SHA-256 of the id, which only the browser has
	UserID     int64
	Epoch      int64 // of the user, when it began
	CreatedAt  time.Time
	LastUsedAt time.Time
	ExpiresAt  time.Time
}

// secret is 256 random bits as text, and what is kept of them.
func secret() (text, hash string) {
	bits := make([]byte, 32)
	_, _ = rand.Read(bits) // never fails: the program ends where there is no randomness
	text = base64.RawURLEncoding.EncodeToString(bits)
	return text, hashOf(text)
}

// secretLength is how long a secret is as text.
const secretLength = 43

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// newSession is a session of the user that begins now, and the id that the browser gets.
func (a *Accounts) newSession(user Known) (session Session, id string) {
	now := a.now()
	id, hash := secret()
	return Session{hash, user.ID, user.Epoch, now, now, now.Add(idleTime)}, id
}

// goesOn reports whether the session is one of the user's, at this time.
func (s Session) goesOn(user Known, now time.Time) bool {
	return s.Epoch == user.Epoch && !user.IsDisabled && now.Before(s.ExpiresAt) && now.Before(s.CreatedAt.Add(longestTime))
}

// used is the session after it was used now.
func (s Session) used(now time.Time) Session {
	s.LastUsedAt, s.ExpiresAt = now, now.Add(idleTime)
	if end := s.CreatedAt.Add(longestTime); end.Before(s.ExpiresAt) {
		s.ExpiresAt = end
	}
	return s
}

// Cookie is what a browser gets to prove who it is.
func (a *Accounts) Cookie(g Grant) *http.Cookie {
	return a.cookie(g.Cookie, int(math.Ceil(g.Expires.Sub(a.now()).Seconds())))
}

// ClearedCookie takes it away again.
func (a *Accounts) ClearedCookie() *http.Cookie { return a.cookie("", -1) }

func (a *Accounts) cookie(value string, maxAge int) *http.Cookie {
	return &http.Cookie{Name: a.cookieName(), Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, Secure: a.secure,
		SameSite: http.SameSiteLaxMode}
}

// cookieName has the prefix with which browsers hold a secure cookie to this very host.
func (a *Accounts) cookieName() string {
	if a.secure {
		return "__Host-sid"
	}
	return "sid"
}
