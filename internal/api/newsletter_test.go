package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// newsletterToken composes the email that a request for the newsletter has queued for an address, and returns its token.
func (s *openSite) newsletterToken(email string) string {
	s.t.Helper()
	queued := mail.Email{Kind: newsletter.ConfirmEmail, To: email}
	row := storetest.Connect(s.t, s.place).QueryRowContext(s.t.Context(), "SELECT data FROM emails WHERE recipient = '"+email+"' ORDER BY id DESC LIMIT 1")
	storetest.NoError(s.t, row.Scan(&queued.Data))
	message, _, err := s.newsletter.ComposeConfirmation(s.t.Context(), queued)
	storetest.NoError(s.t, err)
	_, token, found := strings.Cut(message.Unsubscribe, "token=")
	if !found {
		s.t.Fatalf("there is no token in %q", message.Unsubscribe)
	}
	return token
}

const ann = "ann@example.com"

// useNewsletter requests, confirms, changes and leaves the newsletter by links in emails.
func useNewsletter(t *testing.T, s *openSite) {
	s.ask(nobody, "POST", "/api/newsletter", `{"email":"`+ann+`","topics":[1]}`).has(t, http.StatusNoContent)
	token := s.newsletterToken(ann)
	header := []string{"Newsletter-Token", token}
	s.expect(t, nobody, "GET", "/api/newsletter/settings", "", 200, `{"email":"ann@example.com","status":"unconfirmed","topics":[1],"cadence":"weekly"}`, header...)
	s.expect(t, nobody, "POST", "/api/newsletter/confirm", object("token", token), 200, `{"status":"confirmed"}`)
	s.expect(t, nobody, "PUT", "/api/newsletter/settings", `{"token":"`+token+`","topics":[],"cadence":"monthly"}`, 200, `{"topics":[],"cadence":"monthly"}`)
	opened := s.expect(t, nobody, "GET", "/api/newsletter/leave?token="+token, "", http.StatusSeeOther, "")
	storetest.Same(t, "where the link leads", opened.header.Get("Location"), "/newsletter/settings#"+token)
	s.expect(t, nobody, "GET", "/api/newsletter/settings", "", 200, `{"status":"confirmed"}`, header...)
	s.ask(nobody, "POST", "/api/newsletter/leave", object("token", token)).has(t, http.StatusNoContent)
	s.expect(t, nobody, "GET", "/api/newsletter/settings", "", 200, `{"status":"unsubscribed"}`, header...)
	s.ask(nobody, "POST", "/api/newsletter/confirm", `{"token":"x"}`).failed(t, http.StatusNotFound, `"This link has expired. Enter your email to get a new one."`)
}

