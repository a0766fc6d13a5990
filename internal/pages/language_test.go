package pages

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A text has a language where its script decides it, and a direction. The front end's test has the same cases.
func TestLanguageOf(t *testing.T) {
	text, err := os.ReadFile("testdata/languages.json")
	storetest.NoError(t, err)
	var cases []struct{ Text, Lang, Dir string }
	storetest.NoError(t, json.Unmarshal(text, &cases))
	for _, c := range cases {
		lang, dir := languageOf(c.Text)
		storetest.Same(t, c.Text, []string{lang, dir}, []string{c.Lang, c.Dir})
	}
}

// A plain page says what language a tool's texts are in, in lists and on the tool's page.
func TestLanguageOnPages(t *testing.T) {
	p := tool(1, "翻訳くん")
	p.Description, p.UseCases = "עוזר כתיבה בעברית", "ช่วยเขียน"
	h := open(t, []catalog.Product{p, tool(2, "Lumen")}, plainOnly)
	for target, parts := range map[string][]string{
		"/":                   {`<li lang="he" dir="rtl"><a href="/products/`, ` lang="ja" dir="ltr">翻訳くん</a>: עוזר`, `<li><a href="/products/lumen">`},
		"/products/" + p.Slug: {`<h1 lang="ja" class=`, `<p lang="he" dir="rtl">`, `<p lang="th">`},
	} {
		body := h.body(target)
		for _, part := range parts {
			if !strings.Contains(body, part) {
				t.Errorf("%s does not have %s", target, part)
			}
		}
	}
}
