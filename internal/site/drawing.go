package site

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Bounds of a drawing. Its weight is the number of elements drawn; a referenced element counts each time.
const (
	maxDrawingDepth  = 64
	maxDrawingWeight = 1_000_000
)

// drawingLimits bounds the work of cleaning a drawing.
type drawingLimits struct {
	file      int // bytes, before and after cleaning
	attribute int // bytes of one value
	elements  int // dropped ones count too
}

// Uploaded drawings must be small. Stored ones may come from an earlier version of the program, which accepted larger
// ones.
var (
	uploadedDrawing = drawingLimits{MaxDrawingFile, 64 << 10, 10_000}
	storedDrawing   = drawingLimits{MaxLogoFile, MaxLogoFile, 100_000}
)

const svgNamespace = "http://www.w3.org/2000/svg"

// Why a drawing is refused, for the log.
var (
	errNoDrawing      = errors.New("not an SVG document")
	errLargeDrawing   = errors.New("an SVG document of too many bytes")
	errComplexDrawing = errors.New("an SVG document with too many elements, too many in each other, or too long an attribute")
)

// node is an element of a drawing, or a text in it.
type node struct {
	name       string // empty: a text
	text       []byte
	attributes []attribute
	children   []*node
}

type attribute struct{ name, value string }

// cleanDrawing reduces an SVG document to the elements and attributes of the lists (drawing_lists.go): nothing that
// runs, and nothing loaded from elsewhere. It does not read document types, nor the entities they define. Cleaning a
// clean document does not change it.
func cleanDrawing(file []byte, limits drawingLimits) ([]byte, error) {
	clean, err := cleanOnce(file, limits)
	if err != nil {
		return nil, err
	}
	again, err := cleanOnce(clean, limits)
	if err != nil || !bytes.Equal(again, clean) {
		return nil, errors.Join(errNoDrawing, err)
	}
	return clean, nil
}

func cleanOnce(file []byte, limits drawingLimits) ([]byte, error) {
	root, err := readDrawing(bytes.TrimPrefix(file, []byte("\ufeff")), limits)
	if err != nil {
		return nil, err
	}
	if err := bearable(root); err != nil {
		return nil, err
	}
	root.attributes = append([]attribute{{"xmlns", svgNamespace}}, root.attributes...)
	var out bytes.Buffer
	root.write(&out)
	if out.Len() > limits.file {
		return nil, errLargeDrawing
	}
	return out.Bytes(), nil
}

// drawingReader builds a tree of the allowed parts of a document.
type drawingReader struct {
	limits  drawingLimits
	tooLong bool // the file is longer than the part that is read
	root    *node
	open    []*node // the elements around the next token; nil for a dropped one
	count   int
}

// readDrawing reads the allowed parts of a document into a tree.
func readDrawing(file []byte, limits drawingLimits) (*node, error) {
	r := drawingReader{limits: limits, tooLong: len(file) > limits.file}
	for decoder := xml.NewDecoder(bytes.NewReader(file[:min(len(file), limits.file)])); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && r.root != nil {
			return r.root, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read an SVG document: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := r.start(token); err != nil {
				return nil, err
			}
		case xml.EndElement:
			r.end()
		case xml.CharData:
			if within := r.within(); within != nil && (within.name == "style" || texts[within.name]) {
				within.add(token)
			}
		}
	}
}

// within returns the innermost open element; nil if it was dropped.
func (r *drawingReader) within() *node {
	if len(r.open) == 0 {
		return nil
	}
	return r.open[len(r.open)-1]
}

// start opens an element: a node of the tree, or nil if it or an element around it is dropped. A style element contains
// only text.
func (r *drawingReader) start(token xml.StartElement) error {
	made, within := newNode(token), r.within()
	isRoot := len(r.open) == 0
	switch {
	case isRoot && (r.root != nil || made == nil || made.name != "svg"):
		return errNoDrawing
	case r.tooLong:
		return errLargeDrawing
	}
	if r.count++; r.count > r.limits.elements || len(r.open) >= maxDrawingDepth || made.longest() > r.limits.attribute {
		return errComplexDrawing
	}
	switch {
	case isRoot:
		r.root = made
	case within == nil || within.name == "style":
		made = nil
	case made != nil:
		within.children = append(within.children, made)
	}
	r.open = append(r.open, made)
	return nil
}

// newNode returns an element with its allowed attributes; nil if the element is not allowed.
func newNode(from xml.StartElement) *node {
	if !elements[from.Name.Local] || from.Name.Space != "" && from.Name.Space != svgNamespace {
		return nil
	}
	made := &node{name: from.Name.Local}
	for _, a := range from.Attr {
		if a.Name.Space != "" && (a.Name.Space != "http://www.w3.org/1999/xlink" || a.Name.Local != "href") {
			continue
		}
		if name := a.Name.Local; attributes[name] && !made.has(name) && harmless(name, a.Value) {
			made.attributes = append(made.attributes, attribute{name, a.Value})
		}
	}
	return made
}

// end closes an element. It drops a style sheet that loads anything, which only the complete text shows.
func (r *drawingReader) end() {
	last := len(r.open) - 1
	if n := r.open[last]; n != nil && n.name == "style" && len(n.children) > 0 && !loadsNothing(string(n.children[0].text)) {
		n.children = nil
	}
	r.open = r.open[:last]
}

// add appends to the text node before it, as a browser does once the comments, instructions and dropped elements
// between the two are removed.
func (n *node) add(text []byte) {
	last := len(n.children) - 1
	if last < 0 || n.children[last].name != "" {
		n.children = append(n.children, &node{})
		last++
	}
	n.children[last].text = append(n.children[last].text, text...)
}

func (n *node) has(name string) bool {
	return slices.ContainsFunc(n.attributes, func(a attribute) bool { return a.name == name })
}

// longest returns the length in bytes of the longest attribute.
func (n *node) longest() int {
	most := 0
	if n != nil {
		for _, a := range n.attributes {
			most = max(most, len(a.value))
		}
	}
	return most
}

// harmless reports whether the value of an allowed attribute refers only to the drawing itself.
func harmless(name, value string) bool {
	if name == "href" {
		return strings.HasPrefix(strings.TrimSpace(value), "#")
	}
	return loadsNothing(value)
}

// loadsNothing reports whether no style or paint in the text refers to anything outside: every url() is a part of the
// drawing, there is no at-rule, and no escape or comment can hide one.
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

// write writes the element as escaped XML.
func (n *node) write(out *bytes.Buffer) {
	if n.name == "" {
		_ = xml.EscapeText(out, n.text) // a buffer never fails
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
