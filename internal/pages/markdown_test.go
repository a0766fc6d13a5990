package pages_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// shown is the text of Markdown as a reader that knows nothing of this site shows it, and the elements that it has.
func shown(t rapid.TB, markdown string) (text string, elements map[string]int) {
	t.Helper()
	var page bytes.Buffer
	if err := goldmark.Convert([]byte(markdown), &page); err != nil {
		t.Fatal(err)
	}
	tree, err := html.Parse(&page)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	elements = map[string]int{}
	for node := range tree.Descendants() {
		switch {
		case node.Type == html.TextNode:
			b.WriteString(node.Data)
		case node.Type == html.ElementNode && node.Data == "br":
			elements["br"]++
		case node.Type == html.ElementNode:
			elements[node.Data]++
		}
	}
	return b.String(), elements
}

// Any text is only text in Markdown.
func TestMarkdownText(t *testing.T) {
	pieces := rapid.SampledFrom([]string{
		"# ", "- ", "* ", "+ ", "1. ", "12) ", "> ", "---", "===", "***", "```", "~~~", "`", "**", "__", "[a](b)", "![a](b)", "[a]: b", "<b>", "<!--", "<https://a.example>",
		"&amp;", "&#65;", "\\", "|", " ", "\n", "\n\n", "\t", "    ", "word", "é", "文", "😀", ".", ")", "!", "(", "]",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 0, 12).Draw(t, "pieces"), "")
		want := strings.Join(strings.Fields(text), " ")
		got, elements := shown(t, pages.MarkdownText(text))
		if strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("%q is shown as %q", text, got)
		}
		for name := range elements {
			switch name {
			case "html", "head", "body", "p", "br":
			default:
				t.Errorf("%q has an element %s", text, name)
			}
		}
		if got, _ := shown(t, "- x: "+pages.MarkdownWords(text)); strings.Join(strings.Fields(got), " ") != strings.TrimSpace("x: "+want) {
			t.Errorf("%q is shown in a list as %q", text, got)
		}
	})
}

// item is the product with this slug.
func item(h *pagestest.Site, slug string) *browse.Item {
	item, ok := h.Catalogue.Snapshot().Product(slug)
	if !ok {
		h.T.Fatalf("there is no product %s", slug)
	}
	return item
}

