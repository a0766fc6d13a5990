// Package api is the JSON API and its description.
//
// A request becomes a question (question.go), a question an answer made from the catalogue and the settings in memory
// (product.go, catalog.go, site.go …), and an answer that is asked for again is kept, compressed, for as long as
// nothing changes (answer_cache.go). A change goes from the guard (access.go) through the strict reading of its body (body.go,
// decode.go) to one call of the store (call.go, product_write.go …).
//
// # To change
//
//   - a call (who may make it, how large its body may be): one line in routes.go and a function beside its like, then
//     "make generate"; the route table is called by strangers and each line needs a success in admin_test.go
//   - how a body is read: body.go, decode.go
//   - which creates may be sent again: idempotency.go, decision 15; -run Idempotency
package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/maypok86/otter/v2"

	"vitrine/internal/account"
	"vitrine/internal/assist"
	"vitrine/internal/browse"
	"vitrine/internal/fault"
	"vitrine/internal/site"
)

// Options are what the API is made of.
type Options struct {
	Catalogue  *browse.Live
	Site       *site.Live
	Accounts   *account.Accounts // nil: nobody can sign in
	Store      Store             // where changes are kept; nil only where nobody can sign in
	Images     Images            // where uploads are kept; nil only where nobody can sign in
	Visits     Counter           // of visitors; required
	Assistant  *assist.Assistant // who drafts texts; nil only where nobody can sign in
	Mirror     Mirror            // copies production to this site; nil only where nobody can sign in
	Inbox      Inbox             // of submissions; required but where nobody can send any
	SendsMail  bool              // whether submitters are notified by email
	SubmitForm SubmitForm        // the configured form; zero: the site's own
	SiteName   string
	// CommandFlags are the options with which commands find this site's data, as an administrator would type them.
	CommandFlags string
	Program      string       // this site's version of the program, for sites that copy it
	Logger       *slog.Logger // of our own mistakes; required
	Memory       int64        // bytes that kept answers may take; zero means 64 MB
	Workers      int          // answers made at once; zero means 16 for each processor
}

// API answers every request below /api/ and /logos/.
type API struct {
	options   Options
	mux       *http.ServeMux
	questions *otter.Cache[string, *question] // by request line, of answers that are kept
	cache     *answerCache
	large     chan struct{} // full while as many large bodies are in memory as may be
}

// New makes the API. It panics when a route of the table does not say who may call it: that is a mistake in the code.
func New(o Options) *API { return newAPI(o, routes()) }

func newAPI(o Options, table []route) *API {
	a := &API{options: o, mux: http.NewServeMux(), cache: newAnswerCache(o.Memory, o.Workers), large: make(chan struct{}, maxLargeBodies)}
	a.questions = otter.Must(&otter.Options[string, *question]{MaximumSize: maxQuestions})
	a.register(table)
	return a
}

// Handler serves every address below /api/ and /logos/.
func (a *API) Handler() http.Handler { return http.HandlerFunc(a.serve) }

func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	defer a.rescue(w, r)
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		if q, known := a.questions.GetIfPresent(r.RequestURI); known {
			r.Pattern = q.route.pattern // as the mux sets it
			a.respond(w, r, q, true)
			return
		}
	}
	if oddPath(r.URL.EscapedPath()) {
		a.fail(w, r, fault.New(fault.BadRequest, "This address has characters that no address of the API has."))
		return
	}
	a.mux.ServeHTTP(w, r)
}

// oddPath finds what is read as one path here and as another by a proxy in front.
func oddPath(escaped string) bool {
	if strings.ContainsAny(escaped, `;\`) || strings.Contains(escaped, "//") || strings.Contains(escaped, "/.") {
		return true
	}
	for at := strings.IndexByte(escaped, '%'); at >= 0 && at+3 <= len(escaped); {
		switch strings.ToLower(escaped[at : at+3]) {
		case "%00", "%2e", "%2f", "%5c":
			return true
		}
		next := strings.IndexByte(escaped[at+1:], '%')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return false
}

// rescue turns a panic into an answer that shows nothing of it. The log has all of it.
func (a *API) rescue(w http.ResponseWriter, r *http.Request) {
	switch cause := recover(); cause {
	case nil:
	case http.ErrAbortHandler:
		panic(cause)
	default:
		a.fail(w, r, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
	}
}

// fail answers with what went wrong, and logs what was our mistake.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.From(err)
	a.logOurs(w, r, f)
	closeUnread(w, r)
	WriteFault(w, f)
}

// logOurs logs what was our mistake; who hangs up is none.
func (a *API) logOurs(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	if f.Kind == fault.Internal && !errors.Is(f, context.Canceled) {
		a.options.Logger.ErrorContext(r.Context(), "answer failed", "requestId", w.Header().Get(requestID), "path", r.URL.Path, "error", errors.Unwrap(f))
	}
}

// Answer is the outcome of a call made in process.
type Answer = struct {
	Status int
	Body   []byte // never to be changed: others may hold the same bytes
}

// Answer gives the bytes that a GET of the target (path and query) would give a browser.
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

// memory is a response that is kept instead of sent.
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
