package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

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
			got := s.ask(administrator, "POST", weekly+"/send", i0, "Idempotency-Key", "k")
			report := read[newsletter.IssueReport](t, got, http.StatusCreated)
			storetest.Same(t, "the report", []any{report.Number, report.Status, report.Recipients}, []any{int64(2), newsletter.Sending, 2})
			storetest.Same(t, "the same request again", s.ask(administrator, "POST", weekly+"/send", i0, "Idempotency-Key", "k").body, got.body)
			s.ask(administrator, "POST", weekly+"/send", i0).failed(t, http.StatusConflict, "Issue 2 of the weekly newsletter is being sent")
			s.expect(t, nobody, "GET", "/api/newsletter/issues", "", 200, `[{"number":2,"subject":"Hello","products":1},{"number":1}]`)
			s.expect(t, nobody, "GET", "/api/newsletter/issues/2", "", 200, `{"intro":"<p><em>Hi</em></p>","sections":[{"kind":"new","products":[{"id":1,"name":"First"}]}]}`)
			s.expect(t, administrator, "POST", "/api/admin/newsletter/issues/2/pause", "", 200, `{"status":"paused","waiting":2}`)
			s.ask(administrator, "POST", "/api/admin/newsletter/issues/2/pause", "").failed(t, http.StatusConflict, "Only an issue that is being sent can be paused.")
			s.expect(t, administrator, "POST", "/api/admin/newsletter/issues/2/stop", "", 200, `{"status":"stopped"}`)
			s.expect(t, administrator, "GET", "/api/admin/newsletter/issues/2", "", 200, `{"report":{"status":"stopped","recipients":2},"failures":[],"products":[{"id":null,"productId":1,"visits":0}]}`)
			var actions []string
			for _, e := range s.entries(t) {
				if e.Object == "newsletter_issues" || e.Object == "newsletter_drafts" {
					storetest.Same(t, "the actor", e.Actor, adminEmail)
					actions = append(actions, e.Action+" "+e.ObjectID)
				}
			}
			storetest.Same(t, "the audit", strings.Join(actions, ", "), "stop 2, pause 2, send 2, update weekly")
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
			s.ask(administrator, "POST", weekly+"/send", later(i0, time.Now().Add(-time.Hour))).naming(t, "at", "This time is over.")
			s.ask(administrator, "POST", weekly+"/send", strings.Replace(later(i0, time.Now().AddDate(0, 0, 1)), `"UTC"`, `"Mars/Olympus"`, 1)).naming(t, "zone")
			s.ask(administrator, "POST", monthly+"/send", i0).failed(t, http.StatusConflict, "no confirmed subscriber has chosen the monthly newsletter")
			for _, call := range [][2]string{{"GET", "/api/admin/newsletter/drafts/daily"}, {"DELETE", "/api/admin/newsletter/drafts/daily"}, {"GET", "/api/admin/newsletter/issues/9"},
				{"GET", "/api/admin/newsletter/issues/x"}, {"POST", "/api/admin/newsletter/issues/9/pause"}, {"POST", "/api/admin/newsletter/issues/9/unschedule"}} {
				s.ask(administrator, call[0], call[1], "").failed(t, http.StatusNotFound)
			}
			for _, call := range []string{"", "/preview", "/test", "/send"} {
				method := map[bool]string{true: "PUT", false: "POST"}[call == ""]
				s.ask(administrator, method, "/api/admin/newsletter/drafts/daily"+call, i0).failed(t, http.StatusNotFound, "The newsletter is weekly or monthly.")
			}
		},
	})
}
