package app

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/source"
)

// Searched returns the function that a feature has for searches to be reported to; nil: none has.
func Searched(opened []feature.Parts) feature.Searched {
	for _, parts := range opened {
		if parts.Searched != nil {
			return parts.Searched
		}
	}
	return nil
}

// NoteSearches returns a handler that reports to k.Searched what visitors search for: not robots, nor the administrator's screens,
// nor who has a session where only administrators can have one. Elsewhere the database would have to say whose it is, and pages do not wait for it.
func NoteSearches(k *feature.Kits, next http.Handler) http.Handler {
	if k.Searched == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		words := searchedFor(r)
		if words != "" && (k.Accounts.AreOpen() || len(k.Accounts.Sessions.PresentedSessions(r)) == 0) {
			k.Searched(r.Context(), words, true)
		}
		next.ServeHTTP(w, r)
	})
}

// searchedFor returns the words that a visitor searches for, or "".
func searchedFor(r *http.Request) string {
	path := r.URL.Path
	isPublic := !isAdmin(path) && (!strings.HasPrefix(path, "/api/") || path == "/api/catalog" || path == "/api/products")
	from, err := url.Parse(r.Referer())
	if r.Method != http.MethodGet || !isPublic || err == nil && isAdmin(from.Path) || !strings.Contains(r.URL.RawQuery, "search=") || source.ByRobot(r.Header) {
		return ""
	}
	return r.URL.Query().Get("search")
}

// isAdmin reports whether a path is one of the administrator's screens.
func isAdmin(path string) bool { return path == "/admin" || strings.HasPrefix(path, "/admin/") }
