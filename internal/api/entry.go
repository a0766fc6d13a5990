package api

import (
	"hash/crc32"
	"net/http"
	"strconv"

	"vitrine/internal/encoding"
)

// reply is what a route answers with status 200.
type reply struct {
	body        []byte
	contentType string  // empty: JSON
	fields      []field // of the header, besides those that every answer has
	tag         string  // names the plain body; the same for all encodings
	dense       bool    // packed by its own format
}

func (r reply) worthEncoding() bool { return len(r.body) >= encoding.Least && !r.dense }

// field is a line of the header, ready to be set: the name in canonical form, the value shared and never changed.
type field struct {
	name  string
	value []string
}

func line(name, value string) field { return field{name, []string{value}} }

// entry is a finished answer in one encoding. It never changes.
type entry struct {
	reply
	stamp  stamp
	etag   string
	always []field // sent with 304 too
	whole  []field // sent with the body
}

// newEntry finishes a reply whose body is in this encoding.
func newEntry(s stamp, r reply, e encoding.Encoding) *entry {
	made := &entry{reply: r, stamp: s, etag: e.Tag(r.tag)}
	contentType := jsonType
	if r.contentType != "" {
		contentType = []string{r.contentType}
	}
	made.whole = append(make([]field, 0, 3), field{"Content-Type", contentType}, line("Content-Length", strconv.Itoa(len(r.body))))
	if e != encoding.Identity {
		made.whole = append(made.whole, line("Content-Encoding", e.String()))
	}
	made.always = append(make([]field, 0, 3+len(r.fields)), line("Etag", made.etag), field{"Vary", varyEncoding}, field{"Cache-Control", revalidate})
	made.always = append(made.always, r.fields...) // a route's own Cache-Control comes last and wins
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

// tagOf names a body by what is in it, the same on every machine: its length and two CRCs of different polynomials. It
// is not made against forgery, as only our own answers are named; at 20 KB it takes 3 µs where SHA-256 takes 13.
func tagOf(body []byte) string {
	tag := make([]byte, 0, 28)
	for _, part := range [...]uint64{uint64(crc32.Checksum(body, castagnoli)), uint64(crc32.ChecksumIEEE(body)), uint64(len(body))} {
		tag = append(strconv.AppendUint(tag, part, 36), '.')
	}
	return string(tag[:len(tag)-1])
}

// send answers a GET or HEAD with the entry, or with 304 when the client has it.
func (e *entry) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for _, f := range e.always {
		h[f.name] = f.value
	}
	if encoding.Known(r.Header["If-None-Match"], e.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	for _, f := range e.whole {
		h[f.name] = f.value
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(e.body) // a client that has gone away is no error of ours
	}
}
