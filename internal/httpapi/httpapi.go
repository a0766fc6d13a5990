// Package httpapi is what the calls of the features are made of: routes with their access, request bodies, errors, cached
// answers, and the description of all of them. It knows no feature.
//
// It parses a GET into a question (question.go), and caches the answers to repeated questions, compressed, until something
// changes (cache.go). A change passes the guard (access.go) and the strict decoder (body.go, decode.go).
//
// # To change
//
//   - what a row of the route table has: route.go, call.go; what the description says of it: description.go
//   - what a role may do: roles.go, decision 37; go test ./internal/app -run Roles
//   - how a body is read: body.go, decode.go
//   - which requests clients may retry: idempotency.go, decision 15; go test ./internal/app -run Idempotency
package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/maypok86/otter/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// Options are what the API needs of the features.
type Options struct {
	Groups   []Group                               // the calls, by feature
	Identify func(r *http.Request) (Caller, error) // who makes a request; nil: nobody can sign in
	Revision func() revision.Revision              // of what answers are made from; they may be newer, never older
	Logger   *slog.Logger                          // of internal errors; required
	Memory   int64                                 // bytes of cached answers; zero means 32 MB
	Workers  int                                   // answers generated concurrently; zero means 16 for each processor
}

// API answers every request below /api/ and /logos/.
type API struct {
	options   Options
	mux       *http.ServeMux
	questions *otter.Cache[string, *Question] // cache of parsed questions, by request line
	cache     *cache
	large     chan struct{} // slots for large bodies in memory
}

// New returns the API. It panics if the route table has a mistake.
func New(o Options) *API {
	a := &API{options: o, mux: http.NewServeMux(), cache: newCache(o.Memory, o.Workers), large: make(chan struct{}, maxLargeBodies)}
	a.questions = otter.Must(&otter.Options[string, *Question]{MaximumSize: maxQuestions})
	a.register(o.Groups)
	return a
}

// Handler serves every URL below /api/ and /logos/.
func (a *API) Handler() http.Handler { return http.HandlerFunc(a.serve) }

func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	defer a.recoverPanic(w, r)
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		if q, known := a.questions.GetIfPresent(r.RequestURI); known {
			r.Pattern = q.Pattern // as the mux does
			a.respond(w, r, q, true)
			return
		}
	}
	if oddPath(r.URL.EscapedPath()) {
		a.fail(w, r, fault.New(fault.BadRequest, "This URL has characters that no URL of the API has."))
		return
	}
	a.mux.ServeHTTP(w, r)
}

// oddPath reports whether a proxy in front may interpret the path differently.
func oddPath(escaped string) bool {
	escaped = strings.ToLower(escaped)
	odd := func(part string) bool { return strings.Contains(escaped, part) }
	return slices.ContainsFunc([]string{";", `\`, "//", "/.", "%00", "%2e", "%2f", "%5c"}, odd)
}

// Answer is the response to an in-process call.
type Answer = struct {
	Status int
	Body   []byte // read-only: other answers may share the bytes
}

// Answer returns what a GET of the target (path and query) returns to a browser.
func (a *API) Answer(ctx context.Context, target string) Answer {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	w := &memory{header: http.Header{}, status: http.StatusOK}
	if err != nil {
		WriteFault(w, fault.Because(fault.BadRequest, "This URL can't be read.", err))
		return Answer{w.status, w.body}
	}
	r.RequestURI = target
	a.serve(w, r)
	return Answer{w.status, w.body}
}

// memory is a ResponseWriter that records the response.
type memory struct {
	header http.Header
	status int
	body   []byte
}

func (m *memory) Header() http.Header    { return m.header }
func (m *memory) WriteHeader(status int) { m.status = status }

func (m *memory) Write(body []byte) (int, error) {
	m.body = append(m.body, body...)
	return len(body), nil
}
