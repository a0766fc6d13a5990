package exchange

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// markup recognizes HTML as editors write it.
var markup = regexp.MustCompile(`(?i)</[a-z][a-z0-9:-]*\s*>|<(br|hr|p|li|ul|ol|div|span|strong|em|h[1-6]|blockquote|section|table)\s*/?>|<(img|a|p|div|span|h[1-6]|li|iframe|font)\s+[a-z-]+\s*=|<!--`)

var (
	// encoded recognizes a text that is HTML as a whole, written as text: feeds do so.
	encoded = regexp.MustCompile(`(?is)^\s*&lt;(?:p|div|span|ul|ol|br|h[1-6]|strong|b|em|i|a|section|table)\b.*&gt;\s*$`)
	// cdata is a text as XML quotes it.
	cdata = regexp.MustCompile(`(?s)<!\[CDATA\[(.*?)\]\]>`)
)

// decoded returns a text of HTML without the quoting of XML and feeds.
func decoded(text string) string {
	text = cdata.ReplaceAllString(text, "$1")
	if encoded.MatchString(text) {
		return html.UnescapeString(text)
	}
	return text
}

var (
	blankLines = regexp.MustCompile(`\n{3,}`)
	lineSpaces = regexp.MustCompile(`[ \t\x{00a0}]*\n[ \t\x{00a0}]*`)
)

// plainText returns the visible text of HTML: paragraphs and headings on lines of their own, list items behind a hyphen.
// Line breaks in the text stay, because WordPress shows them.
func plainText(markup string) string {
	var out strings.Builder
	hidden := ""
	for tokens := html.NewTokenizer(strings.NewReader(markup)); ; {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken: // the end
			text := lineSpaces.ReplaceAllString(out.String(), "\n")
			return strings.TrimSpace(blankLines.ReplaceAllString(text, "\n\n"))
		case html.TextToken:
			if hidden == "" {
				out.Write(tokens.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tag, _ := tokens.TagName()
			name := string(tag)
			switch {
			case name == "script" || name == "style":
				if hidden = name; kind == html.EndTagToken {
					hidden = ""
				}
			case name == "li" && kind == html.StartTagToken:
				out.WriteString("\n- ")
			case name == "li": // the next one begins a line
			case name == "br" || name == "tr":
				out.WriteByte('\n')
			case name == "td" || name == "th":
				out.WriteByte(' ')
			case isParagraph[name]:
				out.WriteString("\n\n")
			}
		}
	}
}

var isParagraph = map[string]bool{"p": true, "div": true, "ul": true, "ol": true, "blockquote": true, "table": true, "figure": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true}
