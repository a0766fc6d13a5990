package httpapi

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of request bodies in bytes, from the project's decisions page.
const (
	MaxBody       = 1 << 20   // of all other routes
	MaxDraftBody  = 256 << 10 // of drafting
	MaxSmallBody  = 4 << 10
	MaxLogoBody   = 7 << 20
	MaxUploadBody = 14 << 20
)

// Timeouts for request bodies. A body may arrive slowly, a large one (over MaxBody) for longer, but must not stall.
const (
	maxLargeBodies   = 4                // concurrently in memory
	maxLargeWait     = 10 * time.Second // for one of these slots, then 503
	bodyStallTimeout = 15 * time.Second // without a byte
	smallBodyTimeout = 30 * time.Second // from the first byte to the last
	largeBodyTimeout = 5 * time.Minute  // the same for a large body
	fileBodyTimeout  = 15 * time.Minute // the same for a file: 100 MB take 14 minutes at 1 Mbit/s
	answerTimeout    = 60 * time.Second // from the end of the body to the end of the answer
	drainTimeout     = time.Second / 2  // after a refusal, for the client to read it before the connection closes
)

// admit acquires one of the few slots for large bodies if this body may be large; leave releases it.
func (a *API) admit(most int64) (leave func(), err error) {
	if most <= MaxBody {
		return func() {}, nil
	}
	if err := acquire(a.large, maxLargeWait); err != nil {
		return nil, err
	}
	return func() { <-a.large }, nil
}

// readBody reads and decodes a required body.
func readBody[B any](c *Call, most int64) (B, error) {
	var body B
	if c.Request.ContentLength == 0 && c.Request.Header.Get("Content-Type") == "" {
		return body, errNoBody()
	}
	text, err := c.ReadAll(most)
	if err != nil {
		return body, err
	}
	return body, decode(text, &body)
}

// noBody reads and Checks an optional body.
func noBody(c *Call) error {
	if c.Request.ContentLength == 0 {
		if c.Request.Header["Content-Type"] != nil { // as a form of another site sends, in browsers that say nothing else of it
			return checkJSON(c.Request)
		}
		return nil
	}
	text, err := c.ReadAll(MaxBody)
	if err != nil || len(text) == 0 {
		return err
	}
	return decode(text, &struct{}{})
}

// ReadAll reads a whole JSON body.
func (c *Call) ReadAll(most int64) ([]byte, error) {
	r := c.Request
	if r.ContentLength > most {
		return nil, tooLarge()
	}
	if err := checkJSON(r); err != nil {
		return nil, err
	}
	from := c.body(most)
	text := make([]byte, 0, bufferSize(r.ContentLength, most))
	for {
		n, err := from.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case err == io.EOF:
			r.Body = http.NoBody // so that closeUnread keeps the connection open
			c.digestBody(text)
			return text, nil
		case err != nil:
			return nil, unreadable(err)
		case len(text) == cap(text):
			text = append(text, 0)[:len(text)]
		}
	}
}

// body reads the body with its limits.
func (c *Call) body(most int64) io.Reader {
	whole := smallBodyTimeout
	if most > MaxBody {
		whole = largeBodyTimeout
	}
	if most > MaxUploadBody {
		whole = fileBodyTimeout
	}
	return newDeadlineReader(c.Writer, http.MaxBytesReader(c.Writer, c.Request.Body, most), whole)
}

// receive stores a body of a media type in a temporary file. Whoever gets it removes it.
func (c *Call) receive(kind string, most int64) (*os.File, error) {
	r := c.Request
	if r.ContentLength > most {
		return nil, tooLarge()
	}
	if is, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || is != kind {
		return nil, fault.Because(fault.WrongType, "Please send a file with the header Content-Type: "+kind+".", err)
	}
	file, err := os.CreateTemp("", "vitrine-upload-")
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(file, c.body(most)); err != nil {
		return nil, errors.Join(unreadable(err), file.Close(), os.Remove(file.Name()))
	}
	r.Body = http.NoBody // so that closeUnread keeps the connection open
	return file, nil
}

func checkJSON(r *http.Request) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return fault.Because(fault.WrongType, "Please send JSON with the header Content-Type: application/json.", err)
	}
	return nil
}

// bufferSize returns the size of the buffer for a body: its length plus one byte, so that reading finds its end without
// growing. A large body of unknown length gets the largest buffer, because growing would allocate several times that.
func bufferSize(length, most int64) int64 {
	if length < 0 && most > MaxBody {
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

// deadlineReader extends the connection's deadlines as long as a body does not stall.
type deadlineReader struct {
	io.Reader
	control *http.ResponseController
	until   time.Time
}

func newDeadlineReader(w http.ResponseWriter, from io.Reader, whole time.Duration) *deadlineReader {
	return &deadlineReader{from, http.NewResponseController(w), time.Now().Add(whole)}
}

// Read sets the next deadline and reads. A ResponseWriter without a connection has no deadlines.
func (p *deadlineReader) Read(into []byte) (int, error) {
	next := time.Now().Add(bodyStallTimeout)
	if next.After(p.until) {
		next = p.until
	}
	_ = p.control.SetReadDeadline(next)
	n, err := p.Reader.Read(into)
	if err != nil { // end of the body, or an error: the answer's deadline starts
		_ = p.control.SetReadDeadline(time.Time{})
		_ = p.control.SetWriteDeadline(time.Now().Add(answerTimeout))
	}
	return n, err
}

// closeUnread closes the connection after this answer if the request's body was not read to its end: the server must
// not parse the rest as the next request, and the answer must not wait for it.
func closeUnread(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	w.Header().Set("Connection", "close")
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex()                            // otherwise net/http reads the body before it answers
	_ = control.SetReadDeadline(time.Now().Add(drainTimeout)) // errors as in deadlineReader
}
