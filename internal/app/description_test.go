package app

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	openapi "github.com/vitrine-directory/vitrine/api"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

var Update = flag.Bool("update", false, "rewrite api/openapi.yaml")

const descriptionFile = "../../api/openapi.yaml"

// The description's file is what the code says.
func TestDescriptionUpToDate(t *testing.T) {
	made, err := Description().YAML()
	storetest.NoError(t, err)
	if *Update {
		storetest.NoError(t, os.WriteFile(descriptionFile, made, 0o644))
	}
	kept, err := os.ReadFile(descriptionFile)
	storetest.NoError(t, err)
	storetest.Same(t, "api/openapi.yaml, which make generate writes", string(kept), string(made))
}

// Answers are what the description says, and each described route that asks no database has a scenario.
func TestScenariosMatchDescription(t *testing.T) {
	a, mux, tried := open(t, sampleDirectory()), http.NewServeMux(), map[string]bool{}
	for path := range described().Paths {
		mux.Handle(path, http.NotFoundHandler())
	}
	for _, s := range scenarios {
		if s.method != http.MethodGet {
			continue
		}
		path := "/api/products" // whose failures are those of all
		if s.status == http.StatusOK {
			if _, path = mux.Handler(httptest.NewRequest(http.MethodGet, s.target, nil)); path == "" {
				t.Fatalf("%s is not described", s.target)
			}
			tried[path] = true
		}
		line := TableLine{Method: http.MethodGet, Pattern: path}
		storetest.Same(t, s.name, Undescribed(line, s.status, ask(a, s.method, s.target).Body.Bytes()), "")
	}
	for _, call := range open(t, sampleDirectory()).PublicCalls() {
		if !tried[call.Path] && call.Path != "/api/submissions/check" { // which asks the database
			t.Errorf("no scenario asks %s", call.Path)
		}
	}
}

// Described lists are never null, and fields are required.
func TestDescribedSchemas(t *testing.T) {
	for name, schema := range described().Components.Schemas.Map() {
		for field, property := range schema.Properties {
			unknown := name == "LogoVerification" && (field == "devExists" || field == "prodExists") // where nobody can be asked
			if property.Nullable && !unknown {
				t.Errorf("%s.%s may be null", name, field)
			}
			seldom := field == "leftOut" || // only there where two versions of the program met
				field == "updatedAt" && strings.HasSuffix(name, "LegalPage") // of the texts that come with the program
			if name != "Error" && name != "BulkChange" && name != "ListFilter" && !strings.HasSuffix(name, "Input") && !seldom && !slices.Contains(schema.Required, field) {
				t.Errorf("%s.%s may be missing", name, field)
			}
		}
	}
}

// The public calls are reads without secrets, described in full.
func TestPublicCalls(t *testing.T) {
	with := publicCalls(t, withMail())
	storetest.Same(t, "the first call", with[0].Path, "/api/products")
	for _, path := range paths(with) {
		for _, private := range []string{"admin", "settings/", "{key}", "favorites", "auth", "/leave", "newsletter/settings"} {
			if strings.Contains(path, private) {
				t.Errorf("%s is not for everyone", path)
			}
		}
	}
	for _, call := range with {
		for _, param := range call.Params {
			if call.Summary == "" || param.Text == "" || param.In != "path" && param.In != "query" {
				t.Errorf("%s: %+v", call.Path, param)
			}
		}
	}
	params := with[0].Params
	limit := params[slices.IndexFunc(params, func(p openapi.Param) bool { return p.Name == "limit" })]
	storetest.Same(t, "the values of "+limit.Name, limit.Values, "1 to 100")
}

func publicCalls(t *testing.T, settings config.Serve) []openapi.Call {
	t.Helper()
	k := &feature.Kits{Settings: settings, DB: new(db.DB)}
	parts, err := features.Open(k)
	storetest.NoError(t, err)
	return NewAPI(Options{Kits: k, Parts: parts}).PublicCalls()
}

func paths(calls []openapi.Call) []string {
	list := make([]string, len(calls))
	for i, call := range calls {
		list[i] = call.Path
	}
	return list
}
