package pages

import "strings"

// markdownText converts plain text to Markdown (CommonMark) that renders as the same text: it preserves paragraphs and
// line breaks and escapes all markup.
func markdownText(text string) string {
	var b strings.Builder
	for i, paragraph := range paragraphs(text) {
		if i > 0 {
			b.WriteString("\n\n")
		}
		for j, line := range strings.Split(paragraph, "\n") {
			if j > 0 {
				b.WriteString("  \n") // two spaces make the hard break: readers disagree on a backslash after a backslash
			}
			b.WriteString(markdownLine(line))
		}
	}
	return b.String()
}

// markdownWords converts plain text to a single line of Markdown.
func markdownWords(text string) string { return markdownLine(strings.Join(strings.Fields(text), " ")) }

// markdownLine escapes the characters that are markup anywhere, and those that are markup at the start of a line.
func markdownLine(line string) string {
	escaped := everywhere.Replace(line)
	figures := strings.TrimLeft(escaped, "0123456789")
	switch {
	case escaped == "":
	case strings.ContainsRune("#+-=", rune(escaped[0])):
		return `\` + escaped
	case figures != escaped && figures != "" && (figures[0] == '.' || figures[0] == ')'):
		return escaped[:len(escaped)-len(figures)] + `\` + figures
	}
	return escaped
}

var everywhere = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "&", `\&`, "~", `\~`, "|", `\|`)

// markdownLink returns a link with plain text as its label. It escapes the characters of the URL that would end it.
func markdownLink(words, address string) string {
	return "[" + markdownWords(words) + "](" + linkEnds.Replace(address) + ")"
}

var linkEnds = strings.NewReplacer(
	"(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", " ", "%20", "\t", "%09", "\n", "%0A", "\r", "%0D", `"`, "%22", "*", "%2A", "`", "%60", "&", "&amp;")
