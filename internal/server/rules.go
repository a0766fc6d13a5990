package server

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/source"
)

// maxBody is the maximum request body outside of the API, in bytes; no handler reads it. API routes have their own
// limits.
const maxBody = 1 << 20

// area is a part of the site with common rules for its requests.
type area int

const (
	documents area = iota // pages and their assets
	calls                 // the API and the site's logos
	redirects             // /go/: counted, and so rate-limited
	mcpCalls              // the Model Context Protocol
	uploads
	health
)

func areaOf(r *http.Request) area {
	switch path := r.URL.Path; {
	case path == apiPage && reads(r):
		return documents
	case strings.HasPrefix(path, "/api/"), strings.HasPrefix(path, "/logos/"), path == apiPage:
		return calls
	case path == mcpPath:
		return mcpCalls
	case strings.HasPrefix(path, "/go/"):
		return redirects
	case strings.HasPrefix(path, "/uploads/"), path == "/uploads",
		// The browser tries these paths next.
		strings.HasPrefix(path, "/static/uploads/"), strings.HasPrefix(path, "/dist/public/uploads/"):
		return uploads
	case path == "/healthz", path == "/readyz":
		return health
	}
	return documents
}

// apiPage is the URL of the page about the API. It is in the sitemap, so it answers whatever a crawler accepts.
const apiPage = "/api"

// mcpPath is the URL of the Model Context Protocol.
const mcpPath = "/mcp"

func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// ServeHTTP applies the rules to a request and passes it on.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	in := areaOf(r)
	answer := &response{ResponseWriter: w, connection: connectionOf(r.Context()), leaving: &s.leaving, area: in}
	safe := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
	answer.unread = r.ContentLength != 0 && (in != calls && in != mcpCalls || safe)
	id := strconv.FormatUint(rand.Uint64(), 32)
	s.headers.set(w.Header(), in, id)
	if isLast(r) {
		w.Header().Set("Connection", "close")
	}
	if in == health {
		s.health(answer, r)
		return
	}
	client := s.clients.of(r)
	defer func() { s.finish(answer, r, client, id, began, recover()) }()
	if f := s.refusal(answer, r, client); f != nil {
		answer.unread = r.ContentLength != 0
		answer.fail(f)
		return
	}
	if in == redirects || strings.Contains(r.URL.RawQuery, "search=") { // the reads that are counted
		r = r.WithContext(source.With(r.Context(), visitorOf(r, client)))
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		r = r.WithContext(audit.With(source.With(r.Context(), visitorOf(r, client)), originOf(client, id)))
		if in != calls { // the API limits each body itself
			r.Body = http.MaxBytesReader(answer, r.Body, maxBody)
		}
	}
	s.handler(in).ServeHTTP(answer, r)
}

// isLast reports whether a request ends its connection, because a proxy might delimit its body otherwise than we do and so take
// a part of it for another request (RFC 9112, section 6.1). Of a Content-Length beside a Transfer-Encoding net/http shows the
// Transfer-Encoding alone; in HTTP/1.0, which has none, it shows the Content-Length alone.
func isLast(r *http.Request) bool {
	return len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) && r.ContentLength != 0
}

// originOf returns the origin of a change for the audit log.
func originOf(client netip.Addr, id string) audit.Origin {
	if !client.IsValid() {
		return audit.Origin{RequestID: id}
	}
	return audit.Origin{Address: client.String(), RequestID: id}
}

// isOneClick reports whether a mail program ends a subscription (RFC 8058). Webmail does so from a page of its own; the token in
// the URL is the permission, and the session does not count.
func isOneClick(r *http.Request) bool {
	return r.Method == http.MethodPost && r.URL.Path == "/api/newsletter/leave" && r.URL.Query().Get("token") != ""
}

