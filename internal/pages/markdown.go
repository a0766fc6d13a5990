package pages

import (
	"html/template"
	"sort"
	"strings"
)

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

// scripts are what letters from a code point on say about the language of a text: the language, if the script serves one;
// "rtl" for Arabic and other scripts from right to left; "?" for Latin, Cyrillic, Devanagari and others that serve
// several; nothing for what is no letter. The front end has the same table (language.ts).
var scripts = []struct {
	first rune
	is    string
}{
	{0x41, "?"}, {0x5b, ""}, {0x61, "?"}, {0x7b, ""}, {0xc0, "?"}, {0x370, "el"}, {0x400, "?"}, {0x530, "hy"}, {0x590, "he"},
	{0x600, "rtl"}, {0x900, "?"}, {0xa00, "pa"}, {0xa80, "gu"}, {0xb00, "or"}, {0xb80, "ta"}, {0xc00, "te"}, {0xc80, "kn"}, {0xd00, "ml"},
	{0xd80, "si"}, {0xe00, "th"}, {0xe80, "lo"}, {0xf00, "bo"}, {0x1000, "my"}, {0x10a0, "ka"}, {0x1100, "ko"}, {0x1200, "?"}, {0x1780, "km"},
	{0x1800, "?"}, {0x1f00, "el"}, {0x2000, ""}, {0x3040, "ja"}, {0x3100, "?"}, {0x3130, "ko"}, {0x3190, ""}, {0x3400, "zh"}, {0xa000, "?"},
	{0xac00, "ko"}, {0xd7b0, ""}, {0xf900, "zh"}, {0xfb00, "?"}, {0xfb1d, "he"}, {0xfb50, "rtl"}, {0xfe00, ""}, {0xfe70, "rtl"}, {0xff00, ""},
}

// leastChinese is how many characters a text without kana needs to be Chinese: a short one may be Japanese.
const leastChinese = 12

// languageOf returns the language that most letters of a text are clearly in, and the direction. Both are empty for a
// text that is read as the page is, or whose script serves several languages: no lang is better than a wrong one.
func languageOf(text string) (lang, dir string) {
	letters, counts := 0, map[string]int{}
	for _, r := range text {
		at := sort.Search(len(scripts), func(i int) bool { return scripts[i].first > r })
		if at == 0 || r > 0xFFFF || scripts[at-1].is == "" {
			continue
		}
		letters++
		counts[scripts[at-1].is]++
	}
	switch {
	case counts["ja"] > 0:
		counts["ja"] += counts["zh"]
		delete(counts, "zh")
	case counts["zh"] < leastChinese:
		delete(counts, "zh")
	}
	if 2*(counts["he"]+counts["rtl"]) > letters {
		dir = "rtl"
	}
	for is, count := range counts {
		if 2*count > letters && is != "?" && is != "rtl" {
			lang = is
		}
	}
	return lang, dir
}

// languageAttributes returns the attributes lang and dir for an element with a text, which begin with a space.
func languageAttributes(text string) template.HTMLAttr {
	var b strings.Builder
	lang, dir := languageOf(text)
	if lang != "" {
		b.WriteString(` lang="` + lang + `"`)
	}
	if dir != "" {
		b.WriteString(` dir="` + dir + `"`)
	}
	return template.HTMLAttr(b.String()) //nolint:gosec // of the table above
}
