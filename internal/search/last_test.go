package search

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// makers are names with a product that people call by its last word, the others first in the catalogue's order.
func makers(more ...string) *Index {
	return named(append([]string{"Photoshop Camera", "Flying Dog for Photoshop", "Adobe Photoshop Camera", "Photoshot", "Photos",
		"Camera Studio", "Adobe Photoshop", "Adobe Camera"}, more...)...)
}

// A product is found without its maker.
func TestLastWord(t *testing.T) {
	for _, query := range []string{"photoshop", "photoshp", "photohsop", "Photoshopp", "phtoshop", "photoshpo"} {
		t.Run(query, func(t *testing.T) {
			want := []string{"Adobe Photoshop", "Photoshop Camera", "Adobe Photoshop Camera", "Flying Dog for Photoshop"}
			got := slices.DeleteFunc(found(makers(), query), func(name string) bool { return !strings.Contains(name, "Photoshop") })
			same(t, query, got, want)
		})
	}
}

// The last word of a name is not always the name of a product.
func TestLastWordExceptions(t *testing.T) {
	for _, c := range []struct {
		rule, query, first string
		names              []string
	}{
		{"when it is a name itself", "photoshop", "Photoshop", []string{"Photoshop"}},
		{"when it is a name that was misspelt", "photoshp", "Photoshop", []string{"Photoshop"}},
		{"when many names end with it", "studio", "Studio Nine", []string{"A Studio", "B Studio", "C Studio", "D Studio", "Studio Nine"}},
		{"when many names begin with it", "open", "Open One", []string{"Six Open", "Open One", "Open Two", "Opener", "OpenFour", "Openfive"}},
		{"when it says little", "editor", "Editor Plus", []string{"Plus Editor", "Editor Plus"}},
		{"when the name is one word", "io", "Io Elai", []string{"Elai.io", "Io Elai"}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			same(t, c.query, found(makers(c.names...), c.query)[0], c.first)
		})
	}
}

// A product that is found without its maker can be patched.
func TestLastWordPatch(t *testing.T) {
	ix := makers("Photoshop").Patch(map[uint32]*Document{8: nil})
	same(t, "the first with no product of the name any more", found(ix, "photoshp")[0], "Adobe Photoshop")
	ix = ix.Patch(map[uint32]*Document{6: nil, 8: {Name: "Corel Photoshop"}})
	same(t, "the document of the patch", ranked(ix.Search("photoshp"))[0], uint32(8))
}

// realRows are the rows of the data folder; none when the folder is not there.
func realRows(t *testing.T) []catalogueRow {
	t.Helper()
	rows := readLines[catalogueRow](t, filepath.Join(dataDir(), "ai-tools.jsonl"))
	if len(rows) == 0 {
		t.Log("NOT MEASURED on real tools: no ai-tools.jsonl in VITRINE_DATA or beside the checkout")
	}
	return rows
}

// realTools is an index of the real rows and some more, which come last; nil without real rows.
func realTools(t *testing.T, more ...catalogueRow) (*Index, []string) {
	t.Helper()
	rows := realRows(t)
	if len(rows) == 0 {
		return nil, nil
	}
	docs, ids := documents(append(rows, more...))
	return Build(docs), ids
}

// Real products are found without their maker.
func TestLastWordRealProducts(t *testing.T) {
	ix, ids := realTools(t, catalogueRow{ID: "photoshop-camera", Name: "Photoshop Camera", Description: "Photoshop lenses for a phone's camera."},
		catalogueRow{ID: "adobe-photoshop", Name: "Adobe Photoshop", Description: "Edits pictures."})
	if ix == nil {
		return
	}
	for query, want := range map[string]string{"photoshop": "adobe-photoshop", "photoshp": "adobe-photoshop", "adobe photoshp": "adobe-photoshop",
		"firefy": "adobe-firefly", "gemni": "gemini", "clude": "claude"} {
		same(t, query, best(ix, ids, query, 3)[0], want)
	}
}
