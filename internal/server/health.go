package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// How long the outcome of asking the database counts, and how long it may take to answer.
const (
	readyFor    = 500 * time.Millisecond
	readyWithin = time.Second
)

// readiness asks whether the site can serve, at most twice a second however many want to know.
type readiness struct {
	check func(context.Context) error
	lock  sync.Mutex
	asked time.Time
	err   error
}

func (r *readiness) now(ctx context.Context) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	if !r.asked.IsZero() && time.Since(r.asked) < readyFor {
		return r.err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyWithin)
	defer cancel()
	r.err = r.check(ctx)
	r.asked = time.Now()
	return r.err
}

// health answers /healthz (the process is up) and /readyz (it can serve). It says nothing more and is not logged.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address does not take this method.", http.StatusMethodNotAllowed)
	case r.URL.Path == "/readyz" && s.readiness.now(r.Context()) != nil:
		w.Header().Set("Retry-After", "1")
		http.Error(w, "not ready", http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("ok\n")) // a prober that has gone away is no error of ours
	}
}
