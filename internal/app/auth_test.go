package app_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const rightLogin = `{"username":"admin@example.com","password":"correct horse battery"}`

// newCookie is the session's cookie that an answer sets; nil when it sets none. With it comes one that scripts can read.
func newCookie(t *testing.T, r reply) *http.Cookie {
	t.Helper()
	cookies := (&http.Response{Header: r.header}).Cookies()
	if len(cookies) == 0 {
		return nil
	}
	if last := cookies[len(cookies)-1]; last.Name == "device" && last.HttpOnly && cookies[0].Value != "" { // of who has just signed in
		cookies = cookies[:len(cookies)-1]
	}
	if len(cookies) != 2 || cookies[1].Name != "signed_in" || cookies[1].HttpOnly || cookies[1].MaxAge != cookies[0].MaxAge ||
		(cookies[1].Value == "1") != (cookies[0].Value != "") {
		t.Errorf("cookies: %v", cookies)
	}
	return cookies[0]
}

// noted are the lines of the audit about accounts since the site was opened, the oldest first.
func (s *openSite) noted() []audit.Entry {
	s.t.Helper()
	entries, err := s.store.Audit(s.t.Context(), audit.Query{Object: "users", Limit: audit.MaxLimit})
	storetest.NoError(s.t, err)
	var since []audit.Entry
	for _, e := range entries {
		if e.RequestID != "" { // those of opening it come from no request
			since = append([]audit.Entry{e}, since...)
		}
	}
	return since
}

// mustHaveNoted holds the audit of accounts against actions, each by the administrator and with where it came from.
func (s *openSite) mustHaveNoted(t *testing.T, actions ...string) {
	t.Helper()
	var got []string
	for _, e := range s.noted() {
		got = append(got, e.Action)
		if e.Actor != adminEmail || e.Address != "127.0.0.1" || time.Since(e.At).Abs() > time.Minute {
			t.Errorf("%s: by %q from %q at %s", e.Action, e.Actor, e.Address, e.At)
		}
	}
	storetest.Same(t, "the audit", strings.Join(got, " "), strings.Join(actions, " "))
}

