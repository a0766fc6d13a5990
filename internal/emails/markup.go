package emails

import (
	"fmt"
	"html"
	"html/template"
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markup is a text of the site with its formatting.
type markup struct {
	nodes []*nethtml.Node
	site  string // origin of links without one
}

// styles are the elements that emails show, and how. Everything else is shown as the text in it.
var styles = map[atom.Atom]string{
	atom.P: "margin:0 0 16px", atom.Br: "", atom.Strong: "", atom.Em: "", atom.Del: "",
	atom.H2: heading("22px", "28px"), atom.H3: heading("19px", "26px"), atom.H4: heading("17px", "24px"), atom.H5: heading("16px", "24px"), atom.H6: heading("16px", "24px"),
	atom.Hr:         "margin:24px 0;border:0;border-top:1px solid #e2ded5",
	atom.Code:       "font-family:Menlo,Consolas,monospace;font-size:14px",
	atom.Pre:        "margin:0 0 16px;font-size:14px;line-height:22px;white-space:pre-wrap",
	atom.Blockquote: "margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #e9bd68",
	atom.Ul:         "margin:0 0 16px;padding-left:24px", atom.Ol: "margin:0 0 16px;padding-left:24px", atom.Li: "margin:0 0 4px",
	atom.Table: "margin:0 0 16px;border-collapse:collapse", atom.Thead: "", atom.Tbody: "", atom.Tr: "",
	atom.Th: "padding:4px 12px 4px 0;text-align:left", atom.Td: "padding:4px 12px 4px 0",
	atom.A: "color:#755411", atom.Img: "max-width:100%;height:auto;border:0",
}

func heading(size, height string) string {
	return fmt.Sprintf("margin:24px 0 12px;font-family:Georgia,serif;font-size:%s;line-height:%s;font-weight:400", size, height)
}

// classes change the colors of some elements in the dark.
var classes = map[atom.Atom]string{atom.A: "link", atom.Hr: "rule"}

// parseMarkup parses a sanitized text in HTML. Links without an origin are of the site.
func parseMarkup(text, site string) markup {
	body := &nethtml.Node{Type: nethtml.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := nethtml.ParseFragment(strings.NewReader(text), body)
	if err != nil { // a string can always be read
		panic(fmt.Sprintf("parse the markup of an email: %v", err))
	}
	return markup{nodes, site}
}

// html returns the text as emails show it.
func (m markup) html() template.HTML {
	var b strings.Builder
	for _, node := range m.nodes {
		m.write(&b, node)
	}
	return template.HTML(b.String()) //nolint:gosec // write escapes all that it does not write itself
}

// write writes a node with what emails show of it.
func (m markup) write(b *strings.Builder, node *nethtml.Node) {
	if node.Type == nethtml.TextNode {
		b.WriteString(html.EscapeString(visible(node.Data)))
		return
	}
	style, isShown := styles[node.DataAtom]
	if isShown {
		m.open(b, node, style)
	}
	for child := range node.ChildNodes() {
		m.write(b, child)
	}
	if isShown && node.DataAtom != atom.Br && node.DataAtom != atom.Hr && node.DataAtom != atom.Img {
		fmt.Fprintf(b, "</%s>", node.Data)
	}
}

// open writes the start tag of an element.
func (m markup) open(b *strings.Builder, node *nethtml.Node, style string) {
	b.WriteString("<" + node.Data)
	if class := classes[node.DataAtom]; class != "" {
		fmt.Fprintf(b, ` class="%s"`, class)
	}
	for _, a := range node.Attr {
		switch {
		case a.Key == "href" && node.DataAtom == atom.A, a.Key == "src" && node.DataAtom == atom.Img:
			a.Val = absolute(a.Val, m.site)
		case a.Key == "alt" && node.DataAtom == atom.Img, a.Key == "start" && node.DataAtom == atom.Ol:
			a.Val = line(a.Val)
		default:
			continue
		}
		fmt.Fprintf(b, ` %s="%s"`, a.Key, html.EscapeString(a.Val))
	}
	if style != "" {
		fmt.Fprintf(b, ` style="%s"`, style)
	}
	b.WriteString(">")
}

// plain returns the text without formatting, as HTML.
func (m markup) plain() template.HTML {
	text := html.EscapeString(m.text(false))
	return template.HTML(`<p style="margin:0 0 16px">` + strings.ReplaceAll(text, "\n", "<br>") + "</p>") //nolint:gosec // it is escaped
}

// text returns the text as programs without HTML show it. The URL of a link follows its text, if asked for.
func (m markup) text(withURLs bool) string {
	var b strings.Builder
	for _, node := range m.nodes {
		m.writeText(&b, node, withURLs)
	}
	var shown []string
	for _, each := range lines(b.String()) {
		if each != "" || len(shown) > 0 && shown[len(shown)-1] != "" {
			shown = append(shown, each)
		}
	}
	return strings.TrimSpace(strings.Join(shown, "\n"))
}

func (m markup) writeText(b *strings.Builder, node *nethtml.Node, withURLs bool) {
	before, after := "", ""
	switch node.DataAtom {
	case atom.P, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre, atom.Blockquote, atom.Ul, atom.Ol, atom.Table:
		before, after = "\n\n", "\n\n"
	case atom.Br, atom.Tr:
		after = "\n"
	case atom.Hr:
		before, after = "\n\n---", "\n\n"
	case atom.Li:
		before = "\n- "
	case atom.Td, atom.Th:
		after = " "
	case atom.A:
		if to := absolute(attribute(node, "href"), m.site); withURLs && to != "" && to != onlyText(node) {
			after = " (" + to + ")"
		}
	case atom.Img:
		before = attribute(node, "alt")
	}
	b.WriteString(before)
	if node.Type == nethtml.TextNode {
		b.WriteString(node.Data)
	}
	for child := range node.ChildNodes() {
		m.writeText(b, child, withURLs)
	}
	b.WriteString(after)
}

func attribute(node *nethtml.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// onlyText returns the text of a node that has nothing else.
func onlyText(node *nethtml.Node) string {
	if node.FirstChild == nil || node.FirstChild != node.LastChild || node.FirstChild.Type != nethtml.TextNode {
		return ""
	}
	return node.FirstChild.Data
}

// visible returns a text without control characters other than line breaks, and without those that change its direction.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
}
