package app_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// s0 is a valid submission.
var s0 = sending("https://sent.example/", nil)

// sending is a submission of a website with some keys set and with its proof of work; nil removes a key.
func sending(website string, changes map[string]any) string {
	valid := asJSON(map[string]any{"productName": "Sent", "website": website, "description": "d", "category": "Writing", "type": "Free", "work": workFor(website)})
	return changed(valid, changes)
}

// workFor does the work as a browser does it.
func workFor(website string) string {
	for nonce := 0; ; nonce++ {
		sum := sha256.Sum256([]byte("vitrine submission\n" + website + "\n" + strconv.Itoa(nonce)))
		if sum[0] == 0 && sum[1] == 0 {
			return strconv.Itoa(nonce)
		}
	}
}

func TestSubmission(t *testing.T) {
	eachSite(t, siteTests{
		"goes from its sender to the catalogue": func(t *testing.T, s *openSite) {
			body := sending("https://www.tool.example/?utm_source=x", map[string]any{
				"productName": " Tool ", "useCases": "u", "category": "Brand new", "logo": "https://tool.example/l.png", "videoUrl": "https://youtu.be/x",
				"email": "ann@example.com", "submissionNotes": "Hello\nthere", "status": "approved", "id": 77, "reason": "x"})
			answer := s.ask(nobody, "POST", "/api/submissions", body)
			taken := read[inbox.Submitted](t, answer, http.StatusCreated)
			if len(taken.Key) != 26 || taken.Status != "/submit/status/"+taken.Key || answer.header.Get("Cache-Control") != "no-store" {
				t.Fatalf("%+v %v", taken, answer.header)
			}
			const pending = `{"status":"pending","productName":"Tool","decidedAt":"0001-01-01T00:00:00Z"}`
			answer = s.expect(t, nobody, "GET", "/api/submission-status/"+taken.Key, "", 200, pending)
			if answer.header.Get("X-Robots-Tag") != "noindex" || answer.header.Get("Cache-Control") != "no-store" {
				t.Errorf("the status has the header %v", answer.header)
			}
			answer.lacks(t, "ann@example.com", "Hello")
			s.expect(t, administrator, "GET", "/api/submissions", "", 200, `{
				"submissions":[{"id":1,"email":"ann@example.com","submissionNotes":"Hello\nthere","website":"https://www.tool.example/?utm_source=x","category":"Brand new","status":"pending"}],
				"counts":{"pending":1,"approved":0,"rejected":0},"next":0,"sendsMail":false}`)
			s.seenBy(t, nobody, "Tool", false)
			const approve = "/api/submissions/1/approve"
			s.ask(administrator, "POST", approve, set("name", "")).naming(t, "name")
			p := read[catalog.Product](t, s.ask(administrator, "POST", approve, set("name", "Tool")), http.StatusCreated)
			s.ask(administrator, "POST", approve, set("name", "Tool")).failed(t, http.StatusConflict)
			s.seenBy(t, nobody, "Tool", true)
			s.expect(t, nobody, "GET", "/api/submission-status/"+taken.Key, "", 200, `{"status":"approved","productSlug":"`+p.Slug+`"}`).lacks(t, "0001-01-01")
		},
		"is approved as a draft, to which nothing leads": func(t *testing.T, s *openSite) {
			taken := read[inbox.Submitted](t, s.ask(nobody, "POST", "/api/submissions", s0), http.StatusCreated)
			draft := with(map[string]any{"name": "Tool", "status": "draft"})
			p := read[catalog.Product](t, s.ask(administrator, "POST", "/api/submissions/1/approve", draft), http.StatusCreated)
			status := "/api/submission-status/" + taken.Key
			s.expect(t, nobody, "GET", status, "", 200, `{"status":"approved","productSlug":""}`)
			s.ask(administrator, "PUT", fmt.Sprint("/api/products/", p.ID), with(map[string]any{"name": "Tool", "status": "published"})).has(t, http.StatusOK)
			s.expect(t, nobody, "GET", status, "", 200, `{"productSlug":"`+p.Slug+`"}`)
		},
		"is rejected with its reason": func(t *testing.T, s *openSite) {
			taken := read[inbox.Submitted](t, s.ask(nobody, "POST", "/api/submissions", s0), http.StatusCreated)
			s.expect(t, administrator, "POST", "/api/submissions/1/reject", `{"reason":" Not AI. "}`, 200, `{"status":"rejected","reason":"Not AI.","decidedBy":"`+adminEmail+`"}`)
			s.expect(t, nobody, "GET", "/api/submission-status/"+taken.Key, "", 200, `{"status":"rejected","reason":"Not AI."}`)
			s.ask(administrator, "POST", "/api/submissions/1/reject", `{"reason":"again"}`).failed(t, http.StatusConflict)
			s.expect(t, administrator, "GET", "/api/submissions?status=rejected", "", 200, `{"submissions":{"length":1},"counts":{"rejected":1}}`)
			s.ask(administrator, "DELETE", "/api/submissions/1", "").has(t, http.StatusNoContent)
			s.ask(administrator, "DELETE", "/api/submissions/1", "").failed(t, http.StatusNotFound)
			s.ask(nobody, "GET", "/api/submission-status/"+taken.Key, "").failed(t, http.StatusNotFound)
		},
		"is decided with others": func(t *testing.T, s *openSite) {
			for _, website := range []string{"https://a.example/", "https://b.example/", "https://c.example/"} {
				read[inbox.Submitted](t, s.ask(nobody, "POST", "/api/submissions", sending(website, map[string]any{"productName": "First AI"})), http.StatusCreated)
			}
			const decide = "/api/submissions/decide"
			many := make([]int, 101)
			for i := range many {
				many[i] = i + 1
			}
			s.ask(administrator, "POST", decide, `{"ids":[],"status":"approved"}`).naming(t, "ids")
			s.ask(administrator, "POST", decide, asJSON(map[string]any{"ids": many, "status": "approved"})).naming(t, "ids")
			s.ask(administrator, "POST", decide, `{"ids":[1],"status":"rejected","reason":" "}`).naming(t, "reason")
			s.ask(administrator, "POST", decide, `{"ids":[1],"status":"pending"}`).failed(t, http.StatusUnprocessableEntity)
			s.expect(t, administrator, "POST", decide, `{"ids":[1,3,1],"status":"approved"}`, 200, `{"decided":2}`)
			s.seenBy(t, nobody, "First AI", true)
			s.expect(t, administrator, "GET", "/api/submissions", "", 200, `{"submissions":[{"id":2,"duplicates":{"length":2}}],"counts":{"pending":1}}`).
				contains(t, `{"slug":"first-ai","name":"First AI","same":"name"}`)
			s.expect(t, administrator, "POST", decide, `{"ids":[2],"status":"rejected","reason":"Twice."}`, 200, `{"decided":1}`)
			s.expect(t, administrator, "GET", "/api/submissions?status=rejected", "", 200, `{"submissions":[{"id":2,"reason":"Twice."}],"counts":{"approved":2,"rejected":1},"reasons":["Twice."]}`)
		},
		"is refused if it is malformed": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			for _, body := range []string{"null", "[]", "1", `"x"`, "{", `{"website":"https://a.example/","Website":"https://b.example/"}`} {
				s.ask(nobody, "POST", "/api/submissions", body).failed(t, http.StatusBadRequest)
			}
			s.ask(nobody, "POST", "/api/submissions", `{"description":"`+strings.Repeat("x", 256<<10)+`"}`).failed(t, http.StatusRequestEntityTooLarge)
		},
		"keeps hostile text as text": func(t *testing.T, s *openSite) {
			const hostile = `<img src=x onerror=alert(1)>"'</script><script>alert(1)</script> {{.}} %s ' OR 1=1 --`
			texts := map[string]any{"productName": hostile, "description": hostile, "useCases": hostile, "category": hostile, "submissionNotes": hostile}
			s.ask(nobody, "POST", "/api/submissions", sending("https://sent.example/?q=%22%3E%3Cscript%3E", texts)).has(t, http.StatusCreated)
			s.expect(t, administrator, "GET", "/api/submissions", "", 200, asJSON(map[string]any{"submissions": []any{texts}})).lacks(t, "<")
		},
		"is checked by its address": func(t *testing.T, s *openSite) {
			read[inbox.Submitted](t, s.ask(nobody, "POST", "/api/submissions", s0), http.StatusCreated)
			for website, want := range map[string]string{
				"https%3A%2F%2Fexample.com%2F%3Futm_medium%3D1%26ref%3Dx": "listed first", "http://sent.example/?gclid=1": "waiting ", "https://sent.example/other": "new ",
			} {
				got := read[inbox.AddressCheck](t, s.ask(nobody, "GET", "/api/submissions/check?website="+website, ""), http.StatusOK)
				storetest.Same(t, website, got.State+" "+got.ProductSlug, want)
			}
			s.ask(nobody, "GET", "/api/submissions/check?website=x", "").naming(t, "website")
			for website, code := range map[string]string{"http://www.sent.example?utm_source=a": "already_waiting", "http://example.com": "already_listed"} {
				s.expect(t, nobody, "POST", "/api/submissions", sending(website, nil), 409, `{"code":"`+code+`"}`)
			}
		},
		"is limited by sender": func(t *testing.T, s *openSite) {
			for i := range inbox.MaxPerHour {
				s.ask(nobody, "POST", "/api/submissions", sending(fmt.Sprintf("https://sent%d.example/", i), nil)).has(t, http.StatusCreated)
			}
			defer s.unchanged(t)()
			got := s.ask(nobody, "POST", "/api/submissions", s0)
			got.failed(t, http.StatusTooManyRequests)
			if wait, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || wait < 1 || wait > 3600 {
				t.Errorf("Retry-After: %q", got.header.Get("Retry-After"))
			}
		},
		"is listed in pages": func(t *testing.T, s *openSite) {
			for i := range 3 {
				s.ask(nobody, "POST", "/api/submissions", sending(fmt.Sprintf("https://sent%d.example/", i), nil)).has(t, http.StatusCreated)
			}
			s.expect(t, administrator, "GET", "/api/submissions?limit=2&before=", "", 200, `{"submissions":[{"id":3},{"id":2}],"next":2}`)
			s.expect(t, administrator, "GET", "/api/submissions?limit=2&before=2", "", 200, `{"submissions":[{"id":1}],"next":0}`)
			for _, query := range []string{"status=other", "limit=0", "limit=101", "before=x", "before=-1", "status=%zz"} {
				s.ask(administrator, "GET", "/api/submissions?"+query, "").failed(t, http.StatusBadRequest)
			}
			s.expect(t, administrator, "GET", "/api/submissions?status=approved", "", 200, `{"submissions":[]}`)
		},
	})
}

// seenBy holds every public list against whether it has a name.
func (s *openSite) seenBy(t *testing.T, as who, name string, want bool) {
	t.Helper()
	for _, line := range app.Table() {
		if line.Access != "public" || line.Method != http.MethodGet || strings.Contains(line.Pattern, "{") || strings.HasPrefix(line.Pattern, "/api/submissions") {
			continue
		}
		if has := strings.Contains(s.ask(as, "GET", line.Pattern, "").body, `"`+name+`"`); has && !want || !has && want && line.Pattern == "/api/products" {
			t.Errorf("%s has %q: %t", line.Pattern, name, has)
		}
	}
}
