package api

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/fault"
)

// requestID is the header that names a request; the server sets it before anything else happens.
const requestID = "X-Request-Id"

// WriteFault answers with the error body that every address below /api/ uses. From status 500 on it carries the
// request's id, which the log has too. It may be called when nothing has been written yet.
func WriteFault(w http.ResponseWriter, f *fault.Fault) {
	text, err := json.Marshal(failureBody(w, f))
	if err != nil { // strings and lists of strings: cannot fail
		panic(err)
	}
	h := w.Header()
	for _, name := range []string{"Etag", "Content-Encoding", "Link", "X-Total-Count"} {
		h.Del(name)
	}
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	h.Set("Cache-Control", "no-store")
	if f.Kind == fault.Unauthorized {
		h.Set("WWW-Authenticate", "Bearer") // RFC 9110 wants a way in named; browsers ask nothing for this one
	}
	if f.Kind == fault.TooMany || f.Kind == fault.Unavailable {
		h.Set("Retry-After", strconv.Itoa(retryAfter(f.RetryAfter)))
	}
	w.WriteHeader(f.Status())
	_, _ = w.Write(text) // a client that has gone away is no error of ours
}

// failureBody is what is said of a fault.
func failureBody(w http.ResponseWriter, f *fault.Fault) Error {
	body := Error{Error: f.Message, Message: f.Message, Code: f.StableCode(), Fields: f.Fields}
	if f.Status() >= http.StatusInternalServerError {
		body.RequestID = w.Header().Get(requestID)
	}
	return body
}

// retryAfter is the wait in whole seconds, at least one.
func retryAfter(wait time.Duration) int { return max(1, int(math.Ceil(wait.Seconds()))) }
