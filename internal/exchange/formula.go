package exchange

import (
	"regexp"
	"strings"
)

var plainNumber = regexp.MustCompile(`^[+-]?[0-9]+([.,][0-9]+)?$`)

// isFormula reports whether a spreadsheet would run a cell as a formula, ignoring leading apostrophes. Numbers are safe.
func isFormula(cell string) bool {
	cell = strings.TrimLeft(cell, "'")
	return cell != "" && strings.IndexByte("=+-@\t\r", cell[0]) >= 0 && !plainNumber.MatchString(cell)
}

// QuoteFormula puts an apostrophe before a cell that a spreadsheet would run.
func QuoteFormula(cell string) string {
	if isFormula(cell) {
		return "'" + cell
	}
	return cell
}

// UnquoteFormula removes the apostrophe that QuoteFormula adds, and no other.
func UnquoteFormula(cell string) string {
	if after, quoted := strings.CutPrefix(cell, "'"); quoted && isFormula(after) {
		return after
	}
	return cell
}
