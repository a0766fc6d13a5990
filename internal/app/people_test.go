package app_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/people"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
)

const ownAccount = "/api/admin/account"

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"GET /api/admin/people", "", ""},
		{"POST /api/admin/invitations", "", `{"email":"eve@example.com","role":"editor"}`},
		{"DELETE /api/admin/invitations/{id}", "", ""},
		{"PATCH /api/admin/people/{id}", "", `{"role":"owner"}`},
		{"PATCH " + ownAccount, "", `{"name":"Ann"}`},
		{"POST " + ownAccount + "/confirm", "", `{"password":"` + password + `"}`},
		{"POST " + ownAccount + "/email", "", `{"email":"ann@new.example","currentPassword":"` + password + `"}`},
		{"DELETE " + ownAccount + "/email", "", ""},
		{"POST " + ownAccount + "/tokens", "", `{"name":"CI","scope":"read","days":1}`},
		{"DELETE " + ownAccount + "/tokens/{id}", ownAccount + "/tokens/4", ""},
		{"DELETE " + ownAccount + "/sessions", "", ""},
		{"POST " + ownAccount + "/two-factor", "", ""},
	}...)
	rules = append(rules, []fieldRules{
		{administrator, []string{"POST /api/admin/invitations"}, `{"email":"eve@example.com","role":"editor"}`, fields{"email": {absent, "", "eve", "Eve <eve@example.com>", "a@b\r\nBcc: c@d", 5}, "role": {absent, "", "admin", "Owner", 5}}},
		{administrator, []string{"PATCH /api/admin/people/2"}, `{}`, fields{"role": {"", "admin", 5}, "isDisabled": {absent, "yes"}}},
		{administrator, []string{"PATCH " + ownAccount}, `{}`, fields{"name": {"a\nb", strings.Repeat("n", 201), 5}}},
		{administrator, []string{"POST " + ownAccount + "/tokens"}, `{"name":"CI","scope":"read","days":1}`, fields{"name": {absent, "", "a\nb", strings.Repeat("n", 201)}, "scope": {absent, "", "all"}, "days": {-1, 3651, "1"}}},
		{nobody, []string{"POST /api/auth/login/code"}, `{"username":"a","password":"b","code":"c"}`, fields{"username": {absent, ""}, "password": {absent, ""}, "code": {absent, ""}}},
	}...)
	needScope(account.ScopeReadAll, "/api/admin/people", ownAccount)
	inContract("public", "POST /api/invitations/open", "POST /api/invitations/accept")
	onPostgres["what administrators invite and confirm"] = postgresPart{call: func(t *testing.T, s *openSite) {
		s.acceptInvitation(t)
		s.confirmEmail(t)
		s.useTwoFactor(t)
		s.endSession(t)
	}}
	for _, call := range []string{"POST " + ownAccount + "/email/confirm", "DELETE " + ownAccount + "/sessions/{session}", "POST " + ownAccount + "/two-factor/confirm",
		"POST " + ownAccount + "/two-factor/recovery-codes", "POST " + ownAccount + "/two-factor/off"} {
		triedElsewhere[call] = true
	}
	examples = append(examples, "{session}", "0123456789abcdef")
}

var invitationLink = regexp.MustCompile(`http://\S+/admin/invitation#(\S+)`)

// invited sends the emails that wait, and returns the token of the invitation to an address, or "".
func (s *openSite) invited(t *testing.T, to string) (token string) {
	t.Helper()
	for {
		e, _, err := s.store.NextEmail(t.Context(), mail.Claim{Lease: time.Minute})
		storetest.NoError(t, err)
		if e.ID == 0 {
			return token
		}
		message, _, err := s.partsOf("people").Composes["invitation"](t.Context(), e)
		storetest.NoError(t, err, s.store.EndEmail(t.Context(), e, mail.Outcome{State: mail.Sent}))
		if found := invitationLink.FindStringSubmatch(message.Text); found != nil && message.To == to {
			token = found[1]
		}
	}
}

const eveEmail, evePassword = "eve@example.com", "eve's own password"

