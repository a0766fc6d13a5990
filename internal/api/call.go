package api

import (
	"net/http"
	"reflect"
	"strconv"

	"vitrine/internal/account"
	"vitrine/internal/encoding"
	"vitrine/internal/fault"
)

// handler is what a route does: it answers from memory (read), or makes a call in somebody's name (fresh, write, create,
// bare).
type handler struct {
	answer       func(v view, q *question, dst []byte) (reply, error) // appends the body to dst; nil: do is there
	do           func(c *call) (answer, error)
	extra        func(c *call) (answer, error) // instead of answer, for administrators; may be nil
	settingsOnly bool                          // answer is made from the settings alone, and is cached in the settingsCache
	takes        reflect.Type                  // of the request's body; nil: none is needed
	most         int64                         // bytes of the request's body
	status       int                           // of an answer with a body
	makes        bool                          // what is new is answered with 201
}

// read answers from the catalogue and the settings in memory; what is asked again is kept.
func read(make func(v view, q *question, dst []byte) (reply, error)) handler {
	return handler{answer: make, status: http.StatusOK}
}

// settled is read for what is made from the settings alone: a change of the catalogue leaves the answer as it is. There
// are few of these answers, and they may be large.
func settled(make func(v view, q *question, dst []byte) (reply, error)) handler {
	h := read(make)
	h.settingsOnly = true
	return h
}

// readOr is read for everybody but administrators, to whom another answer is given, which is never kept.
func readOr(make func(v view, q *question, dst []byte) (reply, error), extra func(c *call) (answer, error)) handler {
	h := read(make)
	h.extra = extra
	return h
}

// fresh answers a GET with what is never kept: for those who are signed in.
func fresh(do func(c *call) (answer, error)) handler {
	return handler{do: do, status: http.StatusOK}
}

// write reads a body of at most most bytes as a B and makes one call with it.
func write[B any](most int64, do func(c *call, body B) (answer, error)) handler {
	return handler{
		do: func(c *call) (answer, error) {
			leave, err := c.api.admit(most)
			if err != nil {
				return answer{}, err
			}
			defer leave()
			body, err := readBody[B](c, most)
			if err != nil {
				return answer{}, err
			}
			return do(c, body)
		},
		takes:  reflect.TypeFor[B](),
		most:   most,
		status: http.StatusOK,
	}
}

// create is write for calls that make something: they answer with 201. A request that is sent again with its
// Idempotency-Key is answered with the first result.
func create[B any](most int64, do func(c *call, body B) (answer, error)) handler {
	h := write(most, func(c *call, body B) (answer, error) {
		if err := c.knowAgain(); err != nil {
			return answer{}, err
		}
		return do(c, body)
	})
	h.status = http.StatusCreated
	return h
}

// saving is write for calls that make something or change what is there: they answer with 201 or 200.
func saving[B any](most int64, do func(c *call, body B) (answer, error)) handler {
	h := write(most, do)
	h.makes = true
	return h
}

// wording is a write whose body may be too large because of a file: that is said in the words for that kind of file.
func wording(h handler, tooLarge string) handler {
	do := h.do
	h.do = func(c *call) (answer, error) {
		got, err := do(c)
		if fault.Is(err, fault.TooLarge) {
			err = fault.Because(fault.TooLarge, tooLarge, err)
		}
		return got, err
	}
	return h
}

// bare is a write that needs no body. One that comes all the same is held to the same rules.
func bare(do func(c *call) (answer, error)) handler {
	return handler{
		do: func(c *call) (answer, error) {
			if err := noBody(c); err != nil {
				return answer{}, err
			}
			return do(c)
		},
		most:   maxBody,
		status: http.StatusOK,
	}
}

// call is a request that has passed the guard.
type call struct {
	api      *API
	writer   http.ResponseWriter
	request  *http.Request
	identity account.Identity
	by       string // the administrator's e-mail address, for the audit
	digest   string // SHA-256 of the body; empty where nobody asks for it
}

// id is the number that stands for the wildcard of the address.
func (c *call) id(wildcard, missing string) (int64, error) {
	text := c.request.PathValue(wildcard)
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != text {
		return 0, fault.New(fault.NotFound, missing)
	}
	return id, nil
}

// answer is the outcome of a call.
type answer struct {
	body   any          // written as JSON; nil: status 204
	isNew  bool         // it was not there before; counts where the handler makes things
	cookie *http.Cookie // to be set; may be nil
	sent   bool         // the call has written its answer itself
}

// encoded is a body that is JSON already.
type encoded []byte

// done is the answer of calls that have nothing to say.
var done = answer{}

// perform makes the call and writes its answer, which nobody keeps.
func (a *API) perform(w http.ResponseWriter, r *http.Request, rt *route, who account.Identity, do func(c *call) (answer, error)) {
	got, err := do(&call{api: a, writer: w, request: r, identity: who, by: who.User.Email})
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if got.sent {
		return
	}
	h := w.Header()
	h["Cache-Control"] = noStore
	if got.cookie != nil { // instead of the guard's, if it has set one
		h.Set("Set-Cookie", got.cookie.String())
	}
	if got.body == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	text, isEncoded := got.body.(encoded)
	if !isEncoded {
		text = appendValue(nil, got.body)
	}
	status := rt.handler.status
	if rt.handler.makes && got.isNew {
		status = http.StatusCreated
	}
	a.sendOnce(w, r, status, text)
}

// sendOnce sends a JSON body, packed when that is worth it.
func (a *API) sendOnce(w http.ResponseWriter, r *http.Request, status int, text []byte) {
	h := w.Header()
	h["Vary"], h["Content-Type"] = varyEncoding, jsonType
	if wanted := encoding.Accepted(r.Header["Accept-Encoding"], encoding.Zstd); len(text) >= encoding.Least && wanted != encoding.Identity {
		text = a.cache.packer.Pack(text, wanted, encoding.Default)
		h.Set("Content-Encoding", wanted.String())
	}
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // a client that has gone away is no error of ours
	}
}
