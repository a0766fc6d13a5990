package api

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite api/openapi.yaml")

const descriptionFile = "../../api/openapi.yaml"

// The description's file is what the code says.
func TestDescriptionUpToDate(t *testing.T) {
	made, err := Description()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(descriptionFile, made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(descriptionFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(kept), string(made)); diff != "" {
		t.Errorf("api/openapi.yaml is stale; run make generate (-kept +made):\n%s", diff)
	}
}

// Answers are what the description says.
func TestScenariosMatchDescription(t *testing.T) {
	a := open(t, directory())
	doc := describe(routes())
	schemas := doc.Components.Schemas
	for _, s := range scenarios {
		if s.method != http.MethodGet {
			continue
		}
		schema := doc.Paths["/api/products"].Get.Responses["default"].Content["application/json"].Schema
		if s.status == http.StatusOK {
			path := pathOf(t, doc, s.target)
			schema = doc.Paths[path].Get.Responses["200"].Content["application/json"].Schema
		}
		var found huma.ValidateResult
		huma.Validate(schemas, schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, parse(t, ask(a, s.method, s.target).Body.String()), &found)
		for _, err := range found.Errors {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// pathOf is the described path that a target belongs to.
func pathOf(t *testing.T, doc *huma.OpenAPI, target string) string {
	t.Helper()
	mux := http.NewServeMux()
	for path := range doc.Paths {
		mux.Handle(path, http.NotFoundHandler())
	}
	_, path := mux.Handler(httptest.NewRequest(http.MethodGet, target, nil))
	if path == "" {
		t.Fatalf("%s is not described", target)
	}
	return path
}

// Every described route is tried out by a scenario.
func TestScenarioCoverage(t *testing.T) {
	doc := describe(routes())
	tried := map[string]bool{}
	for _, s := range scenarios {
		if s.method == http.MethodGet && s.status == http.StatusOK {
			tried[pathOf(t, doc, s.target)] = true
		}
	}
	for _, rt := range routes() { // those that ask the database are tried where there is one
		if rt.handler.answer != nil && rt.about.answer != nil && !tried[rt.pattern] {
			t.Errorf("no scenario asks %s", rt.pattern)
		}
	}
}

// Described lists are never null, and fields are required.
func TestDescribedSchemas(t *testing.T) {
	for name, schema := range describe(routes()).Components.Schemas.Map() {
		for field, property := range schema.Properties {
			unknown := name == "LogoVerification" && (field == "devExists" || field == "prodExists") // where nobody can be asked
			if property.Nullable && !unknown {
				t.Errorf("%s.%s may be null", name, field)
			}
			seldom := field == "leftOut" || // only there where two versions of the program met
				field == "updatedAt" && strings.HasSuffix(name, "LegalPage") // of the texts that come with the program
			if name != "Error" && name != "BulkChange" && !strings.HasSuffix(name, "Input") && !seldom && !slices.Contains(schema.Required, field) {
				t.Errorf("%s.%s may be missing", name, field)
			}
		}
	}
}
