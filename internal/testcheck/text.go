package testcheck

import (
	"strings"
	"testing"
)

// WantText fails the test if one of these parts is not in a text.
func WantText(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in:\n%s", part, text)
		}
	}
}
