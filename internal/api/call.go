package api

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// handler is the action of a route: it answers from memory (read, readSettings) or makes a call on behalf of a user
// (fetch, write, create, save, bare, remove).
type handler struct {
	answer       answerFunc   // nil: do is set
	do           callFunc     // nil: answer is set
	forAdmin     callFunc     // replaces answer for admins; may be nil
	settingsOnly bool         // the answer depends on the settings alone
	takes        reflect.Type // type of the request's body; nil: no body required
	most         int64        // maximum bytes of the request's body
	status       int          // of an answer with a body
	creates      bool         // the status is 201 if the call has created something
	ofReaders    bool         // the route exists only where visitors can sign up
	ofNewsletter bool         // the route exists only where there is a newsletter
}

// answerFunc generates an answer from memory and appends its body to dst.
type answerFunc func(v view, q *question, dst []byte) (reply, error)

// callFunc makes a call and returns the value to send as JSON; nil means status 204.
type callFunc func(c *call) (any, error)

// read answers from the catalogue and the settings in memory. The cache holds answers to repeated questions.
func read(make answerFunc) handler {
	return handler{answer: make, status: http.StatusOK}
}

// readSettings is read for answers from the settings alone: they stay cached when the catalogue changes.
func readSettings(make answerFunc) handler {
	return handler{answer: make, status: http.StatusOK, settingsOnly: true}
}

// fetch answers a GET without caching.
func fetch(do callFunc) handler {
	return handler{do: do, status: http.StatusOK}
}

// write decodes a body of at most most bytes as a B and makes one call with it.
func write[B any](most int64, do func(c *call, body B) (any, error)) handler {
	return handler{
		do: func(c *call) (any, error) {
			leave, err := c.admit(most)
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

// create is write for calls that create something: they answer with 201. A retry with the same Idempotency-Key gets the
// first answer again.
func create[B any](most int64, do func(c *call, body B) (any, error)) handler {
	h := write(most, func(c *call, body B) (any, error) {
		if err := c.useIdempotencyKey(); err != nil {
			return nil, err
		}
		return do(c, body)
	})
	h.status = http.StatusCreated
	return h
}

// save is write for calls that create or replace something: they answer with 201 or 200.
func save[B any](most int64, do func(c *call, body B) (any, error)) handler {
	h := write(most, do)
	h.creates = true
	return h
}

// bare is write without a required body. If the client sends one, the same rules apply to it.
func bare(do callFunc) handler {
	return handler{
		do: func(c *call) (any, error) {
			if err := noBody(c); err != nil {
				return nil, err
			}
			return do(c)
		},
		most:   maxBody,
		status: http.StatusOK,
	}
}

// remove deletes the object with the number in the URL.
func remove(missing string, del func(c *call, id int64) error) handler {
	do := withID(missing, func(c *call, id int64, _ nothing) (any, error) { return nil, del(c, id) })
	return bare(func(c *call) (any, error) { return do(c, nothing{}) })
}

// withID passes the number in the URL to a call. If the URL has no number there, it answers NotFound with the message
// missing.
func withID[B any](missing string, do func(c *call, id int64, body B) (any, error)) func(c *call, body B) (any, error) {
	return func(c *call, body B) (any, error) {
		text := cmp.Or(c.request.PathValue("id"), c.request.PathValue("x"))
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 1 || strconv.FormatInt(id, 10) != text {
			return nil, fault.New(fault.NotFound, missing)
		}
		return do(c, id, body)
	}
}

// withTooLarge replaces the message of a body that is too large.
func withTooLarge(message string, h handler) handler {
	do := h.do
	h.do = func(c *call) (any, error) {
		got, err := do(c)
		if fault.Is(err, fault.TooLarge) {
			err = fault.Because(fault.TooLarge, message, err)
		}
		return got, err
	}
	return h
}

// ofReaders is a call that exists only where visitors can sign up.
func ofReaders(h handler) handler {
	h.ofReaders = true
	return h
}

// ofNewsletter is a call that exists only where there is a newsletter.
func ofNewsletter(h handler) handler {
	h.ofNewsletter = true
	return h
}

// call is a request that has passed the guard.
type call struct {
	*API
	writer   http.ResponseWriter
	request  *http.Request
	identity account.Identity
	by       string // the administrator's email address, for the audit
	digest   string // SHA-256 of the body; empty without an Idempotency-Key

	created bool           // set only if handler.creates is
	cookies []*http.Cookie // to set
	sent    bool           // the call has written its answer itself
}

func (c *call) ctx() context.Context { return c.request.Context() }

// encoded is a body that is already JSON.
type encoded []byte

// perform makes the call and writes its answer without caching it.
func (a *API) perform(w http.ResponseWriter, r *http.Request, rt *route, who account.Identity, do callFunc) {
	c := &call{API: a, writer: w, request: r, identity: who, by: who.User.Email}
	body, err := do(c)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if c.sent {
		return
	}
	h := w.Header()
	h["Cache-Control"] = noStore
	if c.cookies != nil { // they replace those that the guard may have set
		h.Del("Set-Cookie")
		setCookies(w, c.cookies)
	}
	if body == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	text, isEncoded := body.(encoded)
	if !isEncoded {
		text = appendValue(nil, body)
	}
	status := rt.handler.status
	if rt.handler.creates && c.created {
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
