package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
)

// served is the address of a site that is open until the test ends.
func served(t *testing.T, settings config.Serve) string {
	t.Helper()
	settings.Addr = buckettest.FreeAddress(t)
	open(t, settings)
	return "http://" + settings.Addr
}

// body is what an address answers.
func body(t *testing.T, response *http.Response, err error) string {
	t.Helper()
	noError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	noError(t, err)
	return string(text)
}

// A site serves its metrics at an address of their own, and not to visitors.
func TestServeMetrics(t *testing.T) {
	t.Parallel()
	metrics := buckettest.FreeAddress(t)
	site := served(t, config.Serve{Database: newPlace(t), MetricsAddr: metrics})
	for _, path := range []string{"/api/products", "/api/products", "/products/none", "/api/made-up"} {
		status(site + path)
	}
	requests := []string{
		`vitrine_http_requests_total{code="200",route="/api/products"} 2`, `vitrine_http_requests_total{code="404",route="/api/ (unknown)"} 1`,
		`vitrine_http_request_duration_seconds_count{route="/products/{slug}"} 1`,
	}
	output := ""
	eventually(t, "the requests are counted: a response is sent before it is counted", func() bool {
		response, err := http.Get("http://" + metrics + "/metrics")
		output = body(t, response, err)
		return !slices.ContainsFunc(requests, func(line string) bool { return !strings.Contains(output, line) })
	})
	wantText(t, output,
		`vitrine_database_up 1`, `vitrine_catalogue_products 0`, `vitrine_job_failed{name="trash"} 0`, `vitrine_cache_misses_total{cache="pages"}`,
		`vitrine_emails_waiting 0`, `vitrine_visits_waiting 0`, `vitrine_database_connections{pool="writer"} 1`, "vitrine_render_queue 0", "go_goroutines",
	)
	response, err := http.Get(site + "/metrics")
	if strings.Contains(body(t, response, err), "vitrine_http_requests_total") {
		t.Error("visitors get the metrics")
	}
}

// A site whose database file was deleted is not ready, but still shows its products.
func TestDatabaseFileDeleted(t *testing.T) {
	t.Parallel()
	settings := config.Serve{Database: newPlace(t), AdminEmail: ann, AdminPassword: password}
	file := filepath.Join(settings.Data, "vitrine.db")
	site := served(t, settings)
	noError(t, os.Rename(file, file+".away"))
	eventually(t, "the site is not ready", func() bool { return status(site+"/readyz") == http.StatusServiceUnavailable })
	login := strings.NewReader(`{"username":"` + ann + `","password":"` + password + `"}`)
	response, err := http.Post(site+"/api/auth/login", "application/json", login)
	if output := body(t, response, err); response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(output, "moved or replaced") || response.Header.Get("Retry-After") == "" {
		t.Errorf("signing in is answered with %d: %s", response.StatusCode, output)
	}
	if got := status(site + "/api/products"); got != http.StatusOK {
		t.Errorf("visitors get %d", got)
	}
	noError(t, os.Rename(file+".away", file))
	eventually(t, "the site is ready again", func() bool { return status(site+"/readyz") == http.StatusOK })
}