// acceptInvitation invites Eve, who accepts and is signed in.
func (s *openSite) acceptInvitation(t *testing.T) who {
	t.Helper()
	s.ask(administrator, "POST", "/api/admin/invitations", object("email", eveEmail, "role", "editor")).has(t, http.StatusCreated)
	token := s.invited(t, eveEmail)
	s.expect(t, nobody, "POST", "/api/invitations/open", object("token", token), 200, `{"email":"eve@example.com","role":"editor","invitedBy":"admin@example.com"}`)
	got := s.expect(t, nobody, "POST", "/api/invitations/accept", object("token", token, "name", "Eve", "password", evePassword), 200, `{"user":{"email":"eve@example.com","name":"Eve","isAdmin":true}}`)
	const eve who = "eve"
	s.shown[eve] = http.Header{"Cookie": {"sid=" + newCookie(t, got).Value}}
	return eve
}

// confirmEmail changes the administrator's email with the codes of both addresses.
func (s *openSite) confirmEmail(t *testing.T) {
	t.Helper()
	s.ask(administrator, "POST", ownAccount+"/email", object("email", "boss@example.com", "currentPassword", password)).has(t, http.StatusNoContent)
	s.expect(t, administrator, "GET", ownAccount, "", 200, `{"pendingEmail":"boss@example.com"}`)
	codes := s.post()
	s.ask(administrator, "POST", ownAccount+"/email/confirm", object("currentCode", codes["boss@example.com"], "newCode", codes[adminEmail])).failed(t, http.StatusUnprocessableEntity, `"field":"currentCode"`)
	s.ask(administrator, "POST", ownAccount+"/email/confirm", object("currentCode", codes[adminEmail], "newCode", codes["boss@example.com"])).has(t, http.StatusNoContent)
	s.expect(t, administrator, "GET", "/api/auth/me", "", 200, `{"user":{"email":"boss@example.com"}}`)
}

// useTwoFactor turns two-factor authentication on, renews its codes and turns it off again.
func (s *openSite) useTwoFactor(t *testing.T) {
	t.Helper()
	setUp := read[twofactor.SetUp](t, s.ask(administrator, "POST", ownAccount+"/two-factor", ""), http.StatusOK)
	code, err := totp.GenerateCode(setUp.Secret, time.Now())
	storetest.NoError(t, err)
	codes := read[people.RecoveryCodes](t, s.ask(administrator, "POST", ownAccount+"/two-factor/confirm", object("code", code)), http.StatusOK).Codes
	s.expect(t, administrator, "GET", ownAccount, "", 200, `{"twoFactor":{"isOn":true,"recoveryCodes":10}}`)
	s.expect(t, administrator, "GET", "/api/admin/people", "", 200, `{"people":{"0":{"hasTwoFactor":true}}}`)
	s.ask(administrator, "POST", ownAccount+"/two-factor/off", object("code", code)).failed(t, http.StatusUnprocessableEntity, `"field":"code"`) // it was used
	renewed := read[people.RecoveryCodes](t, s.ask(administrator, "POST", ownAccount+"/two-factor/recovery-codes", object("code", codes[0])), http.StatusOK).Codes
	s.ask(administrator, "POST", ownAccount+"/two-factor/off", object("code", codes[1])).failed(t, http.StatusUnprocessableEntity, `"field":"code"`)
	email := read[account.CurrentSession](t, s.ask(administrator, "GET", "/api/auth/me", ""), http.StatusOK).User.Email
	s.expect(t, nobody, "POST", "/api/auth/login/code", object("username", email, "password", password, "code", renewed[1]), 200, "")
	s.ask(administrator, "POST", ownAccount+"/two-factor/off", object("code", renewed[0])).has(t, http.StatusNoContent)
	s.expect(t, administrator, "GET", ownAccount, "", 200, `{"twoFactor":{"isOn":false,"recoveryCodes":0}}`)
}

