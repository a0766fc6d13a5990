package assist_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// A provider is reached if it answers and accepts the key, with or without a list of models.
func TestReach(t *testing.T) {
	for name, test := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"models":       {200, `{"object":"list","data":[{"id":"small"}]}`, ""},
		"no list":      {404, `{"error":{"message":"no such route"}}`, ""},
		"wrong key":    {401, `{"error":{"message":"Incorrect API key: hush"}}`, "does not accept the key in VITRINE_AI_API_KEY: Incorrect API key: …"},
		"it fails":     {500, `oops`, "The AI provider failed: oops."},
		"a login page": {302, ``, "refused the request"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "Bearer hush" {
					t.Errorf("asked %s as %s", r.URL.Path, r.Header.Get("Authorization"))
				}
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
			}))
			defer server.Close()
			err := assist.New(assist.Options{BaseURL: server.URL + "/v1", Key: "hush", Model: "small"}).Reach(t.Context())
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(fault.From(err).Message, test.want) {
				t.Errorf("got %v", err)
			}
		})
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	if err := assist.New(assist.Options{BaseURL: gone.URL, Key: "hush", Model: "small"}).Reach(t.Context()); err == nil || !strings.Contains(err.Error(), "Couldn't reach the AI provider") {
		t.Errorf("gone: %v", err)
	}
}
