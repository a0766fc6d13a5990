package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestReaders(t *testing.T) {
	eachSite(t, siteTests{
		"lists, searches, sorts and filters": func(t *testing.T, s *openSite) {
			for i := range 3 {
				s.newReader(fmt.Sprintf("reader-%d@example.com", i), "Rita")
			}
			for query, want := range map[string]string{
				"":                           `{"readers":[{"id":5},{"id":4},{"id":3,"email":"reader-0@example.com","name":"Rita","isVerified":false,"isDisabled":false,"lastSeenAt":"0001-01-01T00:00:00Z","favorites":0,"submissions":0},{"id":2}],"counts":{"all":4,"unverified":3,"disabled":0},"next":""}`,
				"?sort=email":                `{"readers":[{"id":2},{"id":3},{"id":4},{"id":5}]}`,
				"?sort=seen":                 `{"readers":[{"id":2},{"id":5},{"id":4},{"id":3}]}`,
				"?filter=unverified&limit=3": `{"readers":[{"id":5},{"id":4},{"id":3}],"next":""}`,
				"?filter=disabled":           `{"readers":[]}`,
				"?search=RITA%201%40":        `{"readers":[{"id":4}],"counts":{"all":1,"unverified":1}}`,
				"?search=admin":              `{"readers":[],"counts":{"all":0}}`,
			} {
				s.expect(t, administrator, "GET", "/api/admin/users"+query, "", 200, want)
			}
			first := read[account.ReaderPage](t, s.ask(administrator, "GET", "/api/admin/users?limit=2&sort=seen", ""), http.StatusOK)
			s.expect(t, administrator, "GET", "/api/admin/users?limit=2&sort=seen&cursor="+first.Next, "", 200, `{"readers":[{"id":4},{"id":3}],"next":""}`)
			for _, query := range []string{"sort=name", "filter=admin", "cursor=x", "cursor=%20", "cursor=MSB4&sort=seen", "limit=0", "limit=101", "search=%00", "search=%ff", "search=" + strings.Repeat("a", 201), "search=%zz"} {
				s.ask(administrator, "GET", "/api/admin/users?"+query, "").failed(t, http.StatusBadRequest)
			}
		},
		"disables and enables, which ends sessions": func(t *testing.T, s *openSite) {
			const two = "/api/admin/users/2"
			s.ask(member, "GET", "/api/auth/me", "").has(t, http.StatusOK)
			for _, body := range []string{`{}`, `{"isDisabled":null}`, `{"isDisabled":"yes"}`} {
				s.ask(administrator, "PATCH", two, body).naming(t, "isDisabled")
			}
			s.ask(administrator, "PATCH", two, `{"isDisabled":true}`).has(t, http.StatusNoContent)
			s.ask(member, "GET", "/api/auth/me", "").failed(t, http.StatusUnauthorized)
			s.ask(nobody, "POST", "/api/auth/login", object("username", memberEmail, "password", password)).failed(t, http.StatusUnauthorized)
			s.expect(t, administrator, "GET", "/api/admin/users?filter=disabled", "", 200, `{"readers":[{"id":2,"isDisabled":true}],"counts":{"disabled":1}}`)
			s.ask(administrator, "PATCH", two, `{"isDisabled":false}`).has(t, http.StatusNoContent)
			s.ask(nobody, "POST", "/api/auth/login", object("username", memberEmail, "password", password)).has(t, http.StatusOK)
			s.expect(t, administrator, "GET", "/api/audit?object=users&objectId=2&action=update", "", 200,
				`{"entries":[{"actor":"admin@example.com","before":{"isDisabled":true},"after":{"isDisabled":false}},{"before":{"isDisabled":false},"after":{"isDisabled":true}}]}`)
		},
		"deletes everything of theirs, and the audit has no email": func(t *testing.T, s *openSite) {
			rita := s.join()
			s.ask(rita, "PUT", fmt.Sprintf("/api/favorites/%d", s.product[0].ID), "").has(t, http.StatusNoContent)
			s.ask(rita, "POST", "/api/submissions", s0).has(t, http.StatusCreated)
			s.expect(t, administrator, "GET", "/api/admin/users?search="+ritaEmail, "", 200, `{"readers":[{"id":3,"isVerified":true,"favorites":1,"submissions":1}]}`)
			s.ask(administrator, "DELETE", "/api/admin/users/3", "").has(t, http.StatusNoContent)
			s.ask(administrator, "DELETE", "/api/admin/users/3", "").failed(t, http.StatusNotFound)
			s.ask(rita, "GET", "/api/account", "").failed(t, http.StatusUnauthorized)
			s.expect(t, administrator, "GET", "/api/audit?object=users&objectId=3", "", 200, `{"entries":[{"actor":"admin@example.com","action":"delete","before":null,"after":null}]}`)
			if left := storetest.Contents(t, s.place); strings.Contains(left, "rita") || strings.Contains(left, "sent.example") {
				t.Errorf("left is %s", left)
			}
			s.join() // may sign up again
		},
		"sends another code to those who wait for one": func(t *testing.T, s *openSite) {
			s.newReader("ann@example.com", "Ann")
			const again = "/api/admin/users/3/resend"
			for range 3 {
				s.ask(administrator, "POST", again, "").has(t, http.StatusNoContent)
			}
			if s.post()["ann@example.com"] == "" {
				t.Error("no code was sent")
			}
			s.ask(administrator, "POST", again, "").failed(t, http.StatusTooManyRequests)
			s.ask(administrator, "POST", "/api/admin/users/2/resend", "").failed(t, http.StatusConflict)
			s.ask(administrator, "PATCH", "/api/admin/users/3", `{"isDisabled":true}`).has(t, http.StatusNoContent)
			s.ask(administrator, "POST", again, "").failed(t, http.StatusConflict)
			s.expect(t, administrator, "GET", "/api/audit?action=resend_code", "", 200, `{"entries":[{"objectId":"3"},{"objectId":"3"},{"objectId":"3"}]}`)
		},
		"does not reach administrators": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			const one = "/api/admin/users/1"
			s.ask(administrator, "PATCH", one, `{"isDisabled":true}`).failed(t, http.StatusNotFound)
			s.ask(administrator, "DELETE", one, "").failed(t, http.StatusNotFound)
			s.ask(administrator, "POST", one+"/resend", "").failed(t, http.StatusNotFound)
		},
	})
}
