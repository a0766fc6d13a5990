package metrics_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/metrics"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// scrape returns the metrics as Prometheus reads them.
func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("answered %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

func mustContain(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("%q is missing", line)
		}
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	m, jobs, failure := metrics.New(), []metrics.Job{{Name: "trash", Succeeded: time.Unix(1_700_000_000, 0)}, {Name: "backup", Failed: true}}, error(nil)
	m.Watch(metrics.Options{
		Catalogue: func() (int, int64) { return 5465, 7 },
		Version:   func(context.Context) (int64, error) { return 7, failure },
		Emails:    func(context.Context) (int, error) { return 3, failure },
		Pools: map[string]func() sql.DBStats{"reader": func() sql.DBStats {
			return sql.DBStats{WaitCount: 2, WaitDuration: time.Second, InUse: 1, OpenConnections: 4}
		}},
		Caches:    map[string]func() revision.Figures{"pages": func() revision.Figures { return revision.Figures{Hits: 9, Misses: 1, Entries: 4, Bytes: 4096} }},
		Rendering: func() int { return 6 },
		Visits:    func() int { return 8 },
		Dropped:   func() int64 { return 12 },
		Counters:  []metrics.Counter{{Name: "logo_lookups_total", Help: "Tools whose website was looked at for a logo.", Value: func() int64 { return 11 }}},
		Jobs:      func() []metrics.Job { return jobs },
	})
	m.Request("/products/{slug}", 200, 30*time.Millisecond)
	m.Request("/products/{slug}", 404, time.Millisecond)
	m.Rendered(20*time.Millisecond, nil)
	m.Rendered(time.Second, errors.New("busy"))
	text := scrape(t, m)
	mustContain(t, text,
		`vitrine_http_requests_total{code="200",route="/products/{slug}"} 1`,
		`vitrine_http_requests_total{code="404",route="/products/{slug}"} 1`,
		`vitrine_http_request_duration_seconds_bucket{route="/products/{slug}",le="0.01"} 1`,
		`vitrine_http_request_duration_seconds_count{route="/products/{slug}"} 2`,
		`vitrine_render_duration_seconds_count{outcome="done"} 1`,
		`vitrine_render_duration_seconds_count{outcome="failed"} 1`,
		`vitrine_render_queue 6`, `vitrine_visits_waiting 8`, `vitrine_emails_waiting 3`, `vitrine_logo_lookups_total 11`, `vitrine_page_views_dropped_total 12`,
		`vitrine_catalogue_products 5465`, `vitrine_catalogue_version 7`, `vitrine_database_up 1`,
		`vitrine_cache_hits_total{cache="pages"} 9`, `vitrine_cache_misses_total{cache="pages"} 1`,
		`vitrine_cache_entries{cache="pages"} 4`, `vitrine_cache_bytes{cache="pages"} 4096`,
		`vitrine_database_waits_total{pool="reader"} 2`, `vitrine_database_wait_seconds_total{pool="reader"} 1`,
		`vitrine_job_last_success_timestamp_seconds{name="trash"} 1.7e+09`, `vitrine_job_failed{name="trash"} 0`, `vitrine_job_failed{name="backup"} 1`,
	)
	if !strings.Contains(text, "go_goroutines ") || strings.Contains(text, `last_success_timestamp_seconds{name="backup"}`) {
		t.Errorf("the runtime metrics are missing, or a job that never succeeded has a last success:\n%s", text)
	}

	jobs[0], failure = metrics.Job{Name: "trash", Failed: true}, errors.New("away")
	text = scrape(t, m)
	mustContain(t, text, `vitrine_database_up 0`, `vitrine_job_failed{name="trash"} 1`, `vitrine_job_last_success_timestamp_seconds{name="trash"} 1.7e+09`)
	if strings.Contains(text, "vitrine_emails_waiting ") {
		t.Error("there is a number of waiting emails although counting them failed")
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- metrics.New().Serve(ctx, listener) }()
	for path, status := range map[string]int{"/metrics": 200, "/": 404, "/api/products": 404} {
		response, err := http.Get("http://" + listener.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != status || status == 200 && !strings.Contains(string(body), "go_goroutines") {
			t.Errorf("%s: %d, %v", path, response.StatusCode, err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}

func BenchmarkRequest(b *testing.B) {
	m := metrics.New()
	b.ReportAllocs()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			m.Request("/products/{slug}", 200, time.Millisecond)
		}
	})
}
