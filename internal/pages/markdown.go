package pages

import (
	"net/url"
	"strings"
)

// markdownText is plain text as Markdown (CommonMark) that shows the same: paragraphs and line breaks stay, and nothing in
// it is read as markup.
func markdownText(text string) string {
	var b strings.Builder
	for i, paragraph := range paragraphs(text) {
		if i > 0 {
			b.WriteString("\n\n")
		}
		for j, line := range strings.Split(paragraph, "\n") {
			if j > 0 {
				b.WriteString("  \n") // a hard break; readers disagree on a backslash after a backslash
			}
			b.WriteString(markdownLine(line))
		}
	}
	return b.String()
}

// markdownWords is plain text as Markdown of one line.
func markdownWords(text string) string { return markdownLine(strings.Join(strings.Fields(text), " ")) }

// markdownLine escapes what means something anywhere, and what means something where a line begins.
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

// markdownLink is a link whose words are plain text. The address is written so that none of its characters ends it.
func markdownLink(words, address string) string {
	return "[" + markdownWords(words) + "](" + linkEnds.Replace(address) + ")"
}

var linkEnds = strings.NewReplacer(
	"(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", " ", "%20", "\t", "%09", "\n", "%0A", "\r", "%0D", `"`, "%22", "*", "%2A", "`", "%60", "&", "&amp;")

// hostOf is the host of a website as people say it.
func hostOf(website string) string {
	u, err := url.Parse(website)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
