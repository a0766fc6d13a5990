package internal

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the drawing of the packages into docs/architecture.md")

// kits know no feature: each does one thing that several features need.
var kits = strings.Fields("audit config crawler db durable emails encoding fault feed fetch field httpapi idempotency jobs mail mark media metrics preview " +
	"quota records render revision s3 similar source testwait theme twofactor")

// commons are what every feature may build on: the catalogue in memory, above it the kit that serves pages, and what a feature
// that can be taken out gets and brings.
var commons = []string{"catalog", "search", "browse", "indexing", "pages", "feature"}

// joining are the packages that know the features and join them.
var joining = []string{"app", "features", "server", "store"}

// forTests are only imported by tests.
var forTests = strings.Fields("assisttest buckettest fetchtest pagestest storetest testcheck")

// Kits import kits.
func TestKits(t *testing.T) {
	for _, kit := range kits {
		for _, path := range packages["internal/"+kit] {
			if imported, is := strings.CutPrefix(path, "internal/"); is && !slices.Contains(kits, imported) {
				t.Errorf("the kit %s imports %s, which is none", kit, imported)
			}
		}
	}
}

// The drawing in docs/architecture.md is made from the imports.
func TestDrawing(t *testing.T) {
	const path, begin, end = "../docs/architecture.md", "```text\n", "```\n"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, foundEnd := strings.Cut(rest, end)
	if !found || !foundEnd {
		t.Fatal("the drawing is missing")
	}
	if want := before + begin + drawing(listPackages(t)) + end + after; want != string(text) {
		if !*update {
			t.Fatalf("%s does not show the packages as they are: go test ./internal -run Drawing -update", path)
		}
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// drawing lists the packages from the top down, each feature with the features that it imports besides the commons.
func drawing(all []pkg) string {
	notFeatures := slices.Concat(kits, commons, joining, forTests)
	features := map[string][]string{} // and the features that they import
	for _, p := range all {
		name, is := strings.CutPrefix(p.ImportPath, p.Module.Path+"/internal/")
		if !is || slices.Contains(notFeatures, name) {
			continue
		}
		features[name] = nil
		for _, path := range p.ours() {
			if other := strings.TrimPrefix(path, "internal/"); !slices.Contains(notFeatures, other) {
				features[name] = append(features[name], other)
			}
		}
	}
	var b strings.Builder
	b.WriteString("cmd/vitrine\n")
	b.WriteString("joining    " + strings.Join(joining, " ") + "\n")
	for i, name := range slices.Sorted(maps.Keys(features)) {
		head := "           "
		if i == 0 {
			head = "features   "
		}
		b.WriteString(head + name)
		if others := features[name]; len(others) > 0 {
			b.WriteString(" → " + strings.Join(others, " "))
		}
		b.WriteString("\n")
	}
	b.WriteString("commons    " + strings.Join(commons, " ") + "\n")
	line := "kits      "
	for _, kit := range kits {
		if len(line)+len(kit) > 110 {
			b.WriteString(line + "\n")
			line = "          "
		}
		line += " " + kit
	}
	b.WriteString(line + "\n")
	return b.String()
}
