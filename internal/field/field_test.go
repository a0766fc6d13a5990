package field

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// messages returns the checker's error messages by field, or an empty string.
func messages(c *Checker) string {
	if !c.Failed() {
		return ""
	}
	var list []string
	for _, f := range fault.From(c.Fault()).Fields {
		list = append(list, f.Field+": "+f.Message)
	}
	return strings.Join(list, "; ")
}

// A checker without errors returns nil.
func TestCheckerUnused(t *testing.T) {
	var c Checker
	if c.Failed() || c.Fault() != nil {
		t.Errorf("an unused checker returns %v", c.Fault())
	}
}

// Errors are listed in the order of the checks.
func TestCheckerOrder(t *testing.T) {
	var c Checker
	c.Fail("b", "First.")
	c.Line("a", "", 5, "Please enter a name")
	c.Number("order", -1, 0, 9)
	if got := messages(&c); !fault.Is(c.Fault(), fault.Invalid) || got != "b: First.; a: Please enter a name; order: Please enter a number from 0 to 9" {
		t.Errorf("got %q, %v", got, c.Fault())
	}
}

// Line trims and cleans its text and checks the length.
func TestCheckerLine(t *testing.T) {
	for _, test := range []struct{ text, required, clean, message string }{
		{"  name  ", "needed", "name", ""},
		{"", "", "", ""},
		{"", "needed", "", "f: needed"},
		{" \t\u00a0", "needed", "", "f: needed"},
		{"\u200b\u2060", "needed", "", "f: needed"}, // invisible
		{"12345", "", "12345", ""},
		{"123456", "", "123456", "f: Please use at most 5 characters"},
		{"日本語文字", "", "日本語文字", ""}, // code points, not bytes
		{"e\u0301e\u0301e\u0301e\u0301e\u0301", "", "ééééé", ""},
		{"a\nb", "", "a\nb", "f: " + NoLine},
		{"a\u2028b", "", "a\u2028b", "f: " + NoLine},
		{"a\u202eb", "", "a\u202eb", "f: " + NoLine},
		{"a\u2066b", "", "a\u2066b", "f: " + NoLine},
		{"a\x00b", "", "a\x00b", "f: " + NoLine},
		{"a\tb", "", "a\tb", "f: " + NoLine},
	} {
		var c Checker
		if got := c.Line("f", test.text, 5, test.required); got != test.clean || messages(&c) != test.message {
			t.Errorf("%q: got %q and the message %q, want %q and %q", test.text, got, messages(&c), test.clean, test.message)
		}
	}
}

// Text accepts several lines and no control characters.
func TestCheckerText(t *testing.T) {
	for _, test := range []struct{ text, required, clean, message string }{
		{"a\r\nb\tc\n", "needed", "a\nb\tc", ""},
		{"\n \n", "needed", "", "f: needed"},
		{"a\r\r\nb", "", "a\nb", ""},
		{"a\x00b", "", "a\x00b", "f: Please remove control characters"},
		{"a\x1bb", "", "a\x1bb", "f: Please remove control characters"},
		{"a\rb", "", "a\rb", "f: Please remove control characters"},
		{"a\u202eb", "", "a\u202eb", ""}, // allowed for right-to-left text
		{"1234567", "", "1234567", "f: Please use at most 6 characters"},
	} {
		var c Checker
		if got := c.Text("f", test.text, 6, test.required); got != test.clean || messages(&c) != test.message {
			t.Errorf("%q: got %q and the message %q, want %q and %q", test.text, got, messages(&c), test.clean, test.message)
		}
	}
}

// Number checks a minimum and a maximum.
func TestCheckerNumber(t *testing.T) {
	for value, isValid := range map[int]bool{-1: false, 0: true, 5: true, 9: true, 10: false} {
		var c Checker
		if c.Number("n", value, 0, 9); c.Failed() == isValid {
			t.Errorf("%d: %s", value, messages(&c))
		}
	}
}

