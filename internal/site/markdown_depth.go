package site

import (
	"regexp"
	"strings"
)

// maxNesting bounds how many quotes and lists may start inside each other on one line. The time to parse a line grows
// with the square of their number: a text of nothing else would take most of a minute.
const maxNesting = 32

// marker matches the marker of a quote or a list, at the start of a line or after another marker. The group is the
// marker's last character.
var marker = regexp.MustCompile(`^[ \t]*(?:[0-9]{1,9})?(>|[-+*.)](?:[ \t]|$))`)

// shallow escapes the first marker beyond maxNesting on each line, which makes the markers after it plain text too.
func shallow(markdown string) string {
	lines := strings.Split(markdown, "\n")
	for i, line := range lines {
		lines[i] = shallowLine(line)
	}
	return strings.Join(lines, "\n")
}

func shallowLine(line string) string {
	at := 0
	for range maxNesting {
		found := marker.FindStringIndex(line[at:])
		if found == nil {
			return line
		}
		at += found[1]
	}
	if found := marker.FindStringSubmatchIndex(line[at:]); found != nil {
		sign := at + found[2]
		return line[:sign] + `\` + line[sign:]
	}
	return line
}
