package site

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// Markdown is rendered as HTML.
func TestMarkdown(t *testing.T) {
	renderer := NewRenderer()
	for markdown, want := range map[string]string{
		"":                               "",
		"Plain text,\nas it is & was.":   "<p>Plain text,\nas it is &amp; was.</p>",
		"**a** *b* ~~c~~ `d`":            "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>",
		"- a\n- b":                       "<ul>\n<li>a</li>\n<li>b</li>\n</ul>",
		"3. a\n4. b":                     "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>",
		"[here](/gdpr-cookies)":          `<p><a href="/gdpr-cookies">here</a></p>`,
		"[mail](mailto:a@example.com)":   `<p><a href="mailto:a@example.com">mail</a></p>`,
		"https://example.com/?a=1&b=2":   `<p><a href="https://example.com/?a=1&amp;b=2" rel="nofollow noreferrer noopener" target="_blank">https://example.com/?a=1&amp;b=2</a></p>`,
		"![a chart](/uploads/chart.jpg)": `<p><img src="/uploads/chart.jpg" alt="a chart"></p>`,
	} {
		same(t, markdown, renderer.Render(markdown).HTML, want)
	}
}

// Only images of this site keep their URL; others show their alternative text.
func TestMarkdownImages(t *testing.T) {
	renderer := NewRenderer()
	for _, address := range []string{"/uploads/chart.jpg", "/logos/main?v=2", "/a"} {
		if got := renderer.Render("![a chart](" + address + ")").HTML; !strings.Contains(got, ` src="`+address+`"`) {
			t.Errorf("%s: %s", address, got)
		}
	}
	for _, address := range []string{
		"https://evil.example/x.gif", "http://evil.example/x.gif", "//evil.example/x.gif", "///evil.example/x.gif", `/\evil.example/x.gif`,
		"https:evil.example/x.gif", "HTTPS://evil.example/x.gif", "/&#9;/evil.example/x.gif", "&#47;&#47;evil.example/x.gif", "/%09/evil.example/x.gif", "mailto:a@example.com",
		"data:image/png;base64,iVBORw0KGgo=", "<//evil.example/x y.gif>", "</\t/evil.example/x.gif>",
	} {
		for _, text := range []string{"![a chart](" + address + ")", "![a chart][1]\n\n[1]: " + address, "[![a chart](" + address + ")](/terms)"} {
			if got := renderer.Render(text).HTML; strings.Contains(got, "src=") && !strings.Contains(got, `src="/%`) || !strings.Contains(got, "a chart") {
				t.Errorf("%q became %s", text, got)
			}
		}
	}
}

// hostile is Markdown that tries to inject HTML or scripts.
var hostile = []string{
	"<script>alert(1)</script>", "x <script>alert(1)</script> y", "<SCRIPT SRC=//evil.example/x.js></SCRIPT>", "<img src=x onerror=alert(1)>",
	"[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](\u0001javascript:alert(1))", "[a](java\tscript:alert(1))", "[a](data:text/html;base64,PHNjcmlwdD4=)", "[a](vbscript:x)",
	"<javascript:alert(1)>", "![a](javascript:alert(1))", "![a](x \"onerror=alert(1)\")", "[a](x \"onclick=alert(1)\")", "[a]: javascript:alert(1)\n\n[a]",
	"<svg onload=alert(1)>", "<iframe src=https://evil.example>", "<a href=javascript:alert(1)>x</a>", "<style>*{display:none}</style>", "<div id=root>", "</div></div><form action=//evil.example><input name=x>",
	"<!-- --><script>alert(1)</script>", "`<script>`", "    <script>alert(1)</script>", "~~~<script>\nx\n~~~", "| <script> |\n|---|\n| <img src=x onerror=alert(1)> |", "# <script>alert(1)</script>",
	"<scr<script>ipt>alert(1)</scr</script>ipt>", "&lt;script&gt;alert(1)&lt;/script&gt;", "<meta http-equiv=refresh content=0>", "<base href=//evil.example>", "<p style=\"position:fixed\">x",
}

// Hostile Markdown renders to safe elements, attributes and URLs.
func TestMarkdownHostile(t *testing.T) {
	renderer := NewRenderer()
	for _, markdown := range hostile {
		if danger := dangerIn(renderer.Render(markdown).HTML); danger != "" {
			t.Errorf("%q has %s", markdown, danger)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.OneOf(rapid.SampledFrom(hostile), rapid.SampledFrom([]string{"\n", "\n\n", "> ", "- ", "# ", "*", "`", "[", "](", ")", "<", ">", "\\", "|", "&", "\x00"}), rapid.String())).Draw(t, "parts")
		if danger := dangerIn(renderer.Render(strings.Join(parts, "")).HTML); danger != "" {
			t.Errorf("%q has %s", parts, danger)
		}
	})
}

