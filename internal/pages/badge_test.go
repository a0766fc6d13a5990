package pages

import (
	"encoding/xml"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// drawnBadge is a badge as an XML reader sees it.
type drawnBadge struct {
	Width  int    `xml:"width,attr"`
	Height int    `xml:"height,attr"`
	Title  string `xml:"title"`
	Texts  []struct {
		X      int    `xml:"x,attr"`
		Length int    `xml:"textLength,attr"`
		Text   string `xml:",chardata"`
	} `xml:"g>text"`
}

func readBadge(t *testing.T, body string) (b drawnBadge) {
	t.Helper()
	storetest.NoError(t, xml.Unmarshal([]byte(body), &b))
	return b
}

// A badge is an image that other sites may show, and that does nothing else.
func TestBadge(t *testing.T) {
	w := isFile(t, tools(1), nil, "/badge/tool-1.svg?theme=light", svgType)
	sent(t, "the badge", w, http.StatusOK, "Cache-Control", "public, max-age=86400", "Cross-Origin-Resource-Policy", "cross-origin",
		"X-Robots-Tag", "noindex", "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h := open(t, tools(1), nil)
	dark := h.body("/badge/tool-1.svg?theme=dark")
	if dark == w.Body.String() || dark != h.body("/badge/tool-1.svg") || dark != h.body("/badge/tool-1.svg?theme=%3Cscript%3E") {
		t.Error("the themes are the same, or dark is not the default")
	}
	got := readBadge(t, dark)
	storetest.Same(t, "title, height and texts", []any{got.Title, got.Height, len(got.Texts), got.Texts[1].Text},
		[]any{"Listed on Vitrine", 40, 2, "Vitrine"})
}

// Only tools have a badge, each at one address.
func TestBadgeAddress(t *testing.T) {
	h := open(t, tools(2), nil)
	h.answersWith(t, map[string]string{
		"/badge/tool-1.svg": "200", "/badge/TOOL-1.svg?theme=light": "308 /badge/tool-1.svg?theme=light", "/badge/2.svg": "308 /badge/tool-2.svg",
		"/badge/nothing.svg": "404", "/badge/tool-1": "404", "/badge/tool-1.png": "404", "/badge/": "404", "/badge/.svg": "404", "/badge/tool-1.svg/more": "404",
		"/badge/" + strings.Repeat("x", 5_000) + ".svg": "404", "/badge/%00%ff%0d%0aX.svg": "404",
	})
	sent(t, "a missing one", h.get("/badge/nothing.svg"), http.StatusNotFound, "Cache-Control", "no-store")
	sent(t, "one of an empty catalogue", open(t, nil, nil).get("/badge/tool-1.svg"), http.StatusNotFound)
}

// The texts of a badge fit, whatever the name of the site, and a hostile one is only text.
func TestBadgeNames(t *testing.T) {
	for _, name := range []string{"A", "Vitrine", "WWWWWWWWWWWWWWWWWWWW", "iiiiiiiiiiiii", "人工智能工具目录", "🎨🎨🎨", "Ünïcödé & <Co>", strings.Repeat("long ", 50), hostile} {
		body := open(t, tools(1), named(name)).body("/badge/tool-1.svg")
		got := readBadge(t, body)
		words, site := got.Texts[0], got.Texts[1]
		if site.Text != shorten(name, badgeName) || words.X+words.Length >= site.X || site.X+site.Length >= got.Width || got.Width > 700 || site.Length < len([]rune(site.Text)) {
			t.Errorf("%.20q: %+v", name, got)
		}
		allowed := map[string]bool{"svg": true, "title": true, "rect": true, "g": true, "path": true, "text": true}
		for tokens := xml.NewDecoder(strings.NewReader(body)); ; {
			token, err := tokens.Token()
			if err == io.EOF {
				break
			}
			storetest.NoError(t, err)
			if element, ok := token.(xml.StartElement); ok && !allowed[element.Name.Local] {
				t.Errorf("%.20q: the element %s", name, element.Name.Local)
			}
		}
	}
}
