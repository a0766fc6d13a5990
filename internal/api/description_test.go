package api

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite api/openapi.yaml")

const descriptionFile = "../../api/openapi.yaml"

func TestDescriptionFileIsWhatTheCodeSays(t *testing.T) {
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
