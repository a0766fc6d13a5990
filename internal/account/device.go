package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/quota"
)

// A browser in which somebody has signed up or in gets a device cookie for that account. Its attempts are counted apart, so that
// strangers who guess passwords don't keep the owner out (OWASP calls this a device cookie:
// https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
const (
	deviceTime     = 180 * 24 * time.Hour
	triesPerDevice = 10 // within the window
)

// deviceKey is the context key of a presented device cookie.
type deviceKey struct{}

// WithDevice returns the context of a request with the device cookie that it presents, if any.
func (s *Sessions) WithDevice(r *http.Request) context.Context {
	ctx := context.WithValue(r.Context(), browserKey{}, browserOfAgent(r.UserAgent()))
	cookie, err := r.Cookie(s.deviceCookie())
	if err != nil {
		return ctx
	}
	return context.WithValue(ctx, deviceKey{}, cookie.Value)
}

// browserKey is the context key of the browser's name.
type browserKey struct{}

// browserIn returns the name of the browser that makes a request (WithDevice), or "".
func browserIn(ctx context.Context) string {
	name, _ := ctx.Value(browserKey{}).(string)
	return name
}

// browserOfAgent names a browser as people know it, such as "Firefox on Linux", by its User-Agent; "" if it isn't known.
// Nothing else of the header is stored.
func browserOfAgent(agent string) string {
	first := func(words [][2]string) string {
		for _, word := range words {
			if strings.Contains(agent, word[0]) {
				return word[1]
			}
		}
		return ""
	}
	// Most of them name others too: those that are named by none come last.
	browser := first([][2]string{{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"}})
	system := first([][2]string{{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS X", "Mac"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"}})
	switch {
	case browser == "" || system == "":
		return browser + system
	}
	return browser + " on " + system
}

// WithNewDevice is WithDevice for a request that signs up. A browser without the cookie gets one that belongs to no account
// yet, by which its sign-up is known.
func (s *Sessions) WithNewDevice(r *http.Request) (context.Context, []*http.Cookie) {
	ctx := s.WithDevice(r)
	if browserOf(ctx) != "" {
		return ctx, nil
	}
	nonce, _ := secret()
	value := nonce + "."
	return context.WithValue(ctx, deviceKey{}, value), []*http.Cookie{s.deviceCookieOf(value)}
}

// browserOf returns the hash of the number in the request's device cookie, whoever has signed it; empty: there is none.
func browserOf(ctx context.Context) string {
	cookie, _ := ctx.Value(deviceKey{}).(string)
	nonce, _, _ := strings.Cut(cookie, ".")
	if len(nonce) != secretLength {
		return ""
	}
	return hashOf(nonce)
}

func (s *Sessions) deviceCookieOf(value string) *http.Cookie {
	return &http.Cookie{Name: s.deviceCookie(), Value: value, Path: "/", MaxAge: int(deviceTime.Seconds()), HttpOnly: true, Secure: s.secure,
		SameSite: http.SameSiteLaxMode}
}

// deviceCookie is the cookie's name, as cookieName.
func (s *Sessions) deviceCookie() string {
	if s.secure {
		return "__Host-device"
	}
	return "device"
}

// newDevice returns a device cookie for the user: a nonce, and its signature. The key is made from the password's hash, so
// the cookie ends with the password.
func newDevice(user StoredUser) string {
	nonce, _ := secret()
	return nonce + "." + signatureOf(user, nonce)
}

func signatureOf(user StoredUser, nonce string) string {
	key := sha256.Sum256([]byte("device cookie\n" + user.PasswordHash))
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte(strconv.FormatInt(user.ID, 10) + "\n" + nonce))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// deviceOf returns the nonce of the request's device cookie if the cookie is the user's, or "".
func deviceOf(ctx context.Context, user StoredUser) string {
	cookie, _ := ctx.Value(deviceKey{}).(string)
	nonce, signature, _ := strings.Cut(cookie, ".")
	if user.ID == 0 || len(nonce) != secretLength || !hmac.Equal([]byte(signature), []byte(signatureOf(user, nonce))) {
		return ""
	}
	return nonce
}

// limitsOf returns the limits of an attempt at an account: those of strangers, or else that of the device.
func (c *credentials) limitsOf(ctx context.Context, client netip.Addr, email string) ([]limit, error) {
	strangers := []limit{ofAddress(client), ofAccount(email)}
	if ctx.Value(deviceKey{}) == nil {
		return strangers, nil
	}
	user, err := c.lookUp(ctx, email)
	if err != nil {
		return nil, err
	}
	if nonce := deviceOf(ctx, user); nonce != "" {
		return []limit{{"device " + hashOf(nonce), quota.Limit{Most: triesPerDevice, Within: window}}}, nil
	}
	return strangers, nil
}
