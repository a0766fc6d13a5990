// Package internal tests the architecture: the table below says which package may import which.
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

// packages says which others each package may import. cmd/vitrine may import all.
var packages = map[string][]string{
	"internal/fault":        {},
	"internal/durable":      {},
	"internal/audit":        {},
	"internal/source":       {},
	"internal/quota":        {"internal/db"},
	"internal/account":      {"internal/audit", "internal/catalog", "internal/db", "internal/emails", "internal/fault", "internal/field", "internal/httpapi", "internal/mail", "internal/quota", "internal/records", "internal/source"},
	"internal/encoding":     {},
	"internal/field":        {"internal/fault"},
	"internal/catalog":      {"internal/audit", "internal/db", "internal/fault", "internal/field", "internal/httpapi", "internal/idempotency", "internal/media", "internal/records"},
	"internal/theme":        {},
	"internal/site":         {"internal/db", "internal/encoding", "internal/fault", "internal/field", "internal/httpapi", "internal/idempotency", "internal/media", "internal/records", "internal/theme"},
	"internal/feed":         {},
	"internal/crawler":      {},
	"internal/visits":       {"internal/browse", "internal/catalog", "internal/db", "internal/fault", "internal/httpapi", "internal/records", "internal/source"},
	"internal/search":       {"internal/catalog"},
	"internal/similar":      {},
	"internal/browse":       {"internal/catalog", "internal/fault", "internal/revision", "internal/search", "internal/similar", "internal/site"},
	"internal/compare":      {"internal/browse", "internal/catalog", "internal/db", "internal/fault", "internal/feature", "internal/httpapi", "internal/indexing", "internal/media", "internal/pages", "internal/preview", "internal/records", "internal/site", "internal/visits"},
	"internal/exchange":     {"internal/catalog", "internal/fault"},
	"internal/mcp":          {"internal/browse", "internal/catalog", "internal/compare", "internal/fault", "internal/feature", "internal/field", "internal/pages", "internal/site"},
	"internal/s3":           {},
	"internal/media":        {"internal/db", "internal/durable", "internal/fault", "internal/field", "internal/httpapi", "internal/s3"},
	"internal/jobs":         {"internal/db"},
	"internal/logos":        {"internal/catalog", "internal/db", "internal/fault", "internal/feature", "internal/fetch", "internal/httpapi", "internal/media", "internal/metrics", "internal/records"},
	"internal/mail":         {"internal/db", "internal/emails", "internal/field"},
	"internal/emails":       {},
	"internal/newsletter":   {"internal/account", "internal/browse", "internal/catalog", "internal/db", "internal/emails", "internal/exchange", "internal/fault", "internal/feature", "internal/field", "internal/httpapi", "internal/idempotency", "internal/jobs", "internal/mail", "internal/media", "internal/pages", "internal/preview", "internal/quota", "internal/records", "internal/site", "internal/source", "internal/visits"},
	"internal/inbox":        {"internal/account", "internal/browse", "internal/catalog", "internal/db", "internal/emails", "internal/encoding", "internal/fault", "internal/field", "internal/httpapi", "internal/idempotency", "internal/mail", "internal/pages", "internal/quota", "internal/records", "internal/source"},
	"internal/demo":         {"internal/catalog", "internal/exchange", "internal/media"},
	"internal/mirror":       {"internal/archive", "internal/browse", "internal/config", "internal/db", "internal/fault", "internal/feature", "internal/httpapi", "internal/jobs", "internal/media", "internal/records"},
	"internal/db":           {"internal/audit", "internal/durable", "internal/fault"},
	"internal/records":      {"internal/audit", "internal/db", "internal/fault", "internal/httpapi", "internal/media"},
	"internal/alternatives": {"internal/browse", "internal/catalog", "internal/db", "internal/fault", "internal/feature", "internal/httpapi", "internal/indexing", "internal/pages", "internal/preview", "internal/records", "internal/visits"},
	"internal/collections":  {"internal/browse", "internal/catalog", "internal/db", "internal/directory", "internal/fault", "internal/feature", "internal/feed", "internal/httpapi", "internal/idempotency", "internal/indexing", "internal/media", "internal/pages", "internal/preview", "internal/records", "internal/site", "internal/visits"},
	"internal/store":        {"internal/account", "internal/catalog", "internal/db", "internal/feature", "internal/features", "internal/inbox", "internal/jobs", "internal/mail", "internal/media", "internal/quota", "internal/records", "internal/site", "internal/visits"},
	"internal/storetest":    {"internal/catalog", "internal/db", "internal/store", "internal/testcheck"},
	"internal/fetch":        {},
	"internal/indexnow":     {"internal/db", "internal/feature", "internal/httpapi", "internal/jobs", "internal/pages", "internal/site"},
	"internal/assist":       {"internal/audit", "internal/browse", "internal/catalog", "internal/config", "internal/fault", "internal/feature", "internal/fetch", "internal/field", "internal/httpapi", "internal/quota", "internal/records", "internal/site"},
	"internal/reach":        {"internal/browse", "internal/catalog", "internal/fault", "internal/feature", "internal/httpapi", "internal/indexing", "internal/revision", "internal/site"},
	"internal/revision":     {},
	"internal/feature":      {"internal/account", "internal/browse", "internal/catalog", "internal/config", "internal/db", "internal/emails", "internal/httpapi", "internal/inbox", "internal/jobs", "internal/mail", "internal/media", "internal/metrics", "internal/records", "internal/site", "internal/visits"},
	"internal/features":     {"internal/alternatives", "internal/assist", "internal/collections", "internal/compare", "internal/feature", "internal/indexnow", "internal/logos", "internal/mcp", "internal/mirror", "internal/newsletter", "internal/reach", "internal/readers"},
	"internal/archive":      {"internal/catalog", "internal/db", "internal/fault", "internal/media", "internal/records"},
	"internal/testcheck":    {"internal/fault"},
	"internal/indexing":     {"internal/browse", "internal/site"},

	"internal/backup":    {"internal/db", "internal/durable", "internal/media", "internal/s3", "internal/theme"},
	"internal/preview":   {},
	"internal/render":    {},
	"internal/pages":     {"api", "internal/browse", "internal/catalog", "internal/encoding", "internal/fault", "internal/feed", "internal/field", "internal/preview", "internal/render", "internal/revision", "internal/site", "internal/theme"},
	"internal/readers":   {"internal/account", "internal/browse", "internal/catalog", "internal/db", "internal/fault", "internal/feature", "internal/httpapi", "internal/inbox", "internal/newsletter", "internal/pages"},
	"internal/httpapi":   {"api", "internal/audit", "internal/encoding", "internal/fault", "internal/field", "internal/idempotency", "internal/revision", "internal/source"},
	"internal/app":       {"internal/account", "internal/alternatives", "internal/browse", "internal/catalog", "internal/collections", "internal/compare", "internal/db", "internal/directory", "internal/feature", "internal/features", "internal/generator", "internal/httpapi", "internal/inbox", "internal/indexnow", "internal/mcp", "internal/media", "internal/newsletter", "internal/pages", "internal/readers", "internal/records", "internal/revision", "internal/site", "internal/store", "internal/visits"},
	"internal/directory": {"internal/browse", "internal/catalog", "internal/encoding", "internal/fault", "internal/feed", "internal/field", "internal/httpapi", "internal/indexing", "internal/pages", "internal/preview", "internal/site"},
	"internal/server":    {"internal/audit", "internal/fault", "internal/httpapi", "internal/pages", "internal/source"},
	"internal/config":    {},
	"internal/metrics":   {},
	"api":                {},
	"web":                {},
	"bench":              {"internal/account", "internal/crawler", "internal/store"},

	"internal/idempotency": {"internal/db", "internal/fault"},

	"internal/buckettest": {"internal/s3"},
	"internal/fetchtest":  {},
	"internal/assisttest": {},
	"internal/pagestest":  {"api", "internal/app", "internal/browse", "internal/catalog", "internal/pages", "internal/render", "internal/site", "internal/storetest", "internal/theme"},
	"internal/generator":  {"internal/pages"},
	"internal/testwait":   {},
}

// pkg is what the go command says of a package.
type pkg struct {
	ImportPath string
	Doc        string
	GoFiles    []string
	Imports    []string
	Module     struct{ Path string }
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
		allowed, known := packages[name]
		if !known {
			t.Errorf("%s is not in the table: say what it may import, and in its comment what it is for", name)
		}
		for _, imported := range p.Imports {
			if other, ours := strings.CutPrefix(imported, p.Module.Path+"/"); ours && !slices.Contains(allowed, other) {
				t.Errorf("%s imports %s, which the table does not allow", name, other)
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