func TestNewsletter(t *testing.T) {
	eachSite(t, siteTests{
		"is requested, confirmed, changed and left by links in emails, and not by opening one": useNewsletter,
		"is left by one click of a mail program": func(t *testing.T, s *openSite) {
			s.ask(nobody, "POST", "/api/newsletter", object("email", ann)).has(t, http.StatusNoContent)
			token := s.newsletterToken(ann)
			for kind, body := range map[string]string{
				"application/x-www-form-urlencoded":    "List-Unsubscribe=One-Click", // RFC 8058, 3.2
				`multipart/form-data; boundary="line"`: "--line\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--line--\r\n",
			} {
				s.ask(nobody, "POST", "/api/newsletter/confirm", object("token", token)).has(t, http.StatusOK)
				s.send("POST", "/api/newsletter/leave?token="+token, strings.NewReader(body), http.Header{"Content-Type": {kind}}).has(t, http.StatusNoContent)
				s.expect(t, nobody, "GET", "/api/newsletter/settings", "", 200, `{"status":"unsubscribed"}`, "Newsletter-Token", token)
			}
		},
		"is a setting of an account": func(t *testing.T, s *openSite) {
			s.expect(t, member, "GET", "/api/newsletter/settings", "", 200, `{"email":"`+memberEmail+`","status":"none","topics":[],"cadence":"weekly"}`)
			s.expect(t, member, "PUT", "/api/newsletter/settings", `{"topics":[1],"cadence":"monthly"}`, 200, `{"status":"confirmed","topics":[1]}`)
			s.ask(member, "POST", "/api/newsletter/leave", `{}`).has(t, http.StatusNoContent)
			s.expect(t, member, "GET", "/api/newsletter/settings", "", 200, `{"status":"unsubscribed"}`)
			for _, call := range [][2]string{{"GET", ""}, {"PUT", `{"topics":[],"cadence":"weekly"}`}} {
				s.ask(nobody, call[0], "/api/newsletter/settings", call[1]).failed(t, http.StatusUnauthorized)
			}
			s.ask(nobody, "POST", "/api/newsletter/leave", `{}`).failed(t, http.StatusUnauthorized)
		},
		"answers alike for every address": func(t *testing.T, s *openSite) {
			s.ask(member, "PUT", "/api/newsletter/settings", `{"topics":[],"cadence":"weekly"}`).has(t, http.StatusOK)
			known := s.ask(nobody, "POST", "/api/newsletter", `{"email":"`+memberEmail+`"}`)
			unknown := s.ask(nobody, "POST", "/api/newsletter", `{"email":"`+ann+`"}`)
			for _, got := range []reply{known, unknown} {
				got.has(t, http.StatusNoContent)
				got.header.Del("X-Request-Id")
				got.header.Del("Date")
			}
			storetest.Same(t, "the header", known.header, unknown.header)
			storetest.Same(t, "the body", known.body, unknown.body)
		},
		"refuses what is no request": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			for body, field := range map[string]string{
				`{}`: "email", `{"email":"ann"}`: "email", `{"email":"a@b.example\r\nBcc: c@d.example"}`: "email", `{"email":"` + ann + `","topics":[9]}`: "topics",
				`{"email":"` + ann + `","cadence":"daily"}`: "cadence", `{"email":"` + strings.Repeat("a", 320) + `@b.example"}`: "email",
			} {
				s.ask(nobody, "POST", "/api/newsletter", body).naming(t, field, "")
			}
		},
		"has subscribers": func(t *testing.T, s *openSite) {
			s.expect(t, administrator, "POST", "/api/admin/subscribers/import", `{"csv":"email\nann@example.com\nx\n","consent":"A list from our shop."}`, 200,
				`{"added":1,"invalid":[{"line":3}]}`)
			s.expect(t, administrator, "GET", "/api/admin/subscribers?search=ANN&topic=1&filter=confirmed&limit=1", "", 200,
				`{"subscribers":[{"id":1,"email":"ann@example.com","status":"confirmed","consent":"A list from our shop."}],"counts":{"all":1},"next":0}`)
			for _, query := range []string{"filter=x", "topic=x", "limit=101", "after=-1", "search=" + strings.Repeat("a", 201), "search=%00"} {
				s.ask(administrator, "GET", "/api/admin/subscribers?"+query, "").failed(t, http.StatusBadRequest)
			}
			file := s.ask(administrator, "GET", "/api/admin/subscribers/export", "")
			if file.header.Get("Content-Type") != "text/csv; charset=utf-8" || !strings.Contains(file.body, "ann@example.com") || file.header.Get("Cache-Control") != "no-store" {
				t.Errorf("%v\n%s", file.header, file.body)
			}
			s.ask(administrator, "DELETE", "/api/admin/subscribers/1", "").has(t, http.StatusNoContent)
			s.ask(administrator, "DELETE", "/api/admin/subscribers/1", "").failed(t, http.StatusNotFound, `"There is no such subscriber. They may have been removed."`)
		},
	})
}

// A site without a newsletter has none of its calls, and says so in its frame.
func TestWithoutNewsletter(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{withoutNewsletter: true})
	s.expect(t, nobody, "GET", "/api/site", "", 200, `{"newsletter":false}`)
	for _, call := range [][2]string{{"POST", "/api/newsletter"}, {"GET", "/api/newsletter/issues"}, {"PUT", "/api/newsletter/settings"}, {"GET", "/api/admin/subscribers"},
		{"GET", "/api/admin/newsletter/issues"}, {"GET", "/api/admin/reader-numbers"}, {"GET", "/api/admin/newsletter/drafts/weekly"}} {
		s.ask(administrator, call[0], call[1], "").failed(t, http.StatusNotFound)
	}
}