// Any text in any field is only text, in the twin of a page and on the plain page: neither has another element than with
// harmless texts.
func TestAnyTextInFields(t *testing.T) {
	pieces := rapid.SampledFrom([]string{
		"# ", "- ", "* ", "+ ", "1. ", "> ", "---", "===", "```", "~~~", "`", "**", "__", "_a_", "[a](b)", "![a](b)", "[a]: b", "<b>", "</a>", "<!--", "<https://a.example>", "https://a.example",
		"www.a.example", "a@b.example", "&amp;", "&#65;", "\\", "|", "| --- |", " ", "\n", "\r\n", "\n\n", "\t", "    ", "word", "é", "文", "כ", "{#id}", ":", ".", ")", "!", "(", "]", "^", "~",
	})
	written := strings.Fields("a h1 h2 h3 ul ol li table tr th td code pre em strong del blockquote img hr b div form input")
	h := pagestest.Open(t, pagestest.Tools(2), pagestest.PlainOnly)
	elements := func(t rapid.TB, draw func(field string) string) (counts map[string]map[string]int) {
		one, two := pagestest.Tool(1, "one"), pagestest.Tool(2, "two")
		one.Name, one.Description, one.UseCases, one.PromoText = draw("name"), draw("description"), draw("use cases"), draw("promo")
		two.Name, two.Description, two.Type = draw("other name"), draw("other description"), catalog.Premium
		one.Tags, one.Categories = []string{draw("tag")}, []string{draw("category")}
		best, issue := pagestest.BestOf(1, 2), pagestest.SampleIssue(1)
		best.Title, best.Author, best.Introduction, best.Tools[0].Note = draw("title"), draw("author"), "", draw("note")
		issue.Subject, issue.Intro = draw("subject"), ""
		issue.Sections[0].Products[0].Name, issue.Sections[0].Products[0].Description = one.Name, one.Description
		h.Move(one, two)
		h.Collect(best)
		h.ChangeSettings(func(s *site.Settings) { s.Issues, s.Texts.Name = []site.Issue{issue}, draw("site") })
		counts = map[string]map[string]int{}
		add := func(what string, tags map[string]int) {
			maps.DeleteFunc(tags, func(name string, _ int) bool { return !slices.Contains(written, name) })
			counts[what] = tags
		}
		for what, path := range map[string]string{
			"product": "/products/one", "alternatives": "/alternatives/one", "comparison": "/compare/one-vs-two", "collection": "/best/best-of", "collections": "/collections",
			"categories": "/categories", "issue": "/newsletter/archive/1", "category": pages.CategoryPath(h.Catalogue.Snapshot().Categories().Of(item(h, "one"))[0]),
		} {
			if !pagestest.Has(path) {
				continue
			}
			page := h.Page(path)
			_, twin := shown(t, h.Body(path+".md"))
			add(what, page.Tags)
			add("twin of "+what, twin)
			page.IsHarmless(h.T, path, 0)
			if what == "product" && !strings.Contains(page.Root, strings.Join(strings.Fields(one.Name), " ")) {
				t.Errorf("the page has no %q: %q", one.Name, page.Root)
			}
		}
		add("home", h.Page("/").Tags)
		for _, path := range []string{"/llms.txt", "/llms-full.txt"} {
			_, text := shown(t, h.Body(path))
			add(path, text)
		}
		return counts
	}
	harmless := elements(t, func(string) string { return "Harmless" })
	rapid.Check(t, func(t *rapid.T) {
		storetest.Same(h.T, "elements of pages", elements(t, func(field string) string {
			return "A" + strings.Join(rapid.SliceOfN(pieces, 0, 6).Draw(t, field), "") + "z"
		}), harmless)
	})
}

// A link in Markdown ends where it should.
func TestMarkdownLink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		address := "https://a.example/" + rapid.StringMatching(`[a-z()<>\\"'*_&= \[\]]{0,12}`).Draw(t, "address")
		got, elements := shown(t, "See "+pages.MarkdownLink("the ]( page", address)+".")
		if strings.TrimSpace(got) != "See the ]( page." || elements["a"] != 1 {
			t.Errorf("%s is shown as %q with %v", address, got, elements)
		}
	})
}

// A text has a language where its script decides it, and a direction. The front end's test has the same cases.
func TestLanguageOf(t *testing.T) {
	text, err := os.ReadFile("testdata/languages.json")
	storetest.NoError(t, err)
	var cases []struct{ Text, Lang, Dir string }
	storetest.NoError(t, json.Unmarshal(text, &cases))
	for _, c := range cases {
		lang, dir := pages.LanguageOf(c.Text)
		storetest.Same(t, c.Text, []string{lang, dir}, []string{c.Lang, c.Dir})
	}
}

// A plain page says what language a tool's texts are in, in lists and on the tool's page.
func TestLanguageOnPages(t *testing.T) {
	p := pagestest.Tool(1, "翻訳くん")
	p.Description, p.UseCases = "עוזר כתיבה בעברית", "ช่วยเขียน"
	h := pagestest.Open(t, []catalog.Product{p, pagestest.Tool(2, "Lumen")}, pagestest.PlainOnly)
	for target, parts := range map[string][]string{
		"/":                   {`<li lang="he" dir="rtl"><a href="/products/`, ` lang="ja" dir="ltr">翻訳くん</a>: עוזר`, `<li><a href="/products/lumen">`},
		"/products/" + p.Slug: {`<h1 lang="ja" class=`, `<p lang="he" dir="rtl">`, `<p lang="th">`},
	} {
		body := h.Body(target)
		for _, part := range parts {
			if !strings.Contains(body, part) {
				t.Errorf("%s does not have %s", target, part)
			}
		}
	}
}
