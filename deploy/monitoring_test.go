package deploy

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
)

// A server in trouble raises each alert, and a healthy one beside it raises none.
func TestAlerts(t *testing.T) {
	command(t, nil, "promtool", "test", "rules", "testdata/alerts.yml")
}

// A real Prometheus reads the real program: each query of the dashboard finds something, and each rule is evaluated without an alert.
func TestPrometheus(t *testing.T) {
	site, metrics := buckettest.FreeAddress(t), buckettest.FreeAddress(t)
	start(t, buildProgram(t, "..", "0.0.0"), "serve", "--data", t.TempDir(), "--addr", site, "--metrics-addr", metrics)
	getPage(t, "http://"+site+"/")
	prometheus := "http://" + startPrometheus(t, metrics) + "/api/v1/"

	text, err := os.ReadFile("grafana.json")
	noError(t, err)
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	noError(t, json.Unmarshal(text, &dashboard))
	if len(dashboard.Panels) == 0 {
		t.Error("the dashboard is empty")
	}
	variables := strings.NewReplacer("$instance", ".*", "$__rate_interval", "1m")
	for _, panel := range dashboard.Panels {
		if len(panel.Targets) == 0 {
			t.Errorf("%s has no query", panel.Title)
		}
		for _, target := range panel.Targets {
			query := prometheus + "query?query=" + url.QueryEscape(variables.Replace(target.Expr))
			wait(t, panel.Title, func() bool { return len(ask(t, query).Result) > 0 })
		}
	}
	wait(t, "rules", func() bool {
		evaluated := true
		for _, group := range ask(t, prometheus+"rules").Groups {
			for _, rule := range group.Rules {
				if rule.LastError != "" || rule.State != "inactive" {
					t.Fatalf("%s is %s. %s", rule.Name, rule.State, rule.LastError)
				}
				evaluated = evaluated && rule.Health == "ok"
			}
		}
		return evaluated
	})
}

// startPrometheus starts Prometheus with the configuration and the alerts here, for a server whose metrics are at an address, and returns its own.
func startPrometheus(t *testing.T, metrics string) string {
	t.Helper()
	folder := t.TempDir()
	for _, file := range []string{"prometheus.yml", "alerts.yml"} {
		text, err := os.ReadFile(file)
		noError(t, err)
		changed := strings.NewReplacer("127.0.0.1:9091", metrics, "15s", "1s").Replace(string(text))
		noError(t, os.WriteFile(filepath.Join(folder, file), []byte(changed), 0o644))
	}
	address := buckettest.FreeAddress(t)
	start(t, "prometheus", "--config.file="+filepath.Join(folder, "prometheus.yml"), "--storage.tsdb.path="+filepath.Join(folder, "data"), "--web.listen-address="+address)
	getPage(t, "http://"+address+"/-/ready")
	return address
}

// answer is the part that is asked for of what Prometheus answers.
type answer struct {
	Result []json.RawMessage
	Groups []struct {
		Rules []struct{ Name, State, Health, LastError string }
	}
}

func ask(t *testing.T, url string) answer {
	t.Helper()
	var response struct{ Data answer }
	noError(t, json.Unmarshal([]byte(getPage(t, url)), &response))
	return response.Data
}

// wait waits until something is true, for at most three minutes, as jobs first run a minute after the start.
func wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); !done(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: nothing after three minutes", what)
		}
	}
}
