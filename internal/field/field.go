// Package field is what people write into a field: cleaned, and held against the rules that all fields share.
//
// # To change
//
//   - what every field is checked for (length, lines, addresses): go test ./internal/field ./internal/catalog
//     ./internal/site
package field

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"vitrine/internal/fault"
)

// Checker gathers what is wrong with the fields of one form, in the order in which it is found.
type Checker struct{ fields []fault.Field }

// Fail notes what is wrong with a field, in a sentence.
func (c *Checker) Fail(field, message string) {
	c.fields = append(c.fields, fault.Field{Field: field, Message: message})
}

// Failed reports whether anything is wrong so far.
func (c *Checker) Failed() bool { return len(c.fields) > 0 }

// Fault is the Invalid fault that names each field; nil when nothing is wrong.
func (c *Checker) Fault() error { return fault.InvalidFields(c.fields) }

// Line cleans a text that has no line breaks. An empty required sentence means that the field may be empty.
func (c *Checker) Line(field, value string, limit int, required string) string {
	value = CleanLine(value)
	switch {
	case value == "" && required != "":
		c.Fail(field, required)
	case !IsLine(value):
		c.Fail(field, NoLine)
	default:
		c.atMost(field, value, limit)
	}
	return value
}

// Text is Line for a text of many lines.
func (c *Checker) Text(field, value string, limit int, required string) string {
	value = Clean(value)
	switch {
	case value == "" && required != "":
		c.Fail(field, required)
	case strings.ContainsFunc(value, func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' }):
		c.Fail(field, "Please remove control characters")
	default:
		c.atMost(field, value, limit)
	}
	return value
}

// atMost holds a text against a limit in code points.
func (c *Checker) atMost(field, value string, limit int) {
	if utf8.RuneCountInString(value) > limit {
		c.Fail(field, fmt.Sprintf("Please use at most %d characters", limit))
	}
}

// Number holds a number against its least and its most.
func (c *Checker) Number(field string, value, least, most int) {
	if value < least || value > most {
		c.Fail(field, fmt.Sprintf("Please enter a number from %d to %d", least, most))
	}
}

// WebURL reports whether the text is an absolute http(s) URL with a host and without white space, a password, or characters
// that change the direction of others (RFC 3987, 4.1).
func WebURL(text string) bool {
	if strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}) {
		return false
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && isHost(u.Hostname()) && isPort(u.Port()) && u.User == nil
}

// isHost reports whether there is something to look up; what it stands for is known only to who looks it up.
func isHost(host string) bool {
	return strings.ContainsFunc(host, func(r rune) bool { return r != '.' && r != '-' && r != ':' })
}

func isPort(port string) bool {
	if port == "" {
		return true
	}
	_, err := strconv.ParseUint(port, 10, 16)
	return err == nil
}

// Clean is the text in NFC, with Unix line ends, trimmed; empty when nothing in it can be seen. Invalid UTF-8 becomes the
// replacement character.
func Clean(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = lineEnd.ReplaceAllLiteralString(text, "\n")
	text = strings.TrimSpace(norm.NFC.String(text))
	if !strings.ContainsFunc(text, func(r rune) bool { return !isBlank(r) && !unicode.Is(unicode.Cf, r) }) {
		return ""
	}
	return text
}

// lineEnd is a line end of another system. A text that was converted twice has "\r\r\n".
var lineEnd = regexp.MustCompile("\r+\n")

// NoLine is what is said of a text that has to be a line and is none.
const NoLine = "Please remove line breaks and invisible control characters"

// IsLine reports whether a text that is clean stays on one line and leaves what is beside it as it is: without control
// characters, line separators, and those that put the text around them into another direction.
func IsLine(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || r >= '\u2028' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
	})
}

// OneOf reports whether the value is one of those that are allowed.
func OneOf[T comparable](value T, allowed ...T) bool { return slices.Contains(allowed, value) }
