package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const (
	ritaEmail    = "rita@example.com"
	ritaPassword = "a reader's password"
)

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"PATCH /api/account", "", `{"name":"Ann"}`},
		{"POST /api/account/email", "", `{"email":"ann@example.com","currentPassword":"` + password + `"}`},
		{"DELETE /api/account/email", "", ""},
		{"DELETE /api/account/sessions", "", ""},
		{"PUT /api/favorites/{id}", "", ""},
		{"POST /api/favorites/merge", "", `{"productIds":[2,3]}`},
		{"GET /api/favorites", "", ""},
		{"GET /api/account/export", "", ""},
		{"DELETE /api/favorites/{id}", "", ""},
		{"POST /api/admin/users/{id}/resend", "/api/admin/users/3/resend", ""},
		{"PATCH /api/admin/users/{id}", "/api/admin/users/3", `{"isDisabled":true}`},
		{"DELETE /api/admin/users/{id}", "/api/admin/users/3", ""},
	}...)
	needScope(account.ScopeReadAll, "/api/account", "/api/account/export", "/api/favorites", "/api/admin/users")
	inContract("public", "POST /api/users", "POST /api/users/verify", "POST /api/users/resend", "POST /api/auth/forgot", "POST /api/auth/reset")
	inContract("signed in", "GET /api/account", "PATCH /api/account", "DELETE /api/account", "GET /api/account/export", "GET /api/favorites",
		"PUT /api/favorites/{id}", "DELETE /api/favorites/{id}", "POST /api/favorites/merge")
	inContract("administrator", "GET /api/admin/users", "PATCH /api/admin/users/{id}", "DELETE /api/admin/users/{id}", "POST /api/admin/users/{id}/resend")
	onPostgres["what readers do"], onPostgres["what readers change"] = postgresPart{call: useAccount}, postgresPart{call: changeAccount}
}

var codeLine = regexp.MustCompile(`(?m)^\s*([A-HJKMNP-Z2-9]{6})\s*$`)

// post composes the queued emails as the mail package does, and returns the codes in them by address.
func (s *openSite) post() map[string]string {
	s.t.Helper()
	codes := map[string]string{}
	for {
		e, _, err := s.store.NextEmail(s.t.Context(), mail.Claim{Lease: time.Minute})
		storetest.NoError(s.t, err)
		if e.ID == 0 {
			return codes
		}
		message, _, err := s.accounts.ComposeEmail(s.t.Context(), e)
		storetest.NoError(s.t, err, s.store.EndEmail(s.t.Context(), e, mail.Outcome{State: mail.Sent}))
		if inside := codeLine.FindStringSubmatch(message.Text); inside != nil {
			codes[message.To] = inside[1]
		}
	}
}

// join signs Rita up over the API.
func (s *openSite) join() who {
	s.t.Helper()
	s.ask(nobody, "POST", "/api/users", object("email", ritaEmail, "name", "Rita", "password", ritaPassword)).has(s.t, http.StatusNoContent)
	got := s.ask(nobody, "POST", "/api/users/verify", object("email", ritaEmail, "code", s.post()[ritaEmail], "password", ritaPassword))
	got.has(s.t, http.StatusOK)
	const rita who = "rita"
	s.shown[rita] = http.Header{"Cookie": {"sid=" + newCookie(s.t, got).Value}}
	return rita
}

// useAccount signs up, saves tools, and deletes the account.
func useAccount(t *testing.T, s *openSite) {
	rita := s.join()
	s.expect(t, rita, "GET", "/api/auth/me", "", 200, `{"user":{"email":"rita@example.com","name":"Rita","isAdmin":false},"accounts":true}`)
	id := s.product[0].ID
	s.ask(rita, "PUT", fmt.Sprintf("/api/favorites/%d", id), "").has(t, http.StatusNoContent)
	merged := s.expect(t, rita, "POST", "/api/favorites/merge", fmt.Sprintf(`{"productIds":[%d,%d,99]}`, s.product[1].ID, id), 200, "")
	described(t, "POST", "/api/favorites/merge", merged)
	storetest.Same(t, "saved", strings.Count(merged.body, "productId"), 2)
	s.ask(rita, "PUT", "/api/favorites/99", "").failed(t, http.StatusNotFound)
	s.ask(rita, "POST", "/api/submissions", s0).has(t, http.StatusCreated)
	shown := s.expect(t, rita, "GET", "/api/account", "", 200, `{"user":{"email":"rita@example.com"},"pendingEmail":"","sessions":[{"isCurrent":true}],"submissions":[{"status":"pending"}]}`)
	described(t, "GET", "/api/account", shown)
	export := s.ask(rita, "GET", "/api/account/export", "")
	described(t, "GET", "/api/account/export", export)
	storetest.Same(t, "disposition", export.header.Get("Content-Disposition"), `attachment; filename="account.json"`)
	export.contains(t, ritaEmail, s.product[0].Name, "sent.example")
	s.ask(rita, "DELETE", "/api/account", `{"password":"wrong"}`).failed(t, http.StatusUnprocessableEntity, `"field":"password"`)
	gone := s.ask(rita, "DELETE", "/api/account", object("password", ritaPassword))
	described(t, "DELETE", "/api/account", gone)
	if cookie := newCookie(t, gone); gone.status != http.StatusNoContent || cookie == nil || cookie.MaxAge >= 0 {
		t.Errorf("%d, cookie %v", gone.status, cookie)
	}
	s.ask(rita, "GET", "/api/account", "").failed(t, http.StatusUnauthorized, "Please sign in.")
	if left := storetest.Contents(t, s.place); strings.Contains(left, "rita") {
		t.Errorf("left is %s", left)
	}
}

