package site

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const svgStart = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">`

// A safe drawing is unchanged, apart from its prolog and namespaces.
func TestDrawingContent(t *testing.T) {
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A &amp; B</title><style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><path id="p" d="M0 0h9v9z"/></defs><g class="a" transform="rotate(3)"><use href="#p"/><text x="1">hi</text></g></svg>`
	clean, err := cleanDrawing([]byte(drawing), uploadedDrawing)
	if err != nil || string(clean) != drawing {
		t.Errorf("got %v and\n%s\nwant\n%s", err, clean, drawing)
	}
	for name, from := range map[string]string{
		"an xlink, a prefix, a doctype and a comment": `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><!-- made by --><s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="urn:ink" i:version="1"><i:view/><s:use xlink:href="#p" i:label="x"/></s:svg>`,
		"no namespace":            `<svg><use href="#p"/></svg>`,
		"a byte order mark":       "\ufeff<svg><use href=\"#p\"/></svg>",
		"surrounding white space": "\n <svg><use href=\"#p\"/></svg>\n",
	} {
		clean, err := cleanDrawing([]byte(from), uploadedDrawing)
		if want := `<svg xmlns="http://www.w3.org/2000/svg"><use href="#p"/></svg>`; err != nil || string(clean) != want {
			t.Errorf("%s: %v %s", name, err, clean)
		}
	}
}

// hostileDrawing lists parts that must not remain in a drawing.
var hostileDrawing = []string{
	`<script>alert(1)</script>`, `<script href="data:text/javascript,alert(1)"/>`, `<g onload="alert(1)" onclick="x"/>`, `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>`,
	`<a href="javascript:alert(1)"><path d="M0 0"/></a>`, `<a xlink:href=" javascript:alert(1)"/>`, `<use href="https://evil.example/x.svg#a"/>`, `<use xlink:href="data:image/svg+xml;base64,AAAA#a"/>`, `<image href="https://evil.example/x.png"/>`, `<feImage href="https://evil.example/x.png"/>`,
	`<set attributeName="href" to="javascript:alert(1)"/>`, `<animate attributeName="href" values="javascript:alert(1)"/>`, `<style>@import url(https://evil.example/x.css);</style>`, `<style>*{background:url(https://evil.example/x.png)}</style>`,
	`<style>*{background:\75rl(https://evil.example)}</style>`, `<style>*{b:u/**/rl(x)}</style>`, `<style><![CDATA[*{background:url(//evil.example)}]]></style>`, `<path fill="url(https://evil.example/x.svg#a)"/>`, `<path style="fill:url('//evil.example')"/>`, `<path style="background:image-set('x' 1x)"/>`,
	`<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>`, `<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>`, `<iframe src="javascript:alert(1)"/>`, `<object data="x"/>`, `<link rel="stylesheet" href="https://evil.example"/>`, `<metadata><x/></metadata>`,
	`<style>a{fill:ur<!-- -->l(http://evil.example)}</style>`, `<style>a{fill:ur<![CDATA[l(http://evil.example)]]>}</style>`, `<style>a{fill:ur<?x y?>l(http://evil.example)}</style>`, `<style>a{fill:ur<x:y xmlns:x="z">.</x:y>l(http://evil.example)}</style>`, `<style>a{fill:ur<title>.</title>l(http://evil.example)}</style>`,
	`<path fill="url( &quot;https://evil.example/&quot; )"/>`, `<path mask="URL(HTTPS://EVIL.EXAMPLE)"/>`, `<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>`, `<path d="&quot;/>&lt;script>"/>`,
}

// A cleaned drawing runs no script and loads nothing.
func TestDrawingSafety(t *testing.T) {
	for _, part := range hostileDrawing {
		clean, err := cleanDrawing([]byte(svgStart+part+"</svg>"), uploadedDrawing)
		if err != nil {
			t.Errorf("%s: %v", part, err)
		} else if danger := drawingDanger(clean); danger != "" {
			t.Errorf("%s became %s, which has %s", part, clean, danger)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.OneOf(rapid.SampledFrom(hostileDrawing), rapid.StringMatching(`[ -~]{0,12}`), rapid.SampledFrom([]string{"<g>", "</g>", "<style>", "</style>", "<text>", "</text>"}))).Draw(t, "parts")
		clean, err := cleanDrawing([]byte(svgStart+strings.Join(parts, "")+"</svg>"), uploadedDrawing)
		if err != nil {
			return
		}
		if danger := drawingDanger(clean); danger != "" {
			t.Errorf("%q became %s, which has %s", parts, clean, danger)
		}
		if again, err := cleanDrawing(clean, uploadedDrawing); err != nil || !bytes.Equal(again, clean) {
			t.Errorf("cleaned again it is %s (%v), cleaned once %s", again, err, clean)
		}
	})
}

