package api

import (
	"hash/crc32"
	"net/http"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// reply is an answer with status 200.
type reply struct {
	body         []byte
	contentType  string        // empty: JSON
	fields       []headerField // header lines besides the common ones
	tag          string        // ETag of the body before encoding
	dense        bool          // compressed by its own format
	settingsOnly bool
}

func (r reply) worthEncoding() bool { return len(r.body) >= encoding.Least && !r.dense }

// headerField is a line of the header: the name in canonical form, the value shared and read-only.
type headerField struct {
	name  string
	value []string
}

func line(name, value string) headerField { return headerField{name, []string{value}} }

// entry is a finished, read-only answer in one encoding.
type entry struct {
	reply
	revision revision.Revision
	etag     string
	always   []headerField // sent with 304 too
	whole    []headerField // sent with the body
}

// newEntry finishes a reply whose body is in this encoding.
func newEntry(from revision.Revision, r reply, e encoding.Encoding) *entry {
	made := &entry{reply: r, revision: from, etag: e.Tag(r.tag)}
	contentType := jsonType
	if r.contentType != "" {
		contentType = []string{r.contentType}
	}
	made.whole = append(make([]headerField, 0, 3), headerField{"Content-Type", contentType})
	if r.body != nil { // nil: the body is streamed
		made.whole = append(made.whole, line("Content-Length", strconv.Itoa(len(r.body))))
	}
	if e != encoding.Identity {
		made.whole = append(made.whole, line("Content-Encoding", e.String()))
	}
	made.always = append(make([]headerField, 0, 3+len(r.fields)), line("Etag", made.etag), headerField{"Vary", varyEncoding}, headerField{"Cache-Control", revalidate})
	made.always = append(made.always, r.fields...) // a route's own Cache-Control comes last and replaces the default
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
		_, _ = w.Write(e.body) // the client may have disconnected
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
