package api

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"vitrine/internal/fault"
)

// Sizes of requests in bytes, from the project's decisions page.
const (
	maxBody       = 1 << 20   // where nothing else is said
	maxDraftBody  = 256 << 10 // calls for a drafted text
	maxLoginBody  = 4 << 10
	maxLogoBody   = 7 << 20
	maxUploadBody = 14 << 20
)

// Bounds of bodies. They may come slowly, those larger than maxBody for longer, but must keep coming.
const (
	maxLargeBodies = 4                // in memory at once
	maxLargeWait   = 10 * time.Second // for one of these places, then 503
	bodyStall      = 15 * time.Second // without a byte
	smallBodyWhole = 30 * time.Second // from the first byte to the last
	bodyWhole      = 5 * time.Minute  // the same of a large body
	answerWithin   = 60 * time.Second // from the last byte to the answer's
	drainFor       = time.Second / 2  // after a refusal, so that the client reads it before the connection ends
)

// admit takes one of the few places for large bodies, if this is one; leave gives it back.
func (a *API) admit(most int64) (leave func(), err error) {
	if most <= maxBody {
		return func() {}, nil
	}
	if err := enter(a.large, maxLargeWait); err != nil {
		return nil, err
	}
	return func() { <-a.large }, nil
}

// readBody reads and decodes a body that must be there.
func readBody[B any](c *call, most int64) (B, error) {
	var body B
	if c.request.ContentLength == 0 && c.request.Header.Get("Content-Type") == "" {
		return body, errNoBody()
	}
	text, err := c.readAll(most)
	if err != nil {
		return body, err
	}
	return body, decode(text, &body)
}

// noBody reads a body that needs not be there.
func noBody(c *call) error {
	if c.request.ContentLength == 0 {
		return nil
	}
	text, err := c.readAll(maxBody)
	if err != nil || len(text) == 0 {
		return err
	}
	return decode(text, &struct{}{})
}

// readAll reads the whole body, which must be said to be JSON and fit.
func (c *call) readAll(most int64) ([]byte, error) {
	r := c.request
	if r.ContentLength > most {
		return nil, tooLarge()
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, fault.Because(fault.WrongType, "Please send JSON with the header Content-Type: application/json.", err)
	}
	whole := smallBodyWhole
	if most > maxBody {
		whole = bodyWhole
	}
	from := newPatientReader(c.writer, http.MaxBytesReader(c.writer, r.Body, most), whole)
	text := make([]byte, 0, bufferSize(r.ContentLength, most))
	for {
		n, err := from.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case err == io.EOF:
			r.Body = http.NoBody // which tells fail that the connection can go on
			c.digestBody(text)
			return text, nil
		case err != nil:
			return nil, unreadable(err)
		case len(text) == cap(text):
			text = append(text, 0)[:len(text)]
		}
	}
}

// bufferSize is how many bytes a body takes in memory: one more than it has, so that its end is found without growing. A
// large body that does not say its length gets all it may have, as growing would leave that behind several times over.
func bufferSize(length, most int64) int64 {
	if length < 0 && most > maxBody {
		length = most
	}
	return max(512, length+1)
}

func unreadable(err error) error {
	if limit := new(http.MaxBytesError); errors.As(err, &limit) {
		return tooLarge()
	}
	return fault.Because(fault.BadRequest, "The request ended before its body did.", err)
}

func tooLarge() error {
	return fault.New(fault.TooLarge, "This request is too large.")
}

func errNoBody() error {
	return fault.New(fault.BadRequest, "This request has no body. Please send a JSON object.")
}

// patientReader moves the connection's deadlines on while a body keeps coming.
type patientReader struct {
	io.Reader
	control *http.ResponseController
	until   time.Time
}

func newPatientReader(w http.ResponseWriter, from io.Reader, whole time.Duration) *patientReader {
	return &patientReader{from, http.NewResponseController(w), time.Now().Add(whole)}
}

// Read reads on. A writer that is no connection has no deadlines, and needs none.
func (p *patientReader) Read(into []byte) (int, error) {
	next := time.Now().Add(bodyStall)
	if next.After(p.until) {
		next = p.until
	}
	_ = p.control.SetReadDeadline(next)
	n, err := p.Reader.Read(into)
	if err != nil { // the end, good or bad: the answer is what is waited for now
		_ = p.control.SetReadDeadline(time.Time{})
		_ = p.control.SetWriteDeadline(time.Now().Add(answerWithin))
	}
	return n, err
}

// closeUnread ends the connection after this answer when the request's body was not read to its end: nothing of it may
// be taken for the next request, and nobody waits for it, the answer least of all.
func closeUnread(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	w.Header().Set("Connection", "close")
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex()                        // or net/http would read before it answers
	_ = control.SetReadDeadline(time.Now().Add(drainFor)) // as in patientReader
}
