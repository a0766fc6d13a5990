// Package metrics exposes the program's Prometheus metrics from a registry of its own.
//
// # To change
//
//   - names and labels: here; the sources of the figures: cmd/vitrine/metrics.go; route names:
//     Route in internal/pages; alerts and dashboard: deploy/{alerts.yml,grafana.json}; go test ./internal/metrics
//     ./internal/server, and -run Metrics in cmd/vitrine
package metrics

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/vitrine-directory/vitrine/internal/revision"
)

// Limits of the listener.
const (
	headerTimeout = 5 * time.Second
	scrapeTimeout = 10 * time.Second // per scrape
	mostScrapes   = 4                // concurrent scrapes
)

// Options are the sources of the figures. All are required; each scrape reads them.
type Options struct {
	Catalogue func() (products int, version int64)     // of the current snapshot
	Version   func(ctx context.Context) (int64, error) // of the catalogue in the database
	Emails    func(ctx context.Context) (int, error)   // waiting for a mail server
	Pools     map[string]func() sql.DBStats            // of database connections
	Caches    map[string]func() revision.Figures
	Rendering func() int   // pages waiting for an engine
	Visits    func() int   // counts not written yet
	Dropped   func() int64 // views not counted since the start
	Counters  []Counter    // of the features
	Jobs      func() []Job
}

// Counter counts something since the start.
type Counter struct {
	Name, Help string
	Value      func() int64
}

// Job is the status of a scheduled job.
type Job struct {
	Name      string
	Succeeded time.Time // end of the last run; zero if that run failed
	Failed    bool      // the last run failed
}

// Metrics collects metrics and serves them. It is safe for concurrent use.
type Metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	rendering *prometheus.HistogramVec
	answers   sync.Map // kind → answers
}

// New creates the registry with the request and rendering metrics.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "vitrine_http_requests_total", Help: "Requests answered, without health checks.",
		}, []string{"route", "code"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "vitrine_http_request_duration_seconds", Help: "Time from a request's header to the end of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route"}),
		rendering: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "vitrine_render_duration_seconds", Help: "Time that a page waited for an engine and was rendered, by outcome.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
		}, []string{"outcome"}),
	}
	m.registry.MustRegister(m.requests, m.durations, m.rendering,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Watch registers the metrics of a site. Call it once.
func (m *Metrics) Watch(o Options) { m.registry.MustRegister(newSite(o)) }

// kind is what the answers of one count have in common.
type kind struct {
	route  string
	status int
}

// answers are the metrics of a kind. Looking them up by their labels each time takes twice as long.
type answers struct {
	count     prometheus.Counter
	durations prometheus.Observer
}

// Request records an answer. The route must come from a small fixed set, never from a path: it becomes a label.
func (m *Metrics) Request(route string, status int, took time.Duration) {
	of := kind{route, status}
	found, ok := m.answers.Load(of)
	if !ok {
		found, _ = m.answers.LoadOrStore(of, answers{m.requests.WithLabelValues(route, strconv.Itoa(status)), m.durations.WithLabelValues(route)})
	}
	a := found.(answers)
	a.count.Inc()
	a.durations.Observe(took.Seconds())
}

// Rendered records a rendering; err is nil if it succeeded.
func (m *Metrics) Rendered(took time.Duration, err error) {
	outcome := "done"
	if err != nil {
		outcome = "failed"
	}
	m.rendering.WithLabelValues(outcome).Observe(took.Seconds())
}

// Handler serves all metrics as text at GET /metrics.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: mostScrapes, Timeout: scrapeTimeout,
	}))
	return mux
}

// Serve serves metrics on the listener until ctx ends, then closes it.
func (m *Metrics) Serve(ctx context.Context, listener net.Listener) error {
	web := &http.Server{Handler: m.Handler(), ReadHeaderTimeout: headerTimeout, ReadTimeout: headerTimeout, WriteTimeout: 2 * scrapeTimeout}
	defer context.AfterFunc(ctx, func() { _ = web.Close() })() // an aborted scrape does no harm
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve metrics: %w", err)
	}
	return nil
}