// changeAccount sets a new password with a code, and a new email with the codes of both addresses.
func changeAccount(t *testing.T, s *openSite) {
	const next, changed = "rita@new.example", "another reader's password"
	rita := s.join()
	s.newReader("ida@example.com", "Ida")
	s.ask(nobody, "POST", "/api/users/resend", object("email", "ida@example.com")).has(t, http.StatusNoContent)
	s.ask(nobody, "POST", "/api/auth/forgot", object("email", ritaEmail)).has(t, http.StatusNoContent)
	reset := s.expect(t, nobody, "POST", "/api/auth/reset", object("email", ritaEmail, "code", s.post()[ritaEmail], "password", changed), 200, "")
	s.ask(rita, "GET", "/api/account", "").failed(t, http.StatusUnauthorized)
	s.shown[rita] = http.Header{"Cookie": {"sid=" + newCookie(t, reset).Value}}
	asked := s.expect(t, rita, "POST", "/api/account/email", object("email", next, "currentPassword", changed), 200, `{"pendingEmail":"rita@new.example"}`)
	described(t, "POST", "/api/account/email", asked)
	s.ask(rita, "POST", "/api/account/email/confirm", object("currentCode", "ABCDEF", "newCode", "ABCDEF")).failed(t, http.StatusUnprocessableEntity, `"field":"currentCode"`)
	codes := s.post()
	confirmed := s.expect(t, rita, "POST", "/api/account/email/confirm", object("currentCode", codes[ritaEmail], "newCode", codes[next]), 200,
		`{"user":{"email":"rita@new.example"},"pendingEmail":""}`)
	described(t, "POST", "/api/account/email/confirm", confirmed)
}

func TestAccounts(t *testing.T) {
	eachSite(t, siteTests{
		"signs up, saves tools, and deletes the account":           useAccount,
		"changes the password with a code, and the email with two": changeAccount,
		"answers alike for an address with an account and one without": func(t *testing.T, s *openSite) {
			s.join()
			for target, body := range map[string]string{
				"/api/users":        `{"email":"%s","password":"a good enough password"}`,
				"/api/users/resend": `{"email":"%s"}`,
				"/api/auth/forgot":  `{"email":"%s"}`,
				"/api/auth/login":   `{"username":"%s","password":"not theirs"}`,
				"/api/users/verify": `{"email":"%s","code":"ABCDEF","password":"not theirs"}`,
				"/api/auth/reset":   `{"email":"%s","code":"ABCDEF","password":"a good enough password"}`,
			} {
				var seen []string
				for _, email := range []string{ritaEmail, adminEmail, "nobody@example.com"} {
					got := s.ask(nobody, "POST", target, strings.ReplaceAll(body, "%s", email))
					for _, differs := range []string{"Date", "X-Request-Id"} {
						got.header.Del(differs)
					}
					for i, cookie := range got.header["Set-Cookie"] {
						got.header["Set-Cookie"][i], _, _ = strings.Cut(cookie, "=") // of a random value
					}
					var failure httpapi.Error
					_ = json.Unmarshal([]byte(got.body), &failure) // a success has no body
					seen = append(seen, fmt.Sprint(got.status, got.header, failure.Message, failure.Fields))
				}
				if seen[0] != seen[1] || seen[0] != seen[2] {
					t.Errorf("%s answers\n%s", target, strings.Join(seen, "\n"))
				}
			}
		},
		"limits the emails of a client": func(t *testing.T, s *openSite) {
			ask := func(i int) reply {
				return s.ask(nobody, "POST", "/api/users", object("email", fmt.Sprintf("reader-%d@example.com", i), "password", ritaPassword))
			}
			for i := range 5 {
				ask(i).has(t, http.StatusNoContent)
			}
			refused := ask(5)
			refused.failed(t, http.StatusTooManyRequests, "Too many emails")
			storetest.Same(t, "has Retry-After", refused.header.Get("Retry-After") != "", true)
		},
		"lets a reader do nothing of an administrator": func(t *testing.T, s *openSite) {
			rita := s.join()
			defer s.unchanged(t)()
			for _, line := range app.Table() {
				if line.Access == "administrator" {
					s.ask(rita, line.Method, addressOf(line.Pattern), bodyFor(line)).failed(t, http.StatusForbidden)
				}
			}
		},
	})
}

// Where visitors cannot sign up, the calls of accounts do not exist, and administrators sign in as before.
func TestAccountsOff(t *testing.T) {
	s := siteWith(t, siteOptions{withoutAccounts: true})
	off := 0
	for _, line := range app.Table() {
		if line.Feature == "readers" {
			off++
			for _, as := range []who{nobody, administrator} {
				s.ask(as, line.Method, addressOf(line.Pattern), bodyFor(line)).failed(t, http.StatusNotFound)
			}
		}
	}
	storetest.Same(t, "calls", off, 21)
	s.expect(t, nobody, "GET", "/api/site", "", 200, `{"accounts":false}`)
	s.expect(t, administrator, "GET", "/api/auth/me", "", 200, `{"accounts":false}`)
	got := s.ask(nobody, "POST", "/api/auth/login", rightLogin)
	storetest.Same(t, "cookies of the session and the device", len(got.header["Set-Cookie"]), 2)
}
