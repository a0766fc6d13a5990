package site

import (
	"regexp"
	"strings"
)

// maxNesting is how many quotes and lists may begin in each other on one line. Reading a line takes a time that grows with
// the square of it: a text of nothing else would take most of a minute.
const maxNesting = 32

// marker begins a quote or a list, at the beginning of a line or behind another one: the last of its signs is its group.
var marker = regexp.MustCompile(`^[ \t]*(?:[0-9]{1,9})?(>|[-+*.)](?:[ \t]|$))`)

// shallow is the text with the first marker beyond maxNesting of a line taken as it is written, and so all after it.
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
