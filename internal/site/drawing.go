package site

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds of a drawing. Its weight is the number of its elements, those that it shows again by reference each time.
const (
	maxDrawingDepth  = 64
	maxDrawingNodes  = 100_000
	maxDrawingWeight = 1_000_000
)

const svgNamespace = "http://www.w3.org/2000/svg"

// Why a drawing is refused, for the log.
var (
	errNoDrawing    = errors.New("not an SVG document")
	errLargeDrawing = errors.New("an SVG document with too many elements, or too many in each other")
)

// node is an element of a drawing, or a text in it.
type node struct {
	name       string // empty: a text
	text       string
	attributes []attribute
	children   []*node
}

type attribute struct{ name, value string }

// cleanDrawing is an SVG document with nothing but the elements and attributes of the lists (drawing_lists.go): nothing
// that runs, and nothing that is loaded from elsewhere. Document types, and with them entities, are not read.
func cleanDrawing(file []byte) ([]byte, error) {
	root, err := readDrawing(bytes.TrimPrefix(file, []byte("\ufeff")))
	if err != nil {
		return nil, err
	}
	if err := bearable(root); err != nil {
		return nil, err
	}
	root.attributes = append([]attribute{{"xmlns", svgNamespace}}, root.attributes...)
	var out bytes.Buffer
	root.write(&out)
	return out.Bytes(), nil
}

// readDrawing reads what is allowed of a document into a tree.
func readDrawing(file []byte) (*node, error) {
	var root *node
	var open []*node
	count := 0
	for decoder := xml.NewDecoder(bytes.NewReader(file)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && root != nil {
			return root, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read an SVG document: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			made := newNode(token)
			if count++; count > maxDrawingNodes || len(open) >= maxDrawingDepth {
				return nil, errLargeDrawing
			}
			switch {
			case len(open) == 0 && (root != nil || made == nil || made.name != "svg"):
				return nil, errNoDrawing
			case made == nil:
				if err := decoder.Skip(); err != nil {
					return nil, fmt.Errorf("read an SVG document: %w", err)
				}
				continue
			case len(open) == 0:
				root = made
			default:
				within := open[len(open)-1]
				within.children = append(within.children, made)
			}
			open = append(open, made)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].add(string(token))
			}
		}
	}
}

// newNode is an element with those of its attributes that are allowed; nil when it is not allowed itself.
func newNode(from xml.StartElement) *node {
	if !elements[from.Name.Local] || from.Name.Space != "" && from.Name.Space != svgNamespace {
		return nil
	}
	made := &node{name: from.Name.Local}
	seen := map[string]bool{}
	for _, a := range from.Attr {
		if a.Name.Space != "" && (a.Name.Space != "http://www.w3.org/1999/xlink" || a.Name.Local != "href") {
			continue
		}
		if name := a.Name.Local; !seen[name] && attributes[name] && harmless(name, a.Value) {
			seen[name] = true
			made.attributes = append(made.attributes, attribute{name, a.Value})
		}
	}
	return made
}

// add adds a text where one is shown, and a style sheet that loads nothing.
func (n *node) add(text string) {
	if n.name == "style" && loadsNothing(text) || texts[n.name] {
		n.children = append(n.children, &node{text: text})
	}
}

// harmless tells whether an allowed attribute has a value that leads nowhere but into the drawing itself.
func harmless(name, value string) bool {
	if name == "href" {
		return strings.HasPrefix(strings.TrimSpace(value), "#")
	}
	return loadsNothing(value)
}

// loadsNothing tells whether no style or paint in the text names anything outside: every url() is one of the drawing's
// own parts, there is no at-rule, and nothing is hidden by an escape or a comment.
func loadsNothing(text string) bool {
	if strings.ContainsAny(text, `\@<`) || strings.Contains(text, "/*") {
		return false
	}
	text = strings.ToLower(text)
	for _, word := range []string{"expression", "javascript:", "behavior", "-moz-binding", "image-set", "image(", "src("} {
		if strings.Contains(text, word) {
			return false
		}
	}
	for _, after := range strings.Split(text, "url")[1:] {
		after, opened := strings.CutPrefix(strings.TrimSpace(after), "(")
		if opened && !strings.HasPrefix(strings.TrimLeft(after, " \t\r\n\"'"), "#") {
			return false
		}
	}
	return true
}

// write writes the element as XML, with everything escaped that could be read as something else.
func (n *node) write(out *bytes.Buffer) {
	if n.name == "" {
		_ = xml.EscapeText(out, []byte(n.text)) // a buffer takes everything
		return
	}
	out.WriteString("<" + n.name)
	for _, a := range n.attributes {
		out.WriteString(" " + a.name + `="`)
		_ = xml.EscapeText(out, []byte(a.value))
		out.WriteByte('"')
	}
	if len(n.children) == 0 {
		out.WriteString("/>")
		return
	}
	out.WriteByte('>')
	for _, child := range n.children {
		child.write(out)
	}
	out.WriteString("</" + n.name + ">")
}
