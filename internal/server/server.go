// Package server combines api, pages, mcp and uploads into one handler behind common rules (headers, limits, log); it listens
// and shuts down.
//
// Every request goes through rules.go, which shows the order of those rules on one screen.
//
// # To change
//
//   - limits, headers, log, health checks: rules.go; shutdown: stop.go, cmd/vitrine/serve.go; go test
//     ./internal/server, go test ./drill -run ProcessEnds/SIGTERM
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"
)

// Options configure the server.
type Options struct {
	API, Pages, Uploads http.Handler
	MCP                 http.Handler                // nil: it is off, and its URL is 404
	Ready               func(context.Context) error // nil if the database answers
	Logger              *slog.Logger                // of internal errors; required
	AccessLog           io.Writer                   // gets one line per request; nil: none
	AccessLogText       bool                        // lines of text instead of JSON
	// Observe is called after each response except health checks; nil: none. The route is one of a small fixed set.
	Observe func(route string, status int, took time.Duration)
	// Route returns the name of a path of Pages for Observe.
	Route          func(path string) string
	TrustedProxies []netip.Prefix // networks whose X-Forwarded-For is trusted
	PublicURL      string         // where visitors reach the site
}

// Limits of connections. The server cuts off a client that is slower or exceeds them.
const (
	headerTimeout = 5 * time.Second
	bodyTimeout   = 30 * time.Second // from the first byte of a request to the last
	writeTimeout  = 60 * time.Second // from the end of the header to the last byte of the answer
	idleTimeout   = 90 * time.Second
	drainTime     = time.Second / 2  // for an unread request body, after the response
	shutdownTime  = 10 * time.Second // for running requests at shutdown

	// maxHeader leaves room for 2,000 query parameters, so that they get an error message instead of a closed
	// connection.
	maxHeader = 64 << 10 // bytes
)

// Server serves the site.
type Server struct {
	options     Options
	readiness   *readiness
	clients     clients
	limiter     *limiter
	connections *connections
	origins     *originCheck
	accessLog   *accessLog
	headers     headers
	leaving     atomic.Bool // the server is about to close its listener
}

// New returns a server. It panics if PublicURL is not an origin, which the configuration has already checked.
func New(o Options) *Server {
	origins, err := newOriginCheck(o.PublicURL)
	if err != nil {
		panic(fmt.Sprintf("server: public URL: %v", err))
	}
	known := clients{o.TrustedProxies}
	return &Server{
		options:     o,
		readiness:   &readiness{check: o.Ready},
		clients:     known,
		limiter:     newLimiter(),
		connections: newConnections(known),
		origins:     origins,
		accessLog:   newAccessLog(o.AccessLog, o.AccessLogText),
		headers:     newHeaders(strings.HasPrefix(o.PublicURL, "https://")),
	}
}

// Serve serves the TCP listener until ctx ends. Then it closes the listener, waits up to shutdownTime for running
// requests and flushes the access log.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	flushed := s.accessLog.start()
	defer flushed()
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       bodyTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ConnState:         s.connections.watch,
		ConnContext:       withConnection,
		ErrorLog:          slog.NewLogLogger(s.options.Logger.Handler(), slog.LevelDebug),

		DisableGeneralOptionsHandler: true, // net/http's answer to OPTIONS * carries none of our headers
	}
	draining := &drainingListener{TCPListener: listener.(*net.TCPListener)}
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(draining) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.leave(draining, ended)
	waiting, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if err := web.Shutdown(waiting); err != nil {
		return fmt.Errorf("shut down: %w", errors.Join(err, web.Close()))
	}
	return nil
}
