package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/exchange"
)

// What another program exports is in the catalogue after an import, field by field, and importing it again changes nothing.
func TestImportComingFrom(t *testing.T) {
	t.Parallel()
	samples, err := filepath.Glob("../../internal/exchange/testdata/*.*")
	noError(t, err)
	place := newPlace(t)
	settings := config.Import{Database: place, SkipBad: true}
	for _, sample := range samples {
		if strings.HasSuffix(sample, ".want") {
			continue
		}
		settings.File = sample
		format, err := exchange.FormatOf(sample)
		noError(t, err)
		text, err := os.ReadFile(sample)
		noError(t, err)
		want, err := exchange.Read(bytes.NewReader(text), format)
		noError(t, err)
		for _, report := range []string{"Imported:", fmt.Sprintf("0 new, 0 changed, %d unchanged", len(want.Rows))} {
			var output bytes.Buffer
			if err := importFile(t.Context(), settings, nil, &output); err != nil || !strings.Contains(output.String(), report) {
				t.Errorf("%s: got %v and:\n%s\nwant %q", sample, err, output.String(), report)
			}
		}
		catalogue := exported(t, config.Export{Database: place, File: filepath.Join(t.TempDir(), "tools.jsonl")})
		got, err := exchange.Read(bytes.NewReader(catalogue), exchange.JSONLines)
		noError(t, err)
		byWebsite := map[string]catalog.ImportRow{}
		for _, row := range got.Rows {
			byWebsite[catalog.WebsiteKey(row.Draft.Website)] = row
		}
		for _, row := range want.Rows {
			expected := byWebsite[catalog.WebsiteKey(row.Draft.Website)].Draft.ProductFields
			both := expected
			both.Take(row.Draft.ProductFields, row.Sets)
			if diff := cmp.Diff(expected, both); diff != "" {
				t.Errorf("%s, line %d: %s", sample, row.Line, diff)
			}
		}
	}
}