// splits are separators that a browser ignores within a text.
var splits = []string{"", "", "", "", "<!-- -->", "<![CDATA[]]>", "<?x y?>", `<x:y xmlns:x="z"/>`, "<script>x</script>"}

func TestCleanDrawing(t *testing.T) {
	t.Run("reads split text as browsers do", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			element := rapid.SampledFrom([]string{"style", "text", "title"}).Draw(t, "element")
			text := rapid.SampledFrom([]string{"rect{fill:url(http://evil.example)}", "@import 'http://evil.example';", "rect{fill:url(#a)}"}).Draw(t, "text")
			var split strings.Builder
			for _, char := range text {
				split.WriteString(rapid.SampledFrom(splits).Draw(t, "split"))
				fmt.Fprintf(&split, rapid.SampledFrom([]string{"%c", "&#%d;", "<![CDATA[%c]]>"}).Draw(t, "form"), char)
			}
			document := svgStart + "<" + element + ">" + split.String() + "</" + element + "></svg>"
			clean, err := cleanDrawing([]byte(document), uploadedDrawing)
			if err != nil {
				t.Fatalf("%s: %v", document, err)
			}
			if danger := drawingDanger(clean); danger != "" || !isStorable("image/svg+xml", clean) {
				t.Errorf("%s became %s, which cannot be stored or has %q", document, clean, danger)
			}
			if remains := element != "style" || !strings.Contains(text, "evil"); remains != bytes.Contains(clean, []byte("rect")) && text[0] == 'r' {
				t.Errorf("%s became %s", document, clean)
			}
		})
	})
	ofSize := func(bytes int, body string) []byte {
		start, end := svgStart+"<!--", "-->"+body+"</svg>"
		return []byte(start + strings.Repeat("x", bytes-len(start)-len(end)) + end)
	}
	path := func(bytes int) string { return `<path d="` + strings.Repeat("M", bytes) + `"/>` }
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"accepts 256 KB":                           {ofSize(256<<10, "<g/>"), nil},
		"refuses 256 KB and 1 byte":                {ofSize(256<<10+1, "<g/>"), errLargeDrawing},
		"refuses more than 256 KB of output":       {ofSize(256<<10, "<text>"+strings.Repeat(`"`, 100<<10)+"</text>"), errLargeDrawing},
		"accepts an attribute of 64 KB":            {[]byte(svgStart + path(64<<10) + "</svg>"), nil},
		"refuses an attribute of 64 KB and 1 byte": {[]byte(svgStart + path(64<<10+1) + "</svg>"), errComplexDrawing},
		"accepts a long attribute that it drops":   {[]byte(svgStart + `<image href="` + strings.Repeat("M", 64<<10+1) + `"/></svg>`), nil},
		"accepts 10,000 elements":                  {[]byte(svgStart + strings.Repeat("<g/>", 9_999) + "</svg>"), nil},
		"refuses 10,001 elements":                  {[]byte(svgStart + strings.Repeat("<g/>", 10_000) + "</svg>"), errComplexDrawing},
		"refuses 10,001 unknown elements":          {[]byte(svgStart + strings.Repeat("<y/>", 10_000) + "</svg>"), errComplexDrawing},
		"refuses a depth of 65":                    {[]byte(svgStart + strings.Repeat("<g>", 64) + strings.Repeat("</g>", 64) + "</svg>"), errComplexDrawing},
		"refuses a depth of 65 unknown elements":   {[]byte(svgStart + strings.Repeat("<y>", 64) + strings.Repeat("</y>", 64) + "</svg>"), errComplexDrawing},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := cleanDrawing(c.file, uploadedDrawing); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	stored := `<svg xmlns="http://www.w3.org/2000/svg"><path d="` + strings.Repeat("M", 1<<20) + `"/></svg>`
	if !isStorable("image/svg+xml", []byte(stored)) {
		t.Error("a clean drawing of 1 MB, which an earlier version stored, is refused")
	}
}