// TestSignIn signs in, with the right password and with others.
func TestSignIn(t *testing.T) {
	eachSite(t, siteTests{
		"answers with a safe cookie and no secret": func(t *testing.T, s *openSite) {
			got := s.ask(nobody, "POST", "/api/auth/login", rightLogin, "Cookie", "sid=ATTACKER; __Host-sid=ATTACKER")
			answered := read[struct{ User map[string]any }](t, got, http.StatusOK)
			if answered.User["email"] != adminEmail || answered.User["isAdmin"] != true || answered.User["id"] == nil || len(answered.User) != 4 {
				t.Errorf("the user is %v", answered.User)
			}
			storetest.Same(t, "a secret in the answer", regexp.MustCompile(`(?i)"[^"]*(pass|hash|code|token)[^"]*"\s*:`).FindString(got.body), "")
			cookie := newCookie(t, got)
			if cookie == nil || cookie.Name != "sid" || len(cookie.Value) != 43 || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode ||
				cookie.Path != "/" || cookie.Domain != "" || cookie.MaxAge != 86400 || cookie.Secure {
				t.Fatalf("the cookie is %v", cookie)
			}
			storetest.Same(t, "Cache-Control", got.header.Get("Cache-Control"), "no-store")
			s.ask(nobody, "GET", "/api/auth/me", "", "Cookie", "sid=ATTACKER").failed(t, http.StatusUnauthorized)
			session := read[account.CurrentSession](t, s.ask(nobody, "GET", "/api/auth/me", "", "Cookie", "sid="+cookie.Value), http.StatusOK)
			if expires, err := time.Parse(time.RFC3339, session.Expires); err != nil || session.User.Email != adminEmail || time.Until(expires) < 23*time.Hour {
				t.Errorf("it is %+v: %v", session, err)
			}
			s.mustHaveNoted(t, "login")
		},
		"ends the old session": func(t *testing.T, s *openSite) {
			got := s.ask(administrator, "POST", "/api/auth/login", rightLogin)
			s.ask(administrator, "GET", "/api/auth/me", "").failed(t, http.StatusUnauthorized)
			cookie := newCookie(t, got)
			s.ask(nobody, "GET", "/api/auth/me", "", "Cookie", "sid="+cookie.Value).has(t, http.StatusOK)
			s.ask(nobody, "GET", "/api/auth/me", "", "Cookie", "sid="+cookie.Value+"; sid=planted").failed(t, http.StatusUnauthorized)
			s.mustHaveNoted(t, "logout", "login")
		},
		"changes nothing with a wrong password": func(t *testing.T, s *openSite) {
			unchanged := s.unchanged(t)
			got := s.ask(nobody, "POST", "/api/auth/login", `{"username":"admin@example.com","password":"x"}`)
			got.failed(t, http.StatusUnauthorized, `"message":"Invalid credentials"`)
			if cookie := newCookie(t, got); cookie != nil {
				t.Errorf("the cookie is %v", cookie)
			}
			unknown := s.ask(nobody, "POST", "/api/auth/login", `{"username":"nobody@example.com","password":"x"}`)
			if unknown.body != got.body || len(unknown.header) != len(got.header) {
				t.Errorf("an unknown e-mail reads %s, %v", unknown.body, unknown.header)
			}
			unchanged()
			noted := s.noted()
			if len(noted) != 1 || noted[0].Action != "login_failed" || noted[0].Actor != adminEmail ||
				noted[0].Address != "127.0.0.1" || noted[0].RequestID != got.header.Get("X-Request-Id") {
				t.Errorf("the audit has %+v", noted)
			}
			failures, err := s.store.Audit(t.Context(), audit.Query{Action: "login_failed"})
			if err != nil || len(failures) != 2 || failures[0].Actor+failures[0].ObjectID+failures[0].Address != "" { // the unknown e-mail's
				t.Errorf("the audit has %+v, %v", failures, err)
			}
		},
		"refuses a malformed login": func(t *testing.T, s *openSite) {
			unchanged := s.unchanged(t)
			for body, status := range map[string]int{
				`{}`:                                http.StatusUnprocessableEntity,
				`{"username":null,"password":null}`: http.StatusUnprocessableEntity,
				`{"username":"","password":"x"}`:    http.StatusUnprocessableEntity,
				`{"username":["a"],"password":{}}`:  http.StatusUnprocessableEntity,
				`[]`:                                http.StatusBadRequest,
				`"x"`:                               http.StatusBadRequest,
				`{"username":"a","USERNAME":"b"}`:   http.StatusBadRequest,
				rightLogin + strings.Repeat(" ", 4096-len(rightLogin)+1): http.StatusRequestEntityTooLarge,
			} {
				got := s.ask(nobody, "POST", "/api/auth/login", body)
				got.failed(t, status)
				if newCookie(t, got) != nil {
					t.Errorf("%.40s: a cookie", body)
				}
			}
			unchanged()
			s.mustHaveNoted(t)
			s.ask(nobody, "POST", "/api/auth/login", rightLogin, "Content-Type", "text/plain").failed(t, http.StatusUnsupportedMediaType)
		},
		"throttles guessing a password": func(t *testing.T, s *openSite) {
			for try := range 20 {
				want := http.StatusUnauthorized
				if try >= 10 {
					want = http.StatusTooManyRequests
				}
				forwarded := "198.51.100." + strconv.Itoa(try) // which nobody believes
				s.ask(nobody, "POST", "/api/auth/login", `{"username":"admin@example.com","password":"x"}`, "X-Forwarded-For", forwarded).failed(t, want)
			}
			got := s.ask(nobody, "POST", "/api/auth/login", rightLogin)
			got.failed(t, http.StatusTooManyRequests)
			if wait, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || wait < 1 || wait > 900 {
				t.Errorf("Retry-After: %q", got.header.Get("Retry-After"))
			}
			storetest.Same(t, "entries of the audit", len(s.noted()), 10)
			s.ask(administrator, "GET", "/api/auth/me", "").has(t, http.StatusOK)
		},
	})
}

