package server

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Health checks are answered, never cached and never logged.
func TestHealth(t *testing.T) {
	var log bytes.Buffer
	s := started(func(o *Options) { o.AccessLog = &log })
	for _, method := range []string{"GET", "HEAD"} {
		for _, target := range []string{"/healthz", "/readyz", "/healthz?x=1"} {
			w := send(s, method, target, "")
			mustBe(t, w, http.StatusOK)
			storetest.Same(t, target+": Cache-Control", w.Header().Get("Cache-Control"), "no-store")
		}
	}
	w := send(s, "POST", "/readyz", "")
	mustBe(t, w, http.StatusMethodNotAllowed)
	storetest.Same(t, "Allow", w.Header().Get("Allow"), "GET, HEAD")
	if s.accessLog.flush(); log.Len() > 0 {
		t.Errorf("logged: %s", log.String())
	}
}

// The site is not ready when the database is not.
func TestReadiness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		s := started(func(o *Options) {
			o.Ready = func(context.Context) error {
				if broken.Load() {
					return errors.New("no route to db.internal")
				}
				return nil
			}
		})
		mustBe(t, send(s, "GET", "/readyz", ""), http.StatusOK)
		broken.Store(true)
		time.Sleep(readyFor)
		w := send(s, "GET", "/readyz", "")
		mustBe(t, w, http.StatusServiceUnavailable)
		if w.Header().Get("Retry-After") != "1" || bytes.Contains(w.Body.Bytes(), []byte("db.internal")) {
			t.Errorf("Retry-After %q, body %s", w.Header().Get("Retry-After"), w.Body)
		}
		mustBe(t, send(s, "GET", "/healthz", ""), http.StatusOK)
		broken.Store(false)
		time.Sleep(readyFor)
		mustBe(t, send(s, "GET", "/readyz", ""), http.StatusOK)
	})
}

// Readiness does not wait for a database that hangs.
func TestReadinessTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		s := started(func(o *Options) {
			o.Ready = func(ctx context.Context) error {
				asked.Add(1)
				<-ctx.Done()
				return ctx.Err()
			}
		})
		began := time.Now()
		var callers sync.WaitGroup
		for range 20 {
			callers.Go(func() { mustBe(t, send(s, "GET", "/readyz", ""), http.StatusServiceUnavailable) })
		}
		callers.Wait()
		if took := time.Since(began); took != readyWithin || asked.Load() != 1 {
			t.Errorf("took %s and asked %d times; want %s and once", took, asked.Load(), readyWithin)
		}
	})
}
