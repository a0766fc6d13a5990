package httpapi

import (
	"hash/crc32"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// Reply is an answer with status 200.
type Reply struct {
	Body         []byte
	ContentType  string          // empty: JSON
	Header       []encoding.Line // header lines besides the common ones
	tag          string          // ETag of the body before encoding
	Dense        bool            // never compressed, as its own format is
	settingsOnly bool
}

// entry is a finished, read-only answer.
type entry struct {
	*encoding.Content
	revision     revision.Revision
	settingsOnly bool
}

// From returns the revision from which it was made.
func (e *entry) From() revision.Revision { return e.revision }

// newEntry finishes a reply.
func newEntry(p *encoding.Packer, from revision.Revision, r Reply, how encoding.Effort) *entry {
	header := append(make([]encoding.Line, 0, 4+len(r.Header)), jsonType, varyEncoding, revalidate)
	if r.ContentType != "" {
		header[0] = encoding.Header("Content-Type", r.ContentType)
	}
	header = append(header, r.Header...) // a route's own Cache-Control comes last and replaces the default
	return &entry{encoding.NewContent(p, encoding.Response{Header: header, Body: r.Body, Tag: r.tag, Effort: how, Plain: r.Dense}), from, r.settingsOnly}
}

// Lines and values that most answers share.
var (
	jsonType     = encoding.Header("Content-Type", "application/json")
	varyEncoding = encoding.Header("Vary", "Accept-Encoding")
	revalidate   = encoding.Header("Cache-Control", "no-cache")
	noStore      = []string{"no-store"}
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// tagOf returns the ETag of a body.
func tagOf(body []byte) string {
	var t tagger
	_, _ = t.Write(body) // never fails
	return t.tag()
}
