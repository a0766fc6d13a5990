package pages

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
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
func post(t *testing.T, body string, says error, change func(*Options)) (w *httptest.ResponseRecorder, taken []url.Values) {
	t.Helper()
	h := open(t, tools(1), func(o *Options) {
		o.Renderer = pool(t, formScript)
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
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/submit/status/KEY" {
			t.Errorf("%d %v", w.Code, w.Header())
		}
		if len(taken) != 1 || taken[0].Get("productName") != "<script>alert(1)</script>" || taken[0].Get("website") != "https://pen.example" {
			t.Errorf("the inbox was given %v", taken)
		}
	})
	t.Run("comes back with what was typed and what is wrong", func(t *testing.T) {
		w, _ := post(t, typed, missing, nil)
		body := w.Body.String()
		if w.Code != 422 || !strings.Contains(body, "<h1>25</h1><p>Please correct the fields that are marked. description type</p>") {
			t.Errorf("%d %s", w.Code, body)
		}
		if strings.Contains(body, "<script>alert") || !strings.Contains(body, `\u003cscript\u003ealert(1)`) {
			t.Errorf("the state is %s", body)
		}
	})
	for name, try := range map[string]struct {
		says   error
		change func(*Options)
		status int
		text   string
		later  string
	}{
		"is not rendered for who sends too much":  {tooMany, nil, 429, "Please try again later. Go back to find what you typed.", "90"},
		"is written by Go when rendering fails":   {missing, plainOnly, 422, "Please correct the fields", ""},
		"says nothing of a failure of our own":    {errors.New("disk full"), nil, 500, "Something went wrong", ""},
		"is not taken where another form is used": {nil, func(o *Options) { o.FormURL = "https://forms.example/f" }, 405, "Method not allowed", ""},
		"is not taken where nobody takes it":      {nil, func(o *Options) { o.Submit = nil }, 405, "Method not allowed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w, _ := post(t, typed, try.says, try.change)
			if w.Code != try.status || w.Header().Get("Retry-After") != try.later || !strings.Contains(w.Body.String(), try.text) || strings.Contains(w.Body.String(), "disk full") {
				t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
			}
		})
	}
	for name, try := range map[string]struct {
		body   string
		status int
		text   string
	}{
		"is refused when it is large":          {"productName=" + strings.Repeat("a", maxForm), 413, "This form is larger than 256 KB."},
		"is refused when it cannot be decoded": {"productName=%zz", 400, "This form cannot be read."},
	} {
		t.Run(name, func(t *testing.T) {
			w, taken := post(t, try.body, nil, nil)
			if w.Code != try.status || !strings.Contains(w.Body.String(), try.text) || len(taken) > 0 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
}

// A status page is stored nowhere.
func TestStatusPageCaching(t *testing.T) {
	h := library(t)
	for range 2 {
		w := h.get("/submit/status/THEKEYTHATONLYITSSENDERHAS")
		page := parse(t, w.Body)
		if w.Code != 200 || page.metas["robots"] != "noindex,follow" || len(page.links["canonical"]) > 0 || page.title != "Your submission – Vitrine" {
			t.Errorf("%d %q %v %v", w.Code, page.title, page.metas, page.links)
		}
		storetest.Same(t, "Cache-Control", w.Header().Get("Cache-Control"), "no-store")
		h.settle()
	}
	if asked := h.answers.asked.Load(); asked != 4 {
		t.Errorf("two visits asked for %d answers, want two each", asked)
	}
	storetest.Same(t, "cached documents", h.cache.EstimatedSize(), 0)
}
