package media

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// uploadName matches the name of an uploaded file: a SHA-256 in hex and an extension.
var uploadName = regexp.MustCompile(`^[0-9a-f]{64}\.(jpg|png)$`)

// forEver lets clients cache an image forever: its name is the hash of its content.
const forEver = "public, max-age=31536000, immutable"

// policy stops an image opened at its own URL from loading or running anything. It allows styles for the page that
// Chromium generates around an image.
const policy = "default-src 'none'; sandbox; style-src 'unsafe-inline'; frame-ancestors 'none'"

// Handler serves GET and HEAD of /uploads/{name}: uploads and their thumbnails. Every other path is a plain 404 that
// reveals nothing about stored files. Clients may cache images forever, as names are content hashes.
func Handler(files Files, log *slog.Logger) http.Handler {
	return &handler{files, newThumbnails(files), log}
}

type handler struct {
	files      Files
	thumbnails *thumbnails
	log        *slog.Logger
}

// ServeHTTP serves one image.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", policy)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "method not allowed")
		return
	}
	name, below := strings.CutPrefix(r.URL.Path, Path)
	switch {
	case below && uploadName.MatchString(name):
		h.serveUpload(w, r, name)
	case below && thumbnailName.MatchString(name):
		h.serveThumbnail(w, r, name)
	default:
		refuse(w, http.StatusNotFound, "not found")
	}
}

func (h *handler) serveUpload(w http.ResponseWriter, r *http.Request, name string) {
	file, err := h.files.Open(r.Context(), name)
	if err != nil {
		h.missing(w, r, err)
		return
	}
	defer file.Close()
	serve(w, r, contentType(name), `"`+name[:32]+`"`, file)
}

func (h *handler) serveThumbnail(w http.ResponseWriter, r *http.Request, name string) {
	made, err := h.thumbnails.thumbnail(r.Context(), name)
	if err != nil {
		h.missing(w, r, err)
		return
	}
	if made.upload != nil {
		w.Header().Set("Content-Type", http.DetectContentType(made.upload))
		w.Header().Set("Cache-Control", "no-store")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(made.upload))
		return
	}
	serve(w, r, "image/webp", made.etag, bytes.NewReader(made.webp))
}

func serve(w http.ResponseWriter, r *http.Request, contentType, etag string, content io.ReadSeeker) {
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", "inline")
	header.Set("Cache-Control", forEver)
	header.Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, content)
}

// missing answers for an image that does not exist or could not be read.
func (h *handler) missing(w http.ResponseWriter, r *http.Request, err error) {
	if isMissing(err) {
		refuse(w, http.StatusNotFound, "not found")
		return
	}
	if r.Context().Err() == nil && !errors.Is(err, errBusy) {
		h.log.ErrorContext(r.Context(), "an uploaded image could not be read", "error", err)
	}
	if errors.Is(err, ErrDamaged) { // a retry would not help
		refuse(w, http.StatusNotFound, "not found")
		return
	}
	w.Header().Set("Retry-After", "5")
	refuse(w, http.StatusServiceUnavailable, "this image cannot be read just now")
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
