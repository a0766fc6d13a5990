package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
)

// The endpoint for drafts is asked, with the key, where there is one.
func TestDoctorModel(t *testing.T) {
	t.Parallel()
	models := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"data":[]}`) }))
	defer models.Close()
	for name, test := range map[string]struct {
		address  string
		problems int
		want     string
	}{
		"not set": {"", 0, "OK       model: not set: "},
		"answers": {models.URL + "/v1", 0, "OK       model: " + models.URL + "/v1 answers\n"},
		"away":    {"http://" + buckettest.FreeAddress(t) + "/v1", 1, "PROBLEM  model: Couldn't reach the AI provider. "},
	} {
		t.Run(name, func(t *testing.T) {
			settings := config.Serve{Database: config.Database{Data: filepath.Join(t.TempDir(), "data")}, AI: config.AI{AIBaseURL: test.address}}
			if test.address != "" {
				settings.AIAPIKey, settings.AIModel = "hush", "small"
			}
			output, err := diagnosed(t, settings)
			wantProblems(t, settings.Database, test.problems, output, err)
			wantText(t, output, test.want)
		})
	}
}
