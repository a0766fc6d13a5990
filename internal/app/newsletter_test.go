package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
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
	message, _, err := s.partsOf("newsletter").Composes[newsletter.ConfirmEmail](s.t.Context(), queued)
	storetest.NoError(s.t, err)
	_, token, found := strings.Cut(message.Unsubscribe, "token=")
	if !found {
		s.t.Fatalf("there is no token in %q", message.Unsubscribe)
	}
	return token
}

const (
	weekly   = "/api/admin/newsletter/drafts/weekly"
	oneDraft = "/api/admin/newsletter/drafts/{cadence}"
	oneIssue = "/api/admin/newsletter/issues/{id}"
	// i0 is a valid issue.
	i0  = `{"subject":"Hello","intro":"*Hi*","items":[{"section":"new","productId":1}]}`
	ann = "ann@example.com"
)

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST /api/admin/subscribers/import", "", `{"csv":"email\nann@example.com\n","consent":"They ticked a box."}`},
		{"GET /api/admin/subscribers", "", ""},
		{"GET /api/admin/subscribers/export", "", ""},
		{"PUT " + oneDraft, "", i0},
		{"POST " + oneDraft + "/preview", "", i0},
		{"POST " + oneDraft + "/test", "", i0},
		{"DELETE " + oneDraft, "", ""},
		{"POST " + oneDraft + "/send", "", i0},
		{"POST " + oneIssue + "/pause", "/api/admin/newsletter/issues/2/pause", ""},
		{"POST " + oneIssue + "/resume", "/api/admin/newsletter/issues/2/resume", ""},
		{"POST " + oneIssue + "/stop", "/api/admin/newsletter/issues/2/stop", ""},
		{"POST " + oneDraft + "/send", "/api/admin/newsletter/drafts/monthly/send", i0[:len(i0)-1] + `,"at":"` + time.Now().UTC().AddDate(0, 0, 2).Format("2006-01-02T15:04") + `","zone":"UTC"}`},
		{"POST " + oneIssue + "/unschedule", "/api/admin/newsletter/issues/3/unschedule", ""},
		{"GET " + oneIssue, "/api/admin/newsletter/issues/2", ""},
		{"DELETE /api/admin/subscribers/{id}", "", ""},
		{"GET /api/admin/reader-numbers", "", ""},
	}...)
	needScope(account.ScopeReadAll, "/api/admin/subscribers", "/api/admin/subscribers/export", "/api/admin/reader-numbers", oneDraft, "/api/admin/newsletter/issues", oneIssue)
	examples = append(examples, "{cadence}", "weekly", "{number}", "1")
	bounds["/api/admin/subscribers/import"] = 2 << 20
	inContract("public", "POST /api/newsletter", "POST /api/newsletter/confirm", "POST /api/newsletter/leave", "PUT /api/newsletter/settings",
		"GET /api/newsletter/issues", "GET /api/newsletter/issues/{number}")
	inContract("administrator", "GET /api/admin/subscribers", "DELETE /api/admin/subscribers/{id}", "POST /api/admin/subscribers/import")
	onPostgres["what subscribers do"] = postgresPart{call: useNewsletter}
	readElsewhere["/api/newsletter/settings"], readElsewhere["/api/newsletter/leave"] = true, true
}

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
	s.expect(t, nobody, "GET", "/api/newsletter/issues", "", 200, `[{"number":1}]`)
	s.expect(t, nobody, "GET", "/api/newsletter/issues/1", "", 200, `{"intro":"<p>Hello.</p>"}`)
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

// subscribe imports confirmed subscribers of the weekly issue.
func (s *openSite) subscribe(t *testing.T, emails ...string) {
	t.Helper()
	body := `{"csv":"email\n` + strings.Join(emails, `\n`) + `","consent":"They ticked a box."}`
	s.ask(administrator, "POST", "/api/admin/subscribers/import", body).has(t, http.StatusOK)
}

