package exchange

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func TestFormulaCells(t *testing.T) {
	for text, cell := range map[string]string{
		"=HYPERLINK(A1)": "'=HYPERLINK(A1)", "+1 555": "'+1 555", "-1+cmd|' /C calc'!A0": "'-1+cmd|' /C calc'!A0", "@SUM(A1)": "'@SUM(A1)", "\tx": "'\tx", "\rx": "'\rx",
		"'=x": "''=x", "''=x": "'''=x", "-": "'-", "=": "'=",
		"": "", "'": "'", "'x": "'x", "x=1": "x=1", "-5": "-5", "+5.25": "+5.25", "-5,5": "-5,5", "'-5": "'-5", "42": "42",
	} {
		same(t, text+", quoted", QuoteFormula(text), cell)
		same(t, cell+", unquoted", UnquoteFormula(cell), text)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`'{0,3}[-=+@\t\r0-9.,x']{0,6}`).Draw(t, "text")
		cell := QuoteFormula(text)
		if got := UnquoteFormula(cell); got != text {
			t.Fatalf("%q is quoted as %q and unquoted as %q", text, cell, got)
		}
		if isFormula(cell) && cell[0] != '\'' {
			t.Fatalf("%q is not quoted", text)
		}
	})
}

// Cells that a spreadsheet would run are quoted in CSV.
func TestWriteFormulas(t *testing.T) {
	const formula = `=HYPERLINK("https://evil.example")`
	p := catalog.Product{ID: 1, ProductFields: catalog.ProductFields{Name: formula, Description: formula, UseCases: formula, PromoText: formula, Categories: []string{formula, formula}, Tags: []string{formula}}}
	var file bytes.Buffer
	noError(t, Write(&file, CSV, slices.Values([]catalog.Product{p}), nil))
	if quoted := strings.ReplaceAll(formula, `"`, `""`); strings.Count(file.String(), `"'`+quoted) != 6 || strings.Contains(file.String(), `"=`) {
		t.Errorf("got %s", file.String())
	}
}
