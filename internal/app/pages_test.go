package app_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// TestPagesExport holds testdata/pages.json against the table of pages and the values of queries. The tests of the front end
// hold their own tables against it. After a change run `make generate`.
func TestPagesExport(t *testing.T) {
	const file = "testdata/pages.json"
	type page struct {
		Path    string `json:"path"`
		Example string `json:"example"`
		Title   string `json:"title"`
	}
	var export struct {
		Pages     []page            `json:"pages"`
		Screens   map[string]string `json:"screens"`
		Pricings  []catalog.Type    `json:"pricings"`
		Sections  []catalog.Section `json:"sections"`
		Sorts     []browse.Sort     `json:"sorts"`
		MaxSearch int               `json:"maxSearch"`
	}
	export.Screens = app.AdminTitles()
	export.Pricings, export.Sections, export.Sorts, export.MaxSearch = catalog.AllTypes(), catalog.Sections(), browse.Sorts(), browse.MaxSearch
	h, paths := pagestest.ExampleSite(t, nil), pagestest.ExamplePages("chatgpt", "editeur-video")
	for _, row := range pagestest.AllPages() {
		if row.Scriptless {
			continue
		}
		for _, pattern := range row.Paths {
			export.Pages = append(export.Pages, page{pattern, paths[pattern], h.Page(paths[pattern]).Title})
		}
	}
	want, err := json.MarshalIndent(export, "", "  ")
	storetest.NoError(t, err)
	want = append(want, '\n')
	if *app.Update {
		storetest.NoError(t, os.WriteFile(file, want, 0o600))
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the program has (run make generate): %v", file, err)
	}
}
