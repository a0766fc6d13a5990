package httpapi

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Handler is the action of a route: it answers from memory (Read, ReadQuery, ReadSettings) or makes a call on behalf of a
// user (Fetch, Write, Create, Save, Bare, Remove, Receive, Upload).
type Handler struct {
	answer       AnswerFunc // nil: do is set
	parse        ParseFunc  // of the query; may be nil
	stream       StreamFunc // of answers as large as the catalogue; may be nil
	do           CallFunc   // nil: answer is set
	forAdmin     CallFunc   // replaces answer for administrators who may read adminArea; may be nil
	adminArea    Area
	settingsOnly bool         // the answer depends on the settings alone
	takes        reflect.Type // type of the request's body; nil: no body required
	most         int64        // maximum bytes of the request's body
	file         string       // media type of a body that is a file; empty: it is JSON
	status       int          // of an answer with a body
	creates      bool         // the status is 201 if the call has created something
}

// AnswerFunc generates an answer from memory and appends its body to dst. It reads what it answers from once, so that the
// whole answer is of one version.
type AnswerFunc func(q *Question, dst []byte) (Reply, error)

// ParseFunc parses the query of a question, and completes its key.
type ParseFunc func(q *Question, values url.Values) error

// StreamFunc generates an answer to a question that is large (Question.IsLarge): write writes its body, always the same.
type StreamFunc func(q *Question) (fields []encoding.Line, write func(io.Writer) error, err error)

// CallFunc makes a call and returns the value to send as JSON; nil means status 204.
type CallFunc func(c *Call) (any, error)

// Read answers from the catalogue and the settings in memory. The cache holds answers to repeated questions.
func Read(answer AnswerFunc) Handler {
	return Handler{answer: answer, status: http.StatusOK}
}

// ReadQuery is Read for answers that depend on the query of the URL.
func ReadQuery(parse ParseFunc, answer AnswerFunc) Handler {
	return Handler{parse: parse, answer: answer, status: http.StatusOK}
}

// ReadSettings is Read for answers from the settings alone: they stay cached when the catalogue changes.
func ReadSettings(answer AnswerFunc) Handler {
	return Handler{answer: answer, status: http.StatusOK, settingsOnly: true}
}

// ForAdmin makes a call instead, without caching, if the user is an administrator who may read the area.
func (h Handler) ForAdmin(area Area, do CallFunc) Handler {
	h.forAdmin, h.adminArea = do, area
	return h
}

// Streaming streams large answers.
func (h Handler) Streaming(stream StreamFunc) Handler {
	h.stream = stream
	return h
}

// Fetch answers a GET without caching.
func Fetch(do CallFunc) Handler {
	return Handler{do: do, status: http.StatusOK}
}

// Write decodes a body of at most most bytes as a B and makes one call with it.
func Write[B any](most int64, do func(c *Call, body B) (any, error)) Handler {
	return Handler{
		do: func(c *Call) (any, error) {
			leave, err := c.api.admit(most)
			if err != nil {
				return nil, err
			}
			defer leave()
			body, err := readBody[B](c, most)
			if err != nil {
				return nil, err
			}
			return do(c, body)
		},
		takes:  reflect.TypeFor[B](),
		most:   most,
		status: http.StatusOK,
	}
}

// Create is Write for calls that create something: they answer with 201. A retry with the same Idempotency-Key gets the
// first answer again.
func Create[B any](most int64, do func(c *Call, body B) (any, error)) Handler {
	h := Write(most, func(c *Call, body B) (any, error) {
		if err := c.useIdempotencyKey(); err != nil {
			return nil, err
		}
		return do(c, body)
	})
	h.status = http.StatusCreated
	return h
}

// Save is Write for calls that create or replace something: they answer with 201 or 200.
func Save[B any](most int64, do func(c *Call, body B) (any, error)) Handler {
	h := Write(most, do)
	h.creates = true
	return h
}

// Bare is Write without a required body. If the client sends one, the same rules apply to it.
func Bare(do CallFunc) Handler {
	return Handler{
		do: func(c *Call) (any, error) {
			if err := noBody(c); err != nil {
				return nil, err
			}
			return do(c)
		},
		most:   MaxBody,
		status: http.StatusOK,
	}
}

// Receive is for calls that read the body themselves (Call.ReadAll), to verify its signature. They answer with status 202.
func Receive(most int64, do CallFunc) Handler {
	return Handler{do: do, most: most, status: http.StatusAccepted}
}