// refusal returns why a request is rejected before it reaches a handler, or nil.
func (s *Server) refusal(w *response, r *http.Request, client netip.Addr) *fault.Fault {
	in := w.area
	if in == mcpCalls {
		if err := s.origins.checkOwn(r); err != nil {
			return fault.Because(fault.Forbidden, "This request comes from another site and was refused.", err)
		}
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		if err := s.origins.Check(r); err != nil && !isOneClick(r) {
			return fault.Because(fault.Forbidden, "This request comes from another site and was refused.", err)
		}
	default:
		if in != calls && in != mcpCalls { // they know which methods they take
			w.Header().Set("Allow", "GET, HEAD")
			return fault.New(fault.MethodNotAllowed, "Method not allowed.")
		}
	}
	if in == calls || in == redirects || in == mcpCalls {
		if wait := s.limiter.wait(client, time.Now()); wait > 0 {
			f := fault.New(fault.TooMany, "Too many requests from your network. Please wait a moment.")
			f.RetryAfter = wait
			return f
		}
	}
	if in != calls && r.ContentLength > maxBody && r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Connection", "close")
		return fault.New(fault.TooLarge, "This request is larger than 1 MB.")
	}
	return nil
}

func (s *Server) handler(in area) http.Handler {
	switch in {
	case calls:
		return s.options.API
	case mcpCalls:
		if s.options.MCP == nil {
			return http.NotFoundHandler()
		}
		return s.options.MCP
	case uploads:
		return s.options.Uploads
	}
	return s.options.Pages
}

// clientLeft is the status, in the log and the metrics, of a request whose client left before it was answered: no fault of the site. nginx
// writes it too.
const clientLeft = 499

// finish turns a panic into a response that reveals nothing of its cause, and writes the access log.
func (s *Server) finish(answer *response, r *http.Request, client netip.Addr, id string, began time.Time, cause any) {
	panicked := cause != nil
	if panicked && cause != http.ErrAbortHandler {
		s.options.Logger.ErrorContext(r.Context(), "panic", "requestId", id, "path", bounded(r.URL.Path), "error", fmt.Sprint(cause), "stack", string(debug.Stack()))
		if answer.status == 0 {
			answer.fail(fault.From(fmt.Errorf("panic: %v", cause)))
			cause = nil
		}
	}
	if answer.status == 0 && cause == nil {
		answer.status = http.StatusOK // net/http's default if a handler writes nothing
	}
	if answer.status == http.StatusInternalServerError && !panicked && errors.Is(r.Context().Err(), context.Canceled) {
		answer.status = clientLeft
	}
	took := time.Since(began)
	s.accessLog.log(r, answer, client, id, began, took)
	if s.options.Observe != nil {
		s.options.Observe(s.routeOf(answer.area, r), answer.status, took)
	}
	if cause != nil {
		panic(http.ErrAbortHandler) // part of the response is sent: only a broken connection tells the client
	}
}

// response is a ResponseWriter that records status and size.
type response struct {
	http.ResponseWriter
	connection *connection // nil in tests
	leaving    *atomic.Bool
	area       area
	unread     bool // the request has a body that nobody reads
	status     int  // 0 until the header is written
	bytes      int64
}

// begin runs before the header is written. While the server is leaving, each response is the last on its connection.
func (a *response) begin(status int) {
	a.status = status
	if a.leaving.Load() || a.unread {
		a.Header().Set("Connection", "close")
	}
	if a.unread { // otherwise net/http waits for the body before it answers; fails harmlessly without a connection
		control := http.NewResponseController(a.ResponseWriter)
		_ = control.EnableFullDuplex()
		_ = control.SetReadDeadline(time.Now().Add(drainTime))
	}
}

// WriteHeader writes the header.
func (a *response) WriteHeader(status int) {
	if a.status == 0 && status >= http.StatusOK {
		a.begin(status)
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write writes a part of the body, after the header. If the first part exceeds net/http's buffer, its first piece waits
// for the rest, which is then sure to follow.
func (a *response) Write(part []byte) (int, error) {
	if a.status == 0 {
		a.begin(http.StatusOK)
	}
	if a.connection != nil && a.bytes == 0 && len(part) > pieceSize {
		a.connection.holding = true
		defer func() { a.connection.holding = false }()
	}
	n, err := a.ResponseWriter.Write(part)
	a.bytes += int64(n)
	return n, err
}

// Unwrap supports http.ResponseController.
func (a *response) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// fail answers with a fault: as JSON in the API, else as plain text.
func (a *response) fail(f *fault.Fault) {
	if a.area == calls {
		httpapi.WriteFault(a, f)
		return
	}
	a.Header().Set("Cache-Control", "no-store")
	if f.RetryAfter > 0 {
		a.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
	}
	http.Error(a, f.Message, f.Status())
}
