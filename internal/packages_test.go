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
	"internal/account":      {"internal/audit", "internal/catalog", "internal/db", "internal/emails", "internal/field", "internal/mail", "internal/quota", "internal/source", "internal/fault", "internal/httpapi"},
	"internal/encoding":     {},
	"internal/field":        {"internal/fault"},
	"internal/catalog":      {"internal/field", "internal/fault", "internal/audit", "internal/db", "internal/idempotency", "internal/media", "internal/records", "internal/httpapi"},
	"internal/theme":        {},
	"internal/site":         {"internal/field", "internal/theme", "internal/fault", "internal/db", "internal/idempotency", "internal/media", "internal/records", "internal/httpapi", "internal/encoding"},
	"internal/feed":         {},
	"internal/crawler":      {},
	"internal/visits":       {"internal/source", "internal/db", "internal/httpapi", "internal/fault", "internal/catalog", "internal/browse"},
	"internal/search":       {"internal/catalog"},
	"internal/similar":      {},
	"internal/browse":       {"internal/catalog", "internal/search", "internal/similar", "internal/site", "internal/fault", "internal/revision"},
	"internal/compare":      {"internal/browse", "internal/catalog", "internal/reach", "internal/site", "internal/db", "internal/fault", "internal/media", "internal/records", "internal/visits", "internal/httpapi", "internal/pages", "internal/preview"},
	"internal/exchange":     {"internal/catalog", "internal/fault"},
	"internal/mcp":          {"internal/browse", "internal/catalog", "internal/compare", "internal/field", "internal/site", "internal/fault", "internal/pages"},
	"internal/s3":           {},
	"internal/media":        {"internal/durable", "internal/s3", "internal/fault", "internal/db", "internal/httpapi", "internal/field"},
	"internal/jobs":         {"internal/db"},
	"internal/logos":        {"internal/fetch", "internal/media", "internal/fault", "internal/catalog", "internal/db", "internal/records", "internal/httpapi"},
	"internal/mail":         {"internal/emails", "internal/field", "internal/db"},
	"internal/emails":       {},
	"internal/newsletter":   {"internal/db", "internal/idempotency", "internal/account", "internal/browse", "internal/catalog", "internal/emails", "internal/exchange", "internal/field", "internal/mail", "internal/quota", "internal/site", "internal/source", "internal/visits", "internal/fault", "internal/media", "internal/records", "internal/httpapi", "internal/pages", "internal/preview"},
	"internal/inbox":        {"internal/catalog", "internal/field", "internal/mail", "internal/emails", "internal/source", "internal/fault", "internal/account", "internal/db", "internal/idempotency", "internal/quota", "internal/httpapi", "internal/browse", "internal/encoding", "internal/pages"},
	"internal/demo":         {"internal/catalog", "internal/media", "internal/exchange"},
	"internal/mirror":       {"internal/catalog", "internal/site", "internal/media", "internal/fault", "internal/db", "internal/httpapi", "internal/browse", "internal/alternatives", "internal/collections", "internal/compare"},
	"internal/db":           {"internal/audit", "internal/durable", "internal/fault"},
	"internal/records":      {"internal/audit", "internal/db", "internal/media", "internal/fault", "internal/httpapi"},
	"internal/alternatives": {"internal/catalog", "internal/db", "internal/fault", "internal/records", "internal/visits", "internal/httpapi", "internal/browse", "internal/pages", "internal/preview", "internal/reach"},
	"internal/collections":  {"internal/catalog", "internal/db", "internal/fault", "internal/idempotency", "internal/media", "internal/records", "internal/visits", "internal/site", "internal/reach", "internal/httpapi", "internal/browse", "internal/feed", "internal/pages", "internal/preview"},
	"internal/store":        {"internal/db", "internal/mirror", "internal/inbox", "internal/mail", "internal/newsletter", "internal/catalog", "internal/media", "internal/site", "internal/visits", "internal/account", "internal/audit", "internal/idempotency", "internal/quota", "internal/jobs", "internal/indexnow", "internal/logos", "internal/fault", "internal/records", "internal/alternatives", "internal/collections", "internal/compare"},
	"internal/storetest":    {"internal/db", "internal/store", "internal/catalog", "internal/fault"},
	"internal/fetch":        {},
	"internal/indexnow":     {"internal/site", "internal/db", "internal/httpapi", "internal/pages"},
	"internal/assist":       {"internal/fetch", "internal/catalog", "internal/field", "internal/quota", "internal/fault", "internal/site", "internal/httpapi", "internal/browse", "internal/audit"},
	"internal/reach":        {"internal/browse", "internal/catalog", "internal/revision", "internal/site", "internal/fault", "internal/httpapi"},
	"internal/revision":     {},

	"internal/backup":    {"internal/db", "internal/durable", "internal/media", "internal/s3", "internal/theme"},
	"internal/preview":   {},
	"internal/render":    {},
	"internal/pages":     {"api", "internal/revision", "internal/render", "internal/browse", "internal/catalog", "internal/field", "internal/site", "internal/theme", "internal/encoding", "internal/feed", "internal/preview", "internal/fault"},
	"internal/readers":   {"internal/account", "internal/browse", "internal/catalog", "internal/fault", "internal/httpapi", "internal/inbox", "internal/newsletter", "internal/pages"},
	"internal/httpapi":   {"api", "internal/audit", "internal/encoding", "internal/fault", "internal/field", "internal/idempotency", "internal/revision", "internal/source"},
	"internal/app":       {"internal/visits", "internal/site", "internal/readers", "internal/mirror", "internal/media", "internal/logos", "internal/indexnow", "internal/inbox", "internal/assist", "internal/account", "internal/directory", "internal/compare", "internal/collections", "internal/alternatives", "internal/store", "internal/records", "internal/catalog", "internal/newsletter", "internal/browse", "internal/httpapi", "internal/reach", "internal/revision", "internal/mcp", "internal/pages", "internal/generator"},
	"internal/directory": {"internal/site", "internal/httpapi", "internal/fault", "internal/collections", "internal/catalog", "internal/browse", "internal/encoding", "internal/feed", "internal/field", "internal/pages", "internal/preview", "internal/reach"},
	"internal/server":    {"internal/pages", "internal/audit", "internal/source", "internal/fault", "internal/httpapi"},
	"internal/config":    {},
	"internal/metrics":   {},
	"api":                {},
	"web":                {},
	"bench":              {"internal/account", "internal/crawler", "internal/newsletter", "internal/store"},

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
