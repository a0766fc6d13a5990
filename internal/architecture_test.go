package internal

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the drawing of the packages into docs/architecture.md")

// kits know no feature: each does one thing that several features need.
var kits = strings.Fields("audit config crawler db durable emails encoding fault feed fetch field httpapi idempotency jobs mail media metrics preview " +
	"quota records render revision s3 similar source testwait theme")

// commons are what every feature may build on: the catalogue in memory, above it the kit that serves pages, and what a feature
// that can be taken out gets and brings.
var commons = []string{"catalog", "search", "browse", "indexing", "pages", "feature"}

// joining are the packages that know the features and join them.
var joining = []string{"app", "features", "server", "store"}

// forTests are only imported by tests.
var forTests = strings.Fields("assisttest buckettest fetchtest pagestest storetest testcheck")

// importsOf returns which of our packages below internal a package may import, without internal/.
func importsOf(name string) (found []string) {
	for _, path := range packages["internal/"+name] {
		if below, ok := strings.CutPrefix(path, "internal/"); ok {
			found = append(found, below)
		}
	}
	slices.Sort(found)
	return found
}

// Kits import kits.
func TestKits(t *testing.T) {
	for _, kit := range kits {
		for _, imported := range importsOf(kit) {
			if !slices.Contains(kits, imported) {
				t.Errorf("the kit %s imports %s, which is none", kit, imported)
			}
		}
	}
}

// The drawing in docs/architecture.md is made from the table of imports.
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
	if want := before + begin + drawing() + end + after; want != string(text) {
		if !*update {
			t.Fatalf("%s does not show the packages as they are: go test ./internal -run Drawing -update", path)
		}
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// drawing lists the packages from the top down, each feature with the features that it imports besides the commons.
func drawing() string {
	var names []string
	for path := range packages {
		if name, ok := strings.CutPrefix(path, "internal/"); ok && !slices.Contains(slices.Concat(kits, commons, joining, forTests), name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("cmd/vitrine\n")
	b.WriteString("joining    " + strings.Join(joining, " ") + "\n")
	for i, name := range names {
		head := "           "
		if i == 0 {
			head = "features   "
		}
		others := slices.DeleteFunc(importsOf(name), func(other string) bool { return slices.Contains(slices.Concat(kits, commons), other) })
		b.WriteString(head + name)
		if len(others) > 0 {
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
