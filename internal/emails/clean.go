package emails

import (
	"strings"
	"unicode"
)

// maxInHeading is how much of a name a subject and a heading show, in code points.
const maxInHeading = 80

// line returns the text as one line, without control characters and characters that change the text direction.
func line(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)), " ")
}

// lines returns the lines of a text, each cleaned like line.
func lines(text string) []string {
	var cleaned []string
	for each := range strings.Lines(text) {
		cleaned = append(cleaned, line(each))
	}
	return cleaned
}

// short returns a line cut to what fits in a subject or a heading.
func short(line string) string {
	runes := []rune(line)
	if len(runes) <= maxInHeading {
		return line
	}
	return strings.TrimSpace(string(runes[:maxInHeading-1])) + "…"
}