// endSession signs out another session of the administrator.
func (s *openSite) endSession(t *testing.T) {
	t.Helper()
	email := read[account.CurrentSession](t, s.ask(administrator, "GET", "/api/auth/me", ""), http.StatusOK).User.Email
	other := newCookie(t, s.expect(t, nobody, "POST", "/api/auth/login", object("username", email, "password", password), 200, "", "User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"))
	shown := read[people.OwnAccount](t, s.ask(administrator, "GET", ownAccount, ""), http.StatusOK)
	for _, session := range shown.Sessions {
		if session.Device == "Firefox on Linux" {
			s.ask(administrator, "DELETE", ownAccount+"/sessions/"+session.ID, "").has(t, http.StatusNoContent)
		}
	}
	s.ask(nobody, "GET", "/api/auth/me", "", "Cookie", "sid="+other.Value).failed(t, http.StatusUnauthorized)
	s.ask(administrator, "GET", "/api/auth/me", "").has(t, http.StatusOK)
}

// unconfirm makes the administrator's sign-in an old one.
func (s *openSite) unconfirm(t *testing.T) {
	t.Helper()
	storetest.Exec(t, s.place, "UPDATE sessions SET confirmed_at = 1")
}

func TestPeople(t *testing.T) {
	eachSite(t, siteTests{
		"are listed, with who is invited": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			s.expect(t, administrator, "POST", "/api/admin/invitations", object("email", eveEmail, "role", "viewer"), 201, `{"link":"","invitation":{"email":"eve@example.com","role":"viewer","invitedBy":"admin@example.com"}}`)
			s.expect(t, administrator, "GET", "/api/admin/people", "", 200, `{"sendsEmail":true,"people":[{"email":"admin@example.com","role":"owner","isDisabled":false,"hasTwoFactor":false},
				{"email":"editor@example.com","role":"editor"},{"email":"viewer@example.com","role":"viewer"}],"invitations":[{"email":"eve@example.com"}]}`)
		},
		"get another role, which signs them out": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			s.ask(editor, "POST", "/api/admin/collections", `{}`).failed(t, http.StatusUnprocessableEntity)
			s.ask(administrator, "PATCH", "/api/admin/people/3", `{"role":"viewer"}`).has(t, http.StatusNoContent)
			for _, as := range []who{editor, editorsProgram} {
				s.ask(as, "GET", "/api/auth/me", "").failed(t, http.StatusUnauthorized)
			}
			got := s.expect(t, nobody, "POST", "/api/auth/login", object("username", "editor@example.com", "password", password), 200, "")
			s.ask(nobody, "POST", "/api/admin/collections", `{}`, "Cookie", "sid="+newCookie(t, got).Value).failed(t, http.StatusForbidden, "Your role, viewer")
			s.ask(administrator, "PATCH", "/api/admin/people/3", `{"isDisabled":true}`).has(t, http.StatusNoContent)
			s.ask(nobody, "POST", "/api/auth/login", object("username", "editor@example.com", "password", password)).failed(t, http.StatusUnauthorized)
			s.expect(t, administrator, "GET", "/api/audit?object=users&objectId=3&action=update", "", 200,
				`{"entries":[{"before":{"isDisabled":false,"role":"viewer"},"after":{"isDisabled":true,"role":"viewer"}},{"before":{"role":"editor"},"after":{"role":"viewer"}}]}`)
			s.ask(administrator, "PATCH", "/api/admin/people/2", `{"role":"owner"}`).failed(t, http.StatusNotFound) // a reader
			s.ask(administrator, "PATCH", "/api/admin/people/99", `{"role":"owner"}`).failed(t, http.StatusNotFound)
		},
		"always have an owner": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			defer s.unchanged(t)()
			for _, body := range []string{`{"role":"editor"}`, `{"isDisabled":true}`, `{"role":"viewer","isDisabled":true}`} {
				s.ask(administrator, "PATCH", "/api/admin/people/1", body).failed(t, http.StatusConflict, "only owner")
			}
		},
		"confirm that it's them before they give others access": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			s.unconfirm(t)
			unchanged := s.unchanged(t)
			calls := [][3]string{
				{"PATCH", "/api/admin/people/3", `{"role":"viewer"}`}, {"POST", "/api/admin/invitations", object("email", eveEmail, "role", "owner")}, {"DELETE", "/api/admin/invitations/1", ""},
				{"POST", ownAccount + "/tokens", `{"name":"CI","scope":"admin","days":0}`}, {"DELETE", ownAccount + "/tokens/1", ""}, {"POST", ownAccount + "/two-factor", ""},
				{"POST", ownAccount + "/two-factor/confirm", `{"code":"123456"}`},
			}
			for _, call := range calls {
				s.ask(administrator, call[0], call[1], call[2]).failed(t, http.StatusForbidden, `"code":"confirmation_needed"`)
				s.ask(machine, call[0], call[1], call[2]).failed(t, http.StatusForbidden, "not with a token")
			}
			s.ask(administrator, "POST", ownAccount+"/confirm", `{"password":"wrong"}`).naming(t, "password")
			unchanged()
			s.ask(administrator, "POST", ownAccount+"/confirm", object("password", password)).has(t, http.StatusNoContent)
			s.ask(administrator, "POST", ownAccount+"/tokens", `{"name":"CI","scope":"admin","days":0}`).has(t, http.StatusCreated)
		},
	})
}

