package pages

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func withContact(o *Options) { o.SecurityContact = "mailto:security@tools.example" }

// The file names the contact and expires in a year, counted from the day.
func TestSecurityFile(t *testing.T) {
	h := open(t, nil, withContact)
	early, late := time.Date(2026, 3, 1, 0, 0, 1, 0, time.UTC), time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	storetest.Same(t, "the file", string(h.security(early).body),
		"Contact: mailto:security@tools.example\nExpires: 2027-03-01T00:00:00Z\nCanonical: https://tools.example/.well-known/security.txt\nPreferred-Languages: en\n")
	if h.security(early).tag != h.security(late).tag || h.security(late).tag == h.security(late.Add(time.Second)).tag {
		t.Error("the tag changes within a day, or not with it")
	}
	w := h.get(securityPath)
	tag := w.Header().Get("Etag")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" || !strings.HasPrefix(w.Body.String(), "Contact: ") || tag == "" {
		t.Errorf("%d, %v", w.Code, w.Header())
	}
	storetest.Same(t, "POST", h.ask(http.MethodPost, securityPath).Code, http.StatusMethodNotAllowed)
	storetest.Same(t, "without a contact", open(t, nil, nil).get(securityPath).Code, http.StatusNotFound)
}
