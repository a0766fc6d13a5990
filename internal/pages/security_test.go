package pages

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The file names the contact and expires in a year, counted from the day.
func TestSecurityFile(t *testing.T) {
	h := open(t, nil, func(o *Options) { o.SecurityContact = "mailto:security@tools.example" })
	early, late := time.Date(2026, 3, 1, 0, 0, 1, 0, time.UTC), time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	storetest.Same(t, "the file", string(h.security(early).Body()),
		"Contact: mailto:security@tools.example\nExpires: 2027-03-01T00:00:00Z\nCanonical: https://tools.example/.well-known/security.txt\nPreferred-Languages: en\n")
	file := func(now time.Time) string { return string(h.security(now).Body()) }
	if file(early) != file(late) || file(late) == file(late.Add(time.Second)) {
		t.Error("the file, hence its tag, changes within a day, or not with it")
	}
	w := h.get(securityPath)
	sent(t, "the answer", w, http.StatusOK, "Content-Type", "text/plain; charset=utf-8")
	if !strings.HasPrefix(w.Body.String(), "Contact: ") || w.Header().Get("Etag") == "" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	sent(t, "POST", h.ask(http.MethodPost, securityPath), http.StatusMethodNotAllowed)
	sent(t, "without a contact", open(t, nil, nil).get(securityPath), http.StatusNotFound)
}