// Upload has a call read a body of a media type as a file, of at most most bytes. The file is gone after the call.
func Upload(kind string, most int64, do func(c *Call, file *os.File) (any, error)) Handler {
	return Handler{file: kind, most: most, status: http.StatusOK, do: func(c *Call) (any, error) {
		leave, err := c.api.admit(most)
		if err != nil {
			return nil, err
		}
		defer leave()
		file, err := c.receive(kind, most)
		if err != nil {
			return nil, err
		}
		answer, err := do(c, file)
		return answer, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}}
}

// Remove deletes the object with the number in the URL.
func Remove(missing string, del func(c *Call, id int64) error) Handler {
	return Bare(ByID(missing, func(c *Call, id int64) (any, error) { return nil, del(c, id) }))
}

// ByID passes the number in the URL to a call. If the URL has no number there, it answers NotFound with the message
// missing.
func ByID(missing string, do func(c *Call, id int64) (any, error)) CallFunc {
	return func(c *Call) (any, error) {
		id, err := c.id(missing)
		if err != nil {
			return nil, err
		}
		return do(c, id)
	}
}

// WithID is ByID for a call with a body.
func WithID[B any](missing string, do func(c *Call, id int64, body B) (any, error)) func(c *Call, body B) (any, error) {
	return func(c *Call, body B) (any, error) {
		id, err := c.id(missing)
		if err != nil {
			return nil, err
		}
		return do(c, id, body)
	}
}

// id returns the number in the URL.
func (c *Call) id(missing string) (int64, error) {
	text := cmp.Or(c.Request.PathValue("id"), c.Request.PathValue("x"))
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != text {
		return 0, fault.New(fault.NotFound, missing)
	}
	return id, nil
}

// Around replaces the call by around, which may make it.
func (h Handler) Around(around func(c *Call, do CallFunc) (any, error)) Handler {
	do := h.do
	h.do = func(c *Call) (any, error) { return around(c, do) }
	return h
}

// TooLarge replaces the message of a body that is too large.
func (h Handler) TooLarge(message string) Handler {
	return h.Around(func(c *Call, do CallFunc) (any, error) {
		got, err := do(c)
		if fault.Is(err, fault.TooLarge) {
			err = fault.Because(fault.TooLarge, message, err)
		}
		return got, err
	})
}

// Call is a request that has passed the guard.
type Call struct {
	Caller
	Writer  http.ResponseWriter
	Request *http.Request
	By      string // the user's email address, for the audit

	Created    bool           // set by a call of Save that has created something
	SetCookies []*http.Cookie // to set
	Sent       bool           // set by a call that has written its answer itself

	api    *API
	digest string // SHA-256 of the body; empty without an Idempotency-Key
}

// Ctx is the context of the request.
func (c *Call) Ctx() context.Context { return c.Request.Context() }

// Client returns the client's address. All clients without one (a Unix socket) count as one.
func (c *Call) Client() netip.Addr {
	client, _ := netip.ParseAddr(audit.From(c.Ctx()).Address)
	return client
}

// LongChange bounds how long the answer to a change of the whole catalogue may take: 100,000 products take seconds, longer on a
// busy machine.
const LongChange = 4 * time.Minute

// WaitFor extends the deadline for writing the answer.
func (c *Call) WaitFor(longest time.Duration) {
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(longest)) // not every writer has one
}

// NoStore forbids caching an answer that the call writes itself.
func (c *Call) NoStore() { c.Writer.Header()["Cache-Control"] = noStore }

// Encoded is a body that is already JSON.
type Encoded []byte

// perform makes the call and writes its answer without caching it.
func (a *API) perform(w http.ResponseWriter, r *http.Request, rt *Route, who Caller, do CallFunc) {
	c := &Call{api: a, Writer: w, Request: r, Caller: who, By: who.Email}
	body, err := do(c)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if c.Sent {
		return
	}
	h := w.Header()
	h["Cache-Control"] = noStore
	if c.SetCookies != nil { // they replace those that the guard may have set
		h.Del("Set-Cookie")
		setCookies(w, c.SetCookies)
	}
	if body == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	text, isEncoded := body.(Encoded)
	if !isEncoded {
		text = AppendValue(nil, body)
	}
	status := rt.Handler.status
	if rt.Handler.creates && c.Created {
		status = http.StatusCreated
	}
	a.sendUncached(w, r, status, text)
}

// sendUncached sends a JSON body, compressed if that pays.
func (a *API) sendUncached(w http.ResponseWriter, r *http.Request, status int, text []byte) {
	h := w.Header()
	h["Vary"], h["Content-Type"] = varyEncoding.Value, jsonType.Value
	if wanted := encoding.Accepted(r.Header["Accept-Encoding"], encoding.Zstd); len(text) >= encoding.Least && wanted != encoding.Identity {
		text = a.cache.packer.Pack(text, wanted, encoding.Default)
		h.Set("Content-Encoding", wanted.String())
	}
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // the client may have disconnected
	}
}
