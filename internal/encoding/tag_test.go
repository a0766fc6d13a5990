package encoding

import (
	"strings"
	"testing"
)

// Every encoding has a different strong tag.
func TestTagPerEncoding(t *testing.T) {
	seen := map[string]bool{}
	for e := range Count {
		tag := e.Tag("a.1")
		if seen[tag] || !strings.HasPrefix(tag, `"a.1`) || !strings.HasSuffix(tag, `"`) {
			t.Errorf("%s has the tag %s", e, tag)
		}
		seen[tag] = true
	}
}

// If-None-Match is parsed as RFC 9110 defines it.
func TestIfNoneMatch(t *testing.T) {
	const tag = `"a-br"`
	for header, want := range map[string]bool{
		tag:                  true,
		"W/" + tag:           true,
		`"other", ` + tag:    true,
		`"other",W/` + tag:   true,
		tag + `, "other"`:    true,
		"*":                  true,
		" * ":                true,
		"":                   false,
		"a-br":               false,
		`"a"`:                false,
		`"a-br-"`:            false,
		`"A-BR"`:             false,
		"W/*":                false,
		`w/` + tag:           false,
		`"other", W/"other"`: false,
	} {
		if got := Known([]string{header}, tag); got != want {
			t.Errorf("If-None-Match: %s: %t, want %t", header, got, want)
		}
	}
	if !Known([]string{`"other"`, tag}, tag) || Known(nil, tag) {
		t.Error("a tag on the second line is not found, or one is found without a header")
	}
}
