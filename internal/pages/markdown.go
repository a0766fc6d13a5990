package pages

import (
	"bytes"
	"fmt"
	"html/template"
	"sort"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	source "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// markdown is the text of a page while it is written. Programs read it as it is, as the twin of the page. Where the screen
// cannot be rendered, people read it as HTML, see plain.go: then its links lead to pages, not to twins.
type markdown struct {
	*view
	forPeople bool
	title     string          // plain text
	ending    string          // of the twin: a link to the page
	text      strings.Builder // below the title
	html      strings.Builder // for people: of the text before the last insertion
}

// write writes Markdown.
func (m *markdown) write(format string, args ...any) { fmt.Fprintf(&m.text, format, args...) }

// paragraph writes plain text on one line; nothing, if it is empty.
func (m *markdown) paragraph(words string) {
	if words != "" {
		m.write("%s\n\n", markdownWords(words))
	}
}

// part writes a section with a heading, unless its Markdown is empty.
func (m *markdown) part(heading, text string) {
	if text != "" {
		m.write("## %s\n\n%s\n\n", heading, strings.TrimSuffix(text, "\n"))
	}
}

// insert writes a text of the site's editors, which is Markdown and its sanitised HTML. For people it stands alone: what it
// leaves open ends with it.
func (m *markdown) insert(source, html string) {
	switch {
	case source == "":
	case m.forPeople:
		m.html.WriteString(htmlOf(m.text.String()) + html)
		m.text.Reset()
	default:
		m.write("%s\n\n", source)
	}
}

// link returns a link to a path of the site.
func (m *markdown) link(words, path string) string {
	if m.forPeople {
		return markdownLink(words, path)
	}
	return markdownLink(words, m.origin+path)
}

// twinLink returns a link to a page that has a twin.
func (m *markdown) twinLink(words, path string) string {
	if m.forPeople {
		return markdownLink(words, path)
	}
	return markdownLink(words, m.origin+path+twinSuffix)
}

// fact returns an item of a list of facts, whose value is Markdown; nothing without a value.
func fact(name, value string) string {
	if value == "" {
		return ""
	}
	return "- " + name + ": " + value + "\n"
}

// rendered returns the whole text below the title as HTML.
func (m *markdown) rendered() template.HTML {
	return template.HTML(m.html.String() + htmlOf(m.text.String())) //nolint:gosec // both parts are sanitised
}

// toHTML renders what Go has written in Markdown, with tables. All texts in it are escaped; what is markup nevertheless is
// left out.
var toHTML = goldmark.New(
	goldmark.WithExtensions(extension.NewTable()),
	goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(attributes{}, 1))),
)

// allowed are the elements and attributes of toHTML.
var allowed = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("h2", "h3", "p", "br", "hr", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("lang", "dir").Globally()
	p.AllowAttrs("tabindex").OnElements("table")
	p.AllowAttrs("href", "rel").OnElements("a")
	p.AllowURLSchemes("http", "https")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnFullyQualifiedLinks(true)
	p.RequireNoReferrerOnFullyQualifiedLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}()

// htmlOf returns Markdown as sanitised HTML.
func htmlOf(markdown string) string {
	var b bytes.Buffer
	if err := toHTML.Convert([]byte(markdown), &b); err != nil { // a buffer never fails
		panic(fmt.Sprintf("render Markdown: %v", err))
	}
	return allowed.SanitizeReader(&b).String()
}

// attributes sets what Markdown cannot say: the language of texts in another script, that links to other sites may be paid for,
// and that the keyboard can scroll tables.
type attributes struct{}

// Transform implements parser.ASTTransformer.
func (attributes) Transform(root *ast.Document, reader source.Reader, _ parser.Context) {
	written := reader.Source()
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading, *ast.Paragraph, *ast.ListItem, *extended.TableCell:
			setLanguage(n, written)
		case *ast.Link:
			setLanguage(n, written)
			if field.WebURL(string(n.Destination)) {
				n.SetAttributeString("rel", []byte("sponsored nofollow"))
			}
		case *extended.Table:
			n.SetAttributeString("tabindex", []byte("0"))
		}
		return ast.WalkContinue, nil
	})
}

// setLanguage sets lang and dir of a node whose text is in another script than the text around it.
func setLanguage(n ast.Node, source []byte) {
	lang, dir := languageOf(textOf(n, source))
	outerLang, outerDir := "", ""
	for outer := n.Parent(); outer != nil; outer = outer.Parent() {
		if found, ok := outer.AttributeString("lang"); ok {
			outerLang = string(found.([]byte))
			break
		}
	}
	for outer := n.Parent(); outer != nil; outer = outer.Parent() {
		if found, ok := outer.AttributeString("dir"); ok {
			outerDir = string(found.([]byte))
			break
		}
	}
	if lang != outerLang {
		n.SetAttributeString("lang", []byte(lang)) // "" is what is in no known language
	}
	if dir == "" && outerDir == "rtl" {
		dir = "ltr"
	}
	if dir != outerDir {
		n.SetAttributeString("dir", []byte(dir))
	}
}

// textOf returns the text of a node.
func textOf(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, is := n.(*ast.Text); is && entering {
			b.Write(t.Value(source))
			b.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

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