// BenchmarkCleanDrawing cleans the slowest files: of the maximum size, with many small parts.
func BenchmarkCleanDrawing(b *testing.B) {
	fill := func(part string) []byte {
		return []byte(svgStart + strings.Repeat(part, min(9_999, ((256<<10)-len(svgStart)-6)/len(part))) + "</svg>")
	}
	for name, file := range map[string][]byte{
		"elements":                  fill("<g/>"),
		"attributes":                fill(`<g d="" id="" x=""/>`),
		"one element of attributes": []byte(svgStart + "<g " + strings.Repeat(`d="" `, 50_000) + "/></svg>"),
		"dropped attributes":        []byte(svgStart + "<g " + strings.Repeat(`q="" `, 50_000) + "/></svg>"),
		"namespaces":                fill(`<a:g xmlns:a="http://www.w3.org/2000/svg"/>`),
		"references":                fill(`<use href="#a" id="a"/>`),
		"pieces of a style":         []byte(svgStart + "<style>" + strings.Repeat("a<!---->", 32_000) + "</style></svg>"),
		"words of a style":          []byte(svgStart + "<style>" + strings.Repeat("url(#", 50_000) + "</style></svg>"),
		"references to characters":  []byte(svgStart + "<text>" + strings.Repeat("&lt;", 50_000) + "</text></svg>"),
		"a path":                    []byte(svgStart + strings.Repeat(`<path d="`+strings.Repeat("M0 0", 16<<10)+`"/>`, 3) + "</svg>"),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(file)))
			for b.Loop() {
				_, _ = cleanDrawing(file, uploadedDrawing)
			}
		})
	}
}

// drawingDanger returns the first part that a cleaned drawing must not have, or an empty string.
func drawingDanger(clean []byte) string {
	element := ""
	for decoder := xml.NewDecoder(bytes.NewReader(clean)); ; {
		token, err := decoder.Token()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return ""
			}
			return err.Error()
		}
		switch token := token.(type) {
		case xml.StartElement:
			element = token.Name.Local
			if !elements[element] || token.Name.Space != svgNamespace {
				return "<" + element + ">"
			}
			for _, a := range token.Attr {
				value := strings.ToLower(a.Value)
				if a.Name.Local == "xmlns" {
					continue
				}
				if a.Name.Space != "" || !attributes[a.Name.Local] || a.Name.Local == "href" && !strings.HasPrefix(strings.TrimSpace(value), "#") || a.Name.Local != "d" && a.Name.Local != "href" && strings.Contains(value, "evil") {
					return fmt.Sprint(a.Name.Local, "=", a.Value)
				}
			}
		case xml.EndElement:
			element = ""
		case xml.CharData:
			if element == "style" && strings.Contains(strings.ToLower(string(token)), "evil") {
				return string(token)
			}
		case xml.Comment, xml.Directive, xml.ProcInst:
			return fmt.Sprintf("%T", token)
		}
	}
}

// Other files and too complex drawings are refused.
func TestDrawingRefused(t *testing.T) {
	uses := func(n int) string {
		var b strings.Builder
		b.WriteString(svgStart + `<g id="a0"><path/><path/></g>`)
		for i := range n {
			fmt.Fprintf(&b, `<g id="a%d"><use href="#a%d"/><use href="#a%d"/></g>`, i+1, i, i)
		}
		return b.String() + "</svg>"
	}
	for name, text := range map[string]string{
		"nothing": "", "text": "hello", "a page": "<!doctype html><html><body>x</body></html>", "a page with a drawing in it": "<html><svg/></html>", "another document": "<feed/>", "a truncated drawing": svgStart + "<g>",
		"two drawings": "<svg/><svg/>", "an entity bomb": `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><svg><text>&b;</text></svg>`, "a file by entity": `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>`,
		"too deep": svgStart + strings.Repeat("<g>", 70) + strings.Repeat("</g>", 70) + "</svg>", "too many elements": svgStart + strings.Repeat("<g/>", 10_000) + "</svg>", "exponential uses": uses(30),
		"another encoding": `<?xml version="1.0" encoding="utf-16"?><svg/>`, "a PDF": "%PDF-1.7\n%\xe2\xe3\xcf\xd3",
	} {
		if clean, err := cleanDrawing([]byte(text), uploadedDrawing); err == nil {
			t.Errorf("%s became %.200s", name, clean)
		}
	}
	for name, text := range map[string]string{"a few uses": uses(10), "circular uses": svgStart + `<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>`} {
		if _, err := cleanDrawing([]byte(text), uploadedDrawing); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