func TestIssues(t *testing.T) {
	const monthly = "/api/admin/newsletter/drafts/monthly"
	later := func(body string, at time.Time) string {
		return body[:len(body)-1] + `,"at":"` + at.UTC().Format("2006-01-02T15:04") + `","zone":"UTC"}`
	}
	eachSite(t, siteTests{
		"is published at once, and sent once": func(t *testing.T, s *openSite) {
			s.subscribe(t, "ann@example.com", "bob@example.com")
			s.expect(t, administrator, "GET", weekly, "", 200, `{"cadence":"weekly","isStored":false,"number":2,"recipients":2,"subject":"New this week: Reorder, Second and 1 more"}`)
			s.expect(t, administrator, "PUT", weekly, i0, 200, `{"isStored":true,"subject":"Hello","intro":"*Hi*","items":[{"section":"new","product":{"name":"First"}}]}`)
			got := s.expect(t, administrator, "POST", weekly+"/send", i0, 201, `{"number":2,"status":"sending","recipients":2}`, "Idempotency-Key", "k")
			storetest.Same(t, "the same request again", s.ask(administrator, "POST", weekly+"/send", i0, "Idempotency-Key", "k").body, got.body)
			s.ask(administrator, "POST", weekly+"/send", i0).failed(t, http.StatusConflict, "Issue 2 of the weekly newsletter is being sent")
			s.expect(t, nobody, "GET", "/api/newsletter/issues", "", 200, `[{"number":2,"subject":"Hello","products":1},{"number":1}]`)
			s.expect(t, nobody, "GET", "/api/newsletter/issues/2", "", 200, `{"intro":"<p><em>Hi</em></p>","sections":[{"kind":"new","products":[{"id":1,"name":"First"}]}]}`)
			s.expect(t, administrator, "POST", "/api/admin/newsletter/issues/2/pause", "", 200, `{"status":"paused","waiting":2}`)
			s.ask(administrator, "POST", "/api/admin/newsletter/issues/2/pause", "").failed(t, http.StatusConflict, "Only an issue that is being sent can be paused.")
			s.expect(t, administrator, "POST", "/api/admin/newsletter/issues/2/stop", "", 200, `{"status":"stopped"}`)
			s.expect(t, administrator, "GET", "/api/admin/newsletter/issues/2", "", 200, `{"report":{"status":"stopped","recipients":2},"failures":[],"products":[{"id":null,"productId":1,"clicks":0}]}`)
			s.expect(t, administrator, "GET", "/api/audit?object=newsletter_issues", "", 200, `{"entries":[
				{"actor":"admin@example.com","action":"stop","objectId":"2"},{"actor":"admin@example.com","action":"pause","objectId":"2"},
				{"actor":"admin@example.com","action":"send","objectId":"2"}]}`)
			s.expect(t, administrator, "GET", "/api/audit?object=newsletter_drafts", "", 200, `{"entries":[{"actor":"admin@example.com","action":"update","objectId":"weekly"}]}`)
		},
		"is scheduled and unscheduled": func(t *testing.T, s *openSite) {
			s.expect(t, administrator, "POST", weekly+"/send", later(i0, time.Now().AddDate(0, 0, 1)), 201, `{"number":2,"status":"scheduled","zone":"UTC"}`)
			s.ask(nobody, "GET", "/api/newsletter/issues/2", "").failed(t, http.StatusNotFound)
			s.expect(t, administrator, "POST", "/api/admin/newsletter/issues/2/unschedule", "", 200, `{"number":2}`)
			s.expect(t, administrator, "GET", weekly, "", 200, `{"isStored":true,"subject":"Hello"}`)
			s.ask(administrator, "DELETE", weekly, "").has(t, http.StatusNoContent)
			s.expect(t, administrator, "GET", weekly, "", 200, `{"isStored":false}`)
		},
		"is previewed, and tested with one's own address": func(t *testing.T, s *openSite) {
			preview := read[struct{ Subject, HTML, Text string }](t, s.ask(administrator, "POST", monthly+"/preview", i0), http.StatusOK)
			if preview.Subject != "Hello" || !strings.Contains(preview.HTML, "First") || !strings.Contains(preview.Text, "First") {
				t.Errorf("the preview is %+v", preview)
			}
			s.ask(administrator, "POST", monthly+"/test", i0).has(t, http.StatusNoContent)
			var to, subject, html string
			storetest.NoError(t, s.store.Writer().QueryRowContext(t.Context(), "SELECT recipient, subject, html FROM emails").Scan(&to, &subject, &html))
			storetest.Same(t, "the test", []any{to, subject, html == preview.HTML}, []any{adminEmail, "Test: Hello", true})
		},
		"is refused with what is wrong": func(t *testing.T, s *openSite) {
			s.subscribe(t, "ann@example.com")
			defer s.unchanged(t)()
			for body, field := range map[string]string{
				`{"subject":"","items":[{"section":"new","productId":1}]}`:                                  "subject",
				`{"subject":"a\nb","items":[{"section":"new","productId":1}]}`:                              "subject",
				`{"subject":"a","items":[]}`:                                                                "items",
				`{"subject":"a","items":[{"section":"new","productId":99}]}`:                                "items",
				`{"subject":"a","items":[{"section":"new","productId":1},{"section":"new","productId":1}]}`: "items",
			} {
				for method, address := range map[string]string{"PUT": weekly, "POST": weekly + "/send"} {
					s.ask(administrator, method, address, body).naming(t, field)
				}
			}
			s.ask(administrator, "POST", weekly+"/send", later(i0, time.Now().Add(-time.Hour))).naming(t, "at", "This time is in the past.")
			s.ask(administrator, "POST", weekly+"/send", strings.Replace(later(i0, time.Now().AddDate(0, 0, 1)), `"UTC"`, `"Mars/Olympus"`, 1)).naming(t, "zone")
			s.ask(administrator, "POST", monthly+"/send", i0).failed(t, http.StatusConflict, "no confirmed subscribers to the monthly newsletter")
			for _, id := range []string{"9", "x"} {
				s.ask(administrator, "GET", "/api/admin/newsletter/issues/"+id, "").failed(t, http.StatusNotFound)
			}
			for _, line := range app.Table() {
				if daily := strings.Replace(line.Pattern, "{cadence}", "daily", 1); daily != line.Pattern {
					s.ask(administrator, line.Method, daily, bodyFor(line)).failed(t, http.StatusNotFound, "The newsletter is weekly or monthly.")
				}
			}
		},
	})
}
