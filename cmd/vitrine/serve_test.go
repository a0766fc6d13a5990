package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/storetest"
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

func bucketOf(s *buckettest.Server) config.S3 {
	return config.S3{S3Endpoint: s.Endpoint.String(), S3Bucket: s.Bucket, S3AccessKey: s.AccessKey, S3SecretKey: config.Secret(s.SecretKey)}
}

// led is where an address leads to.
func led(t *testing.T, address string) string {
	t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Get(address)
	noError(t, err)
	response.Body.Close()
	return response.Header.Get("Location")
}

// status is what an address answers; 0 when nobody does.
func status(address string) int {
	response, err := http.Get(address)
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

func products(t *testing.T, address string) []json.RawMessage {
	t.Helper()
	response, err := http.Get("http://" + address + "/api/products")
	var list []json.RawMessage
	noError(t, json.Unmarshal([]byte(body(t, response, err)), &list))
	return list
}

// A site opens, shows what another process imports, and stops.
func TestServeLifecycle(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, place config.Database) {
		address := buckettest.FreeAddress(t)
		shut := open(t, config.Serve{Database: place, Addr: address})
		noError(t, errOf(imported(t, config.Import{Database: place}, twoTools)))
		eventually(t, "the import is seen", func() bool { return len(products(t, address)) == 2 })
		same(t, "where /go/ leads", led(t, "http://"+address+"/go/first-tool"), "https://first.example")
		shut()
		same(t, "what answers after the end", status("http://"+address+"/readyz"), 0)
		days, err := storetest.OpenAt(t, options(place)).VisitedDays(t.Context(), 0)
		if err != nil || len(days) != 1 || days[0].Clicks != 1 {
			t.Errorf("the visits that are kept after the end are %v, %v; want one", days, err)
		}
	})
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
	same(t, "what visitors get", status(site+"/api/products"), http.StatusOK)
	noError(t, os.Rename(file+".away", file))
	eventually(t, "the site is ready again", func() bool { return status(site+"/readyz") == http.StatusOK })
}

// A site with a wrong bucket does not open, and says which setting is wrong.
func TestServeWrongBucket(t *testing.T) {
	t.Parallel()
	settings := bucketOf(buckettest.Start(t))
	settings.S3SecretKey = "not the one"
	err := serve(t.Context(), config.Serve{Database: config.Database{Data: t.TempDir()}, S3: settings, Addr: buckettest.FreeAddress(t), SiteName: "Test"})
	if err == nil || !strings.HasPrefix(err.Error(), "--s3-secret-key ") || strings.Contains(err.Error(), "not the one") {
		t.Errorf("got %v", err)
	}
}

// A site with a bucket serves its uploads from there, and makes no folder for them.
func TestServeWithBucket(t *testing.T) {
	t.Parallel()
	data, address, bucket := t.TempDir(), buckettest.FreeAddress(t), bucketOf(buckettest.Start(t))
	open(t, config.Serve{Database: config.Database{Data: data}, S3: bucket, Addr: address, Demo: true})
	served := 0
	for _, product := range products(t, address) {
		var p struct{ Logo string }
		noError(t, json.Unmarshal(product, &p))
		if strings.HasPrefix(p.Logo, "/uploads/") {
			served++
			same(t, p.Logo, status("http://"+address+p.Logo), http.StatusOK)
		}
	}
	if served == 0 {
		t.Error("no product has a logo")
	}
	wantMissing(t, filepath.Join(data, "uploads"))
}

// The program logs in the format and from the level that are set.
func TestLogFormatAndLevel(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		args   []string
		starts string
		want   bool // a line for each request
	}{
		{"default", nil, `{"time":`, true},
		{"text", []string{"--log-format=text"}, "time=", true},
		{"warnings", []string{"--log-level=warn"}, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			address := buckettest.FreeAddress(t)
			site := program(t, newPlace(t), append([]string{"serve", "--addr", address}, test.args...)...)
			var log bytes.Buffer
			site.Stderr = &log
			noError(t, site.Start())
			eventually(t, "the site answers", func() bool { return status("http://"+address+"/api/site") == http.StatusOK })
			noError(t, site.Process.Signal(os.Interrupt), site.Wait())
			if text := log.Bytes(); !bytes.HasPrefix(text, []byte(test.starts)) || bytes.Contains(text, []byte("/api/site")) != test.want {
				t.Errorf("the log is\n%s", text)
			}
		})
	}
}
