package pages

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"sort"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	source "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Markdown is the text of a page while it is written. Programs read it as it is, as the twin of the page. Where the screen
// cannot be rendered, people read it as HTML, see plain.go: then its links lead to pages, not to twins.
type Markdown struct {
	*View
	ForPeople bool
	Title     string          // plain text
	Ending    string          // of the twin: a link to the page
	text      strings.Builder // below the title
	html      strings.Builder // for people: of the text before the last insertion
	headings  int             // in html, without those of insertions

	IDs          map[string]string // of headings by their text, for URLs; the others are numbered
	contents     []site.Heading    // for people: the main headings
	ShowContents bool              // beside the text
	paid         map[string]bool   // addresses of other sites that may pay this one
}

// Write writes Markdown.
func (m *Markdown) Write(format string, args ...any) { fmt.Fprintf(&m.text, format, args...) }

// Paragraph writes plain text on one line; nothing, if it is empty.
func (m *Markdown) Paragraph(words string) {
	if words != "" {
		m.Write("%s\n\n", MarkdownWords(words))
	}
}

// Part writes a section with a heading, unless its Markdown is empty.
func (m *Markdown) Part(heading, text string) {
	if text != "" {
		m.Write("## %s\n\n%s\n\n", heading, strings.TrimSuffix(text, "\n"))
	}
}

// Insert writes a text of the site's editors, which is Markdown and its sanitized HTML. For people it stands alone: what it
// leaves open ends with it.
func (m *Markdown) Insert(source, html string) {
	switch {
	case m.ForPeople:
		m.render()
		m.html.WriteString(html)
	case source != "":
		m.Write("%s\n\n", source)
	}
}

// Link returns a link to a path of the site.
func (m *Markdown) Link(words, path string) string {
	if m.ForPeople {
		return MarkdownLink(words, path)
	}
	return MarkdownLink(words, m.Origin+path)
}

// Button writes a link to another site that stands out; nothing, if it is not http(s).
func (m *Markdown) Button(words, address string) {
	switch {
	case !field.WebURL(address):
	case m.ForPeople:
		m.render()
		fmt.Fprintf(&m.html, `<p><a href="%s" class="button button-brass button-normal" target="_blank" rel="noopener noreferrer nofollow">%s</a></p>`,
			template.HTMLEscapeString(address), template.HTMLEscapeString(words))
	default:
		m.Write("%s\n\n", MarkdownLink(words, address))
	}
}

// TwinLink returns a link to a page that has a twin.
func (m *Markdown) TwinLink(words, path string) string {
	if m.ForPeople {
		return MarkdownLink(words, path)
	}
	return MarkdownLink(words, m.Origin+path+TwinSuffix)
}

// code writes lines of code.
func (m *Markdown) code(text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	m.Write("%s\n%s\n%s\n\n", fence, strings.TrimSuffix(text, "\n"), fence)
}

// Table writes a table of cells in Markdown, the first row being its header.
func (m *Markdown) Table(rows [][]string) {
	for i, cells := range rows {
		m.Write("| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			m.Write("|%s\n", strings.Repeat(" --- |", len(cells)))
		}
	}
	m.Write("\n")
}

// Fact returns an item of a list of facts, whose value is Markdown; nothing without a value.
func Fact(name, value string) string {
	if value == "" {
		return ""
	}
	return "- " + name + ": " + value + "\n"
}

// rendered returns the whole text below the title as HTML.
func (m *Markdown) rendered() template.HTML {
	m.render()
	return template.HTML(m.html.String()) //nolint:gosec // all parts of it are sanitized
}

// toHTML renders what Go has written in Markdown, with tables. All texts in it are escaped; what is markup nevertheless is
// left out.
var toHTML = goldmark.New(goldmark.WithExtensions(extension.NewTable()))

// allowed are the elements and attributes of toHTML.
var allowed = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("h2", "h3", "p", "br", "hr", "strong", "em", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "pre", "code")
	p.AllowAttrs("lang", "dir").Globally()
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^[a-z0-9-]+$`)).OnElements("h2", "h3")
	p.AllowAttrs("href", "rel").OnElements("a")
	p.AllowURLSchemes("http", "https")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnFullyQualifiedLinks(true)
	p.RequireNoReferrerOnFullyQualifiedLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}()

// scrollable lets the keyboard scroll what is too wide.
var scrollable = strings.NewReplacer("<table>", `<table tabindex="0">`, "<pre>", `<pre tabindex="0">`)

// render renders what has been written, and goes on after it.
func (m *Markdown) render() {
	written := []byte(m.text.String())
	m.text.Reset()
	root := toHTML.Parser().Parse(source.NewReader(written))
	m.annotate(root, written)
	var b bytes.Buffer
	if err := toHTML.Renderer().Render(&b, written, root); err != nil { // a buffer never fails
		panic(fmt.Sprintf("render Markdown: %v", err))
	}
	m.html.WriteString(scrollable.Replace(allowed.SanitizeReader(&b).String()))
}

// headingID returns the ID of a heading by its number among all of the text. Names are in no ID: they could be one of the
// frame's.
func headingID(number int) string { return fmt.Sprint("part-", number) }

// annotate sets what Markdown cannot say: IDs of headings, the language of texts in another script, and that links to other
// sites may be paid for.
func (m *Markdown) annotate(root ast.Node, written []byte) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			m.headings++
			text := plainOf(n, written)
			id := cmp.Or(m.IDs[text], headingID(m.headings))
			n.SetAttributeString("id", []byte(id))
			if n.Level == 2 {
				m.contents = append(m.contents, site.Heading{ID: id, Text: text})
			}
			setLanguage(n, written)
		case *ast.Paragraph, *ast.ListItem, *extended.TableCell:
			setLanguage(n, written)
		case *ast.Link:
			setLanguage(n, written)
			if destination := string(n.Destination); strings.HasPrefix(destination, m.Origin+goFolder) || m.paid[destination] {
				n.SetAttributeString("rel", []byte("sponsored nofollow"))
			} else if field.WebURL(destination) {
				n.SetAttributeString("rel", []byte("nofollow"))
			}
		}
		return ast.WalkContinue, nil
	})
}

// setLanguage sets lang and dir of a node whose text is in another script than the text around it.
func setLanguage(n ast.Node, written []byte) {
	lang, dir := languageOf(plainOf(n, written))
	outerLang, outerDir := outer(n, "lang"), outer(n, "dir")
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

// outer returns an attribute of the closest node around another that has it; "" if none has.
func outer(n ast.Node, attribute string) string {
	for n = n.Parent(); n != nil; n = n.Parent() {
		if found, ok := n.AttributeString(attribute); ok {
			return string(found.([]byte))
		}
	}
	return ""
}

// plainOf returns the text of a node.
func plainOf(n ast.Node, written []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, is := n.(*ast.Text); is && entering {
			b.Write(util.UnescapePunctuations(t.Value(written)))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// MarkdownText converts plain text to Markdown (CommonMark) that renders as the same text: it preserves paragraphs and
// line breaks and escapes all markup.
func MarkdownText(text string) string {
	var b strings.Builder
	for i, paragraph := range Paragraphs(text) {
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

// MarkdownWords converts plain text to a single line of Markdown.
func MarkdownWords(text string) string { return markdownLine(strings.Join(strings.Fields(text), " ")) }

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

// MarkdownLink returns a link with plain text as its label. It escapes the characters of the URL that would end it.
func MarkdownLink(words, address string) string {
	return "[" + MarkdownWords(words) + "](" + linkEnds.Replace(address) + ")"
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
