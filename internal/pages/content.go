package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"sync"

	"github.com/maypok86/otter/v2"

	"github.com/vitrine-directory/vitrine/internal/encoding"
)

// content is an immutable response with prepared header lines. It compresses its body once for each requested encoding.
type content struct {
	body    []byte // uncompressed; nil if only the Brotli form is cached
	status  int
	fixed   []line // header lines for every encoding
	plain   bool   // never compressed
	effort  encoding.Effort
	packer  *encoding.Packer
	tag     string
	forms   *forms // cache of the other encodings of a content without a body
	written [encoding.Count]struct {
		once sync.Once
		form
	}
}

// line is a header line ready to set: the name in canonical form, the value shared and immutable.
type line struct {
	name  string
	value []string
}

func header(name, value string) line { return line{name, []string{value}} }

// form is a content in one encoding.
type form struct {
	body  []byte
	etag  []string
	lines []line
}

// newContent returns a content. lines are its header lines that do not depend on the encoding.
func newContent(p *encoding.Packer, how encoding.Effort, status int, body []byte, lines ...line) *content {
	sum := sha256.Sum256(body)
	c := &content{
		body: body, status: status, packer: p, effort: how,
		plain: len(body) < encoding.Least, tag: hex.EncodeToString(sum[:12]),
	}
	c.fixed = lines
	if !c.plain {
		c.fixed = append(lines, header("Vary", "Accept-Encoding"))
	}
	return c
}

// file returns a text file generated from the catalogue, which clients revalidate.
func (v *view) file(mediaType string, body []byte, lines ...line) *content {
	lines = append([]line{header("Content-Type", mediaType), header("Cache-Control", "no-cache")}, lines...)
	return newContent(v.packer, encoding.Default, http.StatusOK, body, lines...)
}

// in returns the content in an encoding, or uncompressed if compression does not pay.
func (c *content) in(e encoding.Encoding) *form {
	switch {
	case c.plain:
		e = encoding.Identity
	case c.body == nil && e != encoding.Brotli:
		return c.forms.of(c, e)
	}
	w := &c.written[e]
	w.once.Do(func() { w.form = c.form(e, c.packer.Pack(c.body, e, c.effort)) })
	return &w.form
}

// packed returns the content with its Brotli form alone, if compression pays.
func (c *content) packed(forms *forms) *content {
	if c.plain || c.body == nil {
		return c
	}
	small := &content{status: c.status, fixed: c.fixed, effort: c.effort, packer: c.packer, tag: c.tag, forms: forms}
	small.has(encoding.Brotli, c.in(encoding.Brotli).body)
	return small
}

// has sets the form for an encoding that the caller has already compressed.
func (c *content) has(e encoding.Encoding, packed []byte) {
	w := &c.written[e]
	w.once.Do(func() { w.form = c.form(e, packed) })
}

func (c *content) form(e encoding.Encoding, body []byte) form {
	f := form{body: body, etag: []string{e.Tag(c.tag)}}
	if e != encoding.Identity {
		f.lines = append(f.lines, header("Content-Encoding", e.String()))
	}
	f.lines = append(f.lines, header("Content-Length", strconv.Itoa(len(f.body))))
	return f
}

// serve answers a GET or HEAD with the content, or with 304 if the client's copy is current.
func (c *content) serve(w http.ResponseWriter, r *http.Request) {
	f := c.in(encoding.Accepted(r.Header["Accept-Encoding"], encoding.Brotli))
	h := w.Header()
	for _, l := range c.fixed {
		h[l.name] = l.value
	}
	if c.status == http.StatusOK {
		h["Etag"] = f.etag
		if encoding.Known(r.Header["If-None-Match"], f.etag[0]) {
			delete(h, "Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	for _, l := range f.lines {
		h[l.name] = l.value
	}
	w.WriteHeader(c.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(f.body) // the client may have disconnected
	}
}

// forms caches the non-Brotli encodings of contents that store only the Brotli form.
type forms struct {
	packer *encoding.Packer
	cached *otter.Cache[formKey, *form]
}

// formKey identifies a content by the digest of its body.
type formKey struct {
	tag      string
	encoding encoding.Encoding
}

func newForms(packer *encoding.Packer, memory int64) *forms {
	return &forms{packer, otter.Must(&otter.Options[formKey, *form]{
		MaximumWeight: uint64(memory),
		Weigher:       func(key formKey, f *form) uint32 { return uint32(len(key.tag)+len(f.body)) + 1<<8 },
	})}
}

// of returns a content in an encoding other than Brotli.
func (f *forms) of(c *content, e encoding.Encoding) *form {
	key := formKey{c.tag, e}
	if made, ok := f.cached.GetIfPresent(key); ok {
		return made
	}
	made := c.form(e, f.packer.Pack(f.packer.Unpack(c.in(encoding.Brotli).body), e, c.effort))
	f.cached.Set(key, &made)
	return &made
}
