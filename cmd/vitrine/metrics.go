package main

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/metrics"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// meter holds the Prometheus metrics and their listener. A nil meter measures nothing.
type meter struct {
	*metrics.Metrics
	listener net.Listener
}

// openMeter listens for Prometheus; it returns nil if no address is set.
func openMeter(ctx context.Context, address string) (*meter, error) {
	if address == "" {
		return nil, nil
	}
	var plain net.ListenConfig
	listener, err := plain.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for Prometheus on %s: %w", address, err)
	}
	return &meter{metrics.New(), listener}, nil
}

// close frees the address if serve was not reached.
func (m *meter) close() {
	if m != nil {
		_ = m.listener.Close() // it may be closed already
	}
}

// requests returns the function that observes each response; nil if nothing is measured.
func (m *meter) requests() func(route string, status int, took time.Duration) {
	if m == nil {
		return nil
	}
	return m.Request
}

// renderer wraps the pool to time its renderings.
func (m *meter) renderer(pool *render.Pool) pages.Renderer {
	if m == nil {
		return pool
	}
	return timedRenderer{pool, m}
}

type timedRenderer struct {
	*render.Pool
	meter *meter
}

// Render renders and records the duration.
func (r timedRenderer) Render(ctx context.Context, input []byte) (string, error) {
	began := time.Now()
	markup, err := r.Pool.Render(ctx, input)
	r.meter.Rendered(time.Since(began), err)
	return markup, err
}

// parts are the parts of a site that metrics read.
type parts struct {
	db        *store.Store
	catalogue *browse.Live
	answers   *httpapi.API
	documents *pages.Pages
	renderer  *render.Pool
	counter   *visits.Counter
	opened    []feature.Parts
	clock     *jobs.Clock
}

// serve serves the metrics until ctx ends.
func (m *meter) serve(ctx context.Context, p parts) error {
	if m == nil {
		return nil
	}
	var counters []metrics.Counter
	for _, opened := range p.opened {
		counters = append(counters, opened.Counters...)
	}
	m.Watch(metrics.Options{
		Catalogue: func() (int, int64) {
			snapshot := p.catalogue.Snapshot()
			return snapshot.Len(), snapshot.Version()
		},
		Version:   p.db.Version,
		Emails:    p.db.EmailsWaiting,
		Pools:     map[string]func() sql.DBStats{"writer": p.db.Writer().Stats, "reader": p.db.Reader().Stats},
		Caches:    map[string]func() revision.Figures{"api": p.answers.Cached, "pages": p.documents.Cached},
		Rendering: p.renderer.Waiting,
		Visits:    p.counter.Waiting,
		Dropped:   p.counter.Dropped,
		Counters:  counters,
		Jobs:      func() []metrics.Job { return statusOf(p.clock.States()) },
	})
	return m.Serve(ctx, m.listener)
}

// statusOf converts job states for the metrics.
func statusOf(states []jobs.State) []metrics.Job {
	found := make([]metrics.Job, len(states))
	for i, state := range states {
		found[i] = metrics.Job{Name: state.Name, Failed: state.Failed != nil}
		if state.Failed == nil && !state.Running && !state.Began.IsZero() {
			found[i].Succeeded = state.Began.Add(state.Took)
		}
	}
	return found
}
