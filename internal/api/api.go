// Package api is the JSON API and its description.
//
// The API parses a GET into a question (question.go) and answers it from the catalogue and the settings in memory
// (product.go, site.go …). It caches the answers to repeated questions, compressed, until something changes (cache.go). A
// change passes the guard (access.go) and the strict decoder (body.go, decode.go), and calls the store once
// (product_write.go …).
//
// # To change
//
//   - a route (who may call it, how large its body may be): one line in routes.go and a function beside similar ones, then
//     "make generate"; a test calls every route without permission, and each needs a success in admin_test.go
//   - how a body is read: body.go, decode.go
//   - which requests clients may retry: idempotency.go, decision 15; -run Idempotency
package api

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/maypok86/otter/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Options are the parts of the API.
type Options struct {
	Catalogue  *browse.Live
	Site       *site.Live
	Accounts   *account.Accounts      // nil: sign-in is disabled
	Store      Store                  // required if Accounts is set
	Images     Images                 // stores uploads; required if Accounts is set
	Visits     Counter                // of visitors; required
	Assistant  *assist.Assistant      // drafts texts; required if Accounts is set
	Mirror     Mirror                 // copies production to this site; required if Accounts is set
	LogoSearch LogoSearch             // nil: nobody waits for a search
	Inbox      Inbox                  // required if visitors can submit tools
	Newsletter *newsletter.Newsletter // nil: there is none
	SendsMail  bool                   // whether submitters are notified by email
	SubmitForm SubmitForm             // the configured form; zero: the site's own
	// CommandFlags are the command-line flags for this site's data, as an admin would type them.
	CommandFlags string
	Program      string       // this site's program version, for sites that copy it
	Logger       *slog.Logger // of internal errors; required
	Memory       int64        // bytes of cached answers; zero means 32 MB
	Workers      int          // answers generated concurrently; zero means 16 for each processor
}

// API answers every request below /api/ and /logos/.
type API struct {
	options   Options
	mux       *http.ServeMux
	questions *otter.Cache[string, *question] // cache of parsed questions, by request line
	cache     *cache
	large     chan struct{} // slots for large bodies in memory
	reach     *reach.Reporter
}

// New returns the API. It panics if the route table has a mistake.
func New(o Options) *API { return newAPI(o, routes()) }

func newAPI(o Options, table []route) *API {
	a := &API{options: o, mux: http.NewServeMux(), cache: newCache(o.Memory, o.Workers), large: make(chan struct{}, maxLargeBodies),
		reach: reach.NewReporter(o.Catalogue, o.Site)}
	a.questions = otter.Must(&otter.Options[string, *question]{MaximumSize: maxQuestions})
	a.register(table)
	return a
}

// Handler serves every URL below /api/ and /logos/.
func (a *API) Handler() http.Handler { return http.HandlerFunc(a.serve) }

func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	defer a.recoverPanic(w, r)
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		if q, known := a.questions.GetIfPresent(r.RequestURI); known {
			r.Pattern = q.route.pattern // as the mux does
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
