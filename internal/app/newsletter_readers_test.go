package app_test

import (
	"net/http"
	"testing"
)

// The export of an account has what its reader subscribed to.
func TestNewsletterOfAccount(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{})
	s.ask(member, "PUT", "/api/newsletter/settings", `{"topics":[1],"cadence":"monthly"}`).has(t, http.StatusOK)
	export := s.ask(member, "GET", "/api/account/export", "")
	described(t, "GET", "/api/account/export", export)
	export.contains(t, `"cadence":"monthly"`, "Unsubscribe with one click.")
}
