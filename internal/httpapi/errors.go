package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// requestID is the header with the request's id; the server sets it first.
const requestID = "X-Request-Id"

// Error is the body of every answer with a status of 400 or above.
type Error struct {
	Error     string        `json:"error" doc:"A sentence that a person can act on"`
	Message   string        `json:"message" doc:"The same sentence"`
	Code      string        `json:"code" doc:"Stable word for programs"`
	Fields    []fault.Field `json:"fields,omitempty" nullable:"false" doc:"What is wrong with which field; only with status 422"`
	RequestID string        `json:"requestId,omitempty" doc:"Name of this request in the log; only with status 500 and above"`
}

// WriteFault answers with the error body of every URL below /api/. From status 500 on it includes the request's id,
// which the log has too. Call it only before anything has been written.
func WriteFault(w http.ResponseWriter, f *fault.Fault) {
	text, err := json.Marshal(failureBody(w, f))
	if err != nil { // strings and lists of strings: cannot fail
		panic(err)
	}
	h := w.Header()
	for _, name := range []string{"Etag", "Content-Encoding", "Link", "X-Total-Count", "X-Search-Relaxed", "X-Search-Alternatives-To"} {
		h.Del(name)
	}
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	h.Set("Cache-Control", "no-store")
	if f.Kind == fault.Unauthorized {
		h.Set("WWW-Authenticate", "Bearer") // RFC 9110 requires a scheme; browsers do not prompt for this one
	}
	if f.Kind == fault.TooMany || f.Kind == fault.Unavailable {
		h.Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(f.RetryAfter.Seconds())))))
	}
	w.WriteHeader(f.Status())
	_, _ = w.Write(text) // the client may have disconnected
}

func failureBody(w http.ResponseWriter, f *fault.Fault) Error {
	body := Error{Error: f.Message, Message: f.Message, Code: f.StableCode(), Fields: f.Fields}
	if f.Status() >= http.StatusInternalServerError {
		body.RequestID = w.Header().Get(requestID)
	}
	return body
}

// fail answers with an error, and logs it if it is internal.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.From(err)
	a.logInternal(w, r, f)
	closeUnread(w, r)
	WriteFault(w, f)
}

// logInternal logs an internal error, unless the client has disconnected.
func (a *API) logInternal(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	if f.Kind == fault.Internal && !errors.Is(f, context.Canceled) {
		a.options.Logger.ErrorContext(r.Context(), "request failed", "requestId", w.Header().Get(requestID), "path", r.URL.Path, "error", errors.Unwrap(f))
	}
}

// recoverPanic converts a panic into an internal error and logs the stack.
func (a *API) recoverPanic(w http.ResponseWriter, r *http.Request) {
	switch cause := recover(); cause {
	case nil:
	case http.ErrAbortHandler:
		panic(cause)
	default:
		a.fail(w, r, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
	}
}

// Checks collects the errors of a request's fields: the first message for each field.
type Checks struct{ fields []fault.Field }

// Fail adds an error of a field, unless it has one.
func (c *Checks) Fail(field, message string) {
	if !slices.ContainsFunc(c.fields, func(f fault.Field) bool { return f.Field == field }) {
		c.fields = append(c.fields, fault.Field{Field: field, Message: message})
	}
}

// Need checks that a text is not blank.
func (c *Checks) Need(field, value, message string) {
	if strings.TrimSpace(value) == "" {
		c.Fail(field, message)
	}
}

// AtMost checks the length of a text in code points.
func (c *Checks) AtMost(field, value string, limit int) {
	if utf8.RuneCountInString(value) > limit {
		c.Fail(field, fmt.Sprintf("Please use at most %d characters", limit))
	}
}

// Line validates a one-line name.
func (c *Checks) Line(name, value string, limit int) {
	c.AtMost(name, value, limit)
	if !field.IsLine(value) {
		c.Fail(name, field.NoLine)
	}
}

// Fault returns a fault with the first message and all fields, or nil if there is no error.
func (c *Checks) Fault() error {
	if len(c.fields) == 0 {
		return nil
	}
	f := fault.New(fault.Invalid, c.fields[0].Message)
	f.Fields = c.fields
	return f
}