func TestSession(t *testing.T) {
	eachSite(t, siteTests{
		"ends by signing out": func(t *testing.T, s *openSite) {
			got := s.ask(administrator, "POST", "/api/auth/logout", "")
			if cookie := newCookie(t, got); got.status != http.StatusNoContent || cookie == nil || cookie.MaxAge >= 0 || cookie.Value != "" || cookie.Name != "sid" {
				t.Errorf("%d, the cookie is %v", got.status, cookie)
			}
			s.ask(administrator, "GET", "/api/auth/me", "").failed(t, http.StatusUnauthorized)
			s.ask(administrator, "POST", "/api/auth/logout", "").failed(t, http.StatusUnauthorized)
			s.ask(machine, "GET", "/api/auth/me", "").has(t, http.StatusOK)
			s.ask(machine, "POST", "/api/auth/logout", "").failed(t, http.StatusForbidden)
			s.mustHaveNoted(t, "logout")
		},
		"is not revived once expired": func(t *testing.T, s *openSite) {
			storetest.Exec(t, s.place, "UPDATE sessions SET expires_at = "+strconv.FormatInt(time.Now().Add(-time.Second).UnixMicro(), 10))
			for range 2 {
				s.ask(administrator, "GET", "/api/admin/products", "").failed(t, http.StatusUnauthorized)
			}
		},
		"gets its cookie again when it is used": func(t *testing.T, s *openSite) {
			if cookie := newCookie(t, s.ask(administrator, "GET", "/api/auth/me", "")); cookie != nil {
				t.Errorf("within the first minute: %v", cookie)
			}
			storetest.Exec(t, s.place, "UPDATE sessions SET expires_at = expires_at - 3600000000")
			cookie := newCookie(t, s.ask(administrator, "GET", "/api/admin/products", ""))
			if cookie == nil || cookie.MaxAge != 86400 || !cookie.HttpOnly || "sid="+cookie.Value != s.shown[administrator].Get("Cookie") {
				t.Errorf("after an hour: %v", cookie)
			}
			storetest.Exec(t, s.place, "UPDATE sessions SET expires_at = expires_at - 3600000000")
			if cookie := newCookie(t, s.ask(administrator, "POST", "/api/auth/logout", "")); cookie == nil || cookie.MaxAge >= 0 {
				t.Errorf("signing out after an hour: %v", cookie)
			}
		},
		"ends by a password change, with every other session and token": func(t *testing.T, s *openSite) {
			other := newCookie(t, s.ask(nobody, "POST", "/api/auth/login", rightLogin))
			got := s.ask(administrator, "POST", "/api/auth/password", asJSON(account.PasswordChange{CurrentPassword: password, NewPassword: "another good password"}))
			got.has(t, http.StatusOK)
			app.Contains(t, got.body, `{"user":{"email":"`+adminEmail+`"}}`)
			s.ask(nobody, "GET", "/api/auth/me", "", "Cookie", "sid="+other.Value).failed(t, http.StatusUnauthorized)
			for _, as := range []who{administrator, machine, auditor, reader} {
				s.ask(as, "GET", "/api/auth/me", "").failed(t, http.StatusUnauthorized)
			}
			s.ask(nobody, "GET", "/api/auth/me", "", "Cookie", "sid="+newCookie(t, got).Value).has(t, http.StatusOK)
			s.ask(member, "GET", "/api/auth/me", "").has(t, http.StatusOK)
			s.mustHaveNoted(t, "login", "password")
		},
	})
}