func TestInvitations(t *testing.T) {
	eachSite(t, siteTests{
		"make an administrator with the address and role that were invited": func(t *testing.T, s *openSite) {
			eve := s.acceptInvitation(t)
			s.expect(t, eve, "GET", "/api/auth/me", "", 200, `{"user":{"email":"eve@example.com","name":"Eve"},"role":"editor"}`)
			s.expect(t, administrator, "GET", "/api/admin/people", "", 200, `{"people":[{"email":"admin@example.com"},{"email":"eve@example.com","role":"editor"}],"invitations":[]}`)
			s.expect(t, administrator, "GET", "/api/audit?object=invitations", "", 200, `{"entries":[{"action":"create","after":{"role":"editor"}}]}`)
		},
		"work once": func(t *testing.T, s *openSite) {
			s.ask(administrator, "POST", "/api/admin/invitations", object("email", eveEmail, "role", "editor")).has(t, http.StatusCreated)
			token := s.invited(t, eveEmail)
			body := object("token", token, "name", "", "password", evePassword)
			s.ask(nobody, "POST", "/api/invitations/accept", object("token", token, "name", "", "password", "short")).naming(t, "password")
			s.ask(nobody, "POST", "/api/invitations/accept", body).has(t, http.StatusOK)
			s.ask(nobody, "POST", "/api/invitations/accept", body).failed(t, http.StatusNotFound)
			s.ask(nobody, "POST", "/api/invitations/open", object("token", token)).failed(t, http.StatusNotFound)
		},
		"end when they are revoked, replaced or too old": func(t *testing.T, s *openSite) {
			dead := func(token string) {
				t.Helper()
				s.ask(nobody, "POST", "/api/invitations/open", object("token", token)).failed(t, http.StatusNotFound)
				s.ask(nobody, "POST", "/api/invitations/accept", object("token", token, "name", "", "password", evePassword)).failed(t, http.StatusNotFound)
			}
			dead("")
			dead(strings.Repeat("A", 43))
			invite := func() (string, int64) {
				t.Helper()
				got := s.ask(administrator, "POST", "/api/admin/invitations", object("email", "Eve@Example.com", "role", "editor"))
				return s.invited(t, "Eve@Example.com"), read[people.Invited](t, got, got.status).Invitation.ID
			}
			first, _ := invite()
			second, id := invite()
			dead(first)
			s.ask(administrator, "DELETE", fmt.Sprintf("/api/admin/invitations/%d", id), "").has(t, http.StatusNoContent)
			s.ask(administrator, "DELETE", fmt.Sprintf("/api/admin/invitations/%d", id), "").failed(t, http.StatusNotFound)
			dead(second)
			third, _ := invite()
			storetest.Exec(t, s.place, "UPDATE invitations SET expires_at = 1")
			dead(third)
			s.expect(t, administrator, "GET", "/api/admin/people", "", 200, `{"invitations":[]}`)
		},
		"end with the owner's role": func(t *testing.T, s *openSite) {
			_, err := s.accounts.Administrators.Create(t.Context(), "test", account.NewAdministrator{Email: "second@example.com", Role: httpapi.Owner, Password: password})
			storetest.NoError(t, err)
			s.ask(administrator, "POST", "/api/admin/invitations", object("email", eveEmail, "role", "owner")).has(t, http.StatusCreated)
			token := s.invited(t, eveEmail)
			storetest.NoError(t, s.accounts.Administrators.SetRole(t.Context(), "test", adminEmail, httpapi.Editor))
			s.ask(nobody, "POST", "/api/invitations/accept", object("token", token, "name", "", "password", evePassword)).failed(t, http.StatusNotFound)
			storetest.NoError(t, s.accounts.Administrators.SetRole(t.Context(), "test", adminEmail, httpapi.Owner))
			storetest.NoError(t, s.accounts.Administrators.SetDisabled(t.Context(), "test", adminEmail, true))
			s.ask(nobody, "POST", "/api/invitations/open", object("token", token)).failed(t, http.StatusNotFound)
		},
		"make a reader an administrator, with a new password": func(t *testing.T, s *openSite) {
			rita := s.join()
			s.ask(rita, "PUT", fmt.Sprintf("/api/favorites/%d", s.product[0].ID), "").has(t, http.StatusNoContent)
			s.ask(administrator, "POST", "/api/admin/invitations", object("email", ritaEmail, "role", "viewer")).has(t, http.StatusCreated)
			token := s.invited(t, ritaEmail)
			got := s.expect(t, nobody, "POST", "/api/invitations/accept", object("token", token, "name", "Rita", "password", evePassword), 200, "")
			s.ask(rita, "GET", "/api/auth/me", "").failed(t, http.StatusUnauthorized)
			s.shown[rita] = http.Header{"Cookie": {"sid=" + newCookie(t, got).Value}}
			s.expect(t, rita, "GET", "/api/auth/me", "", 200, `{"role":"viewer"}`)
			storetest.Same(t, "saved", strings.Count(s.ask(rita, "GET", "/api/favorites", "").body, "productId"), 1)
			s.ask(nobody, "POST", "/api/auth/login", object("username", ritaEmail, "password", ritaPassword)).failed(t, http.StatusUnauthorized)
		},
		"are for nobody who administers already": func(t *testing.T, s *openSite) {
			s.ask(administrator, "POST", "/api/admin/invitations", object("email", "ADMIN@example.com", "role", "editor")).failed(t, http.StatusConflict)
			s.ask(administrator, "PATCH", "/api/admin/users/2", `{"isDisabled":true}`).has(t, http.StatusNoContent)
			s.ask(administrator, "POST", "/api/admin/invitations", object("email", memberEmail, "role", "editor")).failed(t, http.StatusConflict)
		},
		"are no more than three a day to an address": func(t *testing.T, s *openSite) {
			for _, status := range []int{http.StatusCreated, http.StatusOK, http.StatusOK} {
				s.ask(administrator, "POST", "/api/admin/invitations", object("email", eveEmail, "role", "editor")).has(t, status)
			}
			s.ask(administrator, "POST", "/api/admin/invitations", object("email", eveEmail, "role", "editor")).failed(t, http.StatusTooManyRequests)
		},
	})
}

