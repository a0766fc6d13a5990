package httpapi

import (
	"hash/crc32"
	"net/http"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// Reply is an answer with status 200.
type Reply struct {
	Body         []byte
	ContentType  string        // empty: JSON
	Header       []HeaderField // header lines besides the common ones
	tag          string        // ETag of the body before encoding
	Dense        bool          // compressed by its own format
	settingsOnly bool
}

func (r Reply) worthEncoding() bool { return len(r.Body) >= encoding.Least && !r.Dense }

// HeaderField is a line of the header: the name in canonical form, the value shared and read-only.
type HeaderField struct {
	name  string
	value []string
}

// Line returns a line of the header.
func Line(name, value string) HeaderField { return HeaderField{name, []string{value}} }

// entry is a finished, read-only answer in one encoding.
type entry struct {
	Reply
	revision revision.Revision
	etag     string
	always   []HeaderField // sent with 304 too
	whole    []HeaderField // sent with the body
}

// newEntry finishes a Reply whose body is in this encoding.
func newEntry(from revision.Revision, r Reply, e encoding.Encoding) *entry {
	made := &entry{Reply: r, revision: from, etag: e.Tag(r.tag)}
	contentType := jsonType
	if r.ContentType != "" {
		contentType = []string{r.ContentType}
	}
	made.whole = append(make([]HeaderField, 0, 3), HeaderField{"Content-Type", contentType})
	if r.Body != nil { // nil: the body is streamed
		made.whole = append(made.whole, Line("Content-Length", strconv.Itoa(len(r.Body))))
	}
	if e != encoding.Identity {
		made.whole = append(made.whole, Line("Content-Encoding", e.String()))
	}
	made.always = append(make([]HeaderField, 0, 3+len(r.Header)), Line("Etag", made.etag), HeaderField{"Vary", varyEncoding}, HeaderField{"Cache-Control", revalidate})
	made.always = append(made.always, r.Header...) // a route's own Cache-Control comes last and replaces the default
	return made
}

// Values that most answers share.
var (
	jsonType     = []string{"application/json"}
	varyEncoding = []string{"Accept-Encoding"}
	revalidate   = []string{"no-cache"}
	noStore      = []string{"no-store"}
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// tagOf returns the ETag of a body.
func tagOf(body []byte) string {
	var t tagger
	_, _ = t.Write(body) // never fails
	return t.tag()
}

// send answers a GET or HEAD with the entry, or with 304 if the client's copy is current.
func (e *entry) send(w http.ResponseWriter, r *http.Request) {
	if e.start(w, r) {
		_, _ = w.Write(e.Body) // the client may have disconnected
	}
}

// start writes the status and header, and reports whether the body follows.
func (e *entry) start(w http.ResponseWriter, r *http.Request) bool {
	h := w.Header()
	for _, f := range e.always {
		h[f.name] = f.value
	}
	if encoding.Known(r.Header["If-None-Match"], e.etag) {
		w.WriteHeader(http.StatusNotModified)
		return false
	}
	for _, f := range e.whole {
		h[f.name] = f.value
	}
	return r.Method != http.MethodHead
}
