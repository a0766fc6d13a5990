package server

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
)

// How long the result of a readiness check is cached, and the check's timeout.
const (
	readyFor    = 500 * time.Millisecond
	readyWithin = time.Second
)

// readiness checks whether the site can serve, at most twice a second however many probers ask.
type readiness struct {
	check    func(context.Context) error
	inFlight singleflight.Group
	last     atomic.Pointer[outcome]
}

type outcome struct {
	at  time.Time
	err error
}

func (r *readiness) now(ctx context.Context) error {
	if last := r.last.Load(); last != nil && time.Since(last.at) < readyFor {
		return last.err
	}
	_, err, _ := r.inFlight.Do("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyWithin) // other callers share this check
		defer cancel()
		err := r.check(ctx)
		r.last.Store(&outcome{time.Now(), err})
		return nil, err
	})
	return err
}

// MissesProxy is the header of /healthz for a request through a proxy that is not declared. vitrine doctor asks for it.
const MissesProxy = "Vitrine-Undeclared-Proxy"

// health answers /healthz (the process is up) and /readyz (it can serve). It reveals nothing more than MissesProxy and is not
// logged.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if s.clients.missesProxy(r) {
		w.Header().Set(MissesProxy, "true")
	}
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed.", http.StatusMethodNotAllowed)
	case r.URL.Path == "/readyz" && (s.leaving.Load() || s.readiness.now(r.Context()) != nil):
		w.Header().Set("Retry-After", "1")
		http.Error(w, "not ready", http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("ok\n")) // a prober that has gone away is not our error
	}
}