func TestOwnAccount(t *testing.T) {
	eachSite(t, siteTests{
		"has tokens, which are shown once": func(t *testing.T, s *openSite) {
			made := read[people.NewToken](t, s.ask(administrator, "POST", ownAccount+"/tokens", `{"name":"CI","scope":"read","days":30}`), http.StatusCreated)
			s.ask(nobody, "GET", "/api/admin/products", "", "Authorization", "Bearer "+made.Token).has(t, http.StatusOK)
			s.ask(administrator, "POST", ownAccount+"/tokens", `{"name":"CI","scope":"read","days":30}`).failed(t, http.StatusConflict)
			shown := s.expect(t, administrator, "GET", ownAccount, "", 200, `{"role":"owner","tokens":{"0":{"name":"CI","scope":"read"}},"sessions":{"0":{"isCurrent":true}}}`)
			shown.lacks(t, made.Token)
			for _, token := range read[people.OwnAccount](t, shown, http.StatusOK).Tokens {
				s.ask(administrator, "DELETE", fmt.Sprintf("%s/tokens/%d", ownAccount, token.ID), "").has(t, http.StatusNoContent)
			}
			s.ask(nobody, "GET", "/api/admin/products", "", "Authorization", "Bearer "+made.Token).failed(t, http.StatusUnauthorized)
			s.ask(administrator, "DELETE", ownAccount+"/tokens/1", "").failed(t, http.StatusNotFound)
			if left := storetest.Contents(t, s.place); strings.Contains(left, made.Token) {
				t.Error("the token is stored")
			}
		},
		"of another administrator is out of reach": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			mine := read[people.OwnAccount](t, s.ask(administrator, "GET", ownAccount, ""), http.StatusOK)
			s.ask(viewer, "DELETE", fmt.Sprintf("%s/tokens/%d", ownAccount, mine.Tokens[0].ID), "").failed(t, http.StatusNotFound)
			s.ask(viewer, "DELETE", ownAccount+"/sessions/"+mine.Sessions[0].ID, "").failed(t, http.StatusNotFound)
			s.ask(viewer, "PATCH", ownAccount, `{"name":"Vera"}`).has(t, http.StatusNoContent)
			s.expect(t, viewer, "GET", ownAccount, "", 200, `{"user":{"name":"Vera"},"role":"viewer"}`)
		},
		"is confirmed at both email addresses":       func(t *testing.T, s *openSite) { s.confirmEmail(t) },
		"signs out one session":                      func(t *testing.T, s *openSite) { s.endSession(t) },
		"turns two-factor authentication on and off": func(t *testing.T, s *openSite) { s.useTwoFactor(t) },
		"is asked for a code with two-factor authentication": func(t *testing.T, s *openSite) {
			setUp := read[twofactor.SetUp](t, s.ask(administrator, "POST", ownAccount+"/two-factor", ""), http.StatusOK)
			code, err := totp.GenerateCode(setUp.Secret, time.Now())
			storetest.NoError(t, err)
			codes := read[people.RecoveryCodes](t, s.ask(administrator, "POST", ownAccount+"/two-factor/confirm", object("code", code)), http.StatusOK).Codes
			got := s.ask(nobody, "POST", "/api/auth/login", rightLogin)
			got.failed(t, http.StatusForbidden, `"code":"second_factor"`)
			storetest.Same(t, "a cookie", newCookie(t, got) == nil, true)
			withCode := func(code string) string {
				return object("username", adminEmail, "password", password, "code", code)
			}
			s.ask(nobody, "POST", "/api/auth/login/code", withCode("12345")).naming(t, "code")
			s.expect(t, nobody, "POST", "/api/auth/login/code", withCode(codes[0]), 200, `{"user":{"email":"admin@example.com"}}`)
			s.ask(nobody, "POST", "/api/auth/login/code", withCode(codes[0])).naming(t, "code")
			s.unconfirm(t)
			s.ask(administrator, "POST", ownAccount+"/confirm", object("password", password)).naming(t, "code")
			s.ask(administrator, "POST", ownAccount+"/confirm", object("code", codes[1])).has(t, http.StatusNoContent)
			s.ask(administrator, "POST", "/api/admin/invitations", object("email", eveEmail, "role", "editor")).has(t, http.StatusCreated)
			s.ask(nobody, "POST", "/api/auth/forgot", object("email", adminEmail)).has(t, http.StatusNoContent)
			reset := s.post()[adminEmail]
			s.ask(nobody, "POST", "/api/auth/reset", object("email", adminEmail, "code", reset, "password", "a brand new password")).failed(t, http.StatusForbidden, `"code":"second_factor"`)
			s.ask(administrator, "GET", "/api/auth/me", "").failed(t, http.StatusUnauthorized)
			s.expect(t, nobody, "POST", "/api/auth/login/code", object("username", adminEmail, "password", "a brand new password", "code", codes[2]), 200, "")
		},
	})
}
