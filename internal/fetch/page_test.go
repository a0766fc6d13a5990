package fetch

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func parsed(t interface{ Fatal(...any) }, text string) Page {
	at, err := url.Parse("https://lumen.example/a/b?c")
	if err != nil {
		panic(err)
	}
	page, err := pageOf(strings.NewReader(text), false, at)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// A page's metadata, image and visible text are parsed.
func TestPageFields(t *testing.T) {
	got := parsed(t, `<!doctype html><html><head><title> Lumen &amp; you </title><title>Second</title>
		<META NAME="Description" content="It  lights&#10;rooms."><meta property="og:description" content="Other">
		<meta property="og:title" content="Lumen"><meta property="og:site_name" content="Lumen AI">
		<meta property="og:image" content="/i.png"><meta property="og:image" content="/second.png"><meta name="keywords" content="light, , Video">
		<link rel="icon" href="/favicon.ico"><link rel="apple-touch-icon" href="touch.png"><style>p{color:red}</style><script>var a = "<p>no</p>"</script></head>
		<body><svg><title>Drawing</title><text>no</text></svg><noscript>no</noscript><template><p>no</p></template>
		<h1>Big</h1><p>It <b>li</b>ghts
		 a room.</p><!-- no --><ul><li>one</li><li>two</li></ul><textarea>no</textarea>end</body></html>`)
	want := Page{
		Address: "https://lumen.example/a/b?c", Title: "Lumen & you", SocialTitle: "Lumen", SiteName: "Lumen AI", Description: "It lights rooms.",
		Keywords: []string{"light", "Video"}, Image: "https://lumen.example/i.png", Icon: "https://lumen.example/a/touch.png",
		Text:  "Big\nIt lights\na room.\none\ntwo\nend",
		Icons: []Icon{{URL: "https://lumen.example/favicon.ico"}, {URL: "https://lumen.example/a/touch.png", Kind: HomeIcon}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Image and icon URLs are resolved; only http and https URLs without credentials are accepted.
func TestPageImage(t *testing.T) {
	for href, want := range map[string]string{
		"//cdn.example/i.png": "https://cdn.example/i.png", "i.png": "https://lumen.example/a/i.png", " https://x.example/ä.png ": "https://x.example/%C3%A4.png",
		"javascript:alert(1)": "", "data:image/png;base64,xx": "", "file:///etc/passwd": "", "": "", "https://u:p@x.example/": "", "http://%zz/": "",
	} {
		if got := parsed(t, `<meta property="og:image" content="`+href+`">`).Image; got != want {
			t.Errorf("%q: %q", href, got)
		}
	}
	if got := parsed(t, `<base href="https://cdn.example/x/"><link rel="shortcut icon" href="i.ico">`).Icon; got != "https://cdn.example/x/i.ico" {
		t.Error(got)
	}
}

// Invisible characters are removed from the text of a page.
func TestPageInvisibleCharacters(t *testing.T) {
	if got := parsed(t, "<p>a\u202eb\u200bc\u00add\x00e\u0007 \ue000f</p>").Text; got != "abcd e f" {
		t.Errorf("%q", got)
	}
}

// Any input can be parsed, and the result stays within the limits.
func TestPageLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"<title>", "</title>", "<p>", "</p>", "<script>", "</script>", "<svg>", "</svg>", "<template>", "</template>", "<meta name=keywords content='a,b,c'>",
			"<meta property=og:title content=x>", "<", ">", "&", "<!--", "-->", "word ", "\n", "\x00", "\u202e", "é", strings.Repeat("x", 9_000), "<select>", "<![CDATA[", "<a href='", "\xff"})
		page := parsed(t, strings.Join(rapid.SliceOfN(piece, 0, 60).Draw(t, "pieces"), ""))
		if length := len([]rune(page.Title)) + len([]rune(page.Text)); length > maxText {
			t.Fatalf("%d characters", length)
		}
		if len([]rune(page.Title)) > maxLine || len(page.Keywords) > maxWords || slices.ContainsFunc([]rune(page.Title+page.Text), func(r rune) bool { return r == 0 || r == '\u202e' }) {
			t.Fatalf("%+v", page)
		}
	})
}

// The application that the structured data of a page describes is read, whatever it is nested in; the rest of it is ignored.
func TestPageApp(t *testing.T) {
	for data, want := range map[string]App{
		`{"@type":"SoftwareApplication","name":" Lumen\n","description":"It lights."}`:                                      {"Lumen", "It lights."},
		`[{"@type":"Organization","name":"Co"},{"@type":["Thing","https://schema.org/WebApplication"],"name":"Lumen"}]`:     {"Lumen", ""},
		`{"@graph":[{"@type":"WebSite","name":"Site"},{"mainEntity":{"@type":"Product","name":"Lumen","description":{}}}]}`: {"Lumen", ""},
		`{"@graph":[[[[{"@type":"Product","name":"Too deep"}]]]]}`:                                                          {},
		`{"@type":"Organization","name":"Co"}`:                                                                              {},
		`{"@type":"Product","name":5}`:                                                                                      {},
		`{"@type":"Product","name":"No end"`:                                                                                {},
		`{"x":"` + strings.Repeat("x", maxData) + `","@type":"Product","name":"Too long"}`:                                  {},
	} {
		if got := parsed(t, `<script type="application/ld+json">`+data+`</script><script>{"@type":"Product","name":"Script"}</script>`).App; got != want {
			t.Errorf("%.80s: %+v", data, got)
		}
	}
}

// A line that is too long ends at a word.
func TestPageLongLine(t *testing.T) {
	got := parsed(t, `<meta name="description" content="`+strings.Repeat("wörds, ", 100)+`">`).Description
	if length := len([]rune(got)); length > maxLine || length < maxLine-10 || !strings.HasSuffix(got, "wörds…") {
		t.Errorf("%d characters: %q", length, got)
	}
}
