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

// How long a session lasts: after its last use, and in total. The cookie lasts as long as the first.
const (
	idleTime    = 24 * time.Hour
	longestTime = 7 * 24 * time.Hour
	maxSessions = 1000 // of one user; the least recently used are removed first

	maxPresented = 4 // session cookies of one sign-in that are checked: browsers send one
)

// Session is a browser in which a user has signed in.
type Session struct {
	Hash       string    `db:"hash,key"` // SHA-256 of the id, which only the browser has
	UserID     int64     `db:"user_id"`
	Epoch      int64     `db:"session_epoch"` // of the user, when the session started
	CreatedAt  time.Time `db:"created_at"`
	LastUsedAt time.Time `db:"last_used_at"`
	ExpiresAt  time.Time `db:"expires_at"`
}

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
func (a *Accounts) newSession(user StoredUser) (session Session, id string) {
	now := a.now()
	id, hash := secret()
	return Session{hash, user.ID, user.Epoch, now, now, now.Add(idleTime)}, id
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
func (a *Accounts) Cookies(g Grant) []*http.Cookie {
	cookies := a.cookies(g.Cookie, "1", int(math.Ceil(g.Expires.Sub(a.now()).Seconds())))
	if g.device == "" {
		return cookies
	}
	return append(cookies, a.deviceCookieOf(g.device))
}

// ClearedCookies returns the cookies that delete them.
func (a *Accounts) ClearedCookies() []*http.Cookie { return a.cookies("", "", -1) }

func (a *Accounts) cookies(id, flag string, maxAge int) []*http.Cookie {
	session := http.Cookie{Name: a.cookieName(), Value: id, Path: "/", MaxAge: maxAge, HttpOnly: true, Secure: a.secure,
		SameSite: http.SameSiteLaxMode}
	if !a.AreOpen() {
		return []*http.Cookie{&session}
	}
	readable := session
	readable.Name, readable.Value, readable.HttpOnly = flagCookie, flag, false
	return []*http.Cookie{&session, &readable}
}

// cookieName has the prefix with which browsers bind a secure cookie to this host.
func (a *Accounts) cookieName() string {
	if a.secure {
		return "__Host-sid"
	}
	return "sid"
}
