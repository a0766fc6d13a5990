package encoding

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// Content is an immutable response with prepared header lines. It compresses its body once for each requested encoding.
type Content struct {
	response Response
	plain    bool // never compressed
	packer   *Packer
	forms    *Forms // cache of the other encodings of a content without a body
	written  [Count]struct {
		once sync.Once
		*form
	}
}

// Response is what a Content is made of.
type Response struct {
	Status int    // 0 means 200
	Header []Line // the lines that do not depend on the encoding
	Body   []byte // uncompressed; nil if only the Brotli form is cached, or the body is streamed
	Tag    string // names the body; empty means by its SHA-256
	Effort Effort
	Plain  bool // is never compressed, as what has a format of its own
}

// Line is a header line ready to set: the name in canonical form, the value shared and immutable.
type Line struct {
	Name  string
	Value []string
}

// Header returns a header line.
func Header(name, value string) Line { return Line{name, []string{value}} }

var vary = Header("Vary", "Accept-Encoding")

// form is a content in one encoding. length is empty if the body is streamed.
type form struct {
	body         []byte
	etag, length []string
}

// names are the values of Content-Encoding.
var names = [Count][]string{Gzip: {"gzip"}, Brotli: {"br"}, Zstd: {"zstd"}}

// NewContent returns a content, which has the response's body from now on. It adds Vary to what may be compressed. Without
// a packer the response must be plain.
func NewContent(p *Packer, r Response) *Content {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	if r.Tag == "" {
		sum := sha256.Sum256(r.Body)
		r.Tag = hex.EncodeToString(sum[:12])
	}
	c := &Content{response: r, plain: r.Plain || len(r.Body) < Least, packer: p}
	if !c.plain {
		c.response.Header = append(r.Header, vary)
	}
	return c
}

// Status returns the status with which it is served.
func (c *Content) Status() int { return c.response.Status }

// Body returns the uncompressed body; nil if only the Brotli form is cached.
func (c *Content) Body() []byte { return c.response.Body }

// In returns the body in an encoding, or uncompressed if compression does not pay.
func (c *Content) In(e Encoding) []byte { return c.in(e).body }

func (c *Content) in(e Encoding) *form {
	switch {
	case c.plain:
		e = Identity
	case c.response.Body == nil && e != Brotli:
		return c.forms.of(c, e)
	}
	w := &c.written[e]
	w.once.Do(func() { w.form = c.form(e, c.packer.Pack(c.response.Body, e, c.response.Effort)) })
	return w.form
}

// Packed returns the content with its Brotli form alone, if compression pays. Its other forms are in a cache.
func (c *Content) Packed(forms *Forms) *Content {
	if c.plain || c.response.Body == nil {
		return c
	}
	small := &Content{response: c.response, packer: c.packer, forms: forms}
	small.response.Body = nil
	small.Has(Brotli, c.In(Brotli))
	return small
}

// Has sets the body in an encoding in which the caller has it already.
func (c *Content) Has(e Encoding, packed []byte) {
	w := &c.written[e]
	w.once.Do(func() { w.form = c.form(e, packed) })
}

func (c *Content) form(e Encoding, body []byte) *form {
	values := [2]string{e.Tag(c.response.Tag), strconv.Itoa(len(body))}
	return &form{body: body, etag: values[:1:1], length: values[1:]}
}

// Serve answers a GET or HEAD with the content, or with 304 if the client's copy is current. Of the encodings that the client
// likes equally it takes Brotli.
func (c *Content) Serve(w http.ResponseWriter, r *http.Request) {
	c.Send(w, r, Accepted(r.Header["Accept-Encoding"], Brotli))
}

// Send is Serve in an encoding that was negotiated before.
func (c *Content) Send(w http.ResponseWriter, r *http.Request, e Encoding) {
	if c.plain {
		e = Identity
	}
	f := c.in(e)
	if c.start(w, r, e, f) {
		_, _ = w.Write(f.body) // the client may have disconnected
	}
}

// Stream is Send of a body that write writes, as large as it may be, in place of the content's own.
func (c *Content) Stream(w http.ResponseWriter, r *http.Request, e Encoding, write func(io.Writer) error) {
	if c.start(w, r, e, &form{etag: []string{e.Tag(c.response.Tag)}}) {
		_ = c.packer.Stream(w, e, c.response.Effort, write) // the client may have disconnected
	}
}

// start writes the status and header, and reports whether the body follows.
func (c *Content) start(w http.ResponseWriter, r *http.Request, e Encoding, f *form) bool {
	h := w.Header()
	for _, l := range c.response.Header {
		h[l.Name] = l.Value
	}
	if c.response.Status == http.StatusOK {
		h["Etag"] = f.etag
		if Known(r.Header["If-None-Match"], f.etag[0]) {
			delete(h, "Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return false
		}
	}
	if e != Identity {
		h["Content-Encoding"] = names[e]
	}
	if len(f.length) > 0 {
		h["Content-Length"] = f.length
	}
	w.WriteHeader(c.response.Status)
	return r.Method != http.MethodHead
}