// dangerIn returns the first element, attribute or URL that a legal page must not have, or an empty string.
func dangerIn(text string) string {
	elements := " h2 h3 h4 h5 h6 p br hr strong em del code pre blockquote ul ol li table thead tbody tr th td a img "
	attributes := " id start align href rel target src alt tabindex "
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			return ""
		case html.CommentToken, html.DoctypeToken:
			return "a comment or a doctype"
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			token := tokens.Token()
			if !strings.Contains(elements, " "+token.Data+" ") {
				return "<" + token.Data + ">"
			}
			for _, a := range token.Attr {
				if !strings.Contains(attributes, " "+a.Key+" ") || a.Key == "id" && !strings.HasPrefix(a.Val, idStart) {
					return a.Key + "=" + a.Val
				}
				scheme, _, hasScheme := strings.Cut(a.Val, ":")
				if (a.Key == "href" || a.Key == "src") && hasScheme && !strings.ContainsAny(scheme, "/?#") && scheme != "http" && scheme != "https" && scheme != "mailto" {
					return a.Key + "=" + a.Val
				}
			}
		}
	}
}

// HTML in Markdown is shown as text.
func TestMarkdownHTML(t *testing.T) {
	renderer := NewRenderer()
	for _, markdown := range []string{"<script>alert(1)</script>", "x <b>y</b> z", "<div>\na\n</div>", "<!-- c -->"} {
		var shown strings.Builder
		for tokens := html.NewTokenizer(strings.NewReader(renderer.Render(markdown).HTML)); ; {
			kind := tokens.Next()
			if kind == html.ErrorToken {
				break
			}
			if kind == html.TextToken {
				shown.WriteString(tokens.Token().Data)
			}
		}
		same(t, "what is shown", strings.TrimSpace(shown.String()), markdown)
	}
}

// Headings start at level 2 and have unique IDs.
func TestMarkdownHeadings(t *testing.T) {
	got := NewRenderer().Render("# State\n\n## Part *one* & `two`\n\n# State\n\n# Über uns\n\n# \n\n# state-3\n\n###### Deep")
	want := []Heading{{"section-state", "State"}, {"section-3-state", "State"}, {"section-über-uns", "Über uns"}, {"section-part", ""}, {"section-state-3", "state-3"}}
	same(t, "the headings", got.Headings, want)
	for _, heading := range got.Headings {
		if strings.Count(got.HTML, ` id="`+heading.ID+`"`) != 1 {
			t.Errorf("the id %s does not occur exactly once: %s", heading.ID, got.HTML)
		}
	}
	if !strings.Contains(got.HTML, "<h3 id=\"section-part-one-two\">Part <em>one</em> &amp; <code>two</code></h3>") || strings.Contains(got.HTML, "<h1") || !strings.Contains(got.HTML, "<h6") {
		t.Errorf("got %s", got.HTML)
	}
}

// Quotes and lists are nested only to a limited depth.
func TestMarkdownNesting(t *testing.T) {
	renderer := NewRenderer()
	for _, marker := range []string{"> ", ">", "- ", "* ", "+ ", "1. ", "12) ", "- > "} {
		text := renderer.Render(strings.Repeat(marker, 1_000) + "end").HTML
		same(t, "the depth of "+marker, strings.Count(text, "<li>")+strings.Count(text, "<blockquote>"), maxNesting)
	}
	for _, usual := range []string{"> a", "- a\n  - b", "1. a", "1990. a year", "-- a", ">> a", "    - code", "*a* b", "- - - - - - - -", "\t- a"} {
		same(t, "a usual text", shallow(usual), usual)
	}
}

// A long text is rendered completely, and hostile long texts end in reasonable time.
func TestMarkdownLongText(t *testing.T) {
	renderer := NewRenderer()
	for name, part := range map[string]string{
		"words": "word ", "paragraphs": "word\n\n", "quotes": ">", "lists in lists": "- ", "numbers in numbers": "1. ", "brackets": "[", "closing brackets": "](", "images": "![", "stars": "*a ", "double stars": "**a", "underscores": "_a_b", "backticks": "`a ``",
		"entities": "&amp;", "angles": "<", "comments": "<!-- ", "scripts": "<script>", "addresses": "https://a.b ", "mail": "a@b.c ", "tables": "|a", "table rows": "|a|\n|-|\n", "tildes": "~~a~", "breaks": "\\\n", "references": "[a]: x\n", "headings": "# a\n", "same headings": "#\n",
		"four bytes": "😀", "escapes": "\\*", "indents": "  - a\n", "fences": "```\n",
	} {
		text := strings.Repeat(part, maxContent/4/len([]rune(part))) // a quarter of the maximum: some take quadratic time
		clean, err := CheckContent(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		renderer.Render(clean) // ends and does not panic
	}
	shown := renderer.Render(strings.Repeat("word ", maxContent/5))
	same(t, "the words that are rendered", strings.Count(shown.HTML, "word"), maxContent/5)
	if _, err := CheckContent(strings.Repeat("é", maxContent+1)); err == nil {
		t.Error("a text that is too long is accepted")
	}
}
