package media

import (
	"net/http"
	"regexp"
	"strings"
	"time"
)

// uploadName is what a file that is served may be called: a SHA-256 in hex and a type.
var uploadName = regexp.MustCompile(`^[0-9a-f]{64}\.(jpg|png)$`)

// Handler serves GET and HEAD of /uploads/{name}. Every other address is a 404 that says nothing of what is there.
// A name stands for its content, so what was served once may be kept for ever.
func (d *Disk) Handler() http.Handler { return http.HandlerFunc(d.serve) }

func (d *Disk) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "method not allowed")
		return
	}
	name, below := strings.CutPrefix(r.URL.Path, Path)
	if !below || !uploadName.MatchString(name) {
		refuse(w, http.StatusNotFound, "not found")
		return
	}
	file, err := d.root.Open(name)
	if err != nil {
		refuse(w, http.StatusNotFound, "not found")
		return
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		refuse(w, http.StatusNotFound, "not found")
		return
	}
	header := w.Header()
	header.Set("Content-Type", contentType(name))
	header.Set("Content-Disposition", "inline")
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("ETag", `"`+name[:32]+`"`)
	http.ServeContent(w, r, "", time.Time{}, file)
}

func contentType(name string) string {
	if strings.HasSuffix(name, ".png") {
		return "image/png"
	}
	return "image/jpeg"
}

func refuse(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, text, status)
}
