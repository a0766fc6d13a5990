package exchange

import "regexp"

// separators are what may be between the cells of a CSV file: Excel writes semicolons where the comma is a decimal sign,
// and tabs in its Unicode text; databases write bars.
const separators = ",;\t|"

// separatorLine is a first line with which a file tells Excel its separator.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=.?"?\r?\n?$`)

// IsSeparatorLine reports whether a line is Excel's sep=;, which says nothing that the header does not show.
func IsSeparatorLine(line string) bool { return separatorLine.MatchString(line) }

// SeparatorOf returns the separator with which a header names the most known columns, or else the most columns: a comma, semicolon, tab or bar.
func SeparatorOf(header string, isKnown func(name string) bool) rune {
	best, most, columns := ',', 0, 0
	for _, separator := range separators {
		names, _ := splitCSV(header, separator) // with another separator its quotes may be in order
		known := 0
		for _, name := range names {
			if isKnown(name) {
				known++
			}
		}
		if known > most || most == 0 && len(names) > columns {
			best, most, columns = separator, known, len(names)
		}
	}
	return best
}
