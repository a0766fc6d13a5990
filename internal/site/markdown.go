package site

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Heading is a heading of a text, for its table of contents.
type Heading struct {
	ID   string `json:"id" doc:"ID of the heading, the fragment of its URL"`
	Text string `json:"text"`
}

// Rendered is a text as pages show it.
type Rendered struct {
	HTML     string    `json:"html" doc:"What the page shows: sanitized HTML"`
	Headings []Heading `json:"headings" nullable:"false" doc:"Its main headings, in order"`
	Summary  string    `json:"-"` // its first paragraph, as plain text
}

// Renderer renders Markdown as HTML, for the preview and for the page, so that both are the same.
type Renderer struct {
	markdown goldmark.Markdown
	policy   *bluemonday.Policy
}

// NewRenderer returns a Renderer. It is safe for concurrent use.
func NewRenderer() *Renderer {
	return &Renderer{
		markdown: goldmark.New(
			goldmark.WithExtensions(extension.Strikethrough, extension.Linkify,
				extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
			goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(literal{}, 1))),
		),
		policy: newPolicy(),
	}
}

// idStart is the prefix of every heading's id, so that it never collides with an id of the page.
const idStart = "section-"

// newPolicy returns the HTML allowed in a legal page, whatever the renderer produces.
func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "strong", "em", "del", "code", "pre", "blockquote",
		"ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^`+idStart+`[\pL\pN-]+$`)).OnElements("h2", "h3", "h4", "h5", "h6")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("align").Matching(regexp.MustCompile(`^(left|center|right)$`)).OnElements("th", "td")
	p.AllowAttrs("href").OnElements("a")
	// Images come from this site only: another host would learn of each visitor.
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^/([^/\\\x00-\x20][^\\\x00-\x20]*)?$`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnFullyQualifiedLinks(true)
	p.RequireNoReferrerOnFullyQualifiedLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}

// Render renders a text. It shows what it cannot parse as written.
func (p *Renderer) Render(markdown string) Rendered {
	source := []byte(shallow(markdown))
	root := p.markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext()))
	headings := nameHeadings(root, source)
	var out bytes.Buffer
	if err := p.markdown.Renderer().Render(&out, source, root); err != nil { // a buffer never fails
		panic(fmt.Sprintf("render Markdown: %v", err))
	}
	clean := strings.TrimSpace(p.policy.SanitizeReader(&out).String())
	clean = strings.ReplaceAll(clean, "<table>", `<table tabindex="0">`) // lets the keyboard scroll a wide table
	return Rendered{HTML: clean, Headings: headings, Summary: summary(root, source)}
}

// nameHeadings gives every heading an id for links, and a level below the page's own title. It returns the headings of
// the highest level.
func nameHeadings(root ast.Node, source []byte) []Heading {
	var all []*ast.Heading
	top := 6
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, is := n.(*ast.Heading); is && entering {
			all = append(all, h)
			top = min(top, h.Level)
		}
		return ast.WalkContinue, nil
	})
	main, taken := []Heading{}, map[string]bool{}
	for i, h := range all {
		text := plain(h, source)
		name := idStart + slug(text)
		if taken[name] {
			name = fmt.Sprintf("%s%d-%s", idStart, i+1, slug(text))
		}
		taken[name] = true
		h.SetAttributeString("id", []byte(name))
		if h.Level == top {
			main = append(main, Heading{name, text})
		}
		h.Level = min(h.Level-top+2, 6)
	}
	return main
}
