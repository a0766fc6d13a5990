// Package server is one handler out of api, pages and uploads, behind the rules that every request is held to: headers,
// limits, log; and it listens and shuts down.
//
// A request goes through rules.go, which is the order of those rules on one screen.
//
// # To change
//
//   - limits, headers, log, health checks: rules.go; how the site stops: stop.go, cmd/vitrine/serve.go; go test
//     ./internal/server, go test ./drill -run /SIGTERM
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

// Options are what the server is made of.
type Options struct {
	API, Pages, Uploads http.Handler
	Ready               func(context.Context) error // whether the database answers
	Logger              *slog.Logger                // of our own mistakes; required
	AccessLog           io.Writer                   // a line of JSON for each request; nil: none
	// Observe is called with each answer but those of health checks; nil: none. The route is one of few names.
	Observe        func(route string, status int, took time.Duration)
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	PublicURL      string         // where visitors reach the site
}

// Bounds of connections. A client that is slower than this, or wants more at once, is cut off.
const (
	headerTimeout = 5 * time.Second
	bodyTimeout   = 30 * time.Second // from the first byte of a request to the last
	writeTimeout  = 60 * time.Second // from the end of the header to the last byte of the answer
	idleTimeout   = 90 * time.Second
	drainTime     = time.Second / 2  // for a body that nobody reads, once the request is answered
	shutdownTime  = 10 * time.Second // for requests under way when the server is told to stop

	// maxHeader leaves room for 2,000 query parameters, which are to be answered with a sentence and not cut off.
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
	leaving     atomic.Bool // the listener is about to close
}

// New makes the server. It panics when PublicURL is no origin: configuration has checked it.
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
		accessLog:   newAccessLog(o.AccessLog),
		headers:     newHeaders(strings.HasPrefix(o.PublicURL, "https://")),
	}
}

// Serve answers on the TCP listener until ctx ends. Then it closes the listener, waits for a while until running requests
// have finished, and writes the rest of the log.
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

		DisableGeneralOptionsHandler: true, // its answer to OPTIONS * carries no headers
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
