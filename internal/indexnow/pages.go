package indexnow

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/pages"
)

// keyFile is the file with the site's key. It is no page.
var keyFile = pages.Page{Files: []pages.File{{Path: "/*", Serve: serveKey}}}

// serveKey serves the file that proves that the site's calls of IndexNow are its own.
func serveKey(v *pages.View, w http.ResponseWriter, r *http.Request) bool {
	current := v.Settings.IndexNow
	if current.Key == "" || r.URL.EscapedPath() != current.KeyPath() {
		return false
	}
	v.File("text/plain; charset=utf-8", []byte(current.Key)).Serve(w, r)
	return true
}