// WebURL accepts absolute http and https URLs.
func TestWebURL(t *testing.T) {
	for _, valid := range []string{
		"https://a.example", "http://h:8080/", "https://bücher.example/ä?q=a%20b&x=1#f", "HTTPS://A.EXAMPLE/", "http://[2001:db8::1]:80/", "http://127.0.0.1/", "http://a:0/",
	} {
		if !WebURL(valid) {
			t.Errorf("%q is refused", valid)
		}
	}
	for _, invalid := range []string{
		"", "a.example", "//a.example", "/a", "https:", "https://", "https:///a", "https:a.example", "ftp://a.example", "javascript:alert(1)", "data:text/html,x",
		"javascript://a.example/%0aalert(1)", "https://.", "https://-", "https://:80/", "https://a.example:65536/", "https://a.example:x/", "https://user@a.example/",
		"https://user:password@a.example/", "https://a.example/a b", "https://a.example/\n", " https://a.example", "https://a.example/\u202e", "https://a.example/\x00", "https://[::1/", "https://a.example/%zz",
	} {
		if WebURL(invalid) {
			t.Errorf("%q is accepted", invalid)
		}
	}
}

// OneOf accepts only values in the list.
func TestOneOf(t *testing.T) {
	if !OneOf("b", "a", "b") || OneOf("B", "a", "b") || OneOf("") {
		t.Error("OneOf must accept exactly the listed values")
	}
}

func TestClean(t *testing.T) {
	t.Run("line ends that used to need two passes", func(t *testing.T) {
		for _, text := range []string{"\r\r\n", "a\r\r\nb", "a\r\r\r\n\r\nb"} {
			checkClean(t, Clean(text))
		}
	})
	t.Run("any text", rapid.MakeCheck(func(t *rapid.T) {
		checkClean(t, Clean(rapid.OneOf(rapid.String(), rapid.StringN(-1, -1, 40), hostile()).Draw(t, "text")))
	}))
}

// checkClean checks that a text is a valid result of Clean.
func checkClean(t rapid.TB, clean string) {
	switch {
	case Clean(clean) != clean:
		t.Errorf("%q becomes %q when it is cleaned again", clean, Clean(clean))
	case !utf8.ValidString(clean) || !norm.NFC.IsNormalString(clean):
		t.Errorf("%q is not UTF-8 in NFC", clean)
	case strings.TrimFunc(clean, unicode.IsSpace) != clean || strings.Contains(clean, "\r\n"):
		t.Errorf("%q has surrounding white space or CRLF line ends", clean)
	}
}

// hostile draws texts of invalid UTF-8, combining marks, line ends and invisible characters.
func hostile() *rapid.Generator[string] {
	pieces := []string{"\xff", "\xed\xa0\x80", "e", "\u0301", "\u0327", "\r", "\n", "\r\n", " ", "\u00a0", "\u200b", "\u202e", "\ufeff", "\u1100", "\u1161", "\uac00", "\u11a8", "\x00", "\u0344", "\u2126"}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
	})
}

// A text that passes a check satisfies the check's rules.
func TestCheckerLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, limit := rapid.OneOf(rapid.String(), hostile()).Draw(t, "text"), rapid.IntRange(1, 30).Draw(t, "limit")
		var line, lines Checker
		asLine, asText := line.Line("f", text, limit, "needed"), lines.Text("f", text, limit, "needed")
		if asLine != CleanLine(asText) {
			t.Fatalf("the same text is the line %q and the text %q", asLine, asText)
		}
		if accepted := !line.Failed(); accepted && (asLine == "" || utf8.RuneCountInString(asLine) > limit || strings.ContainsFunc(asLine, unicode.IsControl)) {
			t.Errorf("%q is accepted as a line of at most %d", asLine, limit)
		}
		if accepted := !lines.Failed(); accepted && (asText == "" || utf8.RuneCountInString(asText) > limit || strings.Contains(asText, "\x00")) {
			t.Errorf("%q is accepted as a text of at most %d", asText, limit)
		}
	})
}
