package pages

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// shown is the text of Markdown as a reader that knows nothing of this site shows it, and the elements that it has.
func shown(t rapid.TB, markdown string) (text string, elements map[string]int) {
	t.Helper()
	var page bytes.Buffer
	if err := goldmark.Convert([]byte(markdown), &page); err != nil {
		t.Fatal(err)
	}
	tree, err := html.Parse(&page)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	elements = map[string]int{}
	for node := range tree.Descendants() {
		switch {
		case node.Type == html.TextNode:
			b.WriteString(node.Data)
		case node.Type == html.ElementNode && node.Data == "br":
			elements["br"]++
		case node.Type == html.ElementNode:
			elements[node.Data]++
		}
	}
	return b.String(), elements
}

// Any text is only text in Markdown.
func TestMarkdownText(t *testing.T) {
	pieces := rapid.SampledFrom([]string{
		"# ", "- ", "* ", "+ ", "1. ", "12) ", "> ", "---", "===", "***", "```", "~~~", "`", "**", "__", "[a](b)", "![a](b)", "[a]: b", "<b>", "<!--", "<https://a.example>",
		"&amp;", "&#65;", "\\", "|", " ", "\n", "\n\n", "\t", "    ", "word", "é", "文", "😀", ".", ")", "!", "(", "]",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 0, 12).Draw(t, "pieces"), "")
		want := strings.Join(strings.Fields(text), " ")
		got, elements := shown(t, markdownText(text))
		if strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("%q is shown as %q", text, got)
		}
		for name := range elements {
			switch name {
			case "html", "head", "body", "p", "br":
			default:
				t.Errorf("%q has an element %s", text, name)
			}
		}
		if got, _ := shown(t, "- x: "+markdownWords(text)); strings.Join(strings.Fields(got), " ") != strings.TrimSpace("x: "+want) {
			t.Errorf("%q is shown in a list as %q", text, got)
		}
	})
}

// A link in Markdown ends where it should.
func TestMarkdownLink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		address := "https://a.example/" + rapid.StringMatching(`[a-z()<>\\"'*_&= \[\]]{0,12}`).Draw(t, "address")
		got, elements := shown(t, "See "+markdownLink("the ]( page", address)+".")
		if strings.TrimSpace(got) != "See the ]( page." || elements["a"] != 1 {
			t.Errorf("%s is shown as %q with %v", address, got, elements)
		}
	})
}
