package app_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// What visitors search for is told, on pages and in calls, but not what robots do, administrators where only they sign in, or other calls.
func TestNoteSearches(t *testing.T) {
	t.Parallel()
	told := func(s *openSite, as who, agent, method string, targets ...string) (told []string) {
		k := &feature.Kits{Accounts: s.accounts, Searched: func(_ context.Context, words string, isTyping bool) {
			storetest.Same(t, "is typing", isTyping, true)
			told = append(told, words)
		}}
		for _, target := range targets {
			r := httptest.NewRequest(method, target, nil)
			r.Header = s.shown[as].Clone()
			r.Header.Set("User-Agent", agent)
			app.NoteSearches(k, http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), r)
		}
		return told
	}
	const browser, get = "Mozilla/5.0", http.MethodGet
	s, closed := siteWith(t, siteOptions{}), siteWith(t, siteOptions{withoutAccounts: true})
	for what, c := range map[string]struct{ got, want []string }{
		"of visitors": {told(s, nobody, browser, get, "/?search=a+pen&sort=new", "/category/writing?search=b", "/api/catalog?search=c", "/api/products?search=d", "/administration?search=e"),
			[]string{"a pen", "b", "c", "d", "e"}},
		"of other addresses": {told(s, nobody, browser, get, "/admin?search=x", "/admin/products?search=x", "/api/admin/products?search=x", "/api/audit?search=x", "/?search=", "/?q=x", "/"), nil},
		"of other methods":   {slices.Concat(told(s, nobody, browser, http.MethodPost, "/?search=x"), told(s, nobody, browser, http.MethodHead, "/?search=x")), nil},
		"of robots":          {told(s, nobody, "Googlebot/2.1", get, "/?search=x"), nil},
		"of readers":         {told(s, member, browser, get, "/?search=f"), []string{"f"}},
		"of visitors where readers can't sign in": {told(closed, nobody, browser, get, "/?search=g"), []string{"g"}},
		"of administrators there":                 {told(closed, administrator, browser, get, "/?search=x"), nil},
	} {
		storetest.Same(t, what, c.got, c.want)
	}
	s.shown[member].Set("Referer", "https://example.com/admin/collections?x")
	storetest.Same(t, "of the administrator's screens", told(s, member, browser, get, "/api/products?search=x"), []string(nil))
	s.shown[member].Set("Referer", "https://example.com/administration")
	storetest.Same(t, "of other pages", told(s, member, browser, get, "/api/products?search=h"), []string{"h"})
}
