// Package field cleans what people type into a field, and checks the rules that all fields share.
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

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Set sets a value to what a partial change has for it; nil: it stays.
func Set[T any](value *T, to *T) {
	if to != nil {
		*value = *to
	}
}

// Checker collects the errors of one form's fields, in the order in which they are found.
type Checker struct{ fields []fault.Field }

// Fail adds an error of a field, as a sentence.
func (c *Checker) Fail(field, message string) {
	c.fields = append(c.fields, fault.Field{Field: field, Message: message})
}

// Failed reports whether there is an error so far.
func (c *Checker) Failed() bool { return len(c.fields) > 0 }

// Fault returns the Invalid fault that names each field, or nil if there is no error.
func (c *Checker) Fault() error { return fault.InvalidFields(c.fields) }

// Line cleans and checks a text without line breaks. limit is in code points. If required is empty, the field may be
// empty.
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

// Text is Line for a text of several lines.
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

// atMost checks a text against a limit in code points.
func (c *Checker) atMost(field, value string, limit int) {
	if utf8.RuneCountInString(value) > limit {
		c.Fail(field, fmt.Sprintf("Please use at most %d characters", limit))
	}
}

// Number checks that a number is from least to most.
func (c *Checker) Number(field string, value, least, most int) {
	if value < least || value > most {
		c.Fail(field, fmt.Sprintf("Please enter a number from %d to %d", least, most))
	}
}

// WebURL reports whether the text is an absolute http(s) URL with a host, and without white space, a password, or
// characters that change the text direction (RFC 3987, 4.1).
func WebURL(text string) bool {
	if strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}) {
		return false
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && isHost(u.Hostname()) && isPort(u.Port()) && u.User == nil
}

// isHost reports whether the host could be looked up at all; only a lookup shows whether it exists.
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

// Clean returns the text in NFC, trimmed, with Unix line endings; empty if it contains nothing visible. Invalid UTF-8
// becomes the replacement character.
func Clean(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = lineEnd.ReplaceAllLiteralString(text, "\n")
	text = strings.TrimSpace(norm.NFC.String(text))
	if !strings.ContainsFunc(text, func(r rune) bool { return !isBlank(r) && !unicode.Is(unicode.Cf, r) }) {
		return ""
	}
	return text
}

// lineEnd matches a Windows line ending; a text that was converted twice has "\r\r\n".
var lineEnd = regexp.MustCompile("\r+\n")

// NoLine is the message for a text that has to be a single line and is not.
const NoLine = "Please remove line breaks and invisible control characters"

// IsLine reports whether a clean text stays on one line and does not affect the text around it: it has no control
// characters, line separators, or characters that change the text direction.
func IsLine(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || r >= '\u2028' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
	})
}

// OneOf reports whether the value is in the list.
func OneOf[T comparable](value T, allowed ...T) bool { return slices.Contains(allowed, value) }
