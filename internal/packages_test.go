// Package internal tests the architecture: which package may import which.
package internal

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// packages says which others each package may import that features build on, or that is for tests. What is not here, nor joins the
// features, is a feature: it may import kits, commons, and the features that the drawing in docs/architecture.md has behind its arrow.
var packages = map[string][]string{
	"internal/fault":       {},
	"internal/durable":     {},
	"internal/audit":       {},
	"internal/source":      {},
	"internal/quota":       {"internal/db"},
	"internal/digest":      {"internal/account", "internal/attention", "internal/db", "internal/emails", "internal/jobs"},
	"internal/attention":   {"internal/httpapi"},
	"internal/twofactor":   {"internal/db", "internal/durable", "internal/fault"},
	"internal/encoding":    {},
	"internal/field":       {"internal/fault"},
	"internal/catalog":     {"internal/audit", "internal/db", "internal/fault", "internal/fetch", "internal/field", "internal/httpapi", "internal/idempotency", "internal/media", "internal/records"},
	"internal/theme":       {},
	"internal/feed":        {},
	"internal/crawler":     {},
	"internal/search":      {"internal/catalog"},
	"internal/similar":     {},
	"internal/suggest":     {"internal/catalog", "internal/fetch"},
	"internal/browse":      {"internal/catalog", "internal/fault", "internal/mark", "internal/revision", "internal/search", "internal/similar", "internal/site"},
	"internal/s3":          {},
	"internal/media":       {"internal/db", "internal/durable", "internal/fault", "internal/field", "internal/httpapi", "internal/s3"},
	"internal/jobs":        {"internal/db", "internal/fault", "internal/httpapi"},
	"internal/mail":        {"internal/db", "internal/emails", "internal/field"},
	"internal/emails":      {},
	"internal/db":          {"internal/audit", "internal/durable", "internal/fault"},
	"internal/records":     {"internal/audit", "internal/db", "internal/fault", "internal/httpapi", "internal/media"},
	"internal/storetest":   {"internal/catalog", "internal/db", "internal/store", "internal/testcheck"},
	"internal/fetch":       {},
	"internal/revision":    {},
	"internal/feature":     {"internal/account", "internal/attention", "internal/browse", "internal/catalog", "internal/config", "internal/db", "internal/emails", "internal/fetch", "internal/httpapi", "internal/inbox", "internal/jobs", "internal/mail", "internal/media", "internal/metrics", "internal/pages", "internal/records", "internal/site", "internal/visits"},
	"internal/testcheck":   {"internal/fault"},
	"internal/indexing":    {"internal/browse", "internal/catalog", "internal/site"},
	"internal/mark":        {},
	"internal/preview":     {"internal/mark"},
	"internal/render":      {},
	"internal/pages":       {"api", "internal/browse", "internal/catalog", "internal/encoding", "internal/fault", "internal/feed", "internal/field", "internal/preview", "internal/render", "internal/revision", "internal/site", "internal/source", "internal/theme"},
	"internal/httpapi":     {"api", "internal/audit", "internal/encoding", "internal/fault", "internal/field", "internal/idempotency", "internal/revision", "internal/source"},
	"internal/server":      {"internal/audit", "internal/fault", "internal/httpapi", "internal/pages", "internal/source"},
	"internal/config":      {},
	"internal/metrics":     {"internal/revision"},
	"api":                  {},
	"web":                  {},
	"bench":                {"internal/account", "internal/crawler", "internal/store"},
	"internal/idempotency": {"internal/db", "internal/fault"},
	"internal/buckettest":  {"internal/s3"},
	"internal/fetchtest":   {},
	"internal/assisttest":  {},
	"internal/pagestest":   {"api", "internal/app", "internal/browse", "internal/catalog", "internal/compare", "internal/pages", "internal/render", "internal/site", "internal/storetest", "internal/theme"},
	"internal/testwait":    {},
}

// pkg is what the go command says of a package.
type pkg struct {
	ImportPath string
	Doc        string
	GoFiles    []string
	Imports    []string
	Module     struct{ Path string }
}

// ours returns the packages of this module that it imports.
func (p pkg) ours() (found []string) {
	for _, path := range p.Imports {
		if name, is := strings.CutPrefix(path, p.Module.Path+"/"); is {
			found = append(found, name)
		}
	}
	return found
}

func listPackages(t *testing.T) []pkg {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Doc,GoFiles,Imports,Module", "./...")
	command.Dir = ".."
	output, err := command.Output()
	if err != nil {
		t.Fatalf("list the packages: %v", err)
	}
	var found []pkg
	for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			t.Fatalf("read the list of packages: %v", err)
		}
		if len(p.GoFiles) > 0 {
			found = append(found, p)
		}
	}
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		seen[name] = true
		if strings.HasPrefix(name, "cmd/") {
			continue
		}
		allowed, isInTable := packages[name]
		for _, other := range p.ours() {
			switch below := strings.TrimPrefix(other, "internal/"); {
			case isInTable && !slices.Contains(allowed, other):
				t.Errorf("%s imports %s, which the table does not allow", name, other)
			case isInTable, slices.Contains(joining, strings.TrimPrefix(name, "internal/")):
			case below == other, slices.Contains(joining, below), slices.Contains(forTests, below):
				t.Errorf("%s imports %s, which features may not", name, other)
			}
		}
	}
	for name := range packages {
		if !seen[name] {
			t.Errorf("%s is in the table and not in the tree", name)
		}
	}
}

func TestPackageComments(t *testing.T) {
	for _, p := range listPackages(t) {
		if !strings.HasPrefix(p.Doc, "Package ") && !strings.HasPrefix(p.Doc, "Command ") {
			t.Errorf("%s has no package comment: %q", p.ImportPath, p.Doc)
		}
	}
}
