package field

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"vitrine/internal/fault"
)

// complaints is what a checker says, field by field.
func complaints(c *Checker) string {
	if !c.Failed() {
		return ""
	}
	var said []string
	for _, f := range fault.From(c.Fault()).Fields {
		said = append(said, f.Field+": "+f.Message)
	}
	return strings.Join(said, "; ")
}

// A checker that found nothing wrong gives no fault.
func TestCheckerUnused(t *testing.T) {
	var c Checker
	if c.Failed() || c.Fault() != nil {
		t.Errorf("an unused checker says %v", c.Fault())
	}
}

// What is wrong is said in the order in which it was found.
func TestCheckerOrder(t *testing.T) {
	var c Checker
	c.Fail("b", "First.")
	c.Line("a", "", 5, "Please enter a name")
	c.Number("order", -1, 0, 9)
	if got := complaints(&c); !fault.Is(c.Fault(), fault.Invalid) || got != "b: First.; a: Please enter a name; order: Please enter a number from 0 to 9" {
		t.Errorf("got %q, %v", got, c.Fault())
	}
}

// A line is trimmed and cleaned, and is at most as long as allowed.
func TestCheckerLine(t *testing.T) {
	for _, test := range []struct{ text, required, clean, said string }{
		{"  name  ", "needed", "name", ""},
		{"", "", "", ""},
		{"", "needed", "", "f: needed"},
		{" \t\u00a0", "needed", "", "f: needed"},
		{"\u200b\u2060", "needed", "", "f: needed"}, // nothing that can be seen
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
		if got := c.Line("f", test.text, 5, test.required); got != test.clean || complaints(&c) != test.said {
			t.Errorf("%q is %q, and %q; want %q, and %q", test.text, got, complaints(&c), test.clean, test.said)
		}
	}
}

// A text may have many lines, and no control characters.
func TestCheckerText(t *testing.T) {
	for _, test := range []struct{ text, required, clean, said string }{
		{"a\r\nb\tc\n", "needed", "a\nb\tc", ""},
		{"\n \n", "needed", "", "f: needed"},
		{"a\r\r\nb", "", "a\nb", ""},
		{"a\x00b", "", "a\x00b", "f: Please remove control characters"},
		{"a\x1bb", "", "a\x1bb", "f: Please remove control characters"},
		{"a\rb", "", "a\rb", "f: Please remove control characters"},
		{"a\u202eb", "", "a\u202eb", ""}, // a text may be written from right to left
		{"1234567", "", "1234567", "f: Please use at most 6 characters"},
	} {
		var c Checker
		if got := c.Text("f", test.text, 6, test.required); got != test.clean || complaints(&c) != test.said {
			t.Errorf("%q is %q, and %q; want %q, and %q", test.text, got, complaints(&c), test.clean, test.said)
		}
	}
}

// A number has a minimum and a maximum.
func TestCheckerNumber(t *testing.T) {
	for value, isRight := range map[int]bool{-1: false, 0: true, 5: true, 9: true, 10: false} {
		var c Checker
		if c.Number("n", value, 0, 9); c.Failed() == isRight {
			t.Errorf("%d: %s", value, complaints(&c))
		}
	}
}

// A web address is an absolute one of http or https.
func TestWebURL(t *testing.T) {
	for _, right := range []string{
		"https://a.example", "http://h:8080/", "https://bücher.example/ä?q=a%20b&x=1#f", "HTTPS://A.EXAMPLE/", "http://[2001:db8::1]:80/", "http://127.0.0.1/", "http://a:0/",
	} {
		if !WebURL(right) {
			t.Errorf("%q is refused", right)
		}
	}
	for _, wrong := range []string{
		"", "a.example", "//a.example", "/a", "https:", "https://", "https:///a", "https:a.example", "ftp://a.example", "javascript:alert(1)", "data:text/html,x",
		"javascript://a.example/%0aalert(1)", "https://.", "https://-", "https://:80/", "https://a.example:65536/", "https://a.example:x/", "https://user@a.example/",
		"https://user:password@a.example/", "https://a.example/a b", "https://a.example/\n", " https://a.example", "https://a.example/\u202e", "https://a.example/\x00", "https://[::1/", "https://a.example/%zz",
	} {
		if WebURL(wrong) {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

// OneOf accepts only what is in the list.
func TestOneOf(t *testing.T) {
	if !OneOf("b", "a", "b") || OneOf("B", "a", "b") || OneOf("") {
		t.Error("the list is not what is gone by")
	}
}

func TestClean(t *testing.T) {
	t.Run("what once was not clean after it", func(t *testing.T) {
		for _, text := range []string{"\r\r\n", "a\r\r\nb", "a\r\r\r\n\r\nb"} {
			isClean(t, Clean(text))
		}
	})
	t.Run("any text", rapid.MakeCheck(func(t *rapid.T) {
		isClean(t, Clean(rapid.OneOf(rapid.String(), rapid.StringN(-1, -1, 40), hostile()).Draw(t, "text")))
	}))
}

func isClean(t rapid.TB, clean string) {
	switch {
	case Clean(clean) != clean:
		t.Errorf("%q becomes %q when it is cleaned again", clean, Clean(clean))
	case !utf8.ValidString(clean) || !norm.NFC.IsNormalString(clean):
		t.Errorf("%q is no UTF-8 in NFC", clean)
	case strings.TrimFunc(clean, unicode.IsSpace) != clean || strings.Contains(clean, "\r\n"):
		t.Errorf("%q has white space around it, or line ends of another system", clean)
	}
}

// hostile draws texts of bytes and of what is rarely thought of: broken UTF-8, marks to combine, line ends, nothing to be seen.
func hostile() *rapid.Generator[string] {
	pieces := []string{"\xff", "\xed\xa0\x80", "e", "\u0301", "\u0327", "\r", "\n", "\r\n", " ", "\u00a0", "\u200b", "\u202e", "\ufeff", "\u1100", "\u1161", "\uac00", "\u11a8", "\x00", "\u0344", "\u2126"}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
	})
}

// A checker never accepts what its limit forbids.
func TestCheckerLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, limit := rapid.OneOf(rapid.String(), hostile()).Draw(t, "text"), rapid.IntRange(1, 30).Draw(t, "limit")
		var line, lines Checker
		one, many := line.Line("f", text, limit, "needed"), lines.Text("f", text, limit, "needed")
		if one != CleanLine(many) {
			t.Fatalf("the same text is %q and %q", one, many)
		}
		if taken := !line.Failed(); taken && (one == "" || utf8.RuneCountInString(one) > limit || strings.ContainsFunc(one, unicode.IsControl)) {
			t.Errorf("%q is taken as a line of %d", one, limit)
		}
		if taken := !lines.Failed(); taken && (many == "" || utf8.RuneCountInString(many) > limit || strings.Contains(many, "\x00")) {
			t.Errorf("%q is taken as a text of %d", many, limit)
		}
	})
}
