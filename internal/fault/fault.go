// Package fault defines the errors that are safe to show to people.
//
// Every error that reaches a person is a Fault: a kind, a sentence to act on, and a stable code. The cause stays inside
// (Unwrap), for the log only.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind is a class of errors; each has one HTTP status.
type Kind int

// The kinds, in the order of their HTTP statuses.
const (
	Internal         Kind = iota // 500: our mistake; the message gives no details
	BadRequest                   // 400: not JSON, or an unreadable query
	Unauthorized                 // 401: not signed in
	Forbidden                    // 403: signed in, but not an administrator
	NotFound                     // 404
	MethodNotAllowed             // 405
	Conflict                     // 409: a concurrent change, or a name that is taken
	TooLarge                     // 413
	WrongType                    // 415
	Invalid                      // 422: validation; Fields lists the invalid fields
	TooMany                      // 429; RetryAfter says when
	BadGateway                   // 502: a service behind us failed
	Unavailable                  // 503: overloaded or not configured; RetryAfter says when
	GatewayTimeout               // 504: a service behind us was too slow
	NoSpace                      // 507: the disk is full; nothing was saved
)

// kinds gives each Kind its HTTP status and its default code.
var kinds = map[Kind]struct {
	status int
	code   string
}{
	Internal:         {500, "internal"},
	BadRequest:       {400, "bad_request"},
	Unauthorized:     {401, "unauthorized"},
	Forbidden:        {403, "forbidden"},
	NotFound:         {404, "not_found"},
	MethodNotAllowed: {405, "method_not_allowed"},
	Conflict:         {409, "conflict"},
	TooLarge:         {413, "too_large"},
	WrongType:        {415, "wrong_type"},
	Invalid:          {422, "invalid"},
	TooMany:          {429, "too_many_requests"},
	BadGateway:       {502, "bad_gateway"},
	Unavailable:      {503, "unavailable"},
	GatewayTimeout:   {504, "gateway_timeout"},
	NoSpace:          {507, "no_space"},
}

// Field is one field that failed validation, and why, in a sentence.
type Field struct {
	Field   string `json:"field" doc:"Name of the field, as in the request"`
	Message string `json:"message" doc:"What is wrong with it, in a sentence"`
}

// Fault is an error that is safe to show. Message is a full sentence and never repeats the caller's input.
type Fault struct {
	Kind       Kind
	Code       string        // stable, for programs; empty means the default of Kind
	Message    string        // for people
	Fields     []Field       // for Invalid, and a Conflict about what is taken
	RetryAfter time.Duration // only for TooMany and Unavailable; zero means one second
	Cause      error         // for the log only
}

// Error returns the message, the fields and the cause: for logs and terminals, not for web clients.
func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Message)
	for _, field := range f.Fields {
		if field.Message == f.Message { // a single field's message is the fault's message
			continue
		}
		fmt.Fprintf(&b, " %s: %s.", field.Field, strings.TrimSuffix(field.Message, "."))
	}
	if f.Cause != nil {
		fmt.Fprintf(&b, " (%v)", f.Cause)
	}
	return b.String()
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Cause }

// Status returns the HTTP status of the fault's kind.
func (f *Fault) Status() int { return kinds[f.Kind].status }

// StableCode returns the fault's code, or the default of its kind.
func (f *Fault) StableCode() string {
	if f.Code != "" {
		return f.Code
	}
	return kinds[f.Kind].code
}

// New returns a fault without a cause.
func New(kind Kind, message string) *Fault { return &Fault{Kind: kind, Message: message} }

// Because returns a fault with a cause for the log.
func Because(kind Kind, message string, cause error) *Fault {
	return &Fault{Kind: kind, Message: message, Cause: cause}
}

// DiskFull returns the fault for a full disk.
func DiskFull(cause error) *Fault {
	return Because(NoSpace, "The site's disk is full, so nothing was saved. Please try again when there is space.", cause)
}

// InvalidFields returns the Invalid fault for these fields, or nil without fields.
func InvalidFields(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	message := fields[0].Message
	if len(fields) > 1 {
		message = "Please correct the fields that are marked."
	}
	return &Fault{Kind: Invalid, Message: message, Fields: fields}
}

// From returns the fault that err wraps. An error without one becomes Internal, with its text only in Cause.
func From(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return Because(Internal, "Something went wrong on our side. Please try again.", err)
}

// Is reports whether err wraps a fault of this kind.
func Is(err error, kind Kind) bool {
	var f *Fault
	return errors.As(err, &f) && f.Kind == kind
}
