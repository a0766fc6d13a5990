package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// formScript shows what a refused form is answered with.
const formScript = `
globalThis.vitrine = {
  needs: () => JSON.stringify(["/api/submit-form"]),
  render: (json) => {
    const { answers } = JSON.parse(json);
    if (!answers["/submit"]) return "<h1>Form</h1>";
    const { values, fields, error } = answers["/submit"].body;
    return "<h1>" + values.productName.length + "</h1><p>" + [error, ...fields.map(({ field }) => field)].join(" ") + "</p>";
  },
};`

// post sends the form of a site whose inbox says so.
func post(t *testing.T, body string, says error, change func(*pagestest.Options)) (w *httptest.ResponseRecorder, taken []url.Values) {
	t.Helper()
	h := pagestest.Open(t, pagestest.Tools(1), func(o *pagestest.Options) {
		o.Renderer = pagestest.Pool(t, formScript)
		o.Submit = func(_ context.Context, form url.Values) (string, error) {
			taken = append(taken, form)
			return "/submit/status/KEY", says
		}
		if change != nil {
			change(o)
		}
	})
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/submit", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w = httptest.NewRecorder()
	h.Handler().ServeHTTP(w, r)
	if w.Header().Get("Cache-Control") != "no-store" && w.Code != http.StatusMethodNotAllowed {
		t.Errorf("the answer may be stored: %v", w.Header())
	}
	return w, taken
}

func TestPostedForm(t *testing.T) {
	const typed = "productName=%3Cscript%3Ealert(1)%3C/script%3E&website=https%3A%2F%2Fpen.example"
	missing := fault.InvalidFields([]fault.Field{{Field: "description", Message: "Please enter a description"}, {Field: "type", Message: "Please select a type"}})
	tooMany := fault.New(fault.TooMany, "Please try again later.")
	tooMany.RetryAfter = 90 * time.Second

	t.Run("leads to the status page when it is taken", func(t *testing.T) {
		w, taken := post(t, typed, nil, nil)
		pagestest.Sent(t, "the answer", w, http.StatusSeeOther, "Location", "/submit/status/KEY")
		storetest.Same(t, "what the inbox was given", taken,
			[]url.Values{{"productName": {"<script>alert(1)</script>"}, "website": {"https://pen.example"}}})
	})
	t.Run("comes back with what was typed and what is wrong", func(t *testing.T) {
		w, _ := post(t, typed, missing, nil)
		pagestest.Sent(t, "the answer", w, http.StatusUnprocessableEntity)
		pagestest.HasParts(t, "the page", w.Body.String(), "<h1>25</h1><p>Please correct the fields that are marked. description type</p>",
			`\u003cscript\u003ealert(1)`)
		pagestest.Lacks(t, "the page", w.Body.String(), "<script>alert")
	})
	for name, try := range map[string]struct {
		form   string
		says   error // the inbox, which is asked only where it says something
		change func(*pagestest.Options)
		status int
		text   string
		later  string
	}{
		"is refused when it is large":             {"productName=" + strings.Repeat("a", 256<<10), nil, nil, 413, "This form is larger than 256 KB.", ""},
		"is refused when it cannot be decoded":    {"productName=%zz", nil, nil, 400, "This form can't be read.", ""},
		"is not rendered for who sends too much":  {typed, tooMany, nil, 429, "Please try again later. Go back to find what you typed.", "90"},
		"is written by Go when rendering fails":   {typed, missing, pagestest.PlainOnly, 422, "Please correct the fields", ""},
		"says nothing of a failure of our own":    {typed, errors.New("disk full"), nil, 500, "Something went wrong", ""},
		"is not taken where another form is used": {typed, nil, func(o *pagestest.Options) { o.FormURL = "https://forms.example/f" }, 405, "Method not allowed", ""},
		"is not taken where nobody takes it":      {typed, nil, func(o *pagestest.Options) { o.Submit = nil }, 405, "Method not allowed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w, taken := post(t, try.form, try.says, try.change)
			pagestest.Sent(t, "the answer", w, try.status, "Retry-After", try.later)
			pagestest.HasParts(t, "the answer", w.Body.String(), try.text)
			pagestest.Lacks(t, "the answer", w.Body.String(), "disk full")
			storetest.Same(t, "the inbox was asked", len(taken) > 0, try.says != nil)
		})
	}
}

// A form posted without JavaScript is stored field by field, needs no proof of work, and has a lower limit.
func TestPostedFormStored(t *testing.T) {
	s := storetest.Open(t)
	in := inbox.New(inbox.Options{Queries: &s.Inbox})
	form := url.Values{"productName": {"Pen"}, "website": {"https://pen.example"}, "description": {"It writes."}, "category": {"Writing"}, "type": {"Free"},
		"useCases": {"Letters"}, "logo": {"https://pen.example/l.png"}, "videoUrl": {"https://vimeo.com/1"}, "email": {"ann@example.com"}, "submissionNotes": {"Hello"}}
	draft := inbox.Draft{ProductName: "Pen", Website: "https://pen.example", Description: "It writes.", Category: "Writing", Type: catalog.Free, UseCases: "Letters",
		Logo: "https://pen.example/l.png", VideoURL: "https://vimeo.com/1", Email: "ann@example.com", Notes: "Hello"}
	path, err := in.SubmitForm(t.Context(), form)
	storetest.NoError(t, err)
	stored, err := in.Submission(t.Context(), strings.TrimPrefix(path, "/submit/status/"))
	storetest.NoError(t, err)
	storetest.Same(t, "the draft and its status", []any{stored.Draft, stored.Status}, []any{draft, inbox.Pending})
	draft.Website = "https://other.example"
	_, err = in.Submit(t.Context(), netip.Addr{}, inbox.Sent{Draft: draft})
	storetest.Same(t, "an API call without work", fault.From(err).Code, "no_work")
	for i := range inbox.PostedAnHour {
		form.Set("website", fmt.Sprintf("https://pen-%d.example", i))
		_, err = in.SubmitForm(t.Context(), form)
		storetest.Same(t, fmt.Sprint("too many after ", i+1), fault.Is(err, fault.TooMany), i+1 == inbox.PostedAnHour)
	}
	form.Set("company", "ACME")
	_, err = in.SubmitForm(t.Context(), form)
	storetest.Same(t, "refused with the hidden field filled in", fault.Is(err, fault.Invalid), true)
}
